//! A UCI chess engine with exact endgame tables and proved recognizers.
//!
//! [`engine::Engine`] searches a [`position::Position`] on all its threads; [`uci`] communicates
//! with chess GUIs, [`play`] plays matches and solves suites, [`annotate`] judges positions of
//! annotated games, [`proof`] proves mates, [`sparring`] plays at a level. The program `vancura` is
//! a thin layer on top.
//!
//! ```
//! use std::time::Instant;
//!
//! use vancura::clock::Signals;
//! use vancura::{engine::Engine, limits::Limits, position::Position, search::Silent};
//!
//! let mut engine = Engine::new(1)?;
//! let position = Position::new(board::fen::parse("8/8/8/4k3/8/8/8/KR6 w - - 0 1").unwrap());
//! let (limits, signals) = (Limits::depth(1), Signals::default());
//! let result = engine.think(&position, &limits, &signals, Instant::now(), &mut Silent);
//! // Three men are solved in memory, so even one ply shows the mate to its end.
//! assert_eq!(result.line.score.mate_moves(), Some(15));
//! assert_eq!(result.line.pv.len(), 29);
//! # Ok::<(), vancura::tt::OutOfMemory>(())
//! ```
//!
//! For an overview of the program see `vancura --help`, for every option and argument
//! `docs/reference.md`.

pub mod annotate;
pub mod chart;
pub mod clock;
mod cuckoo;
pub mod engine;
pub mod eval;
pub mod features;
pub mod knowledge;
mod large_pages;
pub mod level;
pub mod limits;
pub mod mates;
pub mod options;
pub mod params;
pub mod picture;
mod pinning;
pub mod play;
pub mod polyglot;
pub mod position;
pub mod proof;
mod psqt;
mod root_profile;
pub mod score;
pub mod search;
pub mod sparring;
pub mod tablebase;
pub mod tt;
pub mod uci;
mod zobrist;
