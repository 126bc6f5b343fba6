//! What is known where no table is: rules, mined tables, and what a search of moves proves from them.

use std::sync::{PoisonError, RwLockReadGuard};

use board::{Board, Outcome, Placement};
use oracle::{Answer, Limits, Pocket};

use super::{Knowledge, MEMORY_MEN_MAX};

/// Positions that a search for one answer may look at: all moves of a position are asked about.
const LIMITS: Limits = Limits { nodes: 1_000 };
/// The same for the position itself.
const LIMITS_OF_PROOF: Limits = Limits { nodes: 4_000 };
/// Most men of a position that is asked about.
const MEN_MAX: usize = MEMORY_MEN_MAX + 1;

impl Knowledge {
    /// The endings of up to four men that are solved for results alone, with rules, mined tables and the search on top.
    pub fn pocket(&self) -> RwLockReadGuard<'_, Pocket> {
        self.pocket.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes them.
    pub fn with_pocket<T>(&self, change: impl FnOnce(&mut Pocket) -> T) -> T {
        change(&mut self.pocket.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// The result of a position at its counter by rules, mined tables and the moves that lead to them;
    /// `None` where nothing is proved. The first question about an ending takes up to a second, unless the host solves
    /// what it needs when nobody waits.
    pub(crate) fn proved(&self, board: &Board) -> Option<Outcome> {
        self.answer(board, LIMITS)?.at_counter(board.halfmove_clock())
    }

    /// What is proved of a position without tables, and how; a longer search than that of [`Knowledge::proved`].
    pub(crate) fn proof(&self, board: &Board) -> Option<Answer> {
        self.answer(board, LIMITS_OF_PROOF)
    }

    fn answer(&self, board: &Board, limits: Limits) -> Option<Answer> {
        let material = Placement::from_board(board).ok()?.material();
        if !(3..=MEN_MAX).contains(&material.men()) {
            return None;
        }
        if self.host.solves_while_waiting() && !self.pocket().is_prepared(material) {
            self.with_pocket(|pocket| pocket.prepare(material)).ok()?;
        }
        Some(self.pocket().prepared(board, limits))
    }
}
