//! A move as it was played, or why none was.

use board::Move;

use crate::score::Score;

/// A move as it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// The mover's score.
    pub score: Score,
    /// Finished plies.
    pub depth: i32,
    /// Nodes searched.
    pub nodes: u64,
}

/// Why no move came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Lapse {
    /// The clock ran out.
    Time,
    /// The program crashed, went silent or broke the rules.
    Fault(String),
}
