//! Writing files so that there is always a whole one.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

/// Writes a file under a temporary name, brings it to the disk, and gives it its name: whatever happens, the name stands for
/// the old file or the new one.
///
/// # Errors
/// What the system says; nothing is left behind.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = || {
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    written().inspect_err(|_| drop(fs::remove_file(&temporary)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_file_stays_until_the_new_one_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.csv");
        write(&path, b"old").unwrap();
        write(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        // A folder cannot be replaced by a file.
        fs::create_dir(folder.path().join("taken")).unwrap();
        write(&folder.path().join("taken"), b"new").unwrap_err();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left behind");
    }
}
