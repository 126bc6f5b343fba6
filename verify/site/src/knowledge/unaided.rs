//! What is known where no table is: rules, mined tables, and what a search of moves proves from them.

use std::sync::{PoisonError, RwLockReadGuard};

use board::{Board, Outcome, Placement};
use oracle::{Answer, Limits, Pocket};

use super::{Knowledge, MEMORY_MEN_MAX};

/// Positions that the searches for one answer may look at, all positions that are asked about together.
const NODES: usize = 8_000;
/// The same for one of them, at least and at most.
const NODES_OF_ONE: (usize, usize) = (200, 2_000);
/// Most men of a position that is asked about.
const MEN_MAX: usize = MEMORY_MEN_MAX + 1;
/// Answers that are remembered: one reply asks several times about its position.
const RECENT: usize = 4;

impl Knowledge {
    /// The endings of up to four men that are solved for results alone, with rules, mined tables and the search on top.
    pub fn pocket(&self) -> RwLockReadGuard<'_, Pocket> {
        self.pocket.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes them.
    pub fn with_pocket<T>(&self, change: impl FnOnce(&mut Pocket) -> T) -> T {
        // More may be proved now.
        self.recent.lock().unwrap_or_else(PoisonError::into_inner).clear();
        change(&mut self.pocket.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// The result of a position at its counter by rules, mined tables and the moves that lead to them;
    /// `None` where nothing is proved. It is one of `among` positions that one answer asks about. The first question about an
    /// ending takes up to a second, unless the host solves what it needs at other times.
    pub(crate) fn proved(&self, board: &Board, among: usize) -> Option<Outcome> {
        let counter = board.halfmove_clock();
        if among == 1 {
            self.proof(board)?.at_counter(counter)
        } else {
            self.search(board, among)?.at_counter(counter)
        }
    }

    /// What is proved of a position without tables, and how.
    pub(crate) fn proof(&self, board: &Board) -> Option<Answer> {
        let recent = || self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, answer)) = recent().iter().find(|(asked, _)| asked == board) {
            return Some(answer.clone());
        }
        let answer = self.search(board, 1)?;
        let mut recent = recent();
        recent.truncate(RECENT - 1);
        recent.insert(0, (board.clone(), answer.clone()));
        Some(answer)
    }

    fn search(&self, board: &Board, among: usize) -> Option<Answer> {
        let material = Placement::from_board(board).ok()?.material();
        if !(3..=MEN_MAX).contains(&material.men()) {
            return None;
        }
        if self.host.solves_while_waiting() && !self.pocket().is_prepared(material) {
            self.with_pocket(|pocket| pocket.prepare(material)).ok()?;
        }
        let (least, most) = NODES_OF_ONE;
        let nodes = (NODES / among.max(1)).clamp(least, most) as u32;
        Some(self.pocket().prepared(board, Limits { nodes }))
    }
}
