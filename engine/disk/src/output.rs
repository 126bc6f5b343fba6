//! Writing files atomically: under a temporary name, synced, renamed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, NamedTempFile, TempPath};

use crate::faults;
use crate::kind::{options, require_regular};

/// The extension of temporary files.
const TEMPORARY: &str = ".tmp";
/// Number of random characters in their names.
const RANDOM: usize = 10;
/// Bytes per write.
const BUFFER: usize = 1 << 16;
/// Longest chain of links that is followed, as on Linux.
const LINKS_MAX: usize = 40;

/// Errors of systems that cannot sync a folder, or do not permit it.
#[cfg(unix)]
const NOT_SYNCED: [io::ErrorKind; 3] =
    [io::ErrorKind::InvalidInput, io::ErrorKind::PermissionDenied, io::ErrorKind::Unsupported];

/// Locked while a file is written, and by [`stop_writing`].
static WRITING: Mutex<()> = Mutex::new(());

/// Waits until [`save`] is writing no file, and blocks new writes while the returned guard lives:
/// for programs that must stop at once without leaving anything half-written.
pub fn stop_writing() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a file as [`Output`] does.
///
/// # Errors
/// Those of the operating system; a previous file stays, and nothing else is left behind.
pub fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let place = Place::of(path)?;
    // The reader of a pipe may be slow.
    let _writing = matches!(place, Place::File(_)).then(stop_writing);
    let mut output = Output::at(place)?;
    output.write_all(bytes)?;
    output.finish()
}

/// The target of an output.
enum Place {
    /// A regular file or a new one: the end of the chain of links.
    File(PathBuf),
    /// Written to directly: a device, a pipe, or a file inherited open from the parent process.
    Direct(File),
}

impl Place {
    fn of(path: &Path) -> io::Result<Self> {
        // The system follows links here, except those planted by other users in world-writable
        // folders.
        let is_there = match path.metadata() {
            Ok(found) if found.is_file() => true,
            Ok(found) if found.is_dir() => return Err(require_regular(&found).unwrap_err()),
            Ok(_) => return OpenOptions::new().write(true).open(path).map(Self::Direct),
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(error) => return Err(error),
        };
        let end = end_of_links(path)?;
        if is_there && end.starts_with("/proc") {
            return OpenOptions::new().append(true).open(path).map(Self::Direct);
        }
        Ok(Self::File(end))
    }
}

/// The file to which a path finally leads, existing or not; paths below `/proc` stand for open
/// files and are not resolved.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut at = path.to_owned();
    for _ in 0..LINKS_MAX {
        let name = at.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        at = folder_of(&at).canonicalize()?.join(name);
        if at.starts_with("/proc") {
            return Ok(at);
        }
        match fs::read_link(&at) {
            // An absolute target replaces the whole path.
            Ok(target) => at = folder_of(&at).join(target),
            Err(_) => return Ok(at),
        }
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file that gets its name when it is complete; without [`Output::finish`], a previous file
/// stays.
///
/// Links are followed. A device or a pipe is written to directly. The mode of a file follows the
/// umask.
pub struct Output(Sink);

enum Sink {
    Temporary(BufWriter<Temporary>, PathBuf),
    Direct(BufWriter<File>),
}

impl Output {
    /// Starts writing a file of this name.
    ///
    /// # Errors
    /// Those of the operating system; an error for a folder of that name.
    pub fn create(path: &Path) -> io::Result<Self> {
        Self::at(Place::of(path)?)
    }

    fn at(place: Place) -> io::Result<Self> {
        Ok(Self(match place {
            Place::File(path) => {
                Sink::Temporary(BufWriter::with_capacity(BUFFER, Temporary::beside(&path)?), path)
            }
            Place::Direct(file) => Sink::Direct(BufWriter::with_capacity(BUFFER, file)),
        }))
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// Those of the operating system; a previous file stays then.
    pub fn finish(self) -> io::Result<()> {
        match self.0 {
            Sink::Direct(mut file) => file.flush(),
            Sink::Temporary(file, path) => {
                let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.sync()?;
                file.replace(&path)?;
                sync_folder(folder_of(&path))
            }
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Sink::Temporary(file, _) => file.write(bytes),
            Sink::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Sink::Temporary(file, _) => file.flush(),
            Sink::Direct(file) => file.flush(),
        }
    }
}

/// A new file next to the target with an unpredictable name: `KRvK.rtbw.4711.x8Gq2LmZ0a.tmp`. It is
/// removed unless it gets the target's name.
struct Temporary(NamedTempFile);

impl Temporary {
    fn beside(path: &Path) -> io::Result<Self> {
        let (name, folder) = (prefix(path), folder_of(path));
        let builder = &mut Builder::new();
        builder.prefix(&name).suffix(TEMPORARY).rand_bytes(RANDOM);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        faults::step(path, || builder.tempfile_in(folder)).map(Self)
    }

    fn sync(&self) -> io::Result<()> {
        faults::sync(self.0.path(), || self.0.as_file().sync_all())
    }

    /// Replaces the file of this name.
    fn replace(self, path: &Path) -> io::Result<()> {
        let from = self.0.path().to_owned();
        faults::rename(&from, path, || Ok(self.0.persist(path).map(drop)?))
    }

    /// Takes this name unless a file has it.
    fn take(self, path: &Path) -> io::Result<()> {
        let from = self.0.path().to_owned();
        faults::rename(&from, path, || Ok(self.0.persist_noclobber(path).map(drop)?))
    }
}

impl Write for Temporary {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        faults::step(self.0.path(), || self.0.as_file().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn prefix(path: &Path) -> std::ffi::OsString {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.", std::process::id()));
    name
}

/// The target of a temporary file and the process that wrote it, according to its name.
pub fn temporary_of(name: &str) -> Option<(&str, u32)> {
    let name = name.strip_suffix(TEMPORARY)?;
    let (rest, last) = name.rsplit_once('.')?;
    let of_now = || {
        let (file, process) = rest.rsplit_once('.')?;
        Some((file, process.parse().ok().filter(|_| last.len() == RANDOM)?))
    };
    // Names once had no random part.
    of_now().or_else(|| Some((rest, last.parse().ok()?)))
}

/// Makes renames and removals in a folder durable.
fn sync_folder(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    match faults::sync_names(folder, || File::open(folder)?.sync_all()) {
        // Not every file system supports this, and a writable folder need not be readable.
        Err(error) if NOT_SYNCED.contains(&error.kind()) => Ok(()),
        synced => synced,
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        Ok(())
    }
}

/// Creates a new file atomically, unless a file of that name exists.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`], and those of the operating system; nothing is left behind.
pub fn create_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = Temporary::beside(path)?;
    file.write_all(bytes)?;
    file.take(path)
}

/// Overwrites the first bytes of a regular file, which needs no new disk space if it is long
/// enough.
///
/// # Errors
/// Those of the operating system; an error for links and everything else that is not a regular
/// file.
pub fn overwrite(path: &Path, bytes: &[u8]) -> io::Result<()> {
    require_regular(&path.symlink_metadata()?)?;
    let mut file = options(false).write(true).open(path)?;
    require_regular(&file.metadata()?)?;
    faults::step(path, || file.write_all(bytes))
}

/// Gives a file an unpredictable name; it is removed when the returned value is dropped.
///
/// # Errors
/// Those of the operating system.
pub fn set_aside(path: &Path) -> io::Result<TempPath> {
    let name = prefix(path);
    let builder = &mut Builder::new();
    builder.prefix(&name).suffix(TEMPORARY).rand_bytes(RANDOM);
    let rename = |aside: &Path| faults::rename(path, aside, || fs::rename(path, aside));
    builder.make_in(folder_of(path), rename).map(NamedTempFile::into_temp_path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::growing::append;

    /// The contents of a folder, sorted.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_old_file_stays_until_the_new_one_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.csv");
        save(&path, b"old").unwrap();
        let mut output = Output::create(&path).unwrap();
        output.write_all(b"new").unwrap();
        output.flush().unwrap();
        assert_eq!((fs::read(&path).unwrap().as_slice(), names(folder.path()).len()), (&b"old"[..], 2));
        output.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        drop(Output::create(&path).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"new", "what is not finished is nothing");
        // A folder cannot be replaced by a file.
        fs::create_dir(folder.path().join("taken")).unwrap();
        let error = save(&folder.path().join("taken"), b"new").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::IsADirectory);
        assert_eq!(save(&folder.path().join("no/x"), b"").unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(names(folder.path()), ["log.csv", "taken"], "nothing is left behind");
    }

    #[test]
    fn temporary_files_are_known_by_their_names_and_nobody_guesses_them() {
        let folder = tempfile::tempdir().unwrap();
        let made = [(); 2].map(|()| Temporary::beside(&folder.path().join("KRvK.rtbw")).unwrap().0);
        let [first, second] = made.each_ref().map(|file| file.path().file_name().unwrap().to_str().unwrap());
        assert_ne!(first, second);
        for (name, of) in [
            (first, Some(("KRvK.rtbw", std::process::id()))),
            ("KRvK.rtbw.4711.tmp", Some(("KRvK.rtbw", 4711))),
            ("KRvK.building.4711.abcDEF0123.tmp", Some(("KRvK.building", 4711))),
            ("KRvK.rtbw.4711.0123456789.tmp", Some(("KRvK.rtbw", 4711))),
            ("KRvK.rtbw.4294967294.tmp", Some(("KRvK.rtbw", 4_294_967_294))),
            ("KRvK.rtbw.tmp", None),
            ("KRvK.rtbw.4711", None),
            ("KRvK.rtbw.x.abcDEF0123.tmp", None),
            ("KRvK.rtbw.4711.abc.tmp", None),
        ] {
            assert_eq!(temporary_of(name), of, "{name}");
        }
    }

    #[test]
    fn a_file_is_made_whole_once_and_written_over_in_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        create_whole(&path, b"one").unwrap();
        assert_eq!(create_whole(&path, b"two").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"one");
        overwrite(&path, b"1").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"1ne");
        let aside = set_aside(&path).unwrap();
        assert_eq!(fs::read(&aside).unwrap(), b"1ne");
        drop(aside);
        assert_eq!(names(folder.path()), [""; 0]);
        assert_eq!(set_aside(&path).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(overwrite(&path, b"").unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[cfg(unix)]
    mod unix {
        use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};
        use std::process::Command;

        use super::*;

        fn pipe(path: &Path) {
            assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
        }

        #[test]
        fn links_are_followed_there_or_not() {
            let folder = tempfile::tempdir().unwrap();
            let at = |name: &str| folder.path().join(name);
            fs::create_dir(at("other")).unwrap();
            fs::write(at("other/end"), "old").unwrap();
            symlink("other/end", at("second")).unwrap();
            symlink(at("second"), at("first")).unwrap();
            symlink("other/none", at("dangling")).unwrap();
            symlink("round", at("round")).unwrap();
            save(&at("first"), b"new").unwrap();
            save(&at("dangling"), b"made").unwrap();
            assert_eq!(fs::read(at("other/end")).unwrap(), b"new");
            assert_eq!(fs::read(at("other/none")).unwrap(), b"made");
            assert!(save(&at("round"), b"").is_err());
            assert_eq!(names(folder.path()), ["dangling", "first", "other", "round", "second"]);
            for link in ["first", "second", "dangling"] {
                assert!(at(link).symlink_metadata().unwrap().is_symlink(), "{link}");
            }
            // A link in place of a lock file is not followed.
            assert_eq!(create_whole(&at("dangling"), b"").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
            assert_eq!(overwrite(&at("first"), b"x").unwrap_err().kind(), io::ErrorKind::InvalidInput);
        }

        #[test]
        fn pipes_and_devices_are_written_to_and_stay() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("pipe");
            pipe(&path);
            let reader = {
                let path = path.clone();
                std::thread::spawn(move || fs::read_to_string(path).unwrap())
            };
            save(&path, b"through").unwrap();
            assert_eq!(reader.join().unwrap(), "through");
            assert!(path.metadata().unwrap().file_type().is_fifo());
            assert_eq!(append(&path).unwrap_err().to_string(), "this is a pipe, not a regular file");
            // A device file such as `/dev/null`; only root can create one.
            let null = folder.path().join("null");
            let made = Command::new("mknod").arg(&null).args(["c", "1", "3"]).output().unwrap();
            if made.status.success() && OpenOptions::new().write(true).open(&null).is_ok() {
                save(&null, b"gone").unwrap();
                append(&null).unwrap().write_all(b"gone").unwrap();
                assert!(null.metadata().unwrap().file_type().is_char_device());
            }
            assert!(names(folder.path()).len() <= 2);
        }

        #[test]
        fn the_mode_is_what_the_user_lets_new_files_have() {
            let folder = tempfile::tempdir().unwrap();
            let mode = |name: &str| folder.path().join(name).metadata().unwrap().permissions().mode();
            fs::write(folder.path().join("plain"), "").unwrap();
            save(&folder.path().join("saved"), b"").unwrap();
            create_whole(&folder.path().join("whole"), b"").unwrap();
            assert_eq!([mode("saved"), mode("whole")], [mode("plain"); 2]);
        }

        #[cfg(target_os = "linux")]
        #[test]
        fn an_open_file_by_its_number_is_written_to_at_its_end() {
            use std::os::fd::AsRawFd as _;
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("out");
            let mut open = File::create(&path).unwrap();
            open.write_all(b"first ").unwrap();
            save(Path::new(&format!("/dev/fd/{}", open.as_raw_fd())), b"second").unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"first second");
            assert_eq!(names(folder.path()), ["out"]);
        }

        #[test]
        fn a_full_disk_leaves_nothing_behind() {
            let full = Path::new("/dev/full");
            if full.exists() {
                assert_eq!(save(full, b"x").unwrap_err().kind(), io::ErrorKind::StorageFull);
            }
        }
    }
}
