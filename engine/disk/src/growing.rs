//! Files that grow under their own name.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use crate::kind::{options, require_regular};

/// Begins a file that grows under its own name, for what must outlive its program: what stood there
/// before is gone.
///
/// # Errors
/// What the system says.
pub fn growing(path: &Path) -> io::Result<File> {
    File::create(path)
}

/// Begins a new file that grows under its own name, and writes over none.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`], and what the system says.
pub fn create_new(path: &Path) -> io::Result<File> {
    File::create_new(path)
}

/// Opens a regular file or a terminal to write at its end, without waiting for anybody; makes the
/// file if need be.
///
/// # Errors
/// What the system says; an error for pipes, sockets and folders.
pub fn append(path: &Path) -> io::Result<File> {
    let is_fit = |found: &fs::Metadata| {
        #[cfg(unix)]
        if std::os::unix::fs::FileTypeExt::is_char_device(&found.file_type()) {
            return Ok(());
        }
        require_regular(found)
    };
    match path.metadata() {
        Ok(found) => is_fit(&found)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let file = options(true).create(true).append(true).open(path)?;
    is_fit(&file.metadata()?)?;
    Ok(file)
}
