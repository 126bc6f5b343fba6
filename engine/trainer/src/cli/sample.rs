//! `sample`: prints random positions.

use std::io::Write;

use board::{Board, Color};
use trainer::games::{Event, GamesReader, LabeledPosition, Positions};
use vancura::score::Score;

use super::display::has_standard_rights;
use super::request::{Answer, Files};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Number of positions.
    #[arg(long, short = 'n', default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Equal seeds give equal positions.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Only positions that training keeps: no check, best move neither a capture nor a promotion.
    #[arg(long)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let mut reservoir = trainer::Reservoir::new(arguments.count as usize, arguments.seed);
    for path in arguments.files.all()? {
        let mut reader = GamesReader::open(&path)?;
        while let Some(event) = reader.next_event()? {
            let Event::Block(block) = event else { continue };
            for game in block.games() {
                for position in Positions::of(&game?) {
                    let position = position?;
                    if position.is_quiet() || !arguments.quiet {
                        reservoir.offer(position);
                    }
                }
            }
        }
    }
    for position in reservoir.into_items() {
        writeln!(out, "{}", line(&position))?;
    }
    Ok(Answer::Right)
}

fn line(position: &LabeledPosition) -> String {
    let score = Score::from_value(position.score.into());
    let score = if score.is_mate() { score.to_string() } else { score.value().to_string() };
    let result = match position.result {
        Some(half_points) => format!("{:.1}", f64::from(half_points) / 2.0),
        None => "-".to_owned(),
    };
    format!("{}; {score}; {result}", fen(&position.board))
}

/// Standard FEN where it is sufficient, otherwise Shredder-FEN.
fn fen(board: &Board) -> String {
    let is_standard = Color::ALL.into_iter().all(|color| has_standard_rights(board, color));
    if is_standard { board.to_string() } else { format!("{board:#}") }
}
