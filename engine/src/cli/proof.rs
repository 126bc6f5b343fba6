//! `vancura proof` on the command line.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context as _;
use board::{Board, Color, Move, fen, notation, rules};
use clap::Args;
use serde::Serialize;
use vancura::clock::Signals;
use vancura::engine::Engine;
use vancura::limits::Limits;
use vancura::options::{self, Setting};
use vancura::position::Position;
use vancura::proof::{Answer, MAX_MOVES, MateQuestion, Progress, Verdict};

/// Arguments of `vancura proof`.
#[derive(Args)]
#[command(
    after_help = "Without a number of moves, searches for any mate, then for shorter ones, each for as long as the last one took. How far it has come is\n\
reported every second.\n\nExamples:\n  \
vancura proof \"n2Bqk2/5p1p/Q4KP1/p7/8/8/8/8 w - - 0 1\" 13 --hash 256\n  vancura proof \"$FEN\" --time 60 --out mate.proof && verify proof mate.proof"
)]
pub(super) struct ProofArguments {
    /// The position, quoted; the side to move mates.
    fen: String,
    /// Prove a mate in at most this many moves.
    #[arg(value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_MOVES)))]
    moves: Option<u8>,
    /// Size of the proof table in MiB.
    #[arg(long, value_name = "MIB", default_value_t = options::DEFAULT_PROOF_HASH as u32, value_parser = clap::value_parser!(u32).range(1..=1 << 18))]
    hash: u32,
    /// Most nodes to search.
    #[arg(long)]
    nodes: Option<u64>,
    /// Most seconds to search.
    #[arg(long)]
    time: Option<f64>,
    /// Write the proof to this file, for `verify proof`.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
}

/// The JSON report.
#[derive(Serialize)]
struct Report {
    fen: String,
    /// The requested number of moves.
    asked: Option<u8>,
    /// `proved`, `disproved`, `not found`, `stopped` or `out of memory`.
    verdict: &'static str,
    /// Moves to mate.
    mate: Option<u8>,
    is_shortest: Option<bool>,
    /// The line in coordinate notation.
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
    file: Option<PathBuf>,
}

/// Searches for the proof, prints it and writes the file.
pub(super) fn run(arguments: &ProofArguments) -> anyhow::Result<()> {
    let board =
        fen::parse(&arguments.fen).with_context(|| format!("reading the position `{}`", arguments.fen))?;
    let mut engine = Engine::new(1)?;
    engine.set(&Setting::ProofHash(arguments.hash as usize))?;
    engine.set(&Setting::MoveOverhead(0))?;
    let limits = Limits {
        nodes: arguments.nodes,
        movetime: arguments.time.map(|seconds| (seconds * 1_000.0) as i64),
        ..Limits::default()
    };
    let (position, started) = (Position::new(board), Instant::now());
    let wants_file = arguments.out.is_some();
    let question = MateQuestion { position: &position, moves: arguments.moves, wants_file };
    let mut report_progress = |progress: &Progress| {
        eprintln!("{progress}, {:.0} s", started.elapsed().as_secs_f64());
    };
    let answer = engine.prove(question, &limits, &Signals::default(), started, &mut report_progress)?;
    let seconds = started.elapsed().as_secs_f64();
    if let (Some(path), Some(text)) = (&arguments.out, &answer.file) {
        disk::save(path, text.as_bytes()).with_context(|| format!("writing {}", path.display()))?;
    }
    if arguments.json {
        writeln!(
            io::stdout(),
            "{}",
            serde_json::to_string_pretty(&report(arguments, position.board(), &answer, seconds))?
        )?;
    } else {
        print(arguments, position.board(), &answer, seconds)?;
    }
    let is_lost = wants_file && answer.file.is_none() && matches!(answer.verdict, Verdict::Proved { .. });
    anyhow::ensure!(
        !is_lost,
        "parts of the proof were overwritten in the table, which is too small: give it more than {} MiB",
        arguments.hash
    );
    Ok(())
}

fn print(arguments: &ProofArguments, board: &Board, answer: &Answer, seconds: f64) -> io::Result<()> {
    writeln!(io::stdout(), "{}", answer.words(arguments.moves))?;
    if !answer.line.is_empty() {
        writeln!(io::stdout(), "{}", numbered(board, &answer.line))?;
    }
    writeln!(io::stdout(), "{}, {seconds:.2} s", tbgen::counted(answer.nodes, "node"))?;
    if let (Some(path), Some(text)) = (&arguments.out, &answer.file) {
        let positions = text.lines().filter(|line| !line.starts_with('#')).count();
        writeln!(io::stdout(), "{}: {}", path.display(), tbgen::counted(positions as u64, "position"))?;
    }
    Ok(())
}

/// A line in algebraic notation: `1. Qc8 Nb6 2. Qxe8+`.
fn numbered(board: &Board, line: &[Move]) -> String {
    let (mut board, mut text) = (board.clone(), String::new());
    for (index, &mv) in line.iter().enumerate() {
        let number = board.fullmove_number();
        if board.side_to_move() == Color::White {
            let _ = write!(text, "{number}. ");
        } else if index == 0 {
            let _ = write!(text, "{number}... ");
        }
        let _ = write!(text, "{} ", notation::san(&board, mv));
        board = rules::after(&board, mv);
    }
    text.truncate(text.trim_end().len());
    text
}

fn report(arguments: &ProofArguments, board: &Board, answer: &Answer, seconds: f64) -> Report {
    let (verdict, mate, is_shortest) = match answer.verdict {
        Verdict::Proved { moves, is_shortest } => ("proved", Some(moves), Some(is_shortest)),
        Verdict::Disproved => ("disproved", None, None),
        Verdict::NotFound => ("not found", None, None),
        Verdict::Stopped => ("stopped", None, None),
        Verdict::OutOfMemory => ("out of memory", None, None),
    };
    let is_chess960 = fen::has_chess960_castling(board);
    let mut at = board.clone();
    let line = answer.line.iter().map(|&mv| {
        let name = notation::uci(&at, mv, is_chess960);
        at.play_unchecked(mv);
        name
    });
    Report {
        fen: arguments.fen.clone(),
        asked: arguments.moves,
        verdict,
        mate,
        is_shortest,
        line: line.collect(),
        nodes: answer.nodes,
        seconds,
        file: answer.file.as_ref().and(arguments.out.clone()),
    }
}
