//! Syzygy endgame tables: a reader that checks every byte it uses, a prober, and a writer that
//! reproduces the published files byte for byte.
//!
//! [`SyzygyTables`] probes folders of files by position. [`Table`] is one file, [`SubTable`] the
//! values of one side to move; [`write`](mod@write) makes files from solved endings; [`vdtm`]
//! describes our own files with distances to mate. A damaged file gives an error that names it,
//! never an answer.
//!
//! ```
//! use board::fen;
//! use syzygy::{SyzygyError, SyzygyTables};
//!
//! let tables = SyzygyTables::open(&[std::env::temp_dir()])?;
//! let board = fen::parse("8/8/8/3k4/8/8/4P3/4K3 w - - 0 1").unwrap();
//! match tables.wdl(&board) {
//!     Ok(result) => println!("{result} for the side to move"),
//!     Err(SyzygyError::MissingTable { material, .. }) => println!("there is no file for {material}"),
//!     Err(damaged) => println!("{damaged}"),
//! }
//! # Ok::<(), SyzygyError>(())
//! ```

// Six men need more than 32 bits: numbers are narrowed by `board::narrow`, checked. Tests may cut short what they made themselves.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]

mod attacks;
mod batch;
mod boards;
mod checksum;
mod compare;
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
mod tiles;
pub mod vdtm;
mod vectorized;
pub mod write;

pub use checksum::checksum;
pub use compare::{Comparison, Example};
pub use error::{Fault, SyzygyError};
pub use format::Kind;
pub use index::{Layout, Squares, leading_file};
pub use men::{Men, Position};
pub use read::{SubTable, Table};
pub use root::{RootMove, RootMoves};
pub use set::SyzygyTables;
pub use stamp::Stamp;
pub use vectorized::vectorized;

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
