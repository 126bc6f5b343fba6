//! `vancura ladder` on the command line: matches between several configurations, in a table.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::bail;
use clap::Args;
use vancura::engine::Engine;
use vancura::limits::Limits;
use vancura::options;
use vancura::play::contest::ladder::{self, Meeting, Meetings};
use vancura::play::contest::{Configuration, Contest, Pace, Referee, openings};
use vancura::play::loss;

use super::signals::stop_on_signals;

/// Arguments of `vancura ladder`.
#[derive(Args)]
#[command(after_help = "Examples:\n  vancura ladder --depths 1..8 --all --games 200 --book openings.epd\n  \
vancura ladder --levels 1400..2800/200 --games 400 --book openings.epd --threads 2\n  \
vancura ladder --levels 1400..2800/200 --games 2 --book openings.epd --loss-in sts.epd\n  \
vancura ladder --rungs \"nodes=100; nodes=400; nodes=1600\" --games 100 --book openings.epd")]
pub(super) struct LadderArguments {
    /// Configurations, weakest first, separated by semicolons: see `vancura match --help`.
    #[arg(long, group = "what", required_unless_present_any = ["depths", "levels"])]
    rungs: Option<String>,
    /// Depths in plies, as in 1..8.
    #[arg(long, group = "what", value_name = "FROM..TO")]
    depths: Option<Steps>,
    /// Values of UCI_Elo, as in 1400..2800/200.
    #[arg(long, group = "what", value_name = "FROM..TO/STEP")]
    levels: Option<Steps>,
    /// Nodes per move, for rungs that set neither nodes nor depth.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Every rung plays all rungs below it and itself, not only its neighbor.
    #[arg(long)]
    all: bool,
    /// Games of each match, rounded up to pairs.
    #[arg(long)]
    games: usize,
    /// Opening positions, one EPD or FEN per line.
    #[arg(long)]
    book: PathBuf,
    /// Number of concurrent games.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Seed for the order of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Measure the loss of each rung's moves in these positions, one EPD or FEN per line.
    #[arg(long, value_name = "FILE")]
    loss_in: Option<PathBuf>,
    /// Number of these positions, chosen at random by the seed.
    #[arg(long, default_value_t = 200)]
    loss_positions: usize,
    /// Nodes of the search that evaluates a move.
    #[arg(long, default_value_t = 20_000)]
    loss_nodes: u64,
}

/// `FROM..TO/STEP`, both ends included.
#[derive(Clone, Debug)]
struct Steps(Vec<i32>);

/// A text that is not a valid [`Steps`].
#[derive(Debug, thiserror::Error)]
#[error("write two numbers and a step, as in 1400..2800/200 or 1..8")]
struct StepsError;

impl FromStr for Steps {
    type Err = StepsError;

    fn from_str(text: &str) -> Result<Self, StepsError> {
        let (range, step) = text.split_once('/').unwrap_or((text, "1"));
        let read = range.split_once("..").and_then(|(from, to)| {
            Some((from.parse::<i32>().ok()?, to.parse::<i32>().ok()?, step.parse::<usize>().ok()?))
        });
        match read {
            Some((from, to, step)) if from <= to && step > 0 && to - from < 100_000 => {
                Ok(Self((from..=to).step_by(step).collect()))
            }
            _ => Err(StepsError),
        }
    }
}

/// Plays the ladder and prints the results.
pub(super) fn run(arguments: &LadderArguments) -> anyhow::Result<()> {
    let texts = texts(arguments);
    let rungs: Vec<Configuration> = texts.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    if rungs.len() < 2 || arguments.games == 0 {
        bail!("a ladder needs two rungs and a game");
    }
    let is_paced = |rung: &Configuration| rung.pace.is_some() || arguments.levels.is_some();
    let pace = match arguments.nodes {
        Some(nodes) => Pace::Nodes(nodes),
        // A level sets its own limits.
        None if rungs.iter().all(is_paced) => Pace::Depth(vancura::params::MAX_DEPTH),
        None => bail!("how long may a move take? Give --nodes, or nodes= or depth= for each rung"),
    };
    let mut model = Contest {
        sides: [rungs[0].clone(), rungs[1].clone()],
        pace,
        openings: openings::read(&arguments.book)?,
        seed: arguments.seed,
        pairs: arguments.games.div_ceil(2),
        sprt: None,
        threads: arguments.threads.into(),
        referee: Referee::new(3, false),
        first_pair: 0,
        stop: stop_on_signals()?,
        tables: Arc::default(),
    };
    let meetings = if arguments.all { Meetings::All } else { Meetings::Neighbors };
    writeln!(io::stdout(), "{:>24} {:>24} {:>6} {:>7} {:>16}", "above", "below", "games", "score", "Elo")?;
    let mut shown = Ok(());
    let met = ladder::climb(&rungs, meetings, &mut model, |meeting| {
        if shown.is_ok() {
            shown = writeln!(io::stdout(), "{}", row(meeting, &texts));
        }
    })?;
    shown?;
    writeln!(io::stdout(), "\nabove the lowest, by neighbors:")?;
    for (text, (height, error)) in texts.iter().zip(ladder::heights(rungs.len(), &met)) {
        writeln!(io::stdout(), "{text:>24} {height:+7.0} ± {error:.0}")?;
    }
    if model.stop.load(Ordering::Relaxed) {
        eprintln!("stopped; {} of {} meetings have games", met.len(), meetings.pairs(rungs.len()).len());
    } else if let Some(path) = &arguments.loss_in {
        print_losses(arguments, path, (&texts, &rungs), pace, &model.stop)?;
    }
    Ok(())
}

fn texts(arguments: &LadderArguments) -> Vec<String> {
    if let Some(Steps(depths)) = &arguments.depths {
        return depths.iter().map(|depth| format!("depth={depth}")).collect();
    }
    if let Some(Steps(levels)) = &arguments.levels {
        return levels.iter().map(|elo| format!("UCI_LimitStrength=true UCI_Elo={elo}")).collect();
    }
    let rungs = arguments.rungs.as_deref().unwrap_or("");
    rungs.split(';').map(|rung| rung.trim().to_owned()).collect()
}

fn row(meeting: &Meeting, texts: &[String]) -> String {
    let short = |text: &str| text.trim_start_matches("UCI_LimitStrength=true ").to_owned();
    let statistics = &meeting.statistics;
    let elo = statistics
        .elo()
        .map_or_else(|| "all points".to_owned(), |elo| format!("{:+.0} ± {:.0}", elo.value, elo.error));
    format!(
        "{:>24} {:>24} {:>6} {:>6.2}% {elo:>16}",
        short(&texts[meeting.above]),
        short(&texts[meeting.below]),
        2 * statistics.pairs(),
        100.0 * statistics.score()
    )
}

fn print_losses(
    arguments: &LadderArguments,
    path: &std::path::Path,
    (texts, rungs): (&[String], &[Configuration]),
    pace: Pace,
    stop: &AtomicBool,
) -> anyhow::Result<()> {
    let mut positions = openings::read(path)?;
    board::random::Random::new(arguments.seed).shuffle(&mut positions);
    positions.truncate(arguments.loss_positions);
    writeln!(
        io::stdout(),
        "\nmean loss of a move, {} positions, judged by {} nodes:",
        positions.len(),
        arguments.loss_nodes
    )?;
    for (text, rung) in texts.iter().zip(rungs) {
        if stop.load(Ordering::Relaxed) {
            eprintln!("stopped before {text}");
            break;
        }
        let mut player = Engine::new(options::DEFAULT_HASH)?;
        rung.set_up(&mut player)?;
        let limits = match rung.pace.unwrap_or(pace) {
            Pace::Nodes(nodes) => Limits::nodes(nodes),
            Pace::Depth(depth) => Limits::depth(depth),
            Pace::Clock { .. } => bail!("losses are measured at a number of nodes or a depth"),
        };
        let mut judge = Engine::new(options::DEFAULT_HASH)?;
        let losses = loss::measure(&mut player, &limits, &mut judge, arguments.loss_nodes, &positions);
        writeln!(io::stdout(), "{text:>40} {:6.1} ± {:.1} centipawns", losses.mean, losses.error)?;
    }
    Ok(())
}
