//! `surround`: positions around games.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::Context as _;
use trainer::Evaluation;
use trainer::surround::{Settings, Surround};

use super::display::{Display, describe};
use super::program;
use super::request::{Answer, Files};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Folder of the files of samples, made when it is not there.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Moves aside from each kept position of a game.
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    per_position: u32,
    /// Files at a time, each on a thread of its own.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// A search ends with the iteration that passes so many nodes.
    #[arg(long, default_value_t = 30, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    soft_nodes: u64,
    /// A search ends at so many nodes, whatever it is doing.
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    hard_nodes: u64,
    /// Hash table of each thread in MiB.
    #[arg(long, default_value_t = 2, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=4_096))]
    hash: u32,
    /// Men of the tables in memory.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u32).range(3..=4))]
    table_men: u32,
    /// Network to evaluate by, `none` for the hand-crafted evaluation; without, the network that the program carries.
    #[arg(long, value_name = "FILE")]
    network: Option<Evaluation>,
    /// Equal seeds give equal samples.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    anyhow::ensure!(arguments.hard_nodes >= arguments.soft_nodes, "--hard-nodes is less than --soft-nodes");
    let inputs = arguments.files.all()?;
    let folder = &arguments.out;
    std::fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    let settings = Settings {
        per_position: arguments.per_position,
        soft_nodes: arguments.soft_nodes,
        hard_nodes: arguments.hard_nodes,
        hash_mebibytes: arguments.hash as usize,
        table_men: arguments.table_men,
        evaluation: arguments.network.clone().unwrap_or_default(),
        seed: arguments.seed,
        threads: arguments.threads,
    };
    let stop = program::stop_on_signals()?;
    let mut display = Display::new(0, u64::MAX);
    let surround = Surround { settings: &settings, inputs: &inputs, folder };
    let done = surround.run(&stop, |progress| display.show(progress));
    display.end();
    let done = done?;
    let was_stopped = if stop.load(Ordering::Relaxed) { "stopped" } else { "done" };
    writeln!(out, "{was_stopped}: {}", describe(0, u64::MAX, done))?;
    Ok(Answer::Right)
}
