//! Opening books in the Polyglot format: their keys, reading them, playing from them, and making them from games.
//!
//! A book is a list of entries of 16 bytes, numbers with the highest byte first, sorted by key:
//!
//! | offset | size | meaning |
//! |--------|------|---------|
//! | 0 | 8 | key of the position, see `key` |
//! | 8 | 2 | move: to-file, to-rank, from-file, from-rank, promotion (1 knight to 4 queen), three bits each, the lowest first; castling is the king taking its rook |
//! | 10 | 2 | weight: the larger, the more often to be played; 0 never |
//! | 12 | 4 | what some programs have learned; not used here |

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
