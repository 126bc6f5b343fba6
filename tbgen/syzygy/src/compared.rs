//! The list of table files that have been verified (compared with their checksums) before, in the
//! user's cache folder, shared by all programs.
//!
//! A line is appended for each file that is found intact. Readers use the last line of each file
//! and skip invalid lines, because several programs may write at once, and a program may be stopped
//! while writing.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::stamp::Stamp;

/// The first line of the list: the format and its version.
const TITLE: &str = "vancura: table files that have the checksums they carry, 2";
/// A file is verified again after this time, because disks can lose data.
const LASTS: Duration = Duration::from_secs(30 * 24 * 3600);
/// Number of lines per listed file from which the list is rewritten.
const LINES_PER_FILE: usize = 4;
/// The name of the list in its folder.
const NAME: &str = "compared-tables.txt";
/// The largest list that is read, in bytes.
const FILE_MAX: u64 = 1 << 20;

/// Files that were intact when they were verified.
#[derive(Debug, Default)]
pub struct Compared {
    /// By path, with the time of verification in seconds since 1970.
    known: HashMap<PathBuf, (Mark, u64)>,
    /// Files that are not in the list on disk yet.
    added: Vec<PathBuf>,
    /// The list must be rewritten: it is not a list, or contains too many outdated lines or a
    /// damaged file.
    is_stale: bool,
}

/// The identity of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Mark {
    bytes: u64,
    /// Time of the last modification, in nanoseconds since 1970.
    modified: u128,
    /// Its inode number, and the time of the last status change.
    of_system: (u64, i128),
    /// Its embedded checksum.
    checksum: u128,
}

impl Compared {
    /// Reads the list in a folder; empty when there is none or it cannot be read.
    pub fn load(folder: &Path) -> Self {
        let text = match disk::read_text(&folder.join(NAME), FILE_MAX) {
            Ok(text) if text.lines().next() == Some(TITLE) => text,
            other => {
                let is_stale = !other.is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
                return Self { is_stale, ..Self::default() };
            }
        };
        let known: HashMap<_, _> = text.lines().filter_map(entry).collect();
        let is_stale = text.lines().count() > LINES_PER_FILE * (known.len() + 100);
        Self { known, is_stale, ..Self::default() }
    }

    /// Adds new entries to the list in a folder, except for files that no longer exist; rewrites
    /// the list where necessary. A folder that cannot be written to is not an error: the files are
    /// verified again next time.
    pub fn save(&mut self, folder: &Path) {
        let _ = self.write(folder);
    }

    fn write(&mut self, folder: &Path) -> io::Result<()> {
        let added = std::mem::take(&mut self.added);
        fs::create_dir_all(folder)?;
        let list = folder.join(NAME);
        if std::mem::take(&mut self.is_stale) {
            let now = now();
            let recent = self.known.iter().filter(|(_, (_, since))| is_recent(*since, now));
            let mut paths: Vec<&PathBuf> = recent.map(|(path, _)| path).collect();
            paths.sort_unstable();
            let text = self.lines(paths);
            disk::growing(&list).map(|_created| ())?;
            return disk::append(&list)?.write_all(format!("{TITLE}{text}\n").as_bytes());
        }
        let text = self.lines(&added);
        if text.is_empty() {
            return Ok(());
        }
        let mut file = disk::append(&list)?;
        let title = if file.metadata()?.len() == 0 { TITLE } else { "" };
        file.write_all(format!("{title}{text}\n").as_bytes())
    }

    /// Lines for files that still exist. Each begins with a line feed, because the text before it
    /// may end in an incomplete line.
    fn lines<'a>(&self, paths: impl IntoIterator<Item = &'a PathBuf>) -> String {
        let mut text = String::new();
        for path in paths {
            let Some((mark, since)) = self.known.get(path).filter(|_| path.exists()) else { continue };
            let Some(path) = path.to_str().filter(|path| !path.contains('\n')) else { continue };
            let Mark { bytes, modified, of_system: (number, changed), checksum } = mark;
            let _ = write!(text, "\n{bytes} {modified} {number} {changed} {checksum:032x} {since} {path}");
        }
        text
    }

    /// True when this file matched its checksum within the last 30 days and has not changed since.
    pub fn has(&self, path: &Path, stamp: &Stamp, checksum: u128) -> bool {
        self.has_at(path, stamp, checksum, now())
    }

    fn has_at(&self, path: &Path, stamp: &Stamp, checksum: u128, now: u64) -> bool {
        let Some(mark) = mark(stamp, checksum) else { return false };
        self.known.get(path).is_some_and(|(known, since)| *known == mark && is_recent(*since, now))
    }

    /// Adds an intact file to the list; does nothing where the system has no modification times.
    pub fn add(&mut self, path: &Path, stamp: &Stamp, checksum: u128) {
        if let Some(mark) = mark(stamp, checksum) {
            self.known.insert(path.to_owned(), (mark, now()));
            self.added.push(path.to_owned());
        }
    }

    /// Removes a damaged file from the list.
    pub fn remove(&mut self, path: &Path) {
        self.is_stale |= self.known.remove(path).is_some();
    }
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().map_or(0, |age| age.as_secs())
}

/// True when a verification is recent enough; a time in the future is not.
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

/// The system's folder for caches of programs that use these tables; `None` without a home folder.
pub fn cache_folder() -> Option<PathBuf> {
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
    use std::fs::File;

    #[test]
    fn what_is_remembered_is_known_again_until_the_file_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let cache = folder.path().join("not yet there");
        let path = folder.path().join("KQvK with a space.rtbw");
        fs::write(&path, "sound").unwrap();
        let stamp = Stamp::of_path(&path).unwrap();
        let mut list = Compared::load(&cache);
        assert!(list.known.is_empty());
        list.add(&path, &stamp, 7);
        list.add(Path::new("/no/such/file"), &stamp, 7);
        list.save(&cache);
        let read = Compared::load(&cache);
        assert!(read.has(&path, &stamp, 7) && !read.has(&path, &stamp, 8));
        assert!(
            !read.has(Path::new("/no/such/file"), &stamp, 7),
            "files that are gone are removed from the list"
        );
        let later = |days: u64| read.has_at(&path, &stamp, 7, now() + days * 24 * 3600);
        assert_eq!([later(29), later(31)], [true, false], "disks can lose data");
        assert!(!read.has_at(&path, &stamp, 7, now() - 3600), "compared in the future");
        // Damage that keeps size and modification time.
        fs::write(&path, "wrong").unwrap();
        let file = File::options().write(true).open(&path).unwrap();
        file.set_modified(stamp.modified.unwrap()).unwrap();
        let damaged = Stamp::of_path(&path).unwrap();
        assert_eq!((damaged.bytes, damaged.modified), (stamp.bytes, stamp.modified));
        assert_eq!(read.has(&path, &damaged, 7), !cfg!(unix));
        assert_eq!(fs::read_dir(&cache).unwrap().count(), 1, "nothing else is left");
    }

    #[test]
    fn programs_add_to_one_list_and_half_a_line_hides_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a", "b", "c"].map(|name| folder.path().join(name));
        for path in &paths {
            fs::write(path, "sound").unwrap();
        }
        let stamp = |path: &Path| Stamp::of_path(path).unwrap();
        let (mut one, mut other) = (Compared::load(folder.path()), Compared::load(folder.path()));
        one.add(&paths[0], &stamp(&paths[0]), 1);
        one.save(folder.path());
        other.add(&paths[1], &stamp(&paths[1]), 2);
        one.add(&paths[2], &stamp(&paths[2]), 3);
        other.save(folder.path());
        let mut list = File::options().append(true).open(folder.path().join(NAME)).unwrap();
        list.write_all(b"5 17 4").unwrap();
        one.save(folder.path());
        let has = |list: &Compared| [0, 1, 2].map(|i| list.has(&paths[i], &stamp(&paths[i]), i as u128 + 1));
        assert_eq!(has(&Compared::load(folder.path())), [true; 3]);
        // A damaged file is not only skipped: the list is rewritten without it.
        let mut all = Compared::load(folder.path());
        all.remove(&paths[1]);
        all.save(folder.path());
        assert_eq!(has(&Compared::load(folder.path())), [true, false, true]);
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
            assert!(Compared::load(folder.path()).known.is_empty());
        }
        // The folder is a file.
        Compared::default().save(&list);
        assert!(list.is_file());
    }

    /// Any list can be read, and its valid part is written and read back.
    #[test]
    fn lists_that_others_have_written_are_read() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/compared");
        reference::fuzz::replay(&corpus, |bytes| {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join(NAME), bytes).unwrap();
            let mut list = Compared::load(folder.path());
            list.is_stale = true;
            list.save(folder.path());
            let again = Compared::load(folder.path());
            assert!(again.known.iter().all(|(path, known)| list.known.get(path) == Some(known)), "{list:?}");
        });
    }
}
