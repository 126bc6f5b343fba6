//! A position explained from tables and rules: the exact result and what it comes to at the counter of the fifty-move rule, the rule that
//! proves it, what each legal move does to it, and best play. The engine's terminal, `verify explain` and the annotation of games all
//! take their words from here. [`annotate`] does the same for the moves of games.
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
