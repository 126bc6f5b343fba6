//! What ends a search, as `go` asks for it.

use board::Move;

/// What `go` asked for. Times are milliseconds and may be negative: a clock that has run over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Last iteration.
    pub depth: Option<i32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// No new iteration after so many nodes of all threads together; the one that passes them is finished.
    pub soft_nodes: Option<u64>,
    /// Exactly this time for the move.
    pub movetime: Option<i64>,
    /// Time left by color.
    pub time: [Option<i64>; 2],
    /// Increment per move by color.
    pub increment: [Option<i64>; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<i64>,
    /// Stop when a mate in so many moves is found.
    pub mate: Option<i32>,
    /// Until told to stop.
    pub infinite: bool,
    /// Search on the other side's time, until told otherwise.
    pub ponder: bool,
    /// Only these moves, if any are given.
    pub search_moves: Vec<Move>,
}

impl Limits {
    /// A search of this depth.
    pub fn depth(depth: i32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A search of this many nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// True when a clock or a word from outside may end the search at any time.
    pub(crate) fn is_timed(&self) -> bool {
        self.infinite || self.ponder || self.movetime.is_some() || self.time.iter().any(Option::is_some)
    }

    /// True when the clock alone says when to stop, so that an obvious move may be played at once.
    pub(crate) fn is_game_clock(&self) -> bool {
        !self.infinite && self.movetime.is_none() && self.time.iter().any(Option::is_some)
    }
}
