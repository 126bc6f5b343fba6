//! Extensions: singular moves, and safe checks when the root has few men.

use board::Move;

use super::exchange;
use super::kinds::{Candidate, Extension, Node, NonPv};
use super::searcher::Searcher;
use crate::tt::Bound;

impl Searcher<'_> {
    /// Searches all moves but the hash move with a lowered window. When none reaches it, the hash
    /// move is singular and is extended; when another beats beta as well, the node fails high
    /// (multi-cut).
    pub(super) fn singular_extension(&mut self, node: &Node, mv: Move, pv: bool) -> Extension {
        let Some(hash) = node.hash else { return Extension::Plies(0) };
        let (features, p) = (&self.shared.features, &self.shared.params);
        let applies = features.singular_extensions
            && node.ply > 0
            && node.depth >= p.singular_min_depth
            && hash.mv == Some(mv)
            && node.excluded.is_none()
            && hash.depth >= node.depth - p.singular_depth_slack
            && hash.bound != Bound::Upper
            && !node.hash_score.is_decisive()
            && node.ply < 2 * self.root_depth as usize;
        if !applies {
            return Extension::Plies(0);
        }
        let target = node.hash_score - p.singular_factor * node.depth;
        self.worker.stack.at_mut(node.ply).excluded = Some(mv);
        let others = self.node::<NonPv>(target - 1, target, (node.depth - 1) / 2, node.ply, node.expects_cut);
        self.worker.stack.at_mut(node.ply).excluded = None;
        if others < target {
            let far_below = others < target - p.double_extension_margin;
            let double = features.double_extensions
                && !pv
                && far_below
                && i32::from(self.worker.stack.at(node.ply).double_extensions) < p.double_extensions_max;
            Extension::Plies(1 + i32::from(double))
        } else if features.multi_cut && others >= node.beta && !others.is_decisive() {
            Extension::Cutoff(others)
        } else if node.hash_score >= node.beta {
            Extension::Plies(-1 - i32::from(!pv))
        } else if node.expects_cut {
            Extension::Plies(-1)
        } else {
            Extension::Plies(0)
        }
    }

    /// Extends a move, not yet played, by a ply if it gives check without losing material, unless
    /// it is extended already.
    pub(super) fn check_extension(&self, node: &Node, candidate: &Candidate, extension: i32) -> i32 {
        let applies = self.shared.features.check_extensions
            && extension == 0
            && node.ply < 2 * self.root_depth as usize
            && self.position.gives_check(candidate.mv)
            && exchange::wins_at_least(&self.position, candidate.mv, 0);
        i32::from(applies)
    }
}
