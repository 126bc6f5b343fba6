//! A move as it was played, or why there was none.

use board::Move;

use crate::score::Score;

/// A move as it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// The mover's score.
    pub score: Score,
    /// Completed depth in plies.
    pub depth: i32,
    /// Nodes searched.
    pub nodes: u64,
}

/// Why there was no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Lapse {
    /// The clock ran out.
    Time,
    /// The engine crashed, stopped responding or broke the rules.
    Fault(String),
}
