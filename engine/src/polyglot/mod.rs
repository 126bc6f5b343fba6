//! Opening books in the Polyglot format: keys, reading, choosing moves, and making books from
//! games.
//!
//! A book is a list of big-endian entries of 16 bytes, sorted by key:
//!
//! | offset | size | meaning |
//! |--------|------|---------|
//! | 0 | 8 | key of the position, see `key` |
//! | 8 | 2 | move: to-file, to-rank, from-file, from-rank, promotion (1 knight to 4 queen), three bits each, the lowest first; castling is the king taking its rook |
//! | 10 | 2 | weight: moves with more weight are played more often; those of weight 0 never |
//! | 12 | 4 | learning data of some programs; not used here |

mod book;
mod counts;
mod key;
mod library;
mod make;
mod random64;

pub use book::{Book, BookError, Weighted};
pub use key::key;
pub(crate) use library::Library;
pub use make::{Made, MakeError, Rules, make};
