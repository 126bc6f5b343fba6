//! `vancura suite` on the command line: arguments, one line per problem, totals.

use std::fmt;
use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::Context as _;
use board::notation;
use clap::Args;
use serde::Serialize;
use vancura::engine::Engine;
use vancura::limits::Limits;
use vancura::options;
use vancura::play::contest::{Configuration, Pace};
use vancura::play::suite::{self, Attempt, Found, Problem};

/// Arguments of `vancura suite`.
#[derive(Args)]
#[command(
    after_help = "Supported are the operations bm (best moves, or #N for a mate in N moves), am (moves to avoid), dm (mate in N moves),\n\
c0 with points for moves as in the Strategic Test Suite (c0 \"f5=10, Be5+=2\"), id, and the counters hmvc and fmvn. A search for a mate ends when the mate is found; without --depth half of it is a proof search.\n\nExamples:\n  vancura suite wac.epd --movetime 1000\n  \
vancura suite matetrack.epd --nodes 1000000 --json\n  vancura suite knnkp.epd --keep --nodes 2000 --with InternalTB=0 --quiet\n  vancura suite knnkp.epd --keep --nodes 2000 --cmd stockfish --with Threads=1 --quiet\n  vancura suite pet.epd --depth 20 --with \"Hash=256 Threads=2 InternalTB=4\""
)]
pub(super) struct SuiteArguments {
    /// EPD file.
    file: PathBuf,
    /// Test another UCI engine instead of this one, by nodes or depth; --with sets its options.
    #[arg(long, value_name = "PATH", conflicts_with = "movetime")]
    cmd: Option<PathBuf>,
    /// Milliseconds per position.
    #[arg(long, group = "pace", required_unless_present_any = ["nodes", "depth"], value_parser = clap::value_parser!(i64).range(1..))]
    movetime: Option<i64>,
    /// Nodes per position.
    #[arg(long, group = "pace", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies.
    #[arg(long, group = "pace", value_parser = clap::value_parser!(i32).range(1..=120))]
    depth: Option<i32>,
    /// Engine options as Name=Value, separated by spaces (without the spaces in their names).
    #[arg(long, default_value = "")]
    with: String,
    /// Report in what share of the positions a move of `bm` was played, with its standard error:
    /// for lists of critical positions.
    #[arg(long)]
    keep: bool,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
    /// Print only the totals.
    #[arg(long, short)]
    quiet: bool,
}

/// The JSON report.
#[derive(Serialize)]
struct Report {
    file: String,
    positions: usize,
    solved: usize,
    /// Mates found for the right side, the shortest or not.
    mates: usize,
    nodes: u64,
    seconds: f64,
    /// Points for the moves played, where the suite gives points.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Points>,
    /// The same by theme.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    themes: Vec<(String, Points)>,
    /// Time until the solution was found for good, summed over the solved positions.
    seconds_to_solutions: f64,
    problems: Vec<Solved>,
    unsolved: Vec<Unsolved>,
}

/// Points reached, of those of the best moves.
#[derive(Clone, Copy, Default, Serialize)]
struct Points {
    reached: u32,
    most: u32,
}

impl Points {
    fn add(&mut self, problem: &Problem, attempt: &Attempt) {
        self.reached += problem.points_of(attempt.mv);
        self.most += problem.most_points();
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = 100.0 * f64::from(self.reached) / f64::from(self.most.max(1));
        write!(f, "{} of {} ({share:.1} %)", self.reached, self.most)
    }
}

/// A problem that was solved.
#[derive(Serialize)]
struct Solved {
    name: String,
    #[serde(flatten)]
    found: Option<Found>,
}

#[derive(Serialize)]
struct Unsolved {
    name: String,
    fen: String,
    answer: String,
    score: String,
}

/// Runs the suite and prints the result.
pub(super) fn run(arguments: &SuiteArguments) -> anyhow::Result<()> {
    let problems = suite::read(&arguments.file)?;
    let attempts = attempt(arguments, &problems)?;
    let report = report(arguments, &problems, &attempts);
    if arguments.json {
        writeln!(io::stdout(), "{}", serde_json::to_string_pretty(&report)?)?;
        return Ok(());
    }
    let share = 100.0 * report.solved as f64 / report.positions as f64;
    if arguments.keep {
        let error = (share * (100.0 - share) / report.positions as f64).sqrt();
        writeln!(
            io::stdout(),
            "the result is kept in {} of {} ({share:.2} ± {error:.2} %)",
            report.solved,
            report.positions
        )?;
        return Ok(());
    }
    writeln!(io::stdout(), "solved {} of {} ({share:.1} %)", report.solved, report.positions)?;
    if problems.iter().any(|problem| problem.mate.is_some()) {
        writeln!(io::stdout(), "mates  {}, the shortest or not", report.mates)?;
    }
    if let Some(points) = report.points {
        writeln!(io::stdout(), "points {points}")?;
        let width = report.themes.iter().map(|(theme, _)| theme.chars().count()).max().unwrap_or(0);
        for (theme, points) in &report.themes {
            writeln!(io::stdout(), "  {theme:width$}  {points}")?;
        }
    }
    let (seconds, found) = (report.seconds, report.seconds_to_solutions);
    writeln!(
        io::stdout(),
        "{} nodes, {seconds:.1} s, {found:.1} s of them until the solutions were found",
        report.nodes
    )?;
    Ok(())
}

/// Runs the problems on this engine or another.
fn attempt(arguments: &SuiteArguments, problems: &[Problem]) -> anyhow::Result<Vec<Attempt>> {
    let configuration = Configuration::new(&arguments.with, arguments.cmd.clone())?;
    let is_talkative = !arguments.quiet && !arguments.json;
    let progress = |number: usize, problem: &Problem, attempt: &Attempt| {
        if is_talkative {
            writeln!(io::stdout(), "{}", line(number, problems.len(), problem, attempt))?;
        }
        Ok(())
    };
    if let Some(program) = &arguments.cmd {
        // One of the two is given: a time per move is only for this engine.
        let pace = arguments.nodes.map(Pace::Nodes).or(arguments.depth.map(Pace::Depth));
        let pace = pace.context("another engine needs --nodes or --depth")?;
        return Ok(suite::ask(program, &configuration.told, problems, pace, progress)?);
    }
    let mut engine = Engine::new(options::DEFAULT_HASH)?;
    for remark in configuration.set_up(&mut engine)? {
        eprintln!("{remark}");
    }
    let limits = Limits {
        movetime: arguments.movetime.map(|time| time.saturating_add(engine.pace.overhead_ms)),
        nodes: arguments.nodes,
        depth: arguments.depth,
        ..Limits::default()
    };
    Ok(suite::solve(&mut engine, problems, &limits, progress)?)
}

fn answer(problem: &Problem, attempt: &Attempt) -> String {
    attempt.mv.map_or_else(|| "none".to_owned(), |mv| notation::san(&problem.board, mv))
}

fn line(number: usize, total: usize, problem: &Problem, attempt: &Attempt) -> String {
    let found = attempt.found.map_or_else(String::new, |found| format!(" found {} ms", found.time_ms));
    format!(
        "{number:4}/{total} {} {}: {} {} depth {} nodes {} time {}{found}",
        if attempt.is_solved { "+" } else { "-" },
        problem.name,
        answer(problem, attempt),
        attempt.score,
        attempt.depth,
        attempt.nodes,
        attempt.time_ms
    )
}

fn report(arguments: &SuiteArguments, problems: &[Problem], attempts: &[Attempt]) -> Report {
    let count = |holds: fn(&Attempt) -> bool| attempts.iter().filter(|&attempt| holds(attempt)).count();
    let unsolved = problems.iter().zip(attempts).filter(|(_, attempt)| !attempt.is_solved);
    let solved = problems.iter().zip(attempts).filter(|(_, attempt)| attempt.is_solved);
    let mut points = Points::default();
    let mut themes: Vec<(String, Points)> = Vec::new();
    for (problem, attempt) in problems.iter().zip(attempts).filter(|(problem, _)| !problem.points.is_empty())
    {
        points.add(problem, attempt);
        let known = themes.iter().position(|(theme, _)| theme == problem.theme());
        let theme = known.unwrap_or_else(|| {
            themes.push((problem.theme().to_owned(), Points::default()));
            themes.len() - 1
        });
        themes[theme].1.add(problem, attempt);
    }
    // A theme for every problem is none.
    if themes.len() < 2 || 2 * themes.len() > problems.len() {
        themes.clear();
    }
    let found = attempts.iter().filter_map(|attempt| attempt.found).map(|found| found.time_ms);
    Report {
        file: arguments.file.display().to_string(),
        positions: problems.len(),
        solved: count(|attempt| attempt.is_solved),
        mates: count(|attempt| attempt.is_mate),
        nodes: attempts.iter().map(|attempt| attempt.nodes).sum(),
        seconds: attempts.iter().map(|attempt| attempt.time_ms).sum::<u64>() as f64 / 1_000.0,
        points: (points.most > 0).then_some(points),
        themes,
        seconds_to_solutions: found.sum::<u64>() as f64 / 1_000.0,
        problems: solved
            .map(|(problem, attempt)| Solved { name: problem.name.clone(), found: attempt.found })
            .collect(),
        unsolved: unsolved
            .map(|(problem, attempt)| Unsolved {
                name: problem.name.clone(),
                fen: problem.board.to_string(),
                answer: answer(problem, attempt),
                score: attempt.score.to_string(),
            })
            .collect(),
    }
}
