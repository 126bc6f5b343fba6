//! `vancura line`: the principal variation as boards.

use anyhow::Context as _;
use board::{CastleRights, Color, Move, fen, notation};
use clap::Args;
use std::io::{self, Write as _};
use std::time::Instant;
use vancura::clock::Signals;
use vancura::engine::Engine;
use vancura::eval::{self};
use vancura::limits::Limits;
use vancura::options;
use vancura::picture::{Picture, Style};
use vancura::play::contest::Configuration;
use vancura::position::Position;
use vancura::search::Silent;
use vancura::tt::Bound;

/// Arguments of `vancura line`.
#[derive(Args)]
#[command(
    after_help = "Below each board stand the position's own evaluation and the value backed up to it from the moves below, as\n\
the hash table has kept it.\n\nShort form: vancura \"FEN\" 8\n\nExample:\n  vancura line \"8/8/8/4k3/8/2P5/1K6/8 w - - 0 1\" 12 --with DampedBackup=90"
)]
pub(super) struct LineArguments {
    /// The position, quoted.
    pub(super) fen: String,
    /// Plies.
    #[arg(value_parser = clap::value_parser!(i32).range(1..=120))]
    pub(super) depth: i32,
    /// Engine options as Name=Value, separated by spaces (without the spaces in their names).
    #[arg(long, default_value = "")]
    pub(super) with: Configuration,
}

/// Searches and draws each position of the principal variation.
pub(super) fn run(arguments: &LineArguments) -> anyhow::Result<()> {
    let start =
        fen::parse(&arguments.fen).with_context(|| format!("reading the position `{}`", arguments.fen))?;
    let mut engine = Engine::new(options::DEFAULT_HASH)?;
    for remark in arguments.with.set_up(&mut engine)? {
        eprintln!("{remark}");
    }
    engine.tables.wait_for_small();
    let mut position = Position::new(start);
    let limits = Limits::depth(arguments.depth);
    let outcome = engine.think(&position, &limits, &Signals::default(), Instant::now(), &mut Silent);
    let line = outcome.line;
    let style = Style::of(&io::stdout());
    let first = position.side_to_move();
    write!(io::stdout(), "{}", frame(&engine, &position, None, style))?;
    for &mv in &line.pv {
        let san = notation::san(position.board(), mv);
        let dots = if position.side_to_move() == Color::White { "." } else { "..." };
        writeln!(io::stdout(), "\n{}{dots} {san}\n", position.board().fullmove_number())?;
        position.play(mv);
        write!(io::stdout(), "{}", frame(&engine, &position, Some(mv), style))?;
    }
    let view = if first == Color::White { "White" } else { "Black" };
    writeln!(io::stdout(), "\nScore: {} for {view}, depth {}, {} nodes", line.score, line.depth, line.nodes)?;
    Ok(())
}

/// A position of the line: the board, with further information below it.
fn frame(engine: &Engine, position: &Position, last: Option<Move>, style: Style) -> String {
    let board = position.board();
    let turn = if position.side_to_move() == Color::White { "White" } else { "Black" };
    let castling: String = [(Color::White, 'K', 'Q'), (Color::Black, 'k', 'q')]
        .into_iter()
        .flat_map(|(color, short, long)| {
            let CastleRights { short: kings, long: queens } = *board.castle_rights(color);
            [kings.map(|_| short), queens.map(|_| long)]
        })
        .flatten()
        .collect();
    let castling = if castling.is_empty() { "-".to_owned() } else { castling };
    let en_passant = board.to_string().split(' ').nth(3).unwrap_or("-").to_owned();
    let evaluation = if position.in_check() {
        "in check".to_owned()
    } else {
        let value = eval::explain::for_white(position, engine.networks(), engine.left_out());
        format!("{} for White", value.in_pawns())
    };
    let backed_up = backed_up(engine, position);
    format!(
        "{}\nTurn: {turn}\nCastling: {castling}\nEn passant: {en_passant}\nEvaluation: {evaluation}\nBacked up: {backed_up}\n",
        Picture { board, last, style, flipped: false }
    )
}

/// The value that the search has backed up to a position, from White's view.
fn backed_up(engine: &Engine, position: &Position) -> String {
    let Some((score, bound, depth)) = engine.kept_score(position) else { return "not kept".to_owned() };
    let is_white = position.side_to_move() == Color::White;
    let (score, is_floor) =
        if is_white { (score, bound == Bound::Lower) } else { (-score, bound == Bound::Upper) };
    let bound = match (bound, is_floor) {
        (Bound::Exact, _) => "",
        (_, true) => "at least ",
        (_, false) => "at most ",
    };
    let plies = tbgen::counted(depth.unsigned_abs().into(), "ply");
    let view = if score.mate_moves().is_some() { "" } else { " for White" };
    format!("{bound}{}{view}, {plies} deep", score.in_words())
}
