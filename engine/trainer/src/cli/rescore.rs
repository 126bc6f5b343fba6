//! `rescore`: searches old positions again.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use trainer::rescore::Rescore;

use super::program;
use super::request::{Answer, Files};
use super::searches::{self, SearchArguments};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Folder of the new files, created if needed; must differ from that of the old files.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    search: SearchArguments<400, 2_000, 8>,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let searches = arguments.search.searches()?;
    let inputs = arguments.files.all()?;
    let folder = &arguments.out;
    std::fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    let new = folder.canonicalize()?;
    for input in &inputs {
        let old = input.canonicalize().with_context(|| format!("looking for {}", input.display()))?;
        anyhow::ensure!(old.parent() != Some(&new), "{} lies in --out; give another folder", input.display());
    }
    let program = program::this()?;
    let rescore = Rescore { searches: &searches, inputs: &inputs, folder, program: &program };
    searches::show((0, u64::MAX), out, |stop, report| rescore.run(stop, report))
}
