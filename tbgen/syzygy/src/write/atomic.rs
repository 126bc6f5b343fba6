//! Files that are whole or not there: written under a temporary name, synced, renamed.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::SyzygyError;

/// Held while a file is written, and by [`stop_writing`].
static WRITING: Mutex<()> = Mutex::new(());

/// Waits until no table file is being written, and lets none be begun as long as what is returned lives: for programs that are told to
/// stop at once and leave nothing half-written.
pub fn stop_writing() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a file under a temporary name, syncs it, and renames it, so that what stands under the final name is always whole.
///
/// # Errors
/// [`SyzygyError::Io`], which names the file; what stood there before stays.
pub fn save_atomically(path: &Path, bytes: &[u8]) -> Result<(), SyzygyError> {
    let _writing = stop_writing();
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}.tmp", std::process::id()));
    let temporary = PathBuf::from(temporary);
    let written = File::create(&temporary).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| std::fs::rename(&temporary, path));
    renamed.map_err(|error| {
        // What went wrong first is what the caller should hear of.
        let _ = std::fs::remove_file(&temporary);
        SyzygyError::io(path, error)
    })
}
