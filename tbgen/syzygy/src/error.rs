//! Errors of Syzygy files, as data.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use ending::Material;

use crate::format::Kind;

/// Why a position cannot be probed, or a table cannot be read or written.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// No file for this material in the folders that were opened.
    MissingTable {
        /// Which kind of table.
        kind: Kind,
        /// Its material in canonical spelling.
        material: Material,
    },
    /// More men than the format allows.
    TooManyMen(usize),
    /// An illegal position.
    Illegal,
    /// Castling rights, which no table covers.
    CastlingRights,
    /// An error of the operating system.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: Arc<io::Error>,
    },
    /// A file that is not an intact table of its name.
    BadTable {
        /// The file.
        path: PathBuf,
        /// The kind of table according to its name.
        kind: Kind,
        /// The material according to its name.
        material: Material,
        /// What is wrong.
        fault: Fault,
    },
    /// A table that cannot be written.
    Unwritable(Material),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingTable { kind, material } => {
                let extension = kind.extension();
                write!(f, "no {kind} table for {material}: put {material}.{extension} into a table folder")
            }
            Self::TooManyMen(men) => write!(f, "{men} men on the board; tables have at most 7"),
            Self::Illegal => f.write_str(
                "the position is illegal: two men on one square, a pawn on the first or last rank, not one king per side, or \
                 the side not to move in check",
            ),
            Self::CastlingRights => f.write_str("positions with castling rights are not in any table"),
            Self::Io { path, source } => write!(f, "{}: {source}", path.display()),
            Self::BadTable { path, kind, material, fault } => {
                let path = path.display();
                write!(f, "{path} is not a valid {kind} table of {material}: {fault}; fetch or build it again")
            }
            Self::Unwritable(material) => write!(
                f,
                "{material} cannot be written: the writer requires a canonical name (stronger side first) with 3 to 6 men, or 7 \
                 with at most 2^33 placements"
            ),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        if let Self::Io { source, .. } = self { Some(source) } else { None }
    }
}

impl Error {
    /// A number for the error, outside the range of results: 100 for a missing table, 101 for too
    /// many men, 102 for an illegal position, 103 for castling rights, 104 for an error of the
    /// operating system, 105 for a damaged table, 106 for a table that cannot be written.
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

    /// An error of the operating system about a file or folder.
    pub fn io(path: impl Into<PathBuf>, source: io::Error) -> Self {
        Self::Io { path: path.into(), source: Arc::new(source) }
    }
}

/// What is wrong in a table file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The length is not 16 more than a multiple of 64.
    Length(usize),
    /// The first four bytes are wrong.
    Magic([u8; 4]),
    /// The type byte belongs to another material.
    Type {
        /// The byte in the file.
        found: u8,
        /// The byte of the material.
        expected: u8,
    },
    /// The piece list does not match the material.
    Men(Vec<u8>),
    /// A slot number beyond the groups, or used twice.
    Order(u8),
    /// The file ends inside a section.
    Truncated {
        /// Name of the section.
        section: &'static str,
        /// Offset of the incomplete item.
        at: usize,
    },
    /// The header implies another file size.
    Size {
        /// Size implied by the header, in bytes.
        expected: u64,
        /// Actual size in bytes.
        found: usize,
    },
    /// A header field is out of range.
    Header {
        /// Name of the field.
        field: &'static str,
        /// Its value.
        value: u32,
    },
    /// A symbol of the tree that does not exist, contains itself, or is too long.
    Symbol(u16),
    /// A block that cannot be decoded.
    Block(u32),
    /// A sparse index entry that points to a wrong place.
    Sparse(u64),
    /// The block lengths do not add up.
    Values {
        /// Expected number of values.
        expected: u64,
        /// Sum of the block lengths.
        found: u64,
    },
    /// A stored value without a meaning.
    Value(u16),
    /// Memory for this number of values is not available.
    Memory(u64),
    /// A part of the file could no longer be read.
    Torn,
    /// The last 16 bytes are not the checksum of the preceding bytes.
    Checksum {
        /// As stored in the file, first byte most significant.
        stored: u128,
        /// As computed.
        computed: u128,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(length) => write!(f, "its length {length} is not 16 more than a multiple of 64"),
            Self::Magic(bytes) => {
                write!(f, "it begins with {bytes:02x?}, not with the magic number of its kind")
            }
            Self::Type { found, expected } => {
                write!(f, "its type byte is {found:#04x} instead of {expected:#04x}")
            }
            Self::Men(codes) => write!(f, "its piece list {codes:02x?} does not match its name"),
            Self::Order(order) => write!(f, "its pieces cannot be placed in order {order}"),
            Self::Truncated { section, at } => write!(f, "it ends inside the {section} at byte {at}"),
            Self::Size { expected, found } => {
                write!(f, "its header implies {expected} bytes, but it has {found}")
            }
            Self::Header { field, value } => write!(f, "its {field} is {value}"),
            Self::Symbol(symbol) => write!(f, "symbol {symbol} of its tree is invalid"),
            Self::Block(block) => write!(f, "block {block} cannot be decoded"),
            Self::Sparse(index) => write!(f, "its sparse index does not lead to value {index}"),
            Self::Values { expected, found } => {
                write!(f, "its blocks hold {found} values instead of {expected}")
            }
            Self::Value(value) => write!(f, "it stores the value {value}, which has no meaning there"),
            Self::Memory(values) => write!(f, "memory for its {values} values is not available"),
            Self::Torn => {
                f.write_str("a part of it can no longer be read: it was truncated, or the disk has failed")
            }
            Self::Checksum { stored, computed } => {
                write!(f, "its checksum is {stored:032x}, but its contents give {computed:032x}")
            }
        }
    }
}

impl std::error::Error for Fault {}
