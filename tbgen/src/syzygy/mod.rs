//! Syzygy tables: a safe, fast reader and a writer that reproduces the published files byte for byte.
//!
//! | module       | duty                                                                    |
//! |--------------|-------------------------------------------------------------------------|
//! | `format`     | magic numbers, flags, piece codes                                       |
//! | `index`      | position to index and back                                              |
//! | `ranking`    | numbers of a group's placements                                         |
//! | `packed`     | one compressed sub-table: random access and streaming                   |
//! | `read`       | a table file: every field checked before it is believed                 |
//! | `probe`      | WDL and DTZ of a position, captures and en passant resolved             |
//! | `compare`    | a file against a solved ending, index by index                          |
//! | `checksum`   | the hash in the last 16 bytes                                           |
//! | [`mod@write`] | ordering, wildcards, pairing, Huffman code, blocks, file assembly       |
//!
//! The format is Ronald de Man's. A WDL file (`.rtbw`) holds five-valued results for both sides to move, a
//! DTZ file (`.rtbz`) the distance to the next capture or pawn move for one side. Both leave out
//! what a search of the captures finds by itself; see [`SyzygyTables`].

mod checksum;
mod compare;
mod error;
pub mod format;
mod index;
mod packed;
mod probe;
mod ranking;
mod read;
pub mod write;

pub use checksum::checksum;
pub use compare::{Comparison, Example};
pub use error::{Fault, SyzygyError};
pub use format::Kind;
pub use index::{Layout, Squares, leading_file};
pub use probe::SyzygyTables;
pub use read::{SubTable, Table};
