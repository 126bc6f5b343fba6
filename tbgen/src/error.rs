//! What can go wrong when tables are built or asked.

use std::path::PathBuf;

use board::{Material, PlacementError};
use syzygy::SyzygyError;

/// Most men of an ending of which everything can be solved. Of six men, files of results and
/// distances to zeroing can be built where there are no pawns.
pub const MAX_SOLVED_MEN: usize = 5;

/// Why a table cannot be built or a position cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TbgenError {
    /// More men than the solver takes.
    #[error("{0} has {men} men; tables of 3 to {max} men can be built in memory", men = .0.men(), max = MAX_SOLVED_MEN)]
    TooManyMen(Material),
    /// Six men of which only part can be built, and not this.
    #[error(
        "{0} has 6 men; of so many, only results and distances to zeroing (--metric wdl,dtz) of endings without pawns can be built"
    )]
    OfSixMen(Material),
    /// More men than distances to mate with the counter of the fifty-move rule are solved for.
    #[error("{0} has {men} men; mates under the fifty-move rule (DTM50) are known for 3 and 4 men", men = .0.men())]
    TooManyMenForCounter(Material),
    /// Just the two kings, a draw that needs no table.
    #[error("{0} is always a draw and has no table")]
    BareKings(Material),
    /// The position is not one a table holds.
    #[error("no table can answer: {0}")]
    Placement(#[from] PlacementError),
    /// Distances that do not fit into the byte kept of each position in memory; of up to five men
    /// only KPPvKP has some.
    #[error(
        "{material} has distances of more than {plies} plies, too many for a table in memory; its files can be built"
    )]
    TooLong {
        /// The ending.
        material: Material,
        /// The greatest distance that can be held.
        plies: usize,
    },
    /// Memory that the system refuses.
    #[error(
        "{material} takes about {} MiB of memory, which cannot be had: close other programs, or raise the limit (`ulimit -v`)", .bytes >> 20
    )]
    Memory {
        /// The ending.
        material: Material,
        /// How much was asked for.
        bytes: u64,
    },
    /// A table that has not been built.
    #[error("the table {0} has not been built")]
    Missing(Material),
}

/// Why a file is not the table that its name promises.
#[derive(Clone, Debug, thiserror::Error)]
pub enum FileError {
    /// No table is called that.
    #[error("{} is not named like a table (KRPvKR.rtbw, KRPvKR.rtbz, KRPvKR.vdtm)", .0.display())]
    Name(PathBuf),
    /// The ending, but not in the spelling that tables have.
    #[error("{} is misnamed: the table of this ending is {canonical}", .path.display())]
    Spelling {
        /// The file.
        path: PathBuf,
        /// The ending in that spelling.
        canonical: Material,
    },
    /// It cannot be read, or is damaged.
    #[error(transparent)]
    Table(#[from] SyzygyError),
}

/// Why the values of an ending were not compared.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NotCompared {
    /// Files that are missing or not sound.
    #[error(transparent)]
    Files(#[from] SyzygyError),
    /// Values that are too many or too great to be compared in memory.
    #[error(transparent)]
    Values(#[from] TbgenError),
}

/// Why a position is not known.
#[derive(Clone, Debug, thiserror::Error)]
pub enum KnownError {
    /// Not a position that tables hold.
    #[error(transparent)]
    Position(#[from] TbgenError),
    /// A file is not sound.
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
    /// Results of smaller endings, set aside while a build is at work.
    #[error("results of smaller endings cannot be set aside in {}: {source}", .folder.display())]
    Scratch {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Values of an ending of six men, written down while it is solved.
    #[error("the values of the ending cannot be set aside in {}: {source}; --scratch names a folder with more room", .folder.display())]
    Log {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Memory for the values of an ending of six men.
    #[error(
        "{bytes} bytes of memory for the values of the ending cannot be had: {source}; close other programs"
    )]
    Memory {
        /// How much was asked for.
        bytes: usize,
        /// What the system said.
        source: std::io::Error,
    },
    /// The lock that keeps others from the same ending.
    #[error("the lock {} cannot be taken: {source}", .path.display())]
    Lock {
        /// The lock.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Something that is no file stands under the name of a table.
    #[error("the table {} cannot be written: {source}", .path.display())]
    InTheWay {
        /// The table.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The folder for the files.
    #[error("the folder {} cannot be made: {source}", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// What interrupted builds have left in the folder.
    #[error("the folder {} cannot be cleared of temporary files: {source}", .folder.display())]
    Leftovers {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}
