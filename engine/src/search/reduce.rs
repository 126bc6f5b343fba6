//! Late move reductions: moves late in the order are first searched less deeply.

use super::kinds::{Candidate, Node};
use super::searcher::Searcher;

impl Searcher<'_> {
    /// The reduction of a late move in plies, at least 0. The move has been played.
    pub(super) fn reduction(&self, node: &Node, candidate: &Candidate, pv: bool) -> i32 {
        let p = &self.shared.params;
        let mut milli = self.worker.reductions.base(candidate.tactical, node.depth, candidate.number);
        if node.expects_cut {
            milli += p.reduction_cut_node_milli;
        }
        if !node.improving {
            milli += p.reduction_not_improving_milli;
        }
        if pv || node.was_pv {
            milli -= p.reduction_pv_milli;
        }
        if self.position.in_check() {
            milli -= p.reduction_check_milli;
        }
        if self.worker.stack.at(node.ply).killer == Some(candidate.mv) {
            milli -= p.reduction_killer_milli;
        }
        if node.tactical_hash_move && !candidate.tactical {
            milli += p.reduction_tactical_hash_move_milli;
        }
        if i32::from(self.worker.stack.at(node.ply + 1).cutoffs) >= p.reduction_cutoffs_min {
            milli += p.reduction_cutoffs_milli;
        }
        milli -= candidate.history * 1_000 / p.reduction_history_divisor;
        (milli / 1_000).max(0)
    }
}
