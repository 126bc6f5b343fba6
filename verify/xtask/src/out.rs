//! Output folders: new ones, empty ones, and those written before.

use std::path::Path;

use anyhow::{Context as _, ensure};

/// Creates a folder, or checks that it contains no other files; `mark` is a file in every folder
/// written before.
///
/// # Errors
/// A folder with other files, or one that cannot be created.
pub(crate) fn prepare(out: &Path, mark: &str) -> anyhow::Result<()> {
    let listed = out.read_dir().map(Iterator::count);
    let is_ours = out.join(mark).is_file();
    ensure!(
        listed.is_err() || is_ours || listed.is_ok_and(|count| count == 0),
        "{} contains other files: give a new folder",
        out.display()
    );
    std::fs::create_dir_all(out).with_context(|| format!("cannot create {}", out.display()))
}

/// Writes a file in the folder, creating subfolders as needed.
///
/// # Errors
/// I/O errors.
pub(crate) fn write(out: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let path = out.join(name);
    let folder = path.parent().unwrap_or(out);
    let written = std::fs::create_dir_all(folder).and_then(|()| disk::save(&path, bytes));
    written.with_context(|| format!("cannot write {}", path.display()))
}
