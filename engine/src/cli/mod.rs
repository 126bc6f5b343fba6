//! The command line.

mod adjudication;
mod annotate;
mod book;
mod cooks;
mod explain;
mod ladder;
mod line;
mod match_games;
mod practice;
mod progress;
mod proof;
mod signals;
mod spellings;
mod suite;
mod tables;
mod tune;

use std::io::{self, IsTerminal as _, Read as _, Write as _};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context as _;
use board::{fen, notation};
use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser, Subcommand};
use nnue::Simd;
use vancura::engine::Engine;
use vancura::play::bench;
use vancura::play::contest::Configuration;
use vancura::uci::AtEnd;
use vancura::uci::command::{Command, CommandError};
use vancura::{options, uci};

use self::explain::ExplainArguments;
use self::practice::PracticeArguments;
use annotate::AnnotateArguments;
use book::BookCommand;
use cooks::CooksArguments;
use ladder::LadderArguments;
use line::LineArguments;
use match_games::MatchArguments;
use proof::ProofArguments;
use suite::SuiteArguments;
use tune::TuneArguments;

/// A UCI chess engine with exact endgame tables and proved recognizers.
#[derive(Parser)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Without a subcommand the engine runs in UCI mode on standard input and output; arguments that are\nUCI commands are run in order.\n\nExamples:\n  vancura\n  vancura bench --depth 10\n  vancura match --a \"\" --b \"Recognizers=false\" --nodes 5000 --games 2000 --book endgames.epd\n  vancura tune futility_base futility_factor --book openings.epd --threads 2\n  vancura suite wac.epd --movetime 1000\n  vancura annotate game.pgn\n  vancura proof \"2b5/1p1p4/1P1P4/ppBP1B2/k2p1R2/N2P4/K1P1P3/8 w - - 0 1\" 4\n  vancura explain \"8/8/1k1KP3/7R/8/2r5/8/8 w - - 0 1\"\n  vancura practice rook-and-pawn-against-rook\n  vancura \"8/8/1k1KP3/7R/8/2r5/8/8 w - - 0 1\" 12\n  vancura book make games.pgn book.bin\n  vancura --hash 256 --threads 2 --config engine.cfg\n  vancura \"position startpos\" \"go depth 12\"\n  vancura perft 5 \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\""
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Subcommands>,
    #[command(flatten)]
    start: Start,
}

/// Settings applied at the start, as if the user had entered them.
#[derive(clap::Args)]
struct Start {
    /// Hash table in MiB.
    #[arg(long, value_name = "MIB")]
    hash: Option<usize>,
    /// Search threads.
    #[arg(long)]
    threads: Option<u16>,
    /// Run the UCI commands in this file first.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Append all input and output to this file.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Announce the switches and parameters of the search as UCI options, too.
    #[arg(long)]
    uci_extra: bool,
}

impl Start {
    /// The settings as UCI commands, one per line.
    fn lines(&self) -> String {
        let path = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
        let settings = [
            ("Log File", path(&self.log)),
            ("Hash", self.hash.map(|hash| hash.to_string())),
            ("Threads", self.threads.map(|threads| threads.to_string())),
            ("UCI_Extra", self.uci_extra.then(|| "true".to_owned())),
            ("ConfigFile", path(&self.config)),
        ];
        let lines = settings.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let lines: Vec<String> =
            lines.map(|(name, value)| format!("setoption name {name} value {value}\n")).collect();
        lines.concat()
    }
}

#[derive(Subcommand)]
enum Subcommands {
    /// Run in UCI mode (the default).
    Uci,
    /// Search fixed positions; the last line is `<nodes> nodes <nps> nps`, where the nodes identify
    /// the search.
    Bench {
        /// Plies.
        #[arg(long, short, default_value_t = bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(i32).range(1..=60))]
        depth: i32,
        /// Threads; with more than one the node count varies.
        #[arg(long, short, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
        /// Hash table in MiB.
        #[arg(long, default_value_t = options::DEFAULT_HASH)]
        hash: usize,
        /// Vector unit for the network: plain, avx2, avx512 or neon [default: the fastest]. The
        /// node count is the same on all.
        #[arg(long, value_name = "UNIT")]
        simd: Option<Simd>,
    },
    /// Play two configurations of this engine against one another.
    Match(Box<MatchArguments>),
    /// Play several configurations against one another, weakest first.
    Ladder(Box<LadderArguments>),
    /// Tune parameters of the search by games of the engine against itself.
    Tune(Box<TuneArguments>),
    /// Annotate games: the exact result of every move where tables or rules cover the position, the
    /// engine's evaluation elsewhere.
    Annotate(Box<AnnotateArguments>),
    /// Explain an endgame position: the exact result, the rule, the result of each move.
    Explain(ExplainArguments),
    /// Practice endings against a side that never errs: every move is judged, and mistakes are
    /// explained.
    Practice(Box<PracticeArguments>),
    /// Search and draw the positions of the principal variation.
    Line(LineArguments),
    /// Make and show opening books.
    #[command(subcommand)]
    Book(BookCommand),
    /// Check whether the solutions of the studies and problems of a suite are correct and unique.
    Cooks(CooksArguments),
    /// Solve the positions of a test suite.
    Suite(SuiteArguments),
    /// Prove a mate, or that there is no mate in N moves.
    Proof(ProofArguments),
    /// Count the leaf positions at a depth, by first move.
    Perft {
        /// Plies.
        #[arg(value_parser = clap::value_parser!(u32).range(0..=20))]
        depth: u32,
        /// Position [default: the starting position].
        fen: Option<String>,
    },
    #[command(flatten)]
    Shell(shell::Task),
}

/// Runs the command.
pub(crate) fn run() -> anyhow::Result<()> {
    if let Some(arguments) = position_and_depth() {
        return line::run(&arguments);
    }
    if let Some(lines) = uci_lines() {
        return Ok(uci::run(lines.as_bytes(), AtEnd::Finish)?);
    }
    let Arguments { command, start } = Arguments::parse_from(spellings::translate(std::env::args_os()));
    match command {
        Some(Subcommands::Ladder(arguments)) => ladder::run(&arguments),
        Some(Subcommands::Tune(arguments)) => tune::run(&arguments),
        Some(Subcommands::Annotate(arguments)) => annotate::run(&arguments),
        Some(Subcommands::Explain(arguments)) => explain::run(&arguments),
        Some(Subcommands::Practice(arguments)) => practice::run(&arguments),
        Some(Subcommands::Line(arguments)) => line::run(&arguments),
        Some(Subcommands::Book(command)) => book::run(&command),
        Some(Subcommands::Match(arguments)) => match_games::run(&arguments),
        Some(Subcommands::Cooks(arguments)) => cooks::run(&arguments),
        Some(Subcommands::Suite(arguments)) => suite::run(&arguments),
        Some(Subcommands::Proof(arguments)) => proof::run(&arguments),
        None | Some(Subcommands::Uci) => {
            let lines = start.lines();
            if io::stdin().is_terminal() {
                return Ok(uci::run_terminal(&lines)?);
            }
            Ok(uci::run(lines.as_bytes().chain(io::stdin().lock()), AtEnd::Stop)?)
        }
        Some(Subcommands::Bench { depth, threads, hash, simd }) => run_bench(depth, threads, hash, simd),
        Some(Subcommands::Shell(task)) => Ok(task.run(Arguments::command(), &mut io::stdout())?),
        Some(Subcommands::Perft { depth, fen }) => run_perft(depth, fen.as_deref()),
    }
}

/// Exactly a position and a depth: unlike a UCI command, a FEN has slashes in its first word.
fn position_and_depth() -> Option<LineArguments> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [fen, depth] = arguments.as_slice() else { return None };
    let depth = depth.parse().ok().filter(|depth| (1..=120).contains(depth))?;
    if !fen.split_whitespace().next().is_some_and(|men| men.contains('/')) {
        return None;
    }
    if let Err(fault) = fen::parse(fen) {
        refuse(&format!("reading the position `{fen}`: {fault}"));
    }
    Some(LineArguments { fen: fen.clone(), depth, with: Configuration::default() })
}

/// Arguments that are UCI commands, one each, as used by testing frameworks. A subcommand is one
/// word; a UCI command is recognized by its spaces.
fn uci_lines() -> Option<String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let first =
        arguments.first().filter(|first| first.contains(char::is_whitespace) && !first.starts_with('-'))?;
    if let Err(CommandError::Unknown(_)) = first.parse::<Command>() {
        refuse(&format!(
            "`{first}` is not a UCI command; a position must be followed by a depth from 1 to 120"
        ));
    }
    Some(arguments.join("\n"))
}

/// Exits as for any invalid argument.
fn refuse(fault: &str) -> ! {
    Arguments::command().error(ErrorKind::ValueValidation, fault).exit()
}

fn run_bench(depth: i32, threads: u16, hash: usize, simd: Option<Simd>) -> anyhow::Result<()> {
    let mut engine = Engine::new(hash)?;
    if let Some(simd) = simd {
        engine.use_simd(simd);
    }
    engine.set_threads(threads.into())?;
    let mut shown = Ok(());
    let counted = bench::run(&mut engine, depth, |number, position, nodes| {
        if shown.is_ok() {
            shown = writeln!(io::stdout(), "{number:2}/{} {position}: {nodes}", bench::POSITIONS.len());
        }
    });
    shown?;
    writeln!(io::stdout(), "{} nodes {} nps", counted.nodes, counted.nodes_per_second())?;
    Ok(())
}

fn run_perft(depth: u32, text: Option<&str>) -> anyhow::Result<()> {
    let text = text.unwrap_or(fen::STARTPOS);
    let board = fen::parse(text).with_context(|| format!("reading the position `{text}`"))?;
    let started = Instant::now();
    let mut total = u64::from(depth == 0);
    for (mv, nodes) in board::divide(&board, depth) {
        writeln!(io::stdout(), "{}: {nodes}", notation::uci(&board, mv, false))?;
        total += nodes;
    }
    writeln!(io::stdout(), "{total} nodes in {} ms", started.elapsed().as_millis())?;
    Ok(())
}
