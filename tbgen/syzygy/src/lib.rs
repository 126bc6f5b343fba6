//! Syzygy tables: a safe, fast reader and a writer that reproduces the published files byte for byte.
//!
//! | module       | duty                                                                    |
//! |--------------|-------------------------------------------------------------------------|
//! | `mapped`     | a file in memory; all the `unsafe` code there is                        |
//! | `stamp`      | by what a file is known again                                           |
//! | [`vdtm`]     | what a file of distances to mate says                                   |
//! | [`mod@format`] | magic numbers, flags, piece codes, file names                           |
//! | `error`      | what can go wrong with a file                                           |
//! | `ranking`    | numbers of a group's placements                                         |
//! | `checksum`   | the hash in the last 16 bytes                                           |
//! | `index`      | position to index and back                                              |
//! | `packed`     | one compressed sub-table: random access and streaming                   |
//! | [`decode`]   | runs of indices to squares, many at once                                |
//! | `read`       | a table file: every field checked before it is believed                 |
//! | `probe`      | WDL and DTZ of a position, captures and en passant resolved             |
//! | [`mod@write`] | ordering, wildcards, pairing, Huffman code, blocks, file assembly       |
//! | `compare`    | a file against a solved ending, index by index                          |
//!
//! Modules use only those above them in the table.
//!
//! The format is Ronald de Man's. A WDL file (`.rtbw`) holds five-valued results for both sides to move, a
//! DTZ file (`.rtbz`) the distance to the next capture or pawn move for one side. Both leave out
//! what a search of the captures finds by itself; see [`SyzygyTables`].

mod checksum;
mod compare;
pub mod decode;
mod error;
pub mod format;
mod index;
mod mapped;
mod packed;
mod probe;
mod ranking;
mod read;
mod stamp;
pub mod vdtm;
pub mod write;

pub use checksum::checksum;
pub use compare::{Comparison, Example};
pub use error::{Fault, SyzygyError};
pub use format::Kind;
pub use index::{Layout, Squares, leading_file};
pub use probe::SyzygyTables;
pub use read::{SubTable, Table};
pub use stamp::Stamp;
