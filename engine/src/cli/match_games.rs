//! `vancura match` on the command line: arguments, progress, report.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write as _};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::Args;
use serde::Serialize;
use vancura::options::Setting;
use vancura::play::contest::{Configuration, Contest, Pace, Pair, Sprt, Statistics, Verdict, openings, pgn};

use super::adjudication::Adjudication;
use super::progress::ProgressLine;
use super::signals::stop_on_signals;

/// Pairs between two reports where standard error is not a terminal.
const PAIRS_A_REPORT: usize = 50;

/// Arguments of `vancura match`.
#[derive(Args)]
#[command(
    after_help = "A configuration is a list of Name=Value, separated by spaces: UCI options (without the spaces in their names), \
switches of the search (null_move=false, late_move_reductions=false, ...) and its parameters (param.futility_base=100, ...; \
`vancura tune --list` shows them), and nodes=N or depth=N for limits of its own.\n\nExamples:\n  vancura match --b Recognizers=false --nodes 5000 --games 2000 --book endgames.epd\n  \
vancura match --a depth=6 --b depth=5 --games 200 --book openings.epd --json\n  \
vancura match --a Hash=64 --b Hash=1 --time 2+0.02 --games 400 --sprt 0,10 --book openings.epd --pgn games.pgn\n  \
vancura match --b-cmd old/vancura --nodes 20000 --games 2000 --sprt 0,10 --alpha 0.05 --beta 0.1 --book openings.epd\n  \
vancura match --b-cmd stockfish --b \"UCI_LimitStrength=true UCI_Elo=2000\" --time 8+0.08 --games 200 --book openings.epd"
)]
pub(super) struct MatchArguments {
    /// Configuration of the first side (A), whose score is reported.
    #[arg(long, default_value = "")]
    a: String,
    /// Configuration of the second side (B).
    #[arg(long, default_value = "")]
    b: String,
    /// Another UCI engine, or another build of this one, as the first side; --a then holds its
    /// options.
    #[arg(long, value_name = "PATH")]
    a_cmd: Option<PathBuf>,
    /// The same for the second side.
    #[arg(long, value_name = "PATH")]
    b_cmd: Option<PathBuf>,
    /// Nodes per move.
    #[arg(long, group = "pace", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies per move.
    #[arg(long, group = "pace", value_parser = clap::value_parser!(i32).range(1..=120))]
    depth: Option<i32>,
    /// Clock for each game: seconds+increment.
    #[arg(long, group = "pace")]
    time: Option<String>,
    /// Games, rounded up to pairs.
    #[arg(long)]
    games: usize,
    /// Opening positions, one EPD or FEN per line.
    #[arg(long)]
    book: PathBuf,
    /// Stop when A is shown to be no better than the first Elo or at least as good as the second.
    #[arg(long, value_name = "ELO0,ELO1")]
    sprt: Option<SprtArgument>,
    /// Error rate: how often the test may accept the second Elo if the first is true.
    #[arg(long, default_value_t = Sprt::default().alpha, value_parser = error_rate)]
    alpha: f64,
    /// Error rate: how often the test may accept the first Elo if the second is true.
    #[arg(long, default_value_t = Sprt::default().beta, value_parser = error_rate)]
    beta: f64,
    /// Number of concurrent games.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Seed for the order of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    adjudication: Adjudication,
    /// Write the games to this file.
    #[arg(long)]
    pgn: Option<PathBuf>,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
    /// Print no progress on standard error.
    #[arg(long, short)]
    quiet: bool,
}

/// Two Elo bounds.
#[derive(Clone, Copy)]
struct SprtArgument(Sprt);

/// An invalid argument of a sequential test.
#[derive(Debug, thiserror::Error)]
enum SprtArgumentError {
    /// Invalid Elo bounds.
    #[error("write two Elo numbers, the smaller first, as in 0,10")]
    Bounds,
    /// An invalid error rate.
    #[error("write a number from 0.000001 up to, but not, 0.5")]
    ErrorRate,
}

impl FromStr for SprtArgument {
    type Err = SprtArgumentError;

    fn from_str(text: &str) -> Result<Self, SprtArgumentError> {
        let bounds = text.split_once(',').and_then(|(low, high)| {
            Some((low.trim().parse::<f64>().ok()?, high.trim().parse::<f64>().ok()?))
        });
        match bounds {
            Some((elo0, elo1)) if elo0 < elo1 && (elo0.abs().max(elo1.abs())) <= 1_000.0 => {
                Ok(Self(Sprt { elo0, elo1, ..Sprt::default() }))
            }
            _ => Err(SprtArgumentError::Bounds),
        }
    }
}

fn error_rate(text: &str) -> Result<f64, SprtArgumentError> {
    let rate = text.parse().ok().filter(|rate| (1e-6..0.5).contains(rate));
    rate.ok_or(SprtArgumentError::ErrorRate)
}

/// The JSON report.
#[derive(Serialize)]
struct Report<'a> {
    a: &'a str,
    b: &'a str,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Pairs by A's points: 0, 0.5, 1, 1.5, 2.
    pentanomial: [u64; 5],
    score: f64,
    elo: Option<f64>,
    /// Half the 95 % interval.
    elo_error: Option<f64>,
    llr: Option<f64>,
    /// `accepted`, `rejected` or `open`.
    sprt: Option<&'static str>,
    mean_depth: [f64; 2],
    mean_nodes: [f64; 2],
    time_losses: [u64; 2],
    /// Games lost because an engine crashed, stopped responding or broke the rules.
    faults: [u64; 2],
    seconds: f64,
}

/// Plays the match and prints its result.
pub(super) fn run(arguments: &MatchArguments) -> anyhow::Result<()> {
    let contest = contest(arguments)?;
    let names = names(arguments);
    let mut file = match &arguments.pgn {
        Some(path) => {
            let file = disk::growing(path).with_context(|| format!("creating {}", path.display()))?;
            Some(BufWriter::new(file))
        }
        None => None,
    };
    let started = Instant::now();
    let line = ProgressLine::new(!arguments.quiet);
    let mut failed = None;
    let statistics = contest.play(|pair, statistics| {
        if let (Some(file), None) = (&mut file, &failed) {
            failed = write_pair(file, pair, &names).err();
        }
        for fault in pair.games.iter().filter_map(|game| game.fault.as_ref()) {
            line.above(|| eprintln!("{fault}"));
        }
        let pairs = statistics.pairs();
        let is_due = pairs.is_multiple_of(PAIRS_A_REPORT) || pairs == contest.pairs;
        line.show(progress(statistics, &contest), is_due);
    })?;
    line.end();
    if let Some(error) = failed {
        return Err(error).context("writing the games");
    }
    if let Some(mut file) = file {
        file.flush().context("writing the games")?;
    }
    if contest.stop.load(Ordering::Relaxed) {
        eprintln!("stopped after {} of {} games", 2 * statistics.pairs(), 2 * contest.pairs);
    }
    let seconds = started.elapsed().as_secs_f64();
    if arguments.json {
        writeln!(
            io::stdout(),
            "{}",
            serde_json::to_string_pretty(&report(arguments, &contest, &statistics, seconds))?
        )?;
    } else {
        print_report(&contest, &statistics, &names, seconds)?;
    }
    Ok(())
}

fn contest(arguments: &MatchArguments) -> anyhow::Result<Contest> {
    let sides = [
        Configuration::new(&arguments.a, arguments.a_cmd.clone())?,
        Configuration::new(&arguments.b, arguments.b_cmd.clone())?,
    ];
    let asks_files =
        |side: &Configuration| side.settings.iter().any(|it| matches!(it, Setting::MinedPath(_)));
    if sides.iter().any(asks_files) {
        bail!(
            "MinedPath holds for the whole program, for both sides: play another one, --b-cmd vancura --b MinedPath=DIR"
        );
    }
    let pace = match (arguments.nodes, arguments.depth, &arguments.time) {
        (Some(nodes), ..) => Pace::Nodes(nodes),
        (_, Some(depth), _) => Pace::Depth(depth),
        (.., Some(clock)) => Pace::clock(clock)?,
        _ => match (sides[0].pace, sides[1].pace) {
            (Some(pace), Some(_)) => pace,
            _ => bail!("how long may a move take? Give --nodes, --depth or --time"),
        },
    };
    if arguments.games == 0 {
        bail!("--games 0: there is nothing to play");
    }
    Ok(Contest {
        sides,
        pace,
        openings: openings::read(&arguments.book)?,
        seed: arguments.seed,
        pairs: arguments.games.div_ceil(2),
        sprt: arguments.sprt.map(|sprt| Sprt { alpha: arguments.alpha, beta: arguments.beta, ..sprt.0 }),
        threads: arguments.threads.into(),
        referee: arguments.adjudication.referee(),
        first_pair: 0,
        stop: stop_on_signals()?,
        tables: Arc::default(),
    })
}

fn names(arguments: &MatchArguments) -> [String; 2] {
    [("A", &arguments.a, &arguments.a_cmd), ("B", &arguments.b, &arguments.b_cmd)].map(
        |(letter, text, program)| {
            let text = if text.trim().is_empty() { "defaults" } else { text.trim() };
            match program {
                Some(path) => format!("{letter} ({}, {text})", path.display()),
                None => format!("{letter} ({text})"),
            }
        },
    )
}

fn write_pair(file: &mut impl std::io::Write, pair: &Pair, names: &[String; 2]) -> std::io::Result<()> {
    for (index, game) in pair.games.iter().enumerate() {
        let round = format!("{}.{}", pair.number + 1, index + 1);
        file.write_all(pgn::write(game, [&names[0], &names[1]], &round).as_bytes())?;
    }
    Ok(())
}

/// How far the match has come.
fn progress(statistics: &Statistics, contest: &Contest) -> String {
    let pairs = statistics.pairs();
    let mut line = format!("{}/{} games, {}", 2 * pairs, 2 * contest.pairs, elo_text(statistics));
    if let Some(sprt) = contest.sprt {
        let _ = write!(line, ", LLR {:.2} of {}", statistics.llr(sprt), limits_text(sprt));
    }
    line
}

fn elo_text(statistics: &Statistics) -> String {
    match statistics.elo() {
        Some(elo) => format!("Elo {:+.1} ± {:.1}", elo.value, elo.error),
        None => format!("score {:.1} %", 100.0 * statistics.score()),
    }
}

fn print_report(
    contest: &Contest,
    statistics: &Statistics,
    names: &[String; 2],
    seconds: f64,
) -> io::Result<()> {
    let [wins, draws, losses] = statistics.games();
    writeln!(io::stdout(), "{} against {}", names[0], names[1])?;
    writeln!(
        io::stdout(),
        "games      {} (+{wins} ={draws} -{losses}), score {:.2} %",
        wins + draws + losses,
        100.0 * statistics.score()
    )?;
    writeln!(
        io::stdout(),
        "pairs      {} by points 0, ½, 1, 1½, 2",
        statistics.counts().map(|count| count.to_string()).join(" ")
    )?;
    match statistics.elo() {
        Some(elo) => writeln!(io::stdout(), "Elo        {:+.1} ± {:.1} (95 %)", elo.value, elo.error)?,
        None => writeln!(io::stdout(), "Elo        one side has all the points")?,
    }
    if let Some(sprt) = contest.sprt {
        writeln!(
            io::stdout(),
            "SPRT       [{}, {}]: LLR {:.2} of {}, {}",
            sprt.elo0,
            sprt.elo1,
            statistics.llr(sprt),
            limits_text(sprt),
            verdict_text(statistics.verdict(sprt))
        )?;
    }
    writeln!(
        io::stdout(),
        "depth      {:.2} and {:.2} plies per move",
        statistics.mean_depth(0),
        statistics.mean_depth(1)
    )?;
    writeln!(
        io::stdout(),
        "nodes      {:.0} and {:.0} per move",
        statistics.mean_nodes(0),
        statistics.mean_nodes(1)
    )?;
    let [a, b] = statistics.time_losses();
    if a + b > 0 {
        writeln!(io::stdout(), "on time    A lost {a}, B lost {b}")?;
    }
    let [a, b] = statistics.faults();
    if a + b > 0 {
        writeln!(io::stdout(), "by faults  A lost {a}, B lost {b}")?;
    }
    writeln!(io::stdout(), "{seconds:.0} s, {} at a time", contest.threads)
}

fn limits_text(sprt: Sprt) -> String {
    let [lower, upper] = sprt.limits();
    format!("[{lower:.2}, {upper:.2}]")
}

fn verdict_text(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Open => "open",
        Verdict::Accepted => "accepted",
        Verdict::Rejected => "rejected",
    }
}

fn report<'a>(
    arguments: &'a MatchArguments,
    contest: &Contest,
    statistics: &Statistics,
    seconds: f64,
) -> Report<'a> {
    let [wins, draws, losses] = statistics.games();
    let elo = statistics.elo();
    Report {
        a: arguments.a.trim(),
        b: arguments.b.trim(),
        games: wins + draws + losses,
        wins,
        draws,
        losses,
        pentanomial: statistics.counts(),
        score: statistics.score(),
        elo: elo.map(|elo| elo.value),
        elo_error: elo.map(|elo| elo.error),
        llr: contest.sprt.map(|sprt| statistics.llr(sprt)),
        sprt: contest.sprt.map(|sprt| verdict_text(statistics.verdict(sprt))),
        mean_depth: [statistics.mean_depth(0), statistics.mean_depth(1)],
        mean_nodes: [statistics.mean_nodes(0), statistics.mean_nodes(1)],
        time_losses: statistics.time_losses(),
        faults: statistics.faults(),
        seconds,
    }
}
