//! `rescore`: old positions searched again.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::Context as _;
use trainer::Evaluation;
use trainer::rescore::{Rescore, Settings};

use super::display::{Display, describe};
use super::program;
use super::request::{Answer, Files};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Folder of the new files, made when it is not there; not the one of the old files.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Files at a time, each on a thread of its own.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// A search ends with the iteration that passes so many nodes.
    #[arg(long, default_value_t = 400, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    soft_nodes: u64,
    /// A search ends at so many nodes, whatever it is doing.
    #[arg(long, default_value_t = 2_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    hard_nodes: u64,
    /// Hash table of each thread in MiB.
    #[arg(long, default_value_t = 8, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=4_096))]
    hash: u32,
    /// Men of the tables in memory.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u32).range(3..=4))]
    table_men: u32,
    /// Folder with Syzygy files.
    #[arg(long, value_name = "DIR")]
    syzygy: Option<String>,
    /// Network to evaluate by, `none` for the hand-crafted evaluation; without, the network that the program carries.
    #[arg(long, value_name = "FILE")]
    network: Option<Evaluation>,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    anyhow::ensure!(arguments.hard_nodes >= arguments.soft_nodes, "--hard-nodes is less than --soft-nodes");
    let inputs = arguments.files.all()?;
    let folder = &arguments.out;
    std::fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    let new = folder.canonicalize()?;
    for input in &inputs {
        let old = input.canonicalize().with_context(|| format!("looking for {}", input.display()))?;
        anyhow::ensure!(old.parent() != Some(&new), "{} lies in --out; give another folder", input.display());
    }
    let settings = Settings {
        soft_nodes: arguments.soft_nodes,
        hard_nodes: arguments.hard_nodes,
        hash_mebibytes: arguments.hash as usize,
        table_men: arguments.table_men,
        syzygy: arguments.syzygy.clone(),
        evaluation: arguments.network.clone().unwrap_or_default(),
        threads: arguments.threads,
    };
    let program = program::this()?;
    let stop = program::stop_on_signals()?;
    let mut display = Display::new(0, u64::MAX);
    let rescore = Rescore { settings: &settings, inputs: &inputs, folder, program: &program };
    let done = rescore.run(&stop, |progress| display.show(progress));
    display.end();
    let done = done?;
    let was_stopped = if stop.load(Ordering::Relaxed) { "stopped" } else { "done" };
    writeln!(out, "{was_stopped}: {}", describe(0, u64::MAX, done))?;
    Ok(Answer::Right)
}
