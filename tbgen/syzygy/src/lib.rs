//! Syzygy endgame tables: a reader that checks every byte it uses, a prober, and a writer that
//! reproduces the published files byte for byte.
//!
//! [`Tables`] answers for a position: its result ([`Tables::wdl`]), the distance to
//! the next capture or pawn move ([`Tables::dtz`]) or to mate ([`Tables::dtm`]), all moves ranked
//! ([`Tables::rank_root`]), many positions at once ([`Tables::wdl_batch`]). Positions are [`Men`],
//! or whatever implements [`Position`]. [`Tables::builder`] says where files come from and when
//! they are compared with their checksums; [`source`] holds the choices.
//!
//! [`mod@file`] is about single files, [`mod@format`] about what is in them; [`write`](mod@write)
//! makes files from solved endings, and [`vdtm`] describes our own files with distances to mate. A
//! damaged file gives an error that names it, never an answer.
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

// Six men need more than 32 bits: numbers are narrowed by `ending::narrow`, checked. Tests may cut
// short what they made themselves.
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

/// One table file: what is in it, whether it is sound, by what it is known again.
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

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
