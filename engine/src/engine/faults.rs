//! What can be wrong with a setting.

use recognizers::mined::ReplacementError;

use crate::eval::network::NetworkFileError;
use crate::tt::OutOfMemory;

/// The system refuses to start so many threads.
#[derive(Debug, thiserror::Error)]
#[error("{threads} threads cannot be started ({fault}); the search goes on with one")]
pub struct TooManyThreads {
    pub(super) threads: usize,
    pub(super) fault: String,
}

/// A setting that could not be applied; the engine goes on without it. Each line is a remark.
#[derive(Debug, thiserror::Error)]
pub enum SettingError {
    /// For the hash table; the one before stays.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// To search with; one goes on.
    #[error(transparent)]
    Threads(#[from] TooManyThreads),
    /// Threads stay where the system puts them.
    #[error("{0}")]
    Pinning(String),
    /// A network that is not there or not sound; the one before stays.
    #[error(transparent)]
    Network(#[from] NetworkFileError),
    /// A path on which there is no sound table; none is probed then.
    #[error("{}", .0.join("\n"))]
    NoTables(Vec<String>),
    /// Mined tables that are not there or not sound; those before stay.
    #[error("MinedPath: {0}")]
    Mined(#[from] ReplacementError),
}
