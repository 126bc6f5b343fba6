//! The interface to an engine that evaluates positions outside tables and rules.

use board::{Board, Move};

/// An engine that evaluates positions that tables and rules do not cover. It follows each game from
/// its first position.
pub trait Analyst {
    /// Starts a game from this position.
    fn begin(&mut self, start: &Board);
    /// Plays a move; `None` is a null move.
    fn play(&mut self, mv: Option<Move>);
    /// Evaluates the current position, which has legal moves; `None` if it cannot.
    fn analyze(&mut self) -> Option<Analysis>;
}

/// An engine's evaluation of a position.
pub struct Analysis {
    /// The expected score of the side to move, in thousandths of a point.
    pub expectation: i32,
    /// The same for its second-best move.
    pub second: Option<i32>,
    /// The score in centipawns for the side to move; beyond ±1000 it counts as won or lost.
    pub centipawns: i32,
    /// The principal variation.
    pub line: Vec<Move>,
    /// The score as the engine reports it, for the side to move.
    pub score: String,
    /// The same in words, from White's view: `+0.35`, `White mates in 3`.
    pub for_white: String,
}
