//! Reports of a search: lines of analysis while it runs (`info` in UCI), and its result.

use board::Move;

use crate::score::Score;
use crate::tt::Bound;

/// One line of analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchInfo {
    /// Iteration.
    pub depth: i32,
    /// Deepest ply reached.
    pub selective_depth: usize,
    /// Rank among the best lines, from 1.
    pub rank: usize,
    /// The side to move's score.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: u64,
    /// Use of the hash table in thousandths.
    pub hash_permille: usize,
    /// Table hits.
    pub table_hits: u64,
    /// The moves.
    pub pv: Vec<Move>,
}

/// Receives reports of a search.
pub trait Observer {
    /// A new or better line.
    fn info(&mut self, line: &SearchInfo);
    /// A long search starts this root move, numbered from 1.
    fn current_move(&mut self, depth: i32, mv: Move, number: usize);
    /// A remark for the user.
    fn remark(&mut self, text: &str);
    /// True when reports during the search are ignored: then none are composed.
    fn wants_nothing(&self) -> bool {
        false
    }
    /// The search has its answer; only cleanup follows.
    fn decided(&mut self, _outcome: &SearchResult) {}
}

/// Ignores all reports.
pub struct Silent;

impl Observer for Silent {
    fn info(&mut self, _line: &SearchInfo) {}
    fn current_move(&mut self, _depth: i32, _mv: Move, _number: usize) {}
    fn remark(&mut self, _text: &str) {}
    fn wants_nothing(&self) -> bool {
        true
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The move to play; `None` in checkmate and stalemate.
    pub best: Option<Move>,
    /// The expected reply (ponder move).
    pub ponder: Option<Move>,
    /// The best line.
    pub line: SearchInfo,
}
