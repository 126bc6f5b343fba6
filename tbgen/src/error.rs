//! Errors of building and probing tables.

use std::path::PathBuf;

use board::{Material, PlacementError};
use syzygy::Error as SyzygyError;

/// Maximum men of an ending for which everything can be solved. For six men without pawns, WDL and
/// DTZ files can be built.
pub const MAX_SOLVED_MEN: usize = 5;

/// Why a table cannot be built or a position cannot be probed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TbgenError {
    /// More men than the solver supports.
    #[error("{0} has {men} men; tables of 3 to {max} men can be built in memory", men = .0.men(), max = MAX_SOLVED_MEN)]
    TooManyMen(Material),
    /// An ending of six men for which the requested files cannot be built.
    #[error(
        "{0} has 6 men; for these, only results and distances to zeroing (--metric wdl,dtz) of endings with at most three pawns can be built"
    )]
    OfSixMen(Material),
    /// Too many men for distances to mate under the fifty-move rule.
    #[error("{0} has {men} men; mates under the fifty-move rule (DTM50) can be computed for 3 and 4 men only", men = .0.men())]
    TooManyMenForCounter(Material),
    /// Bare kings, a draw that needs no table.
    #[error("{0} is always a draw and has no table")]
    BareKings(Material),
    /// Not a position that tables contain.
    #[error("no table contains this position: {0}")]
    Placement(#[from] PlacementError),
    /// Distances that do not fit into the byte per position in memory; up to five men, only KPPvKP
    /// has them.
    #[error(
        "{material} has distances of more than {plies} plies, too many for a table in memory; its files can be built"
    )]
    TooLong {
        /// The ending.
        material: Material,
        /// The greatest distance that can be stored.
        plies: usize,
    },
    /// Memory that is not available.
    #[error(
        "{material} takes about {} MiB of memory, which is not available: close other programs or raise the limit (`ulimit -v`)", .bytes >> 20
    )]
    Memory {
        /// The ending.
        material: Material,
        /// The amount requested.
        bytes: u64,
    },
    /// A table that has not been built.
    #[error("the table {0} has not been built")]
    Missing(Material),
    /// Work that was stopped, see [`SolvedEndings::stopped_by`](crate::SolvedEndings::stopped_by).
    #[error("solving {0} was stopped")]
    Stopped(Material),
}

/// Why a file is not an intact table of its name.
#[derive(Clone, Debug, thiserror::Error)]
pub enum FileError {
    /// Not the name of a table.
    #[error("{} is not named like a table (KRPvKR.rtbw, KRPvKR.rtbz, KRPvKR.vdtm)", .0.display())]
    Name(PathBuf),
    /// The name of an ending, but not in the spelling used for tables.
    #[error("{} is misnamed: the table of this ending is {canonical}", .path.display())]
    Spelling {
        /// The file.
        path: PathBuf,
        /// The ending in the right spelling.
        canonical: Material,
    },
    /// It cannot be read or is damaged.
    #[error(transparent)]
    Table(#[from] SyzygyError),
}

/// Why the values of an ending were not compared.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NotCompared {
    /// Files that are missing or damaged.
    #[error(transparent)]
    Files(#[from] SyzygyError),
    /// Values that are too many or too large to be compared in memory.
    #[error(transparent)]
    Values(#[from] TbgenError),
}

/// Why the values of a position are unknown.
#[derive(Clone, Debug, thiserror::Error)]
pub enum KnownError {
    /// Not a position that tables contain.
    #[error(transparent)]
    Position(#[from] TbgenError),
    /// A damaged file.
    #[error(transparent)]
    File(#[from] SyzygyError),
}

/// Why files could not be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// An ending that cannot be solved.
    #[error(transparent)]
    Solve(#[from] TbgenError),
    /// A file that cannot be written.
    #[error(transparent)]
    Write(#[from] SyzygyError),
    /// Results of smaller endings that cannot be stored during a build.
    #[error("results of smaller endings cannot be stored in {}: {source}", .folder.display())]
    Scratch {
        /// The folder.
        folder: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// Values of an ending of six men that cannot be logged while it is solved.
    #[error("the values of the ending cannot be stored in {}: {source}; name a folder with more space with --scratch", .folder.display())]
    Log {
        /// The folder.
        folder: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// Memory for the values of an ending of six men.
    #[error(
        "{bytes} bytes of memory for the values of the ending are not available: {source}; close other programs"
    )]
    Memory {
        /// The amount requested.
        bytes: usize,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The lock of an ending cannot be taken.
    #[error("the lock {} cannot be taken: {source}", .path.display())]
    Lock {
        /// The lock.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// Something that is not a regular file has the name of a table.
    #[error("the table {} cannot be written: {source}", .path.display())]
    InTheWay {
        /// The table.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The output folder cannot be created.
    #[error("the folder {} cannot be created: {source}", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// Temporary files of interrupted builds that cannot be removed.
    #[error("the folder {} cannot be cleared of temporary files: {source}", .folder.display())]
    Leftovers {
        /// The folder.
        folder: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
}
