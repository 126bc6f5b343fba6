//! Late move reductions: moves far down the order are searched less deeply at first.

use super::Searcher;
use super::node::{Candidate, Node};
use crate::params as p;

/// Reductions by depth and move number, in thousandths of a ply.
pub(super) struct Reductions {
    quiet: Vec<[i32; 64]>,
    capture: Vec<[i32; 64]>,
}

impl Default for Reductions {
    fn default() -> Self {
        let table = |base: i32, divisor: i32| {
            let entry = |depth: usize, number: usize| {
                let product = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
                base + (product * 1e6 / f64::from(divisor)).round() as i32
            };
            (0..64).map(|depth| std::array::from_fn(|number| entry(depth, number))).collect()
        };
        Self {
            quiet: table(p::REDUCTION_QUIET_BASE_MILLI, p::REDUCTION_QUIET_DIVISOR_MILLI),
            capture: table(p::REDUCTION_CAPTURE_BASE_MILLI, p::REDUCTION_CAPTURE_DIVISOR_MILLI),
        }
    }
}

impl Reductions {
    /// Thousandths of a ply, before anything is known about the move.
    pub(super) fn base(&self, tactical: bool, depth: i32, number: usize) -> i32 {
        let table = if tactical { &self.capture } else { &self.quiet };
        table[(depth.max(0) as usize).min(63)][number.min(63)]
    }
}

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
