//! Files that are whole or not there: written under a temporary name, synced, renamed.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::SyzygyError;

/// Held while a file is written, and by [`stop_writing`].
static WRITING: Mutex<()> = Mutex::new(());

/// Waits until no file is being written, and lets none be begun as long as what is returned lives: for programs that are told to
/// stop at once and leave nothing half-written.
pub fn stop_writing() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// [`write_atomically`] with an error that names the file.
///
/// # Errors
/// [`SyzygyError::Io`]; what stood there before stays.
pub fn save_atomically(path: &Path, bytes: &[u8]) -> Result<(), SyzygyError> {
    write_atomically(path, bytes).map_err(|error| SyzygyError::io(path, error))
}

/// Writes a file under a temporary name, syncs it, and renames it, so that what stands under the final name is always whole.
///
/// # Errors
/// What the system says; what stood there before stays, and nothing else is left behind.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let _writing = stop_writing();
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}.tmp", std::process::id()));
    let temporary = PathBuf::from(temporary);
    let written = File::create(&temporary).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| std::fs::rename(&temporary, path));
    // What went wrong first is what the caller should hear of.
    renamed.inspect_err(|_| drop(std::fs::remove_file(&temporary)))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_old_file_stays_until_the_new_one_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.csv");
        write_atomically(&path, b"old").unwrap();
        write_atomically(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        // A folder cannot be replaced by a file.
        fs::create_dir(folder.path().join("taken")).unwrap();
        write_atomically(&folder.path().join("taken"), b"new").unwrap_err();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left behind");
    }
}
