//! Syzygy endgame tables: a reader that checks every byte it uses, a prober, and a writer that
//! reproduces the published files byte for byte.
//!
//! [`Tables`] probes positions: results ([`Tables::wdl`]), distances to the next capture or pawn
//! move ([`Tables::dtz`]) and to mate ([`Tables::dtm`]), all moves ranked ([`Tables::rank_root`]),
//! many positions at once ([`Tables::wdl_batch`]). Positions are [`Men`], or any type that
//! implements [`Position`]. [`Tables::builder`] sets where files come from ([`source`]) and when
//! they are compared with their checksums.
//!
//! [`mod@file`] is for single files, [`mod@format`] for their structure; [`write`](mod@write)
//! creates files from solved endings, and [`vdtm`] describes our own files with distances to mate.
//! A damaged file gives an error that names it, never an answer.
//!
//! ```toml
//! [dependencies]
//! vancura-syzygy = "0.1"
//! ```
//!
//! ```
//! use vancura_syzygy::{Error, Men, RootMoves, Rule50, Tables, Verify};
//!
//! # let paths = std::env::temp_dir().to_str().unwrap().to_owned();
//! let tables = Tables::builder().paths(&paths).verify(Verify::Once).open()?;
//! // White: king e1, pawn e2; Black: king d5; White to move.
//! let [king, pawn, other] = [1 << 4, 1 << 12, 1 << 35];
//! let (white, black, pieces) = (king | pawn, other, [pawn, 0, 0, 0, 0, king | other]);
//! let men = Men { white, black, pieces, ep: 0, white_to_move: true };
//! match tables.wdl(&men) {
//!     Ok(result) => println!("{result} for the side to move"),
//!     Err(Error::MissingTable { material, .. }) => println!("there is no file for {material}"),
//!     Err(damaged) => println!("{damaged}"),
//! }
//! let mut moves = RootMoves::default();
//! if tables.rank_root(&men, Rule50::Counts, &mut moves).is_ok() {
//!     println!("{:?}", moves.iter().max_by_key(|found| found.rank));
//! }
//! # Ok::<(), Error>(())
//! ```

// Indices of six men need more than 32 bits: numbers are narrowed by `ending::narrow`, with a
// check. Tests may truncate values of their own.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]

mod attacks;
mod batch;
#[cfg(feature = "cozy")]
mod boards;
mod builder;
mod checksum;
#[cfg(feature = "write")]
mod compare;
mod compared;
mod contents;
#[cfg(feature = "write")]
pub mod decode;
mod error;
pub mod format;
mod index;
#[cfg(feature = "mmap")]
mod mapped;
mod men;
mod packed;
mod probe;
mod ranking;
mod read;
mod root;
mod set;
pub mod source;
mod stamp;
#[cfg(feature = "write")]
mod tiles;
pub mod vdtm;
#[cfg(feature = "write")]
mod vectorized;
#[cfg(feature = "write")]
pub mod write;

pub use builder::Builder;
pub use ending::{Dtm, Dtz, Material, MaybeRounded, Wdl};
pub use error::Error;
pub use format::Kind;
pub use men::{Men, Position};
pub use root::{RootMove, RootMoves, Rule50};
pub use set::{Tables, Verify};

/// Single table files: contents, verification, and stamps that identify them.
pub mod file {
    pub use crate::checksum::checksum;
    #[cfg(feature = "write")]
    pub use crate::compare::{Comparison, Example};
    pub use crate::compared::{Compared, cache_folder};
    pub use crate::error::Fault;
    pub use crate::index::{Layout, Squares, leading_file};
    pub use crate::read::{SubTable, Table};
    pub use crate::stamp::Stamp;
}

/// Compiles and runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
