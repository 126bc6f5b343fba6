//! Quiescence: at the horizon captures are played out, and checks answered, until the evaluation can be trusted.

use board::Move;

use super::Searcher;
use super::exchange;
use super::node::Kind;
use super::picker::Picker;
use crate::params as p;
use crate::score::{MAX_PLY, Score};
use crate::tt::{Bound, Entry};

impl Searcher<'_> {
    /// The value of the position when the side to move may also stand pat.
    pub(super) fn quiescence<N: Kind>(&mut self, mut alpha: Score, beta: Score, ply: usize) -> Score {
        // Step 1. Count; draws; the end of the line; exact tables.
        if N::PV {
            self.pv.clear(ply);
        }
        if self.enter(ply) {
            return Score::DRAW;
        }
        if let Some(score) = self.settled_by_rule(ply) {
            return score;
        }
        let in_check = self.position.in_check();
        if ply >= MAX_PLY {
            return if in_check { Score::DRAW } else { self.static_score() };
        }
        if let Some(dtm) = self.shared.tables.exact(self.position.board()) {
            self.table_hits += 1;
            return Score::from_dtm(dtm, ply);
        }
        // Step 2. What the hash table knows.
        let mut hash = self.shared.tt.probe(self.position.key());
        let clock = self.position.fifty_move_clock();
        if let Some(entry) = &mut hash {
            let score = entry.score.from_node(ply, clock);
            if !N::PV && entry.cuts(score, beta) && clock <= p::HASH_CUTOFF_MAX_CLOCK {
                return score;
            }
            entry.mv = entry.mv.filter(|&mv| self.position.board().is_legal(mv));
        }
        // Step 3. Standing pat.
        let raw_eval =
            (!in_check).then(|| hash.and_then(|entry| entry.eval).map_or_else(|| self.evaluate(), i32::from));
        let mut best = -Score::INFINITE;
        let mut futility = -Score::INFINITE;
        if let Some(raw) = raw_eval {
            best = Score::heuristic(self.corrected(raw));
            if let Some(entry) = hash {
                best = refine(best, entry.score.from_node(ply, clock), entry.bound);
            }
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
            futility = best + p::QUIESCENCE_FUTILITY_MARGIN;
        }
        // Step 4. Captures that do not lose material; in check every move.
        let hash_move = hash
            .and_then(|entry| entry.mv)
            .filter(|&mv| in_check || (self.position.is_tactical(mv) && self.exchange_holds(mv, 0)));
        let mut picker =
            if in_check { Picker::all(hash_move) } else { Picker::winning_captures(hash_move, 0) };
        self.stack.at_mut(ply + 1).killer = None;
        let mark = self.arena.mark();
        let mut best_move = None;
        while let Some(mv) = self.pick(&mut picker, ply) {
            if !best.is_loss() {
                if in_check {
                    // One way out of check is known: look only at captures for a better one.
                    picker.skip_quiets();
                    if picker.is_at_bad_captures() {
                        break;
                    }
                } else if futility <= alpha && !self.exchange_holds(mv, 1) {
                    // An even exchange does not make up for the distance to alpha.
                    best = best.max(futility);
                    continue;
                }
            }
            self.play(ply, mv);
            let score = -self.quiescence::<N>(-beta, -alpha, ply + 1);
            self.position.undo();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.pv.update(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        self.arena.release(mark);
        if self.stopped {
            return Score::DRAW;
        }
        // Step 5. Checkmate.
        if in_check && best == -Score::INFINITE {
            return Score::mated_in(ply as i32);
        }
        // Step 6. Remember.
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        let entry = Entry {
            mv: best_move,
            score: best.to_node(ply),
            eval: raw_eval.map(|raw| raw as i16),
            depth: 0,
            bound,
            was_pv: N::PV || hash.is_some_and(|entry| entry.was_pv),
        };
        self.shared.tt.store(self.position.key(), entry);
        best
    }

    fn exchange_holds(&self, mv: Move, threshold: i32) -> bool {
        exchange::wins_at_least(self.position.board(), mv, threshold)
    }
}

/// A stored score is a better guess than the evaluation when its bound allows it.
fn refine(eval: Score, stored: Score, bound: Bound) -> Score {
    let better = match bound {
        Bound::Exact => true,
        Bound::Lower => stored > eval,
        Bound::Upper => stored < eval,
    };
    if better && !stored.is_decisive() { stored } else { eval }
}
