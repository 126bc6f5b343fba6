//! `vancura tune` on the command line: arguments, progress, the result.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::Args;
use vancura::engine::Engine;
use vancura::params::{PARAMETERS, Parameter};
use vancura::play::bench;
use vancura::play::contest::{Configuration, Contest, Pace, openings};
use vancura::play::tune::{self, Run, Tuner};

use super::adjudication::Adjudication;
use super::progress::ProgressLine;
use super::signals::stop_on_signals;

/// Depth in plies of the bench that identifies the engine: a tenth of a second.
const BENCH_DEPTH: i32 = 6;
/// Games between two lines of progress where standard error is not a terminal.
const GAMES_A_REPORT: usize = 100;

/// Arguments of `vancura tune`.
#[derive(Args)]
#[command(
    after_help = "The parameters (up to 12 at a time; `vancura tune --list` shows all) are tuned by SPSA: in every pair of games all of them \
are shifted a little in opposite directions for the two sides, and then move a little toward the side that wins. Ctrl-C stops a run \
after the current games; the same command continues it. A table (.csv) and a chart (.svg) of the values are stored next to FILE. At \
the end the values are printed with a patch for params.rs; play them against the defaults before you keep them.\n\nExamples:\n  vancura tune --list\n  \
vancura tune futility_base futility_factor reverse_futility_factor --book openings.epd --threads 2 --file futility.json\n  \
vancura match --a \"param.futility_base=104 param.futility_factor=77\" --nodes 20000 --games 4000 --sprt 0,5 --book openings.epd"
)]
pub(super) struct TuneArguments {
    /// Parameters to tune, from the default or from START.
    #[arg(value_name = "NAME[=START]", required_unless_present = "list")]
    names: Vec<String>,
    /// List the parameters: default, range, step and unit.
    #[arg(long)]
    list: bool,
    /// File for the state of the run; an existing run is continued.
    #[arg(long, value_name = "FILE", default_value = "tune.json")]
    file: PathBuf,
    /// Games of the whole run.
    #[arg(long, default_value_t = 30_000, value_parser = even)]
    games: usize,
    /// Nodes per move.
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of concurrent games.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Opening positions, one EPD or FEN per line.
    #[arg(long, required_unless_present = "list")]
    book: Option<PathBuf>,
    /// Seed for the order of the openings and the values tried.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games between two updates of the values.
    #[arg(long, value_name = "GAMES", default_value_t = 32, value_parser = even)]
    batch: usize,
    /// Change of a value per game won at the end of the run, in steps.
    #[arg(long, default_value_t = 0.002, value_parser = rate)]
    rate: f64,
    #[command(flatten)]
    adjudication: Adjudication,
    /// Write the patch to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    patch: Option<PathBuf>,
    /// Print no progress on standard error.
    #[arg(long, short)]
    quiet: bool,
}

/// An invalid argument of a tuning run.
#[derive(Debug, thiserror::Error)]
enum TuneArgumentError {
    /// Games come in pairs.
    #[error("write an even number from 2 on: every opening is played twice")]
    Games,
    /// An invalid learning rate.
    #[error("write a number above 0, up to 1")]
    Rate,
}

fn even(text: &str) -> Result<usize, TuneArgumentError> {
    let games = text.parse().ok().filter(|games: &usize| *games >= 2 && games.is_multiple_of(2));
    games.ok_or(TuneArgumentError::Games)
}

fn rate(text: &str) -> Result<f64, TuneArgumentError> {
    let rate = text.parse().ok().filter(|rate| *rate > 0.0 && *rate <= 1.0);
    rate.ok_or(TuneArgumentError::Rate)
}

/// Tunes, or continues tuning, and prints the result.
pub(super) fn run(arguments: &TuneArguments) -> anyhow::Result<()> {
    let Some(book) = arguments.book.as_deref().filter(|_| !arguments.list) else {
        return Ok(io::stdout().write_all(list().as_bytes())?);
    };
    let taken = |extension: &str| arguments.file.extension().is_some_and(|own| own == extension);
    if taken("csv") || taken("svg") {
        bail!(
            "--file {}: this extension is reserved for the run's table and picture",
            arguments.file.display()
        );
    }
    let parameters = tune::select(&arguments.names)?;
    let openings = openings::read(book)?;
    let run = Run {
        parameters,
        games: arguments.games,
        batch: arguments.batch,
        nodes: arguments.nodes,
        rate: arguments.rate,
        seed: arguments.seed,
        book: tune::fingerprint(&openings),
        table_men: arguments.adjudication.table_men(),
        recognizers: arguments.adjudication.recognizers,
        win: arguments.adjudication.wins,
        draw: arguments.adjudication.draws,
        bench: bench::run(&mut Engine::new(1)?, BENCH_DEPTH, |_, _, _| ()).nodes,
    };
    let mut tuner = Tuner::open(run, &arguments.file)?;
    let mut model = Contest {
        sides: [Configuration::default(), Configuration::default()],
        pace: Pace::Nodes(arguments.nodes),
        openings,
        seed: arguments.seed,
        pairs: 0,
        sprt: None,
        threads: arguments.threads.into(),
        referee: arguments.adjudication.referee(),
        first_pair: 0,
        // If the program is killed instead, the state on disk is intact.
        stop: stop_on_signals()?,
        tables: Arc::default(),
    };
    let progress = Progress::begin(&tuner, arguments);
    tuner.play(&mut model, |games| progress.report(games))?;
    progress.line.end();
    let file = arguments.file.display();
    if !tuner.is_done() {
        eprintln!(
            "stopped after {} of {} games; run the same command to continue from {file}",
            tuner.games(),
            arguments.games
        );
        return Ok(());
    }
    print_result(&tuner, arguments.patch.as_deref())
}

fn list() -> String {
    let mut text = format!("{:<34} {:>7} {:>16} {:>7}  unit\n", "parameter", "default", "range", "step");
    for Parameter { name, about, default, range, step, unit } in PARAMETERS {
        let range = format!("{} to {}", range.start(), range.end());
        let about = about.trim();
        let _ = writeln!(text, "{name:<34} {default:>7} {range:>16} {step:>7}  {unit}: {about}");
    }
    text
}

/// Progress of the games.
struct Progress {
    began: Instant,
    line: ProgressLine,
    /// Games played in earlier sessions.
    before: usize,
    games: usize,
}

impl Progress {
    fn begin(tuner: &Tuner, arguments: &TuneArguments) -> Self {
        let (before, games, is_quiet) = (tuner.games(), arguments.games, arguments.quiet);
        if before > 0 && !is_quiet {
            eprintln!("{} holds {before} of {games} games", arguments.file.display());
        }
        Self { began: Instant::now(), line: ProgressLine::new(!is_quiet), before, games }
    }

    fn report(&self, games: usize) {
        let seconds = self.began.elapsed().as_secs_f64();
        let line = progress_line(games, self.games, games - self.before, seconds);
        self.line.show(line, games.is_multiple_of(GAMES_A_REPORT) || games == self.games);
    }
}

/// Games done out of all, the rate over the seconds of this session, and the time left at that
/// rate.
fn progress_line(done: usize, all: usize, played: usize, seconds: f64) -> String {
    let rate = played as f64 / seconds.max(1e-3);
    let minutes = ((all - done) as f64 / rate.max(1e-9) / 60.0).ceil() as u64;
    let left = format!("{} h {:02} min left", minutes / 60, minutes % 60);
    format!("{done}/{all} games, {:.0} per hour, {left}", 3_600.0 * rate)
}

fn print_result(tuner: &Tuner, file: Option<&Path>) -> anyhow::Result<()> {
    writeln!(
        io::stdout(),
        "{:<34} {:>7} {:>10} {:>7}  steps moved",
        "parameter",
        "default",
        "value",
        "rounded"
    )?;
    for tune::Tuned { parameter, value } in tuner.tuned() {
        let Parameter { name, default, step, .. } = parameter;
        let moved = (value - f64::from(*default)) / step;
        writeln!(io::stdout(), "{name:<34} {default:>7} {value:>10.2} {:>7}  {moved:+.2}", value.round())?;
    }
    let settings: Vec<String> = tuner
        .tuned()
        .iter()
        .map(|tuned| format!("param.{}={}", tuned.parameter.name, tuned.value.round()))
        .collect();
    writeln!(io::stdout(), "\nfor vancura match: --a \"{}\"\n", settings.join(" "))?;
    let patch = tuner.patch();
    match file {
        _ if patch.is_empty() => writeln!(io::stdout(), "rounded, the defaults stay")?,
        None => write!(io::stdout(), "{patch}")?,
        Some(path) => {
            disk::save(path, patch.as_bytes()).with_context(|| format!("writing {}", path.display()))?;
            writeln!(io::stdout(), "the patch is in {}", path.display())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_tells_rate_and_remaining_time() {
        assert_eq!(progress_line(100, 700, 50, 60.0), "100/700 games, 3000 per hour, 0 h 12 min left");
        assert_eq!(
            progress_line(1_000, 30_000, 1_000, 1_800.0),
            "1000/30000 games, 2000 per hour, 14 h 30 min left"
        );
        assert_eq!(progress_line(10, 10, 4, 1.0), "10/10 games, 14400 per hour, 0 h 00 min left");
    }
}
