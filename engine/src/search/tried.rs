//! The moves that nodes have searched without a cutoff.

use board::Move;

use crate::score::MAX_PLY;

/// A stack of the moves that the nodes of the current line have searched without a cutoff.
pub(super) struct TriedMoves(pub(super) Vec<(Move, bool)>);

impl Default for TriedMoves {
    fn default() -> Self {
        Self(Vec::with_capacity(MAX_PLY * TRIED_MAX))
    }
}

/// Most quiet moves, and most captures, that are kept.
pub(super) const TRIED_MAX: usize = 32;

impl TriedMoves {
    /// The start of a new node's moves.
    pub(super) fn mark(&self) -> usize {
        self.0.len()
    }

    /// Drops the moves of a node and of all below it.
    pub(super) fn release(&mut self, mark: usize) {
        self.0.truncate(mark);
    }

    /// The move at an index after a mark, and whether it is tactical.
    pub(super) fn at(&self, index: usize) -> (Move, bool) {
        self.0[index]
    }
}
