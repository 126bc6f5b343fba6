//! The error of loading mined tables from files.

use std::io;
use std::path::PathBuf;

use super::format::FormatError;
use super::leaf_distances::DistancesError;

/// Why mined tables from files cannot be used. The previous tables stay in use.
#[derive(Debug, thiserror::Error)]
pub enum ReplacementError {
    /// A folder or file cannot be read.
    #[error("`{path}` cannot be read: {source}")]
    Read {
        /// A folder or file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The folder contains no table.
    #[error(
        "`{0}` contains no mined table: `verify mine KRPvKR --kib 512 --out DIR` writes krpkr.mined into DIR"
    )]
    NoTable(PathBuf),
    /// A file is not a valid table of its ending.
    #[error("`{path}`: {source}")]
    Table {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: FormatError,
    },
    /// A file does not contain the distances of the table beside it.
    #[error("`{path}`: {source}")]
    Distances {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: DistancesError,
    },
    /// Too many different tables of one ending in one process.
    #[error("more than {0} different tables of one ending since the program was started: restart it")]
    TooOften(usize),
}
