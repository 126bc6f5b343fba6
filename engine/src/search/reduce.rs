//! Late move reductions: moves far down the order are searched less deeply at first.

use super::kinds::{Candidate, Node};
use super::searcher::Searcher;
use crate::params as p;

impl Searcher<'_> {
    /// By how many plies to search a late move less, at least 0. The move has been played.
    pub(super) fn reduction(&self, node: &Node, candidate: &Candidate, pv: bool) -> i32 {
        let mut milli = self.worker.reductions.base(candidate.tactical, node.depth, candidate.number);
        if node.expects_cut {
            milli += p::REDUCTION_CUT_NODE_MILLI;
        }
        if !node.improving {
            milli += p::REDUCTION_NOT_IMPROVING_MILLI;
        }
        if pv || node.was_pv {
            milli -= p::REDUCTION_PV_MILLI;
        }
        if self.position.in_check() {
            milli -= p::REDUCTION_CHECK_MILLI;
        }
        if self.worker.stack.at(node.ply).killer == Some(candidate.mv) {
            milli -= p::REDUCTION_KILLER_MILLI;
        }
        if node.tactical_hash_move && !candidate.tactical {
            milli += p::REDUCTION_TACTICAL_HASH_MOVE_MILLI;
        }
        if self.worker.stack.at(node.ply + 1).cutoffs >= p::REDUCTION_CUTOFFS_MIN {
            milli += p::REDUCTION_CUTOFFS_MILLI;
        }
        milli -= candidate.history * 1_000 / p::REDUCTION_HISTORY_DIVISOR;
        (milli / 1_000).max(0)
    }
}
