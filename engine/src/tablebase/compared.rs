//! Which table files have been compared with their checksums before: a list where the system keeps caches.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tbgen::syzygy::file::Stamp;

/// The first line of the list; another one means another format.
const TITLE: &str = "vancura: table files that have the checksums they carry, 2";
/// After so long a file is compared again: disks forget.
const LASTS: Duration = Duration::from_secs(30 * 24 * 3600);
/// The name of the list in its folder.
const NAME: &str = "compared-tables.txt";
/// The largest list that is read, in bytes.
const FILE_MAX: u64 = 1 << 20;

/// Files that were sound when they were compared, by path, and when that was, in seconds since 1970.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Compared(HashMap<PathBuf, (Mark, u64)>);

/// By what a file is known again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Mark {
    bytes: u64,
    /// When it was last written, in nanoseconds since 1970.
    modified: u128,
    /// Its number, and when anything about it was last changed.
    of_system: (u64, i128),
    /// The checksum that it carries.
    checksum: u128,
}

impl Compared {
    /// The list in a folder; empty when there is none or it cannot be read.
    pub(super) fn load(folder: &Path) -> Self {
        let text = disk::read_text(&folder.join(NAME), FILE_MAX).unwrap_or_default();
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
        let now = now();
        let mut entries: Vec<_> =
            self.0.iter().filter(|(path, (_, since))| path.exists() && is_recent(*since, now)).collect();
        entries.sort_unstable();
        let mut text = format!("{TITLE}\n");
        for (path, (mark, since)) in entries {
            let Some(path) = path.to_str().filter(|path| !path.contains('\n')) else { continue };
            let Mark { bytes, modified, of_system: (number, changed), checksum } = mark;
            let _ = writeln!(text, "{bytes} {modified} {number} {changed} {checksum:032x} {since} {path}");
        }
        fs::create_dir_all(folder)?;
        disk::save(&folder.join(NAME), text.as_bytes())
    }

    /// True when this file has been found sound within 30 days and nothing about it has changed since.
    pub(super) fn has(&self, path: &Path, stamp: &Stamp, checksum: u128) -> bool {
        self.has_at(path, stamp, checksum, now())
    }

    fn has_at(&self, path: &Path, stamp: &Stamp, checksum: u128, now: u64) -> bool {
        let Some(mark) = mark(stamp, checksum) else { return false };
        self.0.get(path).is_some_and(|(known, since)| *known == mark && is_recent(*since, now))
    }

    /// Remembers that a file is sound; not where the system keeps no dates.
    pub(super) fn add(&mut self, path: &Path, stamp: &Stamp, checksum: u128) {
        if let Some(mark) = mark(stamp, checksum) {
            self.0.insert(path.to_owned(), (mark, now()));
        }
    }

    /// Forgets a file that is not sound.
    pub(super) fn remove(&mut self, path: &Path) {
        self.0.remove(path);
    }
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().map_or(0, |age| age.as_secs())
}

/// True when a comparison still counts; one in the future does not.
fn is_recent(since: u64, now: u64) -> bool {
    now.checked_sub(since).is_some_and(|age| age <= LASTS.as_secs())
}

fn mark(stamp: &Stamp, checksum: u128) -> Option<Mark> {
    let date = stamp.modified?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some(Mark { bytes: stamp.bytes, modified: date.as_nanos(), of_system: stamp.mark(), checksum })
}

fn entry(line: &str) -> Option<(PathBuf, (Mark, u64))> {
    let mut fields = line.splitn(7, ' ');
    let (bytes, modified) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    let of_system = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    let checksum = u128::from_str_radix(fields.next()?, 16).ok()?;
    let since = fields.next()?.parse().ok()?;
    Some((PathBuf::from(fields.next()?), (Mark { bytes, modified, of_system, checksum }, since)))
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
        let later = |days: u64| read.has_at(&path, &stamp, 7, now() + days * 24 * 3600);
        assert_eq!([later(29), later(31)], [true, false], "disks forget");
        assert!(!read.has_at(&path, &stamp, 7, now() - 3600), "compared in the future");
        // Damage that keeps size and date.
        fs::write(&path, "wrong").unwrap();
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(stamp.modified.unwrap()).unwrap();
        let damaged = Stamp::of_path(&path).unwrap();
        assert_eq!((damaged.bytes, damaged.modified), (stamp.bytes, stamp.modified));
        assert_eq!(read.has(&path, &damaged, 7), !cfg!(unix));
        assert_eq!(fs::read_dir(&cache).unwrap().count(), 1, "nothing else is left");
    }

    #[test]
    fn a_list_that_is_damaged_or_cannot_be_written_is_no_fault() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join(NAME);
        for text in [
            "",
            "something else",
            "vancura: table files that have the checksums they carry, 1\n5 7 00 /a\n",
            "vancura: table files that have the checksums they carry, 2\n5 x 1 2 3 4 /a\n\n1 2",
        ] {
            fs::write(&list, text).unwrap();
            assert_eq!(Compared::load(folder.path()), Compared::default());
        }
        // The folder is a file.
        Compared::default().save(&list);
        assert!(list.is_file());
    }

    /// Whatever a list says, it is read, and what of it counts is written and read again.
    #[test]
    fn lists_that_others_have_written_are_read() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/compared");
        reference::fuzz::replay(&corpus, |bytes| {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join(NAME), bytes).unwrap();
            let list = Compared::load(folder.path());
            list.save(folder.path());
            let again = Compared::load(folder.path());
            assert!(again.0.iter().all(|(path, known)| list.0.get(path) == Some(known)), "{list:?}");
        });
    }
}
