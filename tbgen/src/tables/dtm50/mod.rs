//! Distances to mate with the counter of the fifty-move rule as a dimension (DTM50).
//!
//! Let `V(p, n)` be the distance to mate of a position with `n` plies left on the counter, 0 to
//! 100. Checkmate takes precedence over the rule; otherwise `n = 0` is a draw, a quiet move leads
//! to `n - 1`, and a capture or pawn move to 100. More plies never hurt the winner, so as a
//! function of `n` a value is first a draw, then a mate that gets shorter in a few steps. It equals
//! the plain distance to mate at the latest when that many plies are left, and often earlier: only
//! the steps are stored.

mod moves;
mod profile;
mod solver;
pub(crate) mod table;
mod zeroing;
