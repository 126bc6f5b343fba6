//! Proofs of mates: the side to move (the attacker) mates within N of its moves against any
//! defense.
//!
//! **The search** is depth-first proof-number search (Nagai 2002; [Chessprogramming
//! wiki](https://www.chessprogramming.org/Proof-Number_Search); Kishimoto, Winands, Müller and
//! Saito 2012 for a survey), with the thresholds of Pawlewicz and Lew (2007), which stay with a
//! move until it is a quarter worse than the next. The initial proof number of a position is the
//! number of the defender's replies.
//!
//! **Disproofs.** The plies left are part of every node, and each move takes one: no node is its
//! own descendant, so that repeated positions (the graph-history interaction problem) cause no
//! errors. A proof with few plies left holds with more, a disproof with many holds with fewer. Two
//! positions with the same 64-bit key would be confused: a proof file excludes that, a disproof
//! cannot.
//!
//! **What a proof means.** The rules end the game: mate, stalemate, the fifty-move rule (a counter
//! that reaches 100 without mate is a draw; it starts at the position's counter) and repetition
//! (positions that have occurred twice in the game so far are draws). A forced mate never needs to
//! repeat a position. So both "mate in N" and "no mate in N" hold over the board.
//!
//! **Tables.** Exact distances in memory decide positions. Draws and losses of the attacker in
//! Syzygy files disprove; a win there says nothing about N.

mod checks;
mod file;
mod key;
mod leaf;
mod prover;
mod search;
mod strategy;
mod table;
mod value;

pub use prover::{Answer, MateQuestion, Progress, Prover, Question, Verdict};
pub use table::OutOfMemory;
pub use value::MAX_MOVES;
