//! Updates after a node: histories, correction history, and the hash entry.

use board::Move;

use super::history::{self, Corrected};
use super::kinds::{Kind, Node, NodeResult};
use super::searcher::Searcher;
use crate::score::Score;
use crate::tt::{Bound, Entry};

impl Searcher<'_> {
    /// Step 11: rewards the move that was best and stores the result.
    pub(super) fn finish<N: Kind>(
        &mut self,
        node: &Node,
        result: &NodeResult,
        tried: usize,
        old_alpha: Score,
    ) -> Score {
        let best = result.best.max(node.floor).min(node.ceiling);
        if node.excluded.is_some() {
            return best;
        }
        let bound = if best >= node.beta || result.best < node.floor {
            Bound::Lower
        } else if N::PV && best > old_alpha && result.best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if let Some(mv) = result.best_move
            && best >= node.beta
        {
            self.learn_from_cutoff(node, mv, tried);
        }
        self.learn_error(node, result.best_move, best, bound);
        if !(N::ROOT && self.root_first > 0) {
            let entry = Entry {
                mv: result.best_move,
                score: best.to_node(node.ply),
                eval: node.raw_eval.map(|raw| raw as i16),
                depth: node.depth,
                bound,
                was_pv: node.was_pv,
            };
            self.shared.tt.store(self.position.hash_key(), entry);
        }
        best
    }

    /// Rewards the move that caused the cutoff, and penalizes those tried before it, from the mark
    /// on.
    fn learn_from_cutoff(&mut self, node: &Node, mv: Move, tried: usize) {
        let bonus = history::bonus(&self.shared.params, node.depth);
        let refuted_by_capture = self.position.is_tactical(mv);
        if refuted_by_capture {
            self.reward_capture(mv, bonus);
        } else {
            self.remember_killer(node.ply, mv);
            self.reward_quiet(node.ply, mv, bonus);
        }
        for index in tried..self.worker.tried.mark() {
            let (mv, tactical) = self.worker.tried.at(index);
            if tactical {
                self.reward_capture(mv, -bonus);
            } else if !refuted_by_capture {
                self.reward_quiet(node.ply, mv, -bonus);
            }
        }
    }

    fn remember_killer(&mut self, ply: usize, mv: Move) {
        if !self.shared.features.killers {
            return;
        }
        self.worker.stack.at_mut(ply).killer = Some(mv);
    }

    /// Updates the correction history when the result differs from the evaluation and no capture
    /// explains it; not where recognizers applied.
    fn learn_error(&mut self, node: &Node, best_move: Option<Move>, best: Score, bound: Bound) {
        if node.verdict.is_some() {
            return;
        }
        let (Some(_), Some(eval)) = (node.raw_eval, self.worker.stack.at(node.ply).eval) else { return };
        let quiet = best_move.is_none_or(|mv| !self.position.is_tactical(mv));
        let informative = match bound {
            Bound::Exact => true,
            Bound::Lower => best.value() > eval,
            Bound::Upper => best.value() < eval,
        };
        if quiet && informative && !best.is_decisive() {
            let corrected = Corrected::new(&self.position);
            self.worker.histories.learn_correction(&corrected, node.depth, best.value() - eval);
        }
    }

    pub(super) fn reward_quiet(&mut self, ply: usize, mv: Move, bonus: i32) {
        let (us, piece) = (self.position.side_to_move(), self.position.moved_piece(mv));
        let before = self.moves_before(ply);
        self.worker.histories.reward_quiet(us, piece, mv, before, bonus);
    }

    fn reward_capture(&mut self, mv: Move, bonus: i32) {
        let (piece, victim) = (self.position.moved_piece(mv), self.position.captured_piece(mv));
        self.worker.histories.reward_capture(piece, mv, victim, bonus);
    }
}
