//! Explains endgame positions from tables and rules: the exact result with and without the
//! fifty-move counter, the rule that proves it, the effect of each legal move, and best play.
//! `vancura explain`, `verify explain` and the explorer print it. [`annotate`] does the same for
//! the moves of games.
//!
//! ```toml
//! [dependencies]
//! board = { package = "vancura-board", version = "0.1" }
//! oracle = { package = "vancura-oracle", version = "0.1" }
//! tbgen = { package = "vancura-tbgen", version = "0.1" }
//! vancura-explain = "0.1"
//! ```
//!
//! ```
//! use board::fen;
//! use vancura_explain::{Effect, Explanation};
//! use oracle::Oracle;
//! use tbgen::KnownEndings;
//!
//! let mut known = Oracle::from(KnownEndings::in_memory(3));
//! let board = fen::parse("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1")?;
//! known.prepare(&board)?;
//! let explanation = Explanation::new(&board, &known);
//! assert_eq!(explanation.in_words, "mated in 12 (24 plies), zeroing in 4 plies");
//! assert!(explanation.moves.iter().all(|mv| mv.effect == Effect::Lost));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod annotate;
mod effect;
mod explanation;
mod result;
mod text;

pub use effect::{Effect, MoveEffect, move_effects};
pub use explanation::{ByMoves, Explanation, zugzwang};
pub use result::{outcome, played_on};
