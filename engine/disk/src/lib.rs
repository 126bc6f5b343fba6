//! How every program of the suite opens and writes files.
//!
//! Input files are regular files of bounded size ([`open`], [`read`], [`read_text`]): a pipe or a
//! device under the name of a table, a network or a lock neither blocks nor fills memory. Games,
//! positions and other text named by the user may come through pipes ([`open_input`],
//! [`read_input`]). Files are written atomically ([`save`], [`Output`]): to a temporary file with a
//! random name, which is renamed; links are followed, devices and pipes are written to as they are.
//!
//! ```toml
//! [dependencies]
//! vancura-disk = "0.1"
//! ```
//!
//! ```
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("report.json");
//! vancura_disk::save(&path, b"[]")?;
//! assert_eq!(vancura_disk::read(&path, 100)?, b"[]");
//! assert!(vancura_disk::read(&path, 1).unwrap_err().to_string().contains("more than"));
//! # Ok::<(), std::io::Error>(())
//! ```

#![forbid(unsafe_code)]

#[cfg(any(test, feature = "faults"))]
pub mod faults;
mod growing;
mod input;
mod kind;
#[cfg(feature = "write")]
mod output;

pub use growing::{append, create_new, growing};
pub use input::{open, open_input, read, read_input, read_text, read_unlinked};
#[cfg(feature = "write")]
pub use output::{Output, create_whole, overwrite, save, set_aside, stop_writing, temporary_of};

/// Disk steps outside tests: just the action.
#[cfg(all(feature = "write", not(any(test, feature = "faults"))))]
mod faults {
    use std::io;
    use std::path::Path;

    pub(crate) fn step<T>(_path: &Path, action: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        action()
    }

    pub(crate) use step as sync;
    #[cfg(unix)]
    pub(crate) use step as sync_names;

    pub(crate) fn rename<T>(_: &Path, _: &Path, action: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        action()
    }
}
