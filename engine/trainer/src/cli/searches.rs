//! Shared by the commands that search: search settings, progress and stopping.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use trainer::{Evaluation, Progress, RunError, Searches};

use super::display::{Display, describe};
use super::program;
use super::request::Answer;

/// Search settings, with the defaults of a command.
#[derive(clap::Args)]
pub(super) struct SearchArguments<const SOFT: u64, const HARD: u64, const HASH: u32> {
    /// Number of concurrent games or files, each on a thread of its own.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Soft limit: a search ends with the iteration that exceeds this many nodes.
    #[arg(long, default_value_t = SOFT, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    soft_nodes: u64,
    /// Hard limit: a search ends at this many nodes.
    #[arg(long, default_value_t = HARD, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    hard_nodes: u64,
    /// Hash table of each thread in MiB.
    #[arg(long, default_value_t = HASH, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=4_096))]
    hash: u32,
    /// Size of the tables in memory, for exact results, in men; those of 4 men take some seconds to
    /// build.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u32).range(3..=4))]
    table_men: u32,
    /// Folder with Syzygy files, for exact results with more men.
    #[arg(long, value_name = "DIR")]
    syzygy: Option<String>,
    /// Network file, or `none` for the hand-crafted evaluation [default: the embedded network].
    #[arg(long, value_name = "FILE")]
    network: Option<Evaluation>,
}

impl<const SOFT: u64, const HARD: u64, const HASH: u32> SearchArguments<SOFT, HARD, HASH> {
    pub(super) fn searches(&self) -> anyhow::Result<Searches> {
        anyhow::ensure!(self.hard_nodes >= self.soft_nodes, "--hard-nodes is less than --soft-nodes");
        Ok(Searches {
            soft_nodes: self.soft_nodes,
            hard_nodes: self.hard_nodes,
            hash_mebibytes: self.hash as usize,
            table_men: self.table_men,
            syzygy: self.syzygy.clone(),
            evaluation: self.network.clone().unwrap_or_default(),
            threads: self.threads,
        })
    }
}

/// Shows the progress of a run, counting the positions that existed before, until it is done or
/// stopped.
pub(super) fn show(
    (before, wanted): (u64, u64),
    out: &mut dyn Write,
    run: impl FnOnce(&AtomicBool, &mut dyn FnMut(Progress)) -> Result<Progress, RunError>,
) -> anyhow::Result<Answer> {
    let stop = program::stop_on_signals()?;
    let mut display = Display::new(before, wanted);
    let done = run(&stop, &mut |progress| display.show(progress));
    display.end();
    let was_stopped = if stop.load(Ordering::Relaxed) { "stopped" } else { "done" };
    writeln!(out, "{was_stopped}: {}", describe(before, wanted, done?))?;
    Ok(Answer::Right)
}
