//! The tables that a command uses: folders of files, and tables solved in memory.

use clap::Args;
use tbgen::{CacheArguments, KnownEndings, TableFolders};

/// Tables on the command line.
#[derive(Args)]
pub(super) struct TablesArguments {
    #[command(flatten)]
    folders: TableFolders,
    /// Solve endings of up to this many men in memory when they occur: 4 takes seconds, 5 takes
    /// minutes and gigabytes.
    #[arg(long, value_name = "MEN", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=5))]
    solve: u8,
    #[command(flatten)]
    cache: CacheArguments,
    /// Use no table files, even if SYZYGY_PATH names some.
    #[arg(long)]
    no_files: bool,
}

impl TablesArguments {
    /// The tables; the files found are reported on standard error.
    pub(super) fn open(&self) -> anyhow::Result<KnownEndings> {
        let files = if self.no_files { None } else { self.folders.open()? };
        if let Some(files) = &files {
            eprintln!("{}", self.folders.remark(files));
        }
        let known = KnownEndings::with_files(files.unwrap_or_default(), self.solve.into());
        Ok(match self.cache.open() {
            Some(kept) => known.kept_in(kept),
            None => known,
        })
    }
}

/// Says why solved endings are not kept although they should be.
pub(super) fn tell_if_not_kept(known: &KnownEndings) {
    if let Some(fault) = known.not_kept() {
        eprintln!("solved endings are not kept: {fault}");
    }
}
