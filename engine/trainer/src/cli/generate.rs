//! `generate`: plays games until there are enough.

use std::hash::{BuildHasher as _, RandomState};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use anyhow::Context as _;
use trainer::Evaluation;
use trainer::generate::{Order, Program, Run, Survey, survey};

use super::display::{Display, describe};
use super::request::Answer;
use super::{amount, program};

/// Bytes of a position as measured, where the folder does not tell better.
const BYTES_PER_POSITION: f64 = 4.0;
/// With so many positions it does.
const TELLING_POSITIONS: u64 = 100_000;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Folder of the files; made when it is not there.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Games at a time, each on a thread of its own.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Stop when all files of the folder together hold so many positions (20M, 500k); without, play until stopped.
    #[arg(long, value_name = "N", value_parser = amount::parse)]
    positions: Option<u64>,
    /// A search ends with the iteration that passes so many nodes.
    #[arg(long, default_value_t = 1_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    soft_nodes: u64,
    /// A search ends at so many nodes, whatever it is doing.
    #[arg(long, default_value_t = 5_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    hard_nodes: u64,
    /// Hash table of each thread in MiB.
    #[arg(long, default_value_t = 8, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=4_096))]
    hash: u32,
    /// Together with the number of the run it tells the games; drawn by the system without.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Share of positions one move off the games, in percent; at most 50.
    #[arg(long, default_value_t = 20.0, value_name = "PERCENT", value_parser = amount::parse_percent)]
    off_game: f64,
    /// Share of games from Chess960 starts, in percent.
    #[arg(long, default_value_t = 5.0, value_name = "PERCENT", value_parser = amount::parse_percent)]
    chess960: f64,
    /// Share of games from endgames placed by lot, in percent.
    #[arg(long, default_value_t = 20.0, value_name = "PERCENT", value_parser = amount::parse_percent)]
    endgames: f64,
    /// Men of the tables in memory, which end games exactly; those of 4 take some seconds to build.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u32).range(3..=4))]
    table_men: u32,
    /// Folder with Syzygy files; they end games exactly and serve the search.
    #[arg(long, value_name = "DIR")]
    syzygy: Option<String>,
    /// Network to evaluate by, `none` for the hand-crafted evaluation; without, the network that the program carries.
    #[arg(long, value_name = "FILE")]
    network: Option<Evaluation>,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    anyhow::ensure!(arguments.hard_nodes >= arguments.soft_nodes, "--hard-nodes is less than --soft-nodes");
    anyhow::ensure!(
        arguments.chess960 + arguments.endgames <= 100.0,
        "--chess960 and --endgames are more than 100"
    );
    anyhow::ensure!(arguments.off_game <= 50.0, "--off-game is more than 50");
    let order = arguments.order();
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
    let stop = program::stop_on_signals()?;
    let run = Run { order: &order, seed, folder, last_run: survey.last_run, positions, program: &program };
    let mut display = Display::new(survey.positions, positions);
    let done = run.play(&stop, |progress| display.show(progress));
    display.end();
    let done = done?;
    let was_stopped = if stop.load(Ordering::Relaxed) { "stopped" } else { "done" };
    writeln!(out, "{was_stopped}: {}", describe(survey.positions, positions, done))?;
    Ok(Answer::Right)
}

impl Arguments {
    fn order(&self) -> Order {
        Order {
            soft_nodes: self.soft_nodes,
            hard_nodes: self.hard_nodes,
            hash_mebibytes: self.hash as usize,
            off_game_percent: self.off_game,
            chess960_percent: self.chess960,
            endgames_percent: self.endgames,
            table_men: self.table_men,
            syzygy: self.syzygy.clone(),
            evaluation: self.network.clone().unwrap_or_default(),
            threads: self.threads,
        }
    }
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
        "{}: {} files, {} games, {} positions, {}",
        folder.display(),
        files.len(),
        amount::grouped(*games),
        amount::grouped(survey.positions),
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
        "program: commit {}, SHA-256 {}\nseed {seed}, {} threads, {} nodes (at most {}), {} % off the game, {} % Chess960, {} % endgames",
        program.commit,
        program.sha256,
        order.threads,
        order.soft_nodes,
        order.hard_nodes,
        order.off_game_percent,
        order.chess960_percent,
        order.endgames_percent
    )?;
    let free = free_bytes(folder).map_or(String::new(), |free| format!("{} free", amount::bytes(free)));
    if positions == u64::MAX {
        writeln!(out, "to come: positions until stopped; {free}")?;
    } else {
        let per_position = if survey.positions >= TELLING_POSITIONS {
            *bytes as f64 / survey.positions as f64
        } else {
            BYTES_PER_POSITION
        };
        let to_come = amount::bytes((positions as f64 * per_position) as u64);
        writeln!(out, "to come: {} positions, about {to_come}; {free}", amount::grouped(positions))?;
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
