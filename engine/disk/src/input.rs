//! Opening input files: regular files only, of bounded size; pipes where the user has named one.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use crate::kind::{is_pipe, options, require_regular};

/// Opens a regular file for reading; links are followed. Never blocks, whatever kind of file it is.
///
/// # Errors
/// Those of the operating system; for folders, pipes, sockets and devices one that says so.
pub fn open(path: &Path) -> io::Result<File> {
    // Checked before opening, because opening some devices has side effects.
    require_regular(&path.metadata()?)?;
    opened(path, true)
}

/// As [`open`], but rejects links.
fn open_unlinked(path: &Path) -> io::Result<File> {
    require_regular(&path.symlink_metadata()?)?;
    opened(path, false)
}

fn opened(path: &Path, follows_links: bool) -> io::Result<File> {
    let file = options(follows_links).read(true).open(path)?;
    // The file may have been replaced since.
    require_regular(&file.metadata()?)?;
    Ok(file)
}

/// Opens an input named by the user: a regular file, or a pipe such as `<(zcat games.pgn.gz)`, for
/// whose other end it waits.
///
/// # Errors
/// As [`open`], except for pipes.
pub fn open_input(path: &Path) -> io::Result<File> {
    if !is_pipe(&path.metadata()?) {
        return open(path);
    }
    let pipe = File::open(path)?;
    // The file may have been replaced since.
    let found = pipe.metadata()?;
    if !is_pipe(&found) {
        require_regular(&found)?;
    }
    Ok(pipe)
}

/// Reads an input that [`open_input`] opens, at most `most` bytes.
///
/// # Errors
/// As [`open_input`] and [`read`].
pub fn read_input(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    whole(open_input(path)?, most)
}

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
/// As [`open`]; files that are larger, and failed allocations.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    whole(open(path)?, most)
}

/// As [`read`], but rejects links: for files that only our own programs create.
///
/// # Errors
/// As [`read`].
pub fn read_unlinked(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    whole(open_unlinked(path)?, most)
}

/// As [`read`], for text in UTF-8.
///
/// # Errors
/// As [`read`]; invalid UTF-8, as [`io::ErrorKind::InvalidData`].
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let no_text = |_| io::Error::new(io::ErrorKind::InvalidData, "this is not text in UTF-8");
    String::from_utf8(read(path, most)?).map_err(no_text)
}

fn whole(file: File, most: u64) -> io::Result<Vec<u8>> {
    let bytes = file.metadata()?.len();
    require_room(bytes, most)?;
    let mut read = Vec::new();
    let no_memory = |_| {
        let text = format!("cannot allocate memory for its {bytes} bytes");
        io::Error::new(io::ErrorKind::OutOfMemory, text)
    };
    read.try_reserve_exact(usize::try_from(bytes).unwrap_or(usize::MAX)).map_err(no_memory)?;
    // System files and pipes report no size, and others may grow.
    file.take(most.saturating_add(1)).read_to_end(&mut read)?;
    require_room(read.len() as u64, most)?;
    Ok(read)
}

fn require_room(bytes: u64, most: u64) -> io::Result<()> {
    if bytes <= most {
        return Ok(());
    }
    let text = format!("it has at least {bytes} bytes, more than the limit of {most}");
    Err(io::Error::new(io::ErrorKind::FileTooLarge, text))
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use super::*;

    #[test]
    fn files_are_read_up_to_their_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        std::fs::write(&path, "1234").unwrap();
        assert_eq!(read_text(&path, 4).unwrap(), "1234");
        let error = read(&path, 3).unwrap_err();
        assert_eq!(
            (error.kind(), error.to_string().as_str()),
            (ErrorKind::FileTooLarge, "it has at least 4 bytes, more than the limit of 3")
        );
        std::fs::write(&path, [b'a', 0xff]).unwrap();
        assert_eq!(read_text(&path, 4).unwrap_err().kind(), ErrorKind::InvalidData);
        // Larger than any memory: nothing is read.
        File::options().write(true).open(&path).unwrap().set_len(1 << 42).unwrap();
        assert_eq!(read(&path, u64::MAX).unwrap_err().kind(), ErrorKind::OutOfMemory);
        assert_eq!(read(&folder.path().join("none"), 4).unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(read(folder.path(), 4).unwrap_err().to_string(), "this is a folder, not a regular file");
    }

    #[cfg(unix)]
    #[test]
    fn inputs_may_be_pipes_and_nothing_else_that_is_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for (most, kind) in [(4, None), (3, Some(ErrorKind::FileTooLarge))] {
            let found = std::thread::scope(|scope| {
                // The writer may open its end later.
                scope.spawn(|| {
                    std::thread::sleep(std::time::Duration::from_millis(50));
                    std::fs::write(&pipe, "1234").unwrap();
                });
                read_input(&pipe, most)
            });
            assert_eq!(found.as_ref().err().map(io::Error::kind), kind);
            assert!(found.is_err() || found.unwrap() == b"1234");
        }
        for (path, name) in [(folder.path(), "a folder"), (Path::new("/dev/zero"), "a device")] {
            let error = read_input(path, 10).unwrap_err();
            assert_eq!(error.to_string(), format!("this is {name}, not a regular file"));
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn files_of_the_system_that_tell_no_size_are_read() {
        let text = read_text(Path::new("/proc/self/status"), 1 << 16).unwrap();
        assert!(text.starts_with("Name:"), "{text}");
        assert_eq!(read(Path::new("/proc/self/status"), 10).unwrap_err().kind(), ErrorKind::FileTooLarge);
    }

    #[cfg(unix)]
    #[test]
    fn pipes_sockets_and_devices_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&pipe, &link).unwrap();
        let device = Path::new("/dev/zero").to_owned();
        for (path, name) in
            [(&pipe, "a pipe"), (&link, "a pipe"), (&socket, "a socket"), (&device, "a device")]
        {
            let error = read(path, 10).unwrap_err();
            assert_eq!(error.to_string(), format!("this is {name}, not a regular file"));
        }
        assert_eq!(open_unlinked(&link).unwrap_err().to_string(), "this is a link, not a regular file");
        // A file when checked, replaced by a pipe or a link before it is opened.
        assert!(opened(&pipe, true).is_err() && opened(&link, false).is_err());
    }
}
