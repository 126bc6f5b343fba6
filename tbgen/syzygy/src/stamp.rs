//! Stamps that identify files: whether a file is still the one that was read.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Size and dates of a file, and its identity where the system provides one.
///
/// Two writes within one tick of the system's clock leave the same date. A stamp is therefore only
/// taken when the last write is at least 25 ms old: any later write changes the date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Size in bytes.
    pub bytes: u64,
    /// When it was last written; `None` where the system keeps no dates.
    pub modified: Option<SystemTime>,
    /// Device and inode number of the file; a new file under the same name has others. Zero where
    /// the system provides none.
    identity: (u64, u64),
    /// Time of the last status change in nanoseconds since 1970, which cannot be set back. Zero
    /// where the system provides none.
    changed: i128,
}

/// Longer than a tick of the clocks that set file dates.
const TICK: Duration = Duration::from_millis(25);

impl Stamp {
    /// The stamp of an open file; waits up to 25 ms when it has just been written.
    ///
    /// # Errors
    /// Errors of the operating system.
    pub fn of(file: &File) -> io::Result<Self> {
        settled(|| file.metadata())
    }

    /// The stamp of the file with this name, as [`Stamp::of`].
    ///
    /// # Errors
    /// Errors of the operating system.
    pub fn of_path(path: &Path) -> io::Result<Self> {
        settled(|| path.metadata())
    }

    /// True when the file with this name has been written to since. False for a file that was
    /// removed, or replaced by a new one with the same name: a program that opened it before still
    /// has the old contents.
    pub fn is_outdated_at(&self, path: &Path) -> bool {
        let now = path.metadata().map(|now| Self::new(&now));
        now.is_ok_and(|now| now.identity == self.identity && !self.is_as_written(&now))
    }

    /// Identifies the file in lists that outlive the program: its inode number, and the time of its
    /// last status change. A file with other contents but the same size and date has another mark,
    /// and so has one that was only moved.
    pub fn mark(&self) -> (u64, i128) {
        (self.identity.1, self.changed)
    }

    /// True when the file was not written to between the two stamps; it may have been moved or
    /// given other permissions.
    fn is_as_written(&self, other: &Self) -> bool {
        (self.bytes, self.modified, self.identity) == (other.bytes, other.modified, other.identity)
    }

    fn new(metadata: &Metadata) -> Self {
        let (bytes, modified) = (metadata.len(), metadata.modified().ok());
        Self { bytes, modified, identity: identity(metadata), changed: changed(metadata) }
    }
}

fn settled(metadata: impl Fn() -> io::Result<Metadata>) -> io::Result<Stamp> {
    let stamp = Stamp::new(&metadata()?);
    // A date in the future has no age, and later writes have other dates.
    let age = stamp.modified.and_then(|modified| modified.elapsed().ok());
    if age.is_none_or(|age| age >= TICK) {
        return Ok(stamp);
    }
    std::thread::sleep(TICK);
    Ok(Stamp::new(&metadata()?))
}

#[cfg(unix)]
fn identity(metadata: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt as _;
    (metadata.dev(), metadata.ino())
}

#[cfg(unix)]
fn changed(metadata: &Metadata) -> i128 {
    use std::os::unix::fs::MetadataExt as _;
    i128::from(metadata.ctime()) * 1_000_000_000 + i128::from(metadata.ctime_nsec())
}

#[cfg(not(unix))]
fn changed(_metadata: &Metadata) -> i128 {
    0
}

#[cfg(not(unix))]
fn identity(_metadata: &Metadata) -> (u64, u64) {
    (0, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Seek as _, Write as _};

    #[test]
    fn a_write_in_place_is_noticed_and_a_new_file_under_the_name_is_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let mut file = File::create(&path).unwrap();
        file.write_all(b"sound").unwrap();
        let (stamp, by_path) = (Stamp::of(&file).unwrap(), Stamp::of_path(&path).unwrap());
        assert_eq!(stamp, by_path);
        assert!(!stamp.is_outdated_at(&path));
        file.rewind().unwrap();
        // The same length, right after the stamp was taken.
        file.write_all(b"wrong").unwrap();
        assert!(stamp.is_outdated_at(&path));
        let stamp = Stamp::of(&file).unwrap();
        std::fs::write(folder.path().join("new"), b"other").unwrap();
        std::fs::rename(folder.path().join("new"), &path).unwrap();
        #[cfg(unix)]
        assert!(!stamp.is_outdated_at(&path));
        std::fs::remove_file(&path).unwrap();
        assert!(!stamp.is_outdated_at(&path));
    }

    #[cfg(unix)]
    #[test]
    fn damage_under_the_old_date_leaves_another_mark() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        std::fs::write(&path, "sound").unwrap();
        let before = Stamp::of_path(&path).unwrap();
        let file = File::options().write(true).open(&path).unwrap();
        (&file).write_all(b"wrong").unwrap();
        file.set_modified(before.modified.unwrap()).unwrap();
        let after = Stamp::of_path(&path).unwrap();
        assert_eq!((after.bytes, after.modified), (before.bytes, before.modified));
        assert_ne!(after.mark(), before.mark());
        // Another file, such as a copy that keeps the date.
        std::fs::write(folder.path().join("copy"), "sound").unwrap();
        assert_ne!(Stamp::of_path(&folder.path().join("copy")).unwrap().mark().0, before.mark().0);
        // A change of permissions is not a write.
        std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
        assert!(!after.is_outdated_at(&path));
    }
}
