//! Which table files have been compared with their checksums before: a list where the system keeps caches.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tbgen::syzygy::Stamp;
use tbgen::syzygy::write::write_atomically;

/// The first line of the list; another one means another format.
const TITLE: &str = "vancura: table files that have the checksums they carry, 1";
/// The name of the list in its folder.
const NAME: &str = "compared-tables.txt";

/// Files that were sound when they were compared, by path: size, date in nanoseconds since 1970, and the checksum they carry.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Compared(HashMap<PathBuf, Mark>);

/// By what a file is known again.
type Mark = (u64, u128, u128);

impl Compared {
    /// The list in a folder; empty when there is none or it cannot be read.
    pub(super) fn load(folder: &Path) -> Self {
        let text = fs::read_to_string(folder.join(NAME)).unwrap_or_default();
        let mut lines = text.lines();
        if lines.next() != Some(TITLE) {
            return Self::default();
        }
        Self(lines.filter_map(entry).collect())
    }

    /// Writes the list under its name when it is complete, files left out that are gone. A folder that cannot be written is no fault: the
    /// files are compared once more next time.
    pub(super) fn save(&self, folder: &Path) {
        let _ = self.write(folder);
    }

    fn write(&self, folder: &Path) -> io::Result<()> {
        let mut entries: Vec<_> = self.0.iter().filter(|(path, _)| path.exists()).collect();
        entries.sort_unstable();
        let mut text = format!("{TITLE}\n");
        for (path, (bytes, date, checksum)) in entries {
            let Some(path) = path.to_str().filter(|path| !path.contains('\n')) else { continue };
            let _ = writeln!(text, "{bytes} {date} {checksum:032x} {path}");
        }
        fs::create_dir_all(folder)?;
        write_atomically(&folder.join(NAME), text.as_bytes())
    }

    /// True when this file has been found sound and has not been written since.
    pub(super) fn has(&self, path: &Path, stamp: &Stamp, checksum: u128) -> bool {
        mark(stamp, checksum).is_some_and(|mark| self.0.get(path) == Some(&mark))
    }

    /// Remembers that a file is sound; not where the system keeps no dates.
    pub(super) fn add(&mut self, path: &Path, stamp: &Stamp, checksum: u128) {
        if let Some(mark) = mark(stamp, checksum) {
            self.0.insert(path.to_owned(), mark);
        }
    }

    /// Forgets a file that is not sound.
    pub(super) fn remove(&mut self, path: &Path) {
        self.0.remove(path);
    }
}

fn mark(stamp: &Stamp, checksum: u128) -> Option<Mark> {
    let date = stamp.modified?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some((stamp.bytes, date.as_nanos(), checksum))
}

fn entry(line: &str) -> Option<(PathBuf, Mark)> {
    let mut fields = line.splitn(4, ' ');
    let (bytes, date) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    let checksum = u128::from_str_radix(fields.next()?, 16).ok()?;
    Some((PathBuf::from(fields.next()?), (bytes, date, checksum)))
}

/// Where the system keeps what can be made again, for this program; `None` without a home.
pub(super) fn system_folder() -> Option<PathBuf> {
    let folder = |name: &str| {
        let path = std::env::var_os(name).map(PathBuf::from)?;
        path.is_absolute().then_some(path)
    };
    let usual = || {
        if cfg!(windows) {
            folder("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            Some(folder("HOME")?.join("Library/Caches"))
        } else {
            Some(folder("HOME")?.join(".cache"))
        }
    };
    Some(folder("XDG_CACHE_HOME").or_else(usual)?.join("vancura"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_known_again_until_the_file_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let cache = folder.path().join("not yet there");
        let path = folder.path().join("KQvK with a space.rtbw");
        fs::write(&path, "sound").unwrap();
        let stamp = Stamp::of_path(&path).unwrap();
        let mut list = Compared::load(&cache);
        assert_eq!(list, Compared::default());
        list.add(&path, &stamp, 7);
        list.add(Path::new("/no/such/file"), &stamp, 7);
        list.save(&cache);
        let read = Compared::load(&cache);
        assert!(read.has(&path, &stamp, 7) && !read.has(&path, &stamp, 8));
        assert!(!read.has(Path::new("/no/such/file"), &stamp, 7), "what is gone is forgotten");
        fs::write(&path, "wrong").unwrap();
        assert!(!read.has(&path, &Stamp::of_path(&path).unwrap(), 7));
        assert_eq!(fs::read_dir(&cache).unwrap().count(), 1, "nothing else is left");
    }

    #[test]
    fn a_list_that_is_damaged_or_cannot_be_written_is_no_fault() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join(NAME);
        for text in [
            "",
            "something else",
            "vancura: table files that have the checksums they carry, 1\n5 x 1 /a\n\n1 2",
        ] {
            fs::write(&list, text).unwrap();
            assert_eq!(Compared::load(folder.path()), Compared::default());
        }
        // The folder is a file.
        Compared::default().save(&list);
        assert!(list.is_file());
    }
}
