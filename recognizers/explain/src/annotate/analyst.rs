//! What an engine tells about positions that tables and rules do not cover.

use board::{Board, Move};

/// Who judges positions that tables and rules do not cover: an engine. It follows each game from its
/// beginning.
pub trait Analyst {
    /// A game begins with this position.
    fn begin(&mut self, start: &Board);
    /// This move is played, or a null move.
    fn play(&mut self, mv: Option<Move>);
    /// Judges the position that is reached, which has legal moves; `None` where it cannot.
    fn analyze(&mut self) -> Option<Analysis>;
}

/// The judgement of an engine.
pub struct Analysis {
    /// The expected score of the side to move, in thousandths of a point.
    pub expectation: i32,
    /// That of its second-best move.
    pub second: Option<i32>,
    /// The line it expects.
    pub line: Vec<Move>,
    /// Its score as it reports it, for the side to move.
    pub score: String,
    /// The same in words, from White's view: `+0.35`, `White mates in 3`.
    pub for_white: String,
}
