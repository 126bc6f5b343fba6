//! Pruning of nodes and moves.

use super::exchange;
use super::history::Moved;
use super::kinds::{Candidate, Kind, Node, NonPv};
use super::picker::Picker;
use super::searcher::Searcher;
use crate::score::Score;
use crate::tt::{Bound, Entry};

impl Searcher<'_> {
    /// Razoring: far enough below alpha that only a capture could help, which quiescence will find.
    pub(super) fn razor(&mut self, node: &Node) -> Option<Score> {
        let p = &self.shared.params;
        if !self.shared.features.razoring
            || node.depth > p.razoring_max_depth
            || node.alpha.is_decisive()
            || node.eval + p.razoring_base + p.razoring_factor * node.depth > node.alpha.value()
        {
            return None;
        }
        let score = self.quiescence::<NonPv>(node.alpha, node.alpha + 1, node.ply, false);
        (score <= node.alpha).then_some(score)
    }

    /// Reverse futility: far enough above beta that a quiet move will hold it. Not where the
    /// position was in a principal variation, which deserves a closer look.
    pub(super) fn reverse_futility(&self, node: &Node) -> Option<Score> {
        let p = &self.shared.params;
        let depth = node.depth - i32::from(node.improving) * p.reverse_futility_improving;
        let percent = 100 - i32::from(node.is_gaining) * p.reverse_futility_gaining;
        let margin = p.reverse_futility_factor * depth.max(0) * percent / 100;
        let above = node.eval - margin >= node.beta.value();
        let applies = self.shared.features.reverse_futility
            && !node.was_pv
            && node.depth <= p.reverse_futility_max_depth
            && above
            && !node.beta.is_decisive();
        applies.then(|| Score::heuristic(node.eval).midpoint(node.beta))
    }

    /// Null move: when passing still beats beta in a reduced search, a real move will too. Not with
    /// a lone minor piece or less, because of zugzwang; deep cutoffs are verified.
    pub(super) fn null_move(&mut self, node: &Node) -> Option<Score> {
        let p = &self.shared.params;
        let margin = p.null_move_margin_base - p.null_move_margin_factor * node.depth;
        let applies = self.shared.features.null_move
            && node.depth >= p.null_move_min_depth
            && node.eval >= node.beta.value()
            && self.worker.stack.at(node.ply).eval.is_some_and(|eval| eval >= node.beta.value() + margin)
            && !node.beta.is_decisive()
            && node.ply >= self.null_move_min_ply
            && self.worker.stack.back(node.ply, 1).moved != Moved::NONE
            && self.position.has_pieces_for_null_move()
            && !node.hash.is_some_and(|hash| hash.bound == Bound::Upper && node.hash_score < node.beta);
        if !applies {
            return None;
        }
        let above = (node.eval - node.beta.value()) / p.null_move_eval_divisor;
        let reduction =
            p.null_move_base + node.depth / p.null_move_depth_divisor + above.min(p.null_move_eval_max);
        self.worker.stack.at_mut(node.ply).moved = Moved::NONE;
        self.position.play_null();
        self.shared.tt.prefetch(self.position.hash_key());
        let score = -self.node::<NonPv>(
            -node.beta,
            -node.beta + 1,
            node.depth - reduction,
            node.ply + 1,
            !node.expects_cut,
        );
        self.position.undo();
        if self.stopped || score < node.beta {
            return None;
        }
        // A mate found after a null move is not reliable.
        let score = if score.is_decisive() { node.beta } else { score };
        if node.depth < p.null_move_verify_min_depth || self.null_move_min_ply > 0 {
            return Some(score);
        }
        self.null_move_min_ply = node.ply + (node.depth - reduction).max(1) as usize * 3 / 4 + 1;
        let verified = self.node::<NonPv>(node.beta - 1, node.beta, node.depth - reduction, node.ply, false);
        self.null_move_min_ply = 0;
        (verified >= node.beta && !self.stopped).then_some(score)
    }

    /// ProbCut: a capture that beats a raised beta in quiescence and in a shallow search would beat
    /// beta in a full one.
    pub(super) fn probcut(&mut self, node: &Node) -> Option<Score> {
        let p = &self.shared.params;
        let raised = node.beta + p.probcut_margin;
        let hopeless = node
            .hash
            .is_some_and(|hash| hash.depth > node.depth - p.probcut_reduction && node.hash_score < raised);
        if !self.shared.features.probcut
            || node.depth < p.probcut_min_depth
            || node.beta.is_decisive()
            || hopeless
        {
            return None;
        }
        let threshold = (raised.value() - self.worker.stack.at(node.ply).eval.unwrap_or(node.eval)).max(1);
        let hash_move = node.hash.and_then(|hash| hash.mv).filter(|&mv| {
            self.position.is_tactical(mv) && exchange::wins_at_least(&self.position, mv, threshold)
        });
        let mark = self.worker.arena.mark();
        let mut picker = Picker::winning_captures(hash_move, threshold);
        let mut found = None;
        while let Some(mv) = self.pick(&mut picker, node.ply) {
            self.play(node.ply, mv);
            let mut score = -self.quiescence::<NonPv>(-raised, -raised + 1, node.ply + 1, false);
            let depth = node.depth - p.probcut_reduction;
            if score >= raised && depth > 0 {
                score = -self.node::<NonPv>(-raised, -raised + 1, depth, node.ply + 1, !node.expects_cut);
            }
            self.position.undo();
            if self.stopped {
                break;
            }
            if score >= raised {
                found = Some((mv, score));
                break;
            }
        }
        self.worker.arena.release(mark);
        let (mv, score) = found?;
        let entry = Entry {
            mv: Some(mv),
            score: score.to_node(node.ply),
            eval: node.raw_eval.map(|raw| raw as i16),
            depth: node.depth - p.probcut_reduction + 1,
            bound: Bound::Lower,
            was_pv: node.was_pv,
        };
        self.shared.tt.store(self.position.hash_key(), entry);
        Some(if score.is_decisive() { score } else { score - p.probcut_margin })
    }

    /// True when a move can be skipped, because it is late, quiet and hopeless, or loses material.
    /// Only used once a searched move does not lose by force.
    pub(super) fn is_hopeless<N: Kind>(
        &self,
        node: &Node,
        candidate: &Candidate,
        picker: &mut Picker,
    ) -> bool {
        let (features, p) = (&self.shared.features, &self.shared.params);
        if candidate.tactical {
            let may_lose =
                p.exchange_capture_factor * node.depth - candidate.history / p.exchange_history_divisor;
            return features.exchange_pruning
                && !features.captures_at_few_men
                && node.depth <= p.exchange_max_depth
                && !exchange::wins_at_least(&self.position, candidate.mv, may_lose);
        }
        let reduced = {
            let base = self.worker.reductions.base(false, node.depth, candidate.number) / 1_000;
            (node.depth - base).max(0)
        };
        // Late move pruning: with good move ordering, late moves are rarely best. In the principal
        // variation all moves are searched.
        let limit = (p.late_move_base + node.depth * node.depth) / if node.improving { 1 } else { 2 };
        let is_late = features.late_move_pruning
            && !N::PV
            && node.depth <= p.late_move_max_depth
            && candidate.number as i32 > limit;
        // Futility: even a good quiet move will not raise the score to alpha.
        let is_futile = features.futility
            && !N::PV
            && !node.in_check
            && reduced <= p.futility_max_depth
            && node.eval
                + p.futility_base
                + p.futility_factor * reduced
                + candidate.history / p.futility_history_divisor
                <= node.alpha.value();
        // What a direct check leads to, neither of them foresees.
        if is_late || is_futile {
            picker.skip_all_but_checks(self.position.board());
            if picker.skips(&self.position, candidate.mv) {
                return true;
            }
        }
        // History: the move has failed elsewhere.
        if features.history_pruning
            && reduced <= p.history_pruning_max_depth
            && candidate.history < p.history_pruning_factor * reduced.max(1)
        {
            return true;
        }
        features.exchange_pruning
            && reduced <= p.exchange_max_depth
            && !exchange::wins_at_least(
                &self.position,
                candidate.mv,
                p.exchange_quiet_factor * reduced * reduced,
            )
    }
}
