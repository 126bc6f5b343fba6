//! The moves that nodes have searched in vain.

use board::Move;

use crate::score::MAX_PLY;

/// The moves that the nodes of the current line have searched in vain, one node's upon the other's.
pub(super) struct TriedMoves(pub(super) Vec<(Move, bool)>);

impl Default for TriedMoves {
    fn default() -> Self {
        Self(Vec::with_capacity(MAX_PLY * TRIED_MAX))
    }
}

/// Later quiet moves, or captures, say little about the order.
pub(super) const TRIED_MAX: usize = 32;

impl TriedMoves {
    /// Where the moves of a node that begins now will lie.
    pub(super) fn mark(&self) -> usize {
        self.0.len()
    }

    /// Drops the moves of a node and of all below it.
    pub(super) fn release(&mut self, mark: usize) {
        self.0.truncate(mark);
    }

    /// The move at a place from some mark on, and whether it is tactical.
    pub(super) fn at(&self, index: usize) -> (Move, bool) {
        self.0[index]
    }
}
