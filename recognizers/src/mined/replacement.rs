//! Why a mined table from a file cannot take the place of the embedded one.

use std::io;
use std::path::PathBuf;

use super::format::FormatError;
use super::leaf_distances::DistancesError;

/// Why mined tables from files cannot be used. Those before stay in use.
#[derive(Debug, thiserror::Error)]
pub enum ReplacementError {
    /// The system refuses.
    #[error("`{path}` cannot be read: {source}")]
    Read {
        /// A folder or file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The folder holds no table.
    #[error(
        "`{0}` holds no mined table: `verify mine KRPvKR --kib 512 --out DIR` writes krpkr.mined into it"
    )]
    NoTable(PathBuf),
    /// A file is no table of its ending.
    #[error("`{path}`: {source}")]
    Table {
        /// The file.
        path: PathBuf,
        /// Why.
        source: FormatError,
    },
    /// A file does not hold the distances of the table beside it.
    #[error("`{path}`: {source}")]
    Distances {
        /// The file.
        path: PathBuf,
        /// Why.
        source: DistancesError,
    },
    /// Too many different tables of one ending.
    #[error("more than {0} different tables of an ending in one run of the program: start it again")]
    TooOften(usize),
}
