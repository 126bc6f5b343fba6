//! What can go wrong with Syzygy files, as data.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use board::Material;

use crate::format::Kind;

/// Why a position cannot be probed, or a table not be read or written.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No file for this material in the folders that were opened.
    #[error("no {kind} table for {material}: put {material}.{extension} into a table folder", extension = .kind.extension())]
    MissingTable {
        /// Which kind of table.
        kind: Kind,
        /// Its material, canonical spelling.
        material: Material,
    },
    /// More men than the format takes.
    #[error("{0} men on the board, tables have at most 7")]
    TooManyMen(usize),
    /// Men that cannot stand so.
    #[error(
        "the position is not legal: two men on a square, a pawn on the first or last rank, not one king a side, or one to be taken"
    )]
    Illegal,
    /// Tables know no castling.
    #[error("positions with castling rights are not in any table")]
    CastlingRights,
    /// The operating system refused.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: Arc<io::Error>,
    },
    /// A file is not a sound table of its name.
    #[error("{} is not a sound {kind} table of {material}: {fault}; fetch or build it again", .path.display())]
    BadTable {
        /// The file.
        path: PathBuf,
        /// Which kind of table its name promises.
        kind: Kind,
        /// The material its name promises.
        material: Material,
        /// What is wrong.
        fault: Fault,
    },
    /// A table that cannot be written.
    #[error("{0} cannot be written: the writer takes canonical names (strong side first) of 3 to 6 men")]
    Unwritable(Material),
}

impl Error {
    /// A number for what is wrong, beyond those of results: 100 for a missing table, 101 for too many men, 102 for a position that is not
    /// legal, 103 for castling rights, 104 for what the operating system refused, 105 for a table that is not sound, 106 for one that
    /// cannot be written.
    pub const fn code(&self) -> i8 {
        match self {
            Self::MissingTable { .. } => 100,
            Self::TooManyMen(_) => 101,
            Self::Illegal => 102,
            Self::CastlingRights => 103,
            Self::Io { .. } => 104,
            Self::BadTable { .. } => 105,
            Self::Unwritable(_) => 106,
        }
    }

    /// What the system said of a file or folder.
    pub fn io(path: impl Into<PathBuf>, source: io::Error) -> Self {
        Self::Io { path: path.into(), source: Arc::new(source) }
    }
}

/// What is wrong inside a table file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Not 16 more than a multiple of 64.
    #[error("its length {0} is not 16 more than a multiple of 64")]
    Length(usize),
    /// The wrong first four bytes.
    #[error("it begins with {0:02x?}, not with the magic number of its kind")]
    Magic([u8; 4]),
    /// The type byte is another material's.
    #[error("its type byte is {found:#04x} instead of {expected:#04x}")]
    Type {
        /// The byte in the file.
        found: u8,
        /// The byte of the material.
        expected: u8,
    },
    /// The piece list is not that of the material.
    #[error("its piece list {0:02x?} does not fit its name")]
    Men(Vec<u8>),
    /// A slot number beyond the groups, or the same one twice.
    #[error("its pieces cannot be placed in order {0}")]
    Order(u8),
    /// The file ends inside a section.
    #[error("it ends inside the {section} at byte {at}")]
    Truncated {
        /// The section's name.
        section: &'static str,
        /// Offset where the section's item begins.
        at: usize,
    },
    /// The header implies another length.
    #[error("its header asks for {expected} bytes, it has {found}")]
    Size {
        /// Bytes the header implies.
        expected: u64,
        /// Bytes there are.
        found: usize,
    },
    /// A header field out of its range.
    #[error("its {field} is {value}")]
    Header {
        /// The field's name.
        field: &'static str,
        /// What it says.
        value: u32,
    },
    /// A symbol of the tree that does not exist, is part of itself, or is too long.
    #[error("symbol {0} of its tree is not sound")]
    Symbol(u16),
    /// A block whose contents do not decode.
    #[error("block {0} does not decode")]
    Block(u32),
    /// A sparse index entry that leads nowhere.
    #[error("its sparse index does not lead to value {0}")]
    Sparse(u64),
    /// The block lengths do not add up.
    #[error("its blocks hold {found} values instead of {expected}")]
    Values {
        /// Values there must be.
        expected: u64,
        /// Sum of the block lengths.
        found: u64,
    },
    /// A stored value that means nothing.
    #[error("it stores the value {0}, which has no meaning there")]
    Value(u16),
    /// Memory for all values at once that the system refuses.
    #[error("memory for its {0} values cannot be had")]
    Memory(u64),
    /// A part of the file was gone when it was read.
    #[error("a part of it can no longer be read: it has been cut short, or the disk fails")]
    Torn,
    /// The last 16 bytes are not the hash of what precedes them.
    #[error("its checksum is {stored:032x}, its contents give {computed:032x}")]
    Checksum {
        /// As in the file, first byte most significant.
        stored: u128,
        /// As computed.
        computed: u128,
    },
}
