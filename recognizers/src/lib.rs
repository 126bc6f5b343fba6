//! Rules that give the result of an endgame position from the board alone and are never wrong.
//!
//! [`judge`] gives the [`Verdict`] on a position: win, draw, loss or a bound, and the rule that
//! proves it, with its claim and source. [`explain()`] gives the reasons in words. The program
//! `verify` has compared each rule with exact tables over every legal position of its ending.
//!
//! ```toml
//! [dependencies]
//! vancura-recognizers = "0.1"
//! ```
//!
//! ```
//! use vancura_recognizers::Bound;
//! use vancura_recognizers::board::{Board, fen};
//!
//! let board = fen::parse("8/P7/4K3/8/8/8/4b3/7k b - - 0 1").unwrap();
//! let verdict = vancura_recognizers::judge(&board).unwrap();
//! assert_eq!(verdict.bound, Bound::Draw);
//! assert_eq!(verdict.rule.to_string(), "KBvKP: the bishop reaches the path");
//! // Where no rule applies there is no verdict.
//! assert!(vancura_recognizers::judge(&Board::startpos()).is_none());
//! ```
//!
//! [`RECOGNIZERS`] lists the endings; [`mined`] contains the tables that are used where no named
//! rule applies.

#![forbid(unsafe_code)]

mod endings;
mod explain;
pub mod geometry;
pub mod mined;
mod recognizer;
mod registry;
mod rule;
mod table_files;

/// The crate whose position types are used here.
pub use board;
pub use endings::Kbkp;
pub use explain::{Reason, broken_by, explain};
pub use mined::{Answer, MINED_RULES, Mined};
pub use recognizer::{InSearch, Layer, Recognizer, RuleBook, RuleId, RuleSet, Rules, Verdict};
pub use registry::{LISTED, MAX_MEN, RECOGNIZERS, all, find, judge, judge_in_search, judge_placement};
pub use rule::{
    Bound, Checked, DISTANCES, Distance, Named, NotADistance, Outcome, Row, Rule, RuleDistance, Side, View,
    parse_distances,
};
pub use table_files::{TableFile, load_tables, restore_tables};

/// Tests the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
