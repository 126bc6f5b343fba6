//! Folders that are written: new ones, empty ones, and those that were written before.

use std::path::Path;

use anyhow::{Context as _, ensure};

/// What a folder that was written before has.
pub(crate) const MARK: &str = "vancura.wasm";

/// Makes a folder, or makes sure that nothing of somebody else's is in it.
///
/// # Errors
/// A folder with other files, or one that cannot be made.
pub(crate) fn prepare(out: &Path) -> anyhow::Result<()> {
    let listed = out.read_dir().map(Iterator::count);
    let is_ours = out.join(MARK).is_file();
    ensure!(
        listed.is_err() || is_ours || listed.is_ok_and(|count| count == 0),
        "{} has other files: name a new folder",
        out.display()
    );
    std::fs::create_dir_all(out).with_context(|| format!("{} cannot be made", out.display()))
}

/// Writes a file below it, and the folders on the way.
///
/// # Errors
/// When the system refuses.
pub(crate) fn write(out: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let path = out.join(name);
    let folder = path.parent().unwrap_or(out);
    let written = std::fs::create_dir_all(folder).and_then(|()| disk::save(&path, bytes));
    written.with_context(|| format!("{} cannot be written", path.display()))
}
