//! Shared by several commands: arguments for files of games, results, descriptions in JSON.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Serialize;

/// Files of games.
#[derive(clap::Args)]
pub(super) struct Files {
    /// Files, or folders with `.vgd` files.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

impl Files {
    /// The files; those of folders sorted by name.
    pub(super) fn all(&self) -> anyhow::Result<Vec<PathBuf>> {
        let mut all = Vec::new();
        for path in &self.paths {
            if path.is_dir() {
                let files = trainer::generate::files(path)?;
                anyhow::ensure!(
                    !files.is_empty(),
                    "{} holds no .{} files",
                    path.display(),
                    trainer::games::EXTENSION
                );
                all.extend(files);
            } else {
                all.push(path.clone());
            }
        }
        Ok(all)
    }
}

/// The result of a successful command.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    Right,
    Wrong,
}

/// Writes a description as JSON, atomically.
pub(super) fn store(path: &Path, description: &impl Serialize) -> anyhow::Result<()> {
    let mut text = serde_json::to_vec_pretty(description)?;
    text.push(b'\n');
    store_bytes(path, &text)
}

/// Writes bytes to a file, atomically.
pub(super) fn store_bytes(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    disk::save(path, bytes).with_context(|| format!("writing {}", path.display()))
}
