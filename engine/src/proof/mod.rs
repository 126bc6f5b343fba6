//! Proofs of mates: the side to move, the attacker, mates within N of its moves whatever the defender plays.
//!
//! **The search** is depth-first proof-number search (Nagai 2002; [Chessprogramming wiki](https://www.chessprogramming.org/Proof-Number_Search);
//! Kishimoto, Winands, Müller and Saito 2012 for a survey), with the thresholds of Pawlewicz and Lew (2007), which stay with a move
//! until it is a quarter worse than the next. A position is first guessed to be as hard to prove as the defender has replies.
//!
//! **Disproofs.** The plies left are part of every question, and each move takes one: nothing is ever asked while it is being answered, so
//! that lines that come back to a position (the graph-history interaction problem) do no harm. A proof with few plies left holds with
//! more, a disproof with many holds with fewer. Two positions with the same 64-bit key would be taken for one: a proof that was written to
//! a file rules that out, a disproof cannot.
//!
//! **What a proof means.** The rules end the game: mate, stalemate, the fifty-move rule (a counter of 100 that the last move reached
//! without mate is a draw; the counter of the position counts) and repetition (positions that have been on the board twice, in
//! the game that led here, are draws). A mate does not need positions to come twice: where one can be forced, one can be forced without.
//! So "mate in N" holds over the board, and "no mate in N" does, too.
//!
//! **Tables.** Exact distances in memory settle positions. Draws and losses of the attacker by Syzygy files disprove; a win
//! there says nothing about N.

mod checks;
mod file;
mod key;
mod leaf;
mod prover;
mod search;
mod strategy;
mod table;
mod value;

pub use prover::{Answer, Prover, Question, Verdict};
pub use table::OutOfMemory;

/// The longest mate that can be asked for, in moves.
pub const MAX_MOVES: u8 = 127;

/// The same in plies of both sides, the mating move the last.
const MAX_PLIES: u8 = 2 * MAX_MOVES - 1;
