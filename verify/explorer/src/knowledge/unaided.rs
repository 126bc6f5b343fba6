//! What is known where no table is: rules, mined tables, and what a search of moves proves from them.

use std::sync::PoisonError;

use board::{Board, Outcome, Placement};
use oracle::Limits;

use super::{Knowledge, MEMORY_MEN_MAX};

/// Positions that a search for one answer may look at: all moves of a position are asked about.
const LIMITS: Limits = Limits { nodes: 1_000 };
/// Most men of a position that is asked about.
const MEN_MAX: usize = MEMORY_MEN_MAX + 1;

impl Knowledge {
    /// The result of a position at its counter by rules, mined tables and the moves that lead to them;
    /// `None` where nothing is proved. The first question about an ending takes up to a second.
    pub(crate) fn proved(&self, board: &Board) -> Option<Outcome> {
        let material = Placement::from_board(board).ok()?.material();
        if !(3..=MEN_MAX).contains(&material.men()) {
            return None;
        }
        let pocket = || self.pocket.read().unwrap_or_else(PoisonError::into_inner);
        if !pocket().is_prepared(material) {
            let mut pocket = self.pocket.write().unwrap_or_else(PoisonError::into_inner);
            pocket.prepare(material).ok()?;
        }
        pocket().prepared(board, LIMITS).at_counter(board.halfmove_clock())
    }
}
