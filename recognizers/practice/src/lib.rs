//! Practice endings against a perfect defender.
//!
//! A [`Task`] is a position to win or to hold: from a [`Course`], at random from an ending, or the
//! user's own. [`judge()`] marks a move as a mistake only if it worsens the result, the fifty-move
//! counter included; it then names the rule that the move breaks and shows the refutation.
//! [`reply()`] gives the move of an opponent who never errs, [`easy_reply()`] that of a weaker one,
//! and [`Reply::of`] that of an engine; [`hint()`] helps in three steps, and [`Progress`]
//! schedules repetitions. Exact results come from a [`Source`], such as an
//! [`Oracle`](oracle::Oracle).
//!
//! ```toml
//! [dependencies]
//! board = { package = "vancura-board", version = "0.1" }
//! oracle = { package = "vancura-oracle", version = "0.1" }
//! tbgen = { package = "vancura-tbgen", version = "0.1" }
//! vancura-practice = "0.1"
//! ```
//!
//! ```
//! use board::{fen, notation};
//! use oracle::Oracle;
//! use tbgen::KnownEndings;
//! use vancura_practice::{Play, Verdict, judge};
//!
//! let mut known = Oracle::from(KnownEndings::in_memory(3));
//! let board = fen::parse("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1")?;
//! known.prepare(&board)?;
//! let play = Play::new(board.clone());
//! let judgment = judge(&known, &play, notation::parse_san(&board, "Kd5")?);
//! assert_eq!(judgment.verdict, Verdict::Spoils);
//! assert!(judgment.words.starts_with("Kd5 allows a draw."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod course;
mod day;
mod defender;
mod goal;
mod hint;
mod judge;
mod line;
mod play;
mod progress;
mod reply;
mod source;
mod study;
mod task;

pub use course::{Course, Lesson, courses, find};
pub use day::Day;
pub use defender::{Defender, LEVELS};
pub use goal::Goal;
pub use hint::{Hint, Step, hint};
pub use judge::{Announced, Fault, Judgment, Verdict, judge};
pub use line::{Ply, Refutation};
pub use play::{End, Play, PlayError};
pub use progress::{Ended, Entry, NotProgress, Progress};
pub use reply::{Reply, easy_reply, reply};
pub use source::Source;
pub use study::{study_of_course, study_of_rules};
pub use task::{Difficulty, Task, TaskError, Wanted, some_position};
