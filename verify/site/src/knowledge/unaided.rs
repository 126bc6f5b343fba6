//! Proofs without tables: rules, mined tables, and a search based on them.

use std::sync::{PoisonError, RwLockReadGuard};

use board::{Board, Outcome, Placement};
use oracle::{Answer, Limits, Pocket};

use super::{Knowledge, MEMORY_MEN_MAX};

/// Maximum nodes of all searches for one answer.
const NODES: usize = 8_000;
/// Minimum and maximum of the limit for one position of an answer.
const NODES_OF_ONE: (usize, usize) = (200, 2_000);
/// Maximum pieces of a position to prove.
const MEN_MAX: usize = MEMORY_MEN_MAX + 1;
/// Number of cached answers: one reply queries its position several times.
const RECENT: usize = 4;

impl Knowledge {
    /// Endings of up to four pieces solved only for results, with rules, mined tables and search.
    pub fn pocket(&self) -> RwLockReadGuard<'_, Pocket> {
        self.pocket.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Modifies the pocket.
    pub fn with_pocket<T>(&self, change: impl FnOnce(&mut Pocket) -> T) -> T {
        // More may be proved now.
        self.recent.lock().unwrap_or_else(PoisonError::into_inner).clear();
        change(&mut self.pocket.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// The result of a position at its counter, proved from rules, mined tables and the moves that
    /// lead to them; `None` if nothing is proved. It is one of `among` positions of one answer. The
    /// first query of an ending takes up to a second, unless the host solves the endings it needs
    /// at other times.
    pub(crate) fn proved(&self, board: &Board, among: usize) -> Option<Outcome> {
        let counter = board.halfmove_clock();
        if among == 1 {
            self.proof(board)?.at_counter(counter)
        } else {
            self.search(board, among)?.at_counter(counter)
        }
    }

    /// The proved range of results of a position, with its proof.
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
