//! `generate`: plays games until there are enough positions.

use std::hash::{BuildHasher as _, RandomState};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use trainer::generate::{Order, Program, Run, Survey, survey};

use super::request::Answer;
use super::searches::{self, SearchArguments};
use super::{amount, program};

/// Measured bytes per position, used until the folder has enough data.
const BYTES_PER_POSITION: f64 = 4.0;
/// Number of positions that is enough.
const TELLING_POSITIONS: u64 = 100_000;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Folder of the files; created if needed.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    search: SearchArguments<1_000, 5_000, 8>,
    /// Stop when all files of the folder together hold this many positions (20M, 500k) [default:
    /// play until stopped].
    #[arg(long, value_name = "N", value_parser = amount::parse)]
    positions: Option<u64>,
    /// Determines the games, together with the number of the run [default: random].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Share of positions one move off the games, in percent; at most 50.
    #[arg(long, default_value_t = 20.0, value_name = "PERCENT", value_parser = amount::parse_percent)]
    off_game: f64,
    /// Share of games from Chess960 starts, in percent.
    #[arg(long, default_value_t = 5.0, value_name = "PERCENT", value_parser = amount::parse_percent)]
    chess960: f64,
    /// Share of games from random endgame positions, in percent.
    #[arg(long, default_value_t = 20.0, value_name = "PERCENT", value_parser = amount::parse_percent)]
    endgames: f64,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    anyhow::ensure!(
        arguments.chess960 + arguments.endgames <= 100.0,
        "--chess960 and --endgames are more than 100"
    );
    anyhow::ensure!(arguments.off_game <= 50.0, "--off-game is more than 50");
    let order = Order {
        searches: arguments.search.searches()?,
        off_game_percent: arguments.off_game,
        chess960_percent: arguments.chess960,
        endgames_percent: arguments.endgames,
    };
    let folder = &arguments.out;
    std::fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    let survey = survey(folder)?;
    let positions = arguments.positions.map_or(u64::MAX, |target| target.saturating_sub(survey.positions));
    let seed = arguments.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    let program = program::this()?;
    announce(&order, folder, &survey, positions, seed, &program, out)?;
    if positions == 0 {
        writeln!(out, "nothing to do")?;
        return Ok(Answer::Right);
    }
    out.flush()?;
    let run = Run { order: &order, seed, folder, last_run: survey.last_run, positions, program: &program };
    searches::show((survey.positions, positions), out, |stop, report| run.play(stop, report))
}

fn announce(
    order: &Order,
    folder: &Path,
    survey: &Survey,
    positions: u64,
    seed: u64,
    program: &Program,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Survey { files, games, bytes, .. } = survey;
    writeln!(
        out,
        "{}: {}, {}, {}, {}",
        folder.display(),
        amount::counted(files.len() as u64, "file"),
        amount::counted(*games, "game"),
        amount::counted(survey.positions, "position"),
        amount::bytes(*bytes)
    )?;
    for (path, damage) in &survey.damages {
        writeln!(out, "{}: {damage}", path.display())?;
    }
    for error in &survey.refused {
        writeln!(out, "{error}")?;
    }
    writeln!(
        out,
        "program: commit {}, SHA-256 {}\nseed {seed}, {}, {} (at most {}), {} % off the game, {} % Chess960, {} % endgames",
        program.commit,
        program.sha256,
        amount::counted(order.searches.threads as u64, "thread"),
        amount::counted(order.searches.soft_nodes, "node"),
        order.searches.hard_nodes,
        order.off_game_percent,
        order.chess960_percent,
        order.endgames_percent
    )?;
    let free = free_bytes(folder).map_or(String::new(), |free| format!("{} free", amount::bytes(free)));
    if positions == u64::MAX {
        writeln!(out, "to generate: positions until stopped; {free}")?;
    } else {
        let per_position = if survey.positions >= TELLING_POSITIONS {
            *bytes as f64 / survey.positions as f64
        } else {
            BYTES_PER_POSITION
        };
        let to_come = amount::bytes((positions as f64 * per_position) as u64);
        let positions = amount::counted(positions, "position");
        writeln!(out, "to generate: {positions}, about {to_come}; {free}")?;
    }
    Ok(())
}

/// Free space for this user.
#[cfg(unix)]
fn free_bytes(folder: &Path) -> Option<u64> {
    let space = rustix::fs::statvfs(folder).ok()?;
    Some(space.f_bavail.saturating_mul(space.f_frsize))
}

#[cfg(not(unix))]
fn free_bytes(_: &Path) -> Option<u64> {
    None
}
