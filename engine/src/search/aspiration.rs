//! Aspiration windows: search around the last score and widen on the side that failed.

use super::kinds::Root;
use super::searcher::Searcher;
use crate::params as p;
use crate::score::Score;
use crate::tt::Bound;

impl Searcher<'_> {
    /// Searches the root to a depth until the score is inside the window.
    pub(super) fn aspire(&mut self, depth: i32) {
        let guess = self.root_moves[self.root_first].previous;
        let params = &self.shared.params;
        let mut margin = params.aspiration_margin;
        if self.shared.features.diverse_helpers {
            margin += margin * (self.thread % p::HELPERS_WINDOWS) as i32 / 2;
        }
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        let narrow = self.shared.features.aspiration && depth >= params.aspiration_min_depth;
        if narrow && guess != -Score::INFINITE && !guess.is_decisive() {
            (alpha, beta) = (guess - margin, guess + margin);
        }
        let mut reduction = 0;
        loop {
            let score = self.node::<Root>(alpha, beta, (depth - reduction).max(1), 0, false);
            let first = self.root_first;
            self.sort_root_moves(first);
            if self.stopped {
                return;
            }
            if score <= alpha && alpha > -Score::INFINITE {
                self.report_bound(score, Bound::Upper);
                self.failed_low += 1;
                beta = alpha.midpoint(beta);
                alpha = widen(score, -margin);
                reduction = 0;
            } else if score >= beta && beta < Score::INFINITE {
                self.report_bound(score, Bound::Lower);
                beta = widen(score, margin);
                // A fail-high can be confirmed at less depth.
                if !score.is_decisive() {
                    reduction = (reduction + 1).min(3);
                }
            } else {
                return;
            }
            margin += margin / 2;
        }
    }
}

/// A bound at this distance from a score, infinite once outside the heuristic range.
fn widen(score: Score, margin: i32) -> Score {
    let bound = score + margin;
    if bound > Score::HEURISTIC_MAX {
        Score::INFINITE
    } else if bound < -Score::HEURISTIC_MAX {
        -Score::INFINITE
    } else {
        bound
    }
}
