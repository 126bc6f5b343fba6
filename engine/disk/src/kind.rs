//! Kinds of files, and flags for opening without blocking.

use std::fs::{FileType, Metadata, OpenOptions};
use std::io;

/// Options for opening without blocking and, optionally, without following a link.
pub(crate) fn options(follows_links: bool) -> OpenOptions {
    #[cfg_attr(not(unix), allow(unused_mut, reason = "nothing more is set there"))]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // The file just checked may be a pipe by now: opening it must not wait for its other end.
        let flags = libc::O_NONBLOCK | libc::O_NOCTTY;
        options.custom_flags(if follows_links { flags } else { flags | libc::O_NOFOLLOW });
    }
    #[cfg(not(unix))]
    let _ = follows_links;
    options
}

/// An error for everything but regular files.
pub(crate) fn require_regular(found: &Metadata) -> io::Result<()> {
    if found.is_file() {
        return Ok(());
    }
    let kind = if found.is_dir() { io::ErrorKind::IsADirectory } else { io::ErrorKind::InvalidInput };
    Err(io::Error::new(kind, format!("this is {}, not a regular file", name(found.file_type()))))
}

/// True for a pipe.
pub(crate) fn is_pipe(found: &Metadata) -> bool {
    #[cfg(unix)]
    {
        std::os::unix::fs::FileTypeExt::is_fifo(&found.file_type())
    }
    #[cfg(not(unix))]
    {
        let _ = found;
        false
    }
}

/// A kind of file in words.
fn name(kind: FileType) -> &'static str {
    if kind.is_dir() {
        return "a folder";
    }
    if kind.is_symlink() {
        return "a link";
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        if kind.is_fifo() {
            return "a pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
    }
    "a device"
}
