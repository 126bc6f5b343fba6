//! Syzygy endgame tables: a reader that checks every byte it uses, a prober, and a writer that
//! reproduces the published files byte for byte.
//!
//! [`Tables`] probes folders of files by position. [`file::Table`] is one file, [`file::SubTable`] the
//! values of one side to move; [`write`](mod@write) makes files from solved endings; [`vdtm`]
//! describes our own files with distances to mate. A damaged file gives an error that names it,
//! never an answer.
//!
//! ```
//! use board::fen;
//! use vancura_syzygy::{Error, Tables};
//!
//! let tables = Tables::open(&[std::env::temp_dir()])?;
//! let board = fen::parse("8/8/8/3k4/8/8/4P3/4K3 w - - 0 1").unwrap();
//! match tables.wdl(&board) {
//!     Ok(result) => println!("{result} for the side to move"),
//!     Err(Error::MissingTable { material, .. }) => println!("there is no file for {material}"),
//!     Err(damaged) => println!("{damaged}"),
//! }
//! # Ok::<(), Error>(())
//! ```

// Six men need more than 32 bits: numbers are narrowed by `ending::narrow`, checked. Tests may cut short what they made themselves.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]

mod attacks;
mod batch;
#[cfg(feature = "cozy")]
mod boards;
mod checksum;
#[cfg(feature = "write")]
mod compare;
#[cfg(feature = "write")]
pub mod decode;
mod error;
pub mod format;
mod index;
mod mapped;
mod men;
mod packed;
mod probe;
mod ranking;
mod read;
mod root;
mod set;
mod stamp;
#[cfg(feature = "write")]
mod tiles;
pub mod vdtm;
#[cfg(feature = "write")]
mod vectorized;
#[cfg(feature = "write")]
pub mod write;

pub use ending::{Dtm, Dtz, Material, MaybeRounded, Wdl};
pub use error::Error;
pub use format::Kind;
pub use men::{Men, Position};
pub use root::{RootMove, RootMoves};
pub use set::Tables;

/// One table file: what is in it, whether it is sound, by what it is known again.
pub mod file {
    pub use crate::checksum::checksum;
    #[cfg(feature = "write")]
    pub use crate::compare::{Comparison, Example};
    pub use crate::error::Fault;
    pub use crate::index::{Layout, Squares, leading_file};
    pub use crate::read::{SubTable, Table};
    pub use crate::stamp::Stamp;
}

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
