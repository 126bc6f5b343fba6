//! Errors of Gaviota tables.

use std::io;
use std::path::PathBuf;

use board::{Material, PlacementError};

use crate::blocks::Fault;
use crate::name::file_name;

/// Why a position has no distance, or a file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An error of the operating system.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// A folder without tables of compression scheme 4.
    #[error("no file in {} is named like krk.gtb.cp4: only tables of compression scheme 4 are read", .0.display())]
    NoTables(PathBuf),
    /// A file whose name is not that of an ending.
    #[error("{} is not named like krk.gtb.cp4, after an ending of 3 to 5 men", .0.display())]
    Name(PathBuf),
    /// A file that is not an intact table of its name.
    #[error("{} is not an intact Gaviota table of {material}: {fault}; fetch it again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The ending according to its name.
        material: Material,
        /// What is wrong.
        fault: Fault,
    },
    /// No folder has a table of this ending.
    #[error("no Gaviota table of {0}: put {name} into a table folder", name = file_name(*.0))]
    Missing(Material),
    /// Gaviota tables have 3 to 5 men.
    #[error("{0} is in no Gaviota table: these have 3 to 5 men")]
    Men(Material),
    /// A position that is in no table.
    #[error(transparent)]
    Placement(#[from] PlacementError),
}
