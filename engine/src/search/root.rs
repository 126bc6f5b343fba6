//! The root: its moves, iterative deepening, when to stop, and what to report.

use std::cmp::Reverse;

use board::Move;

use super::kinds::{Candidate, Node};
use super::report::SearchInfo;
use super::searcher::Searcher;
use crate::params as p;
use crate::score::Score;
use crate::tt::Bound;

/// Stability of recent iterations.
#[derive(Default)]
struct Unrest {
    /// Changes of the best move, older ones counting half as much with each iteration.
    best_move_changes: f64,
    /// Mean of the scores before the last, weighted alike; `None` before the second iteration.
    mean_before: Option<f64>,
    /// The last score.
    score: Option<f64>,
    /// How often the last window failed low.
    failed_low: u32,
}

impl Unrest {
    /// Updates the statistics after an iteration.
    fn note(&mut self, best_move_changed: bool, score: Score, failed_low: u32) {
        self.best_move_changes = self.best_move_changes / 2.0 + f64::from(u8::from(best_move_changed));
        self.mean_before = match (self.mean_before, self.score) {
            (Some(mean), Some(last)) => Some(f64::midpoint(mean, last)),
            (None, last) => last,
            (mean, None) => mean,
        };
        self.score = Some(f64::from(score.value()));
        self.failed_low = failed_low;
    }

    /// The time factor of a move: more when the score drops and windows fail low, a little less
    /// when it rises.
    fn patience(&self) -> f64 {
        let fall = self.mean_before.zip(self.score).map_or(0.0, |(mean, last)| mean - last);
        let by_score = (1.0 + fall * p::TIME_FALL_FACTOR).clamp(p::TIME_FALL_MIN, p::TIME_FALL_MAX);
        by_score * (1.0 + p::TIME_FAILED_LOW_FACTOR * f64::from(self.failed_low.min(p::TIME_FAILED_LOW_MOST)))
    }
}

impl Searcher<'_> {
    /// Iterative deepening until a limit is reached.
    ///
    /// # Panics
    /// When another thread of the search has panicked.
    pub(crate) fn iterate(&mut self) {
        let max_depth = self.shared.limits.depth.unwrap_or(p::MAX_DEPTH).clamp(1, p::MAX_DEPTH);
        let lines = self.shared.multi_pv.clamp(1, self.root_moves.len());
        let mut unrest = Unrest::default();
        for depth in 1..=max_depth {
            if self.leaves_out(depth) {
                continue;
            }
            let best_before = self.root_moves[0].mv;
            self.failed_low = 0;
            self.root_depth = depth;
            for root_move in &mut self.root_moves {
                if root_move.score != -Score::INFINITE && root_move.bound == Bound::Exact {
                    root_move.previous = root_move.score;
                }
                root_move.score = -Score::INFINITE;
            }
            for first in 0..lines {
                self.root_first = first;
                self.selective_depth = 0;
                self.aspire(depth);
                self.sort_root_moves(0);
                if self.stopped {
                    break;
                }
                if first + 1 < lines {
                    continue;
                }
                self.report_lines(lines);
            }
            self.publish();
            if self.stopped {
                break;
            }
            self.completed_depth = depth;
            if self.thread > 0 {
                let best = (self.root_moves[0].clone(), depth);
                self.shared.helpers_best.lock().expect("no thread panics")[self.thread] = Some(best);
            }
            unrest.note(best_before != self.root_moves[0].mv, self.root_moves[0].score, self.failed_low);
            self.stretch = self.stretched_by(&unrest);
            if self.thread == 0 && self.is_time_to_stop() {
                break;
            }
        }
        if self.thread == 0 && self.stopped {
            self.root_first = 0;
            self.sort_root_moves(0);
        }
    }

    /// Sorts root moves, by rank, then by score; moves without a score in this iteration keep their
    /// order.
    pub(super) fn sort_root_moves(&mut self, from: usize) {
        self.root_moves[from..].sort_by_key(|root_move| (root_move.rank, Reverse(root_move.score)));
    }

    /// True for an iteration that a helper skips, so that the threads do not all search the same.
    fn leaves_out(&self, depth: i32) -> bool {
        self.shared.features.diverse_helpers
            && self.thread > 0
            && (p::HELPERS_SKIP_MIN_DEPTH..p::MAX_DEPTH).contains(&depth)
            && (depth as usize / (1 + self.thread / 2) + self.thread).is_multiple_of(2)
    }

    fn is_time_to_stop(&self) -> bool {
        let limits = self.shared.limits;
        let best = &self.root_moves[0];
        if let (Some(wanted), Some(moves)) = (limits.mate, best.score.mate_moves())
            && (1..=wanted).contains(&moves)
        {
            return true;
        }
        if limits.soft_nodes.is_some_and(|soft| self.shared.total_nodes() >= soft) {
            return true;
        }
        if !limits.is_game_clock() || self.shared.signals.is_pondering() {
            return self.is_planned_time_over(1.0);
        }
        if best.score.is_mate() {
            // A mate well within the depth, or from a table, will not get shorter.
            let plies = 2 * best.score.mate_moves().unwrap_or(0).abs();
            if self.completed_depth > plies || self.shared.tables.exact(self.position.board()).is_some() {
                return true;
            }
        }
        self.is_planned_time_over(self.stretch)
    }

    /// What stretches the time planned for the move: more where the search is in doubt.
    fn stretched_by(&self, unrest: &Unrest) -> f64 {
        let best = &self.root_moves[0];
        let mut scale = 1.0;
        if self.completed_depth >= p::TIME_NODES_MIN_DEPTH {
            let share = best.nodes as f64 / self.nodes.max(1) as f64;
            scale = p::TIME_NODES_BASE - p::TIME_NODES_FACTOR * share;
            scale *= 1.0 + p::TIME_INSTABILITY_FACTOR * unrest.best_move_changes;
            if self.shared.features.time_for_falling_scores {
                scale *= unrest.patience();
            }
        }
        if self.root_moves.len() == 1 {
            scale /= 10.0;
        }
        scale
    }

    /// True when a level has taken as long for the move as an opponent of full strength would.
    pub(crate) fn has_taken_its_time(&self) -> bool {
        let shared = self.shared;
        !shared.takes_its_time
            || self.is_planned_time_over(self.stretch)
            || shared.time_manager.is_over(shared.signals, shared.total_nodes())
    }

    /// True when the time planned for the move, times `scale`, is over.
    fn is_planned_time_over(&self, scale: f64) -> bool {
        self.shared.time_manager.is_soft_over(self.shared.signals, self.shared.total_nodes(), scale)
    }

    /// Reports the best lines of a completed iteration.
    fn report_lines(&mut self, lines: usize) {
        if self.thread != 0 || self.observer.wants_nothing() {
            return;
        }
        for index in 0..lines {
            let root_move = &self.root_moves[index];
            let line = self.line(index, root_move.settled_score(), Bound::Exact, root_move.pv.clone());
            self.observer.info(&line);
        }
    }

    /// Reports the lines after the first again if their order changed at the end of the search, so
    /// that no move is reported at two ranks.
    pub(crate) fn report_changed_order(&mut self) {
        let lines = self.shared.multi_pv.clamp(1, self.root_moves.len());
        if self.stopped && !self.observer.wants_nothing() {
            for index in 1..lines {
                let root_move = &self.root_moves[index];
                let (score, pv) = (root_move.settled_score(), root_move.pv.clone());
                if score != -Score::INFINITE {
                    let line = self.line(index, score, Bound::Exact, pv);
                    self.observer.info(&line);
                }
            }
        }
    }

    /// Reports a score outside the window.
    pub(super) fn report_bound(&mut self, score: Score, bound: Bound) {
        if self.thread == 0 && self.shared.multi_pv == 1 && self.shared.time_manager.elapsed().as_secs() >= 1
        {
            let line = self.line(self.root_first, score, bound, self.root_moves[self.root_first].pv.clone());
            self.observer.info(&line);
        }
    }

    /// A report about the root move at this index.
    pub(crate) fn line(&self, index: usize, score: Score, bound: Bound, pv: Vec<Move>) -> SearchInfo {
        self.publish();
        let shared = self.shared;
        let score = self.root_moves[index].reconcile(score);
        let time_ms = shared.time_manager.elapsed().as_millis() as u64;
        SearchInfo {
            depth: if self.stopped { self.completed_depth } else { self.root_depth },
            selective_depth: self.root_moves[index].selective_depth.max(1),
            rank: index + 1,
            score,
            bound,
            nodes: shared.total_nodes(),
            time_ms,
            hash_permille: shared.tt.permille_full(),
            table_hits: shared.total_table_hits(),
            pv: shared.tables.extend_to_mate(self.position.board(), pv, score),
        }
    }

    /// Reports the root move that a long search starts.
    pub(super) fn report_current_move(&mut self, mv: Move, number: usize) {
        if self.thread == 0 && self.shared.time_manager.elapsed().as_millis() >= p::CURRENT_MOVE_DELAY_MS {
            self.observer.current_move(self.root_depth, mv, number + self.root_first);
        }
    }

    /// True when a move belongs to the lines still to be found in this iteration, and none of a
    /// better rank is left.
    pub(super) fn is_open_root_move(&self, mv: Move) -> bool {
        let open = &self.root_moves[self.root_first..];
        open.iter().take_while(|other| other.rank == open[0].rank).any(|root_move| root_move.mv == mv)
    }

    /// Stores a root move's score, and its line when it is the best so far.
    pub(super) fn note_root_score(&mut self, node: &Node, candidate: &Candidate, score: Score, nodes: u64) {
        let line = (score > node.alpha).then(|| self.worker.pv.line(1));
        let selective_depth = self.selective_depth;
        let found = self.root_moves.iter_mut().find(|root_move| root_move.mv == candidate.mv);
        let root_move = found.expect("only root moves are searched at the root");
        root_move.nodes += nodes;
        if candidate.number > 1 && line.is_none() {
            root_move.score = -Score::INFINITE;
            return;
        }
        root_move.score = score;
        root_move.selective_depth = selective_depth;
        root_move.bound = if score >= node.beta {
            Bound::Lower
        } else if line.is_none() {
            Bound::Upper
        } else {
            Bound::Exact
        };
        // A fail-high has only the move: an older, longer line is more useful.
        if let Some(line) = line
            && !(line.is_empty() && root_move.bound == Bound::Lower)
        {
            root_move.pv = std::iter::once(candidate.mv).chain(line).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patience(scores: &[i32], failed_low: u32) -> f64 {
        let mut unrest = Unrest::default();
        for &score in scores {
            unrest.note(false, Score::heuristic(score), failed_low);
        }
        unrest.patience()
    }

    #[test]
    fn a_falling_score_asks_for_more_time_and_a_rising_one_for_a_little_less() {
        let steady = patience(&[30, 30, 30], 0);
        assert!((steady - 1.0).abs() < 1e-9, "{steady}");
        assert!(patience(&[30, 30, 10], 0) > 1.1);
        assert!(patience(&[30, 30, 10], 2) > patience(&[30, 30, 10], 0));
        let rising = patience(&[30, 30, 300], 0);
        assert!((p::TIME_FALL_MIN - rising).abs() < 1e-9, "{rising}");
        assert!(patience(&[30, 30, -900], 1_000) < 2.2);
    }
}
