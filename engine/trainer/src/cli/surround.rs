//! `surround`: labels positions near those of games.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use trainer::surround::Surround;

use super::request::{Answer, Files};
use super::searches::{self, SearchArguments};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Folder of the files of samples; created if needed.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Random moves from each kept position of a game.
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    per_position: u32,
    #[command(flatten)]
    search: SearchArguments<30, 300, 2>,
    /// Equal seeds give equal samples.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let searches = arguments.search.searches()?;
    let inputs = arguments.files.all()?;
    let folder = &arguments.out;
    std::fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    let &Arguments { per_position, seed, .. } = arguments;
    let surround = Surround { searches: &searches, per_position, seed, inputs: &inputs, folder };
    searches::show((0, u64::MAX), out, |stop, report| surround.run(stop, report))
}
