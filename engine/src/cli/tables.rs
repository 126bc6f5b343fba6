//! The tables that a command uses: folders of files, and tables solved in memory.

use clap::Args;
use tbgen::{KnownEndings, TableFolders};

/// Tables on the command line.
#[derive(Args)]
pub(super) struct TablesArguments {
    #[command(flatten)]
    folders: TableFolders,
    /// Solve endings of up to this many men in memory when they occur: 4 takes seconds, 5 takes
    /// minutes and gigabytes.
    #[arg(long, value_name = "MEN", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=5))]
    solve: u8,
    /// Use no table files, even if SYZYGY_PATH names some.
    #[arg(long)]
    no_files: bool,
}

impl TablesArguments {
    /// The tables; the files found are reported on standard error.
    pub(super) fn open(&self) -> anyhow::Result<KnownEndings> {
        let files = if self.no_files { None } else { self.folders.open()? };
        let Some(files) = files else { return Ok(KnownEndings::in_memory(self.solve.into())) };
        eprintln!("{}", self.folders.remark(&files));
        Ok(KnownEndings::with_files(files, self.solve.into()))
    }
}
