//! Which tables a command uses: folders of files, and what is solved in memory.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use tbgen::KnownEndings;

/// Tables on the command line.
#[derive(Args)]
pub(super) struct TablesArguments {
    /// Folders of Syzygy files (and of ours with distances to mate), separated like those of PATH.
    #[arg(long, value_name = "DIR", env = "SYZYGY_PATH")]
    syzygy: Option<std::ffi::OsString>,
    /// Solve endings of up to so many men in memory when they are met: 4 takes seconds, 5 minutes and gigabytes.
    #[arg(long, value_name = "MEN", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=5))]
    solve: u8,
}

impl TablesArguments {
    /// The tables.
    pub(super) fn open(&self) -> anyhow::Result<KnownEndings> {
        let Some(path) = &self.syzygy else { return Ok(KnownEndings::in_memory(self.solve.into())) };
        let folders: Vec<PathBuf> =
            std::env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty()).collect();
        KnownEndings::open(&folders, self.solve.into())
            .with_context(|| format!("the table files of `{}` cannot be listed", path.to_string_lossy()))
    }
}
