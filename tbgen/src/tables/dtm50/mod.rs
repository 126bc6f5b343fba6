//! Distances to mate with the counter of the fifty-move rule as a dimension (DTM50).
//!
//! Let `V(p, n)` be the distance to mate of a position with `n` plies left on the counter, 0
//! to 100. Checkmate comes before the rule; otherwise `n = 0` is a draw, a quiet move leads to
//! `n - 1`, and a capture or pawn move to 100. More plies never hurt the winner, so as a function
//! of `n` a value is a draw at first, then a mate that comes sooner in a few steps. It is the plain
//! distance to mate as soon as that many plies are left, and often before: what is kept is where
//! the steps are.

mod moves;
mod profile;
mod solver;
pub(crate) mod table;
mod zeroing;
