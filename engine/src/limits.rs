//! The limits of a search, as given by `go`.

use board::Move;

/// The arguments of `go`. Times are in milliseconds and may be negative on an expired clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth of the last iteration.
    pub depth: Option<i32>,
    /// Most nodes, all threads together.
    pub nodes: Option<u64>,
    /// Soft node limit, all threads together: no new iteration starts after it, but the current one
    /// is completed.
    pub soft_nodes: Option<u64>,
    /// Exact time for the move.
    pub movetime: Option<i64>,
    /// Time left by color.
    pub time: [Option<i64>; 2],
    /// Increment per move by color.
    pub increment: [Option<i64>; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<i64>,
    /// Stop when a mate in at most this many moves is found.
    pub mate: Option<i32>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Ponder until `ponderhit` or `stop`.
    pub ponder: bool,
    /// Restrict the search to these moves, if any are given.
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

    /// True when a clock or a command may end the search at any time.
    pub(crate) fn is_timed(&self) -> bool {
        self.infinite || self.ponder || self.movetime.is_some() || self.time.iter().any(Option::is_some)
    }

    /// True when only the clock limits the search, so that an obvious move may be played at once.
    pub(crate) fn is_game_clock(&self) -> bool {
        !self.infinite && self.movetime.is_none() && self.time.iter().any(Option::is_some)
    }
}
