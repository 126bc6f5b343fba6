//! Faults of settings.

use recognizers::mined::ReplacementError;

use crate::eval::network::NetworkFileError;
use crate::tt::OutOfMemory;

/// The system could not start all threads.
#[derive(Debug, thiserror::Error)]
#[error("{threads} threads cannot be started ({fault}); the search continues with one")]
pub struct TooManyThreads {
    pub(super) threads: usize,
    pub(super) fault: String,
}

/// A setting that could not be applied; the engine continues without it. Each line is a remark.
#[derive(Debug, thiserror::Error)]
pub enum SettingError {
    /// Out of memory for the hash table; the previous one stays.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// Search threads could not be started; there is one.
    #[error(transparent)]
    Threads(#[from] TooManyThreads),
    /// Threads could not be pinned.
    #[error("{0}")]
    Pinning(String),
    /// A missing or invalid network; the previous one stays.
    #[error(transparent)]
    Network(#[from] NetworkFileError),
    /// A path without valid tables; none are probed then.
    #[error("{}", .0.join("\n"))]
    NoTables(Vec<String>),
    /// Missing or invalid mined tables; the previous ones stay.
    #[error("MinedPath: {0}")]
    Mined(#[from] ReplacementError),
}
