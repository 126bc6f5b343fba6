//! A reader of Gaviota endgame tables, Miguel Ballicora's files of distances to mate.
//!
//! Files of compression scheme 4 are read (`krk.gtb.cp4`, LZMA), the ones in common use, for all
//! endings of 3 to 5 men. [`Table`] is one file; [`Tables`] are those of some folders, with
//! captures en passant, which no file stores. Every byte of a file is taken with suspicion: a
//! damaged file gives an [`Error`] that names it and what is wrong, never a panic.
//!
//! Distances ignore the fifty-move rule, and no position has castling rights.
//!
//! ```toml
//! [dependencies]
//! board = { package = "vancura-board", version = "0.1" }
//! vancura-gaviota = "0.1"
//! ```
//!
//! ```no_run
//! use board::{Dtm, fen};
//! use vancura_gaviota::Tables;
//!
//! let tables = Tables::open(&["/usr/share/gaviotatb/gtb4"])?;
//! let board = fen::parse("8/8/8/3k4/8/8/8/R3K3 w - - 0 1").unwrap();
//! assert_eq!(tables.probe_board(&board)?, Some(Dtm::Win(27)));
//! # Ok::<(), vancura_gaviota::Error>(())
//! ```

#![forbid(unsafe_code)]

mod blocks;
mod error;
mod name;
mod number;
mod table;
mod tables;
#[cfg(test)]
mod tests;
mod value;

pub use blocks::Fault;
pub use error::Error;
pub use table::Table;
pub use tables::Tables;
