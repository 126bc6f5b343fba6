//! Quiescence: at the horizon, captures and check evasions are searched until the position is
//! quiet.

use board::{Move, legal_moves};

use super::exchange;
use super::kinds::{Kind, Traced};
use super::picker::Picker;
use super::searcher::Searcher;
use super::trace::Skipped;
use crate::knowledge::{Certainty, Verdict};
use crate::params as p;
use crate::score::{MAX_PLY, Score};
use crate::tablebase::Tablebases;
use crate::tt::{Bound, Entry};

/// The state shared by the steps of a quiescence node.
struct Horizon {
    alpha: Score,
    beta: Score,
    ply: usize,
    in_check: bool,
    /// Quiet checks are also tried.
    with_checks: bool,
    /// What a capture must win to be tried, in centipawns.
    captures_from: i32,
    hash: Option<Entry>,
    /// The verdict of recognizers.
    verdict: Option<Verdict>,
    /// Evaluation before corrections; `None` in check.
    raw_eval: Option<i32>,
    best: Score,
    best_move: Option<Move>,
    /// Upper bound of the score after an even exchange.
    futility: Score,
}

impl Searcher<'_> {
    /// The quiescence score of the position; optionally with quiet checks.
    pub(super) fn quiescence<N: Kind>(
        &mut self,
        alpha: Score,
        beta: Score,
        ply: usize,
        with_checks: bool,
    ) -> Score {
        // Step 1. Count; draws; exact tables; the end of the line.
        if N::PV {
            self.worker.pv.clear(ply);
        }
        if self.enter(ply) {
            return Score::DRAW;
        }
        if let Some(score) = self.settled_by_rule(ply) {
            return score;
        }
        if let Some(score) = self.exact_result(ply, Tablebases::exact_in_memory) {
            return score;
        }
        let verdict = self.verdict();
        if verdict.is_some_and(|verdict| verdict.bound == Certainty::Draw) {
            return self.recognized_draw();
        }
        let in_check = self.position.in_check();
        if ply >= MAX_PLY {
            return if in_check { Score::DRAW } else { self.static_score() };
        }
        // Step 2. Hash table probe.
        let mut hash = self.shared.tt.probe(self.position.hash_key());
        let clock = self.position.fifty_move_clock();
        if let Some(entry) = &mut hash {
            let score = entry.score.to_root(ply, clock);
            if !N::PV && entry.cuts(score, beta) && clock <= p::HASH_CUTOFF_MAX_CLOCK {
                return score;
            }
            entry.mv = entry.mv.filter(|&mv| self.position.board().is_legal(mv));
        }
        // Step 3. Standing pat, unless in check.
        let unknown = -Score::INFINITE;
        let (best_move, raw_eval) = (None, None);
        let mut node = Horizon {
            alpha,
            beta,
            ply,
            in_check,
            with_checks,
            captures_from: if self.shared.features.captures_at_few_men { -p::EVERY_EXCHANGE } else { 0 },
            hash,
            verdict,
            raw_eval,
            best: unknown,
            best_move,
            futility: unknown,
        };
        if !in_check && self.stand_pat(&mut node) {
            return toward_bound(node.best, beta);
        }
        // Step 4. Captures that do not lose material; in check every move.
        let mark = self.worker.arena.mark();
        self.resolve::<N>(&mut node);
        self.worker.arena.release(mark);
        if self.stopped {
            return Score::DRAW;
        }
        // Step 5. Checkmate.
        if in_check && node.best == unknown {
            return Score::mated_in(ply as i32);
        }
        // Step 6. Store the result.
        node.best = toward_bound(node.best, beta);
        let entry = Entry {
            mv: node.best_move,
            score: node.best.to_node(ply),
            eval: node.raw_eval.map(|raw| raw as i16),
            depth: 0,
            bound: if node.best >= beta { Bound::Lower } else { Bound::Upper },
            was_pv: N::PV || hash.is_some_and(|entry| entry.was_pv),
        };
        self.shared.tt.store(self.position.hash_key(), entry);
        node.best
    }

    /// Step 3: uses the evaluation, or the hash score if that is better, as a lower bound. True
    /// when it reaches beta.
    fn stand_pat(&mut self, node: &mut Horizon) -> bool {
        let raw = node
            .hash
            .and_then(|entry| entry.eval)
            .map_or_else(|| self.evaluate(node.verdict.as_ref()), i32::from);
        node.raw_eval = Some(raw);
        node.best = Score::heuristic(self.corrected(raw, node.verdict.is_some()));
        if let Some(entry) = node.hash {
            let stored = entry.score.to_root(node.ply, self.position.fifty_move_clock());
            node.best = refine(node.best, stored, entry.bound);
        }
        node.alpha = node.alpha.max(node.best);
        node.futility = node.best + self.shared.params.quiescence_futility_margin;
        node.best >= node.beta
    }

    /// Step 4: searches captures and other tactical moves.
    fn resolve<N: Kind>(&mut self, node: &mut Horizon) {
        let hash_move = node.hash.and_then(|entry| entry.mv).filter(|&mv| {
            node.in_check || (self.position.is_tactical(mv) && self.exchange_holds(mv, node.captures_from))
        });
        let mut picker = if node.in_check {
            Picker::all(hash_move)
        } else if node.with_checks {
            Picker::winning_captures_and_checks(hash_move, node.captures_from)
        } else {
            Picker::winning_captures(hash_move, node.captures_from)
        };
        self.worker.stack.forget_killer(node.ply + 1);
        while let Some(mv) = self.pick(&mut picker, node.ply) {
            if node.in_check && !node.best.is_loss() {
                // One evasion is known: from here on try only captures.
                picker.skip_quiets();
                if picker.is_at_bad_captures() {
                    return;
                }
            }
            if let Some(promise) = self.delta_pruning(node, mv) {
                node.best = node.best.max(promise);
                if N::TRACED {
                    self.trace.skip(node.ply, Skipped::TooLittle, mv);
                }
                continue;
            }
            if node.with_checks && !node.in_check && !self.position.is_tactical(mv) {
                if !self.exchange_holds(mv, 0) {
                    if N::TRACED {
                        self.trace.skip(node.ply, Skipped::Loses, mv);
                    }
                    continue;
                }
            } else if !node.in_check
                && node.captures_from == 0
                && node.futility <= node.alpha
                && !self.exchange_holds(mv, 1)
            {
                // An even exchange does not raise the score to alpha.
                node.best = node.best.max(node.futility);
                if N::TRACED {
                    self.trace.skip(node.ply, Skipped::TooLittle, mv);
                }
                continue;
            }
            let line = N::TRACED.then(|| self.trace.begin(self.position.board(), mv));
            self.play(node.ply, mv);
            let score = -self.quiescence::<N>(-node.beta, -node.alpha, node.ply + 1, false);
            self.position.undo();
            if let Some(line) = line {
                self.trace.end(line, node.ply, score, score >= node.beta);
            }
            if self.stopped {
                return;
            }
            if score <= node.best {
                continue;
            }
            node.best = score;
            if score > node.alpha {
                node.best_move = Some(mv);
                if N::PV {
                    self.worker.pv.update(node.ply, mv);
                }
                if score >= node.beta {
                    return;
                }
                node.alpha = score;
            }
        }
        if N::TRACED {
            self.trace_skipped(node);
        }
    }

    /// Searches the position as at the horizon, and shows what was searched and skipped: a line of
    /// text for each move, with its score for the moving side in pawns.
    pub(crate) fn show_quiescence(&mut self) -> String {
        let standing = (!self.position.in_check()).then(|| self.static_score());
        let checks = self.shared.features.quiescence_checks;
        let score = self.quiescence::<Traced>(-Score::INFINITE, Score::INFINITE, 0, checks);
        self.trace.text(standing, score)
    }

    /// Records the moves of a traced node that were not searched.
    fn trace_skipped(&mut self, node: &Horizon) {
        if !node.in_check {
            for mv in legal_moves(self.position.board()) {
                if self.position.is_tactical(mv) && !self.exchange_holds(mv, node.captures_from) {
                    self.trace.skip(node.ply, Skipped::Loses, mv);
                }
            }
        }
        self.trace.write_skipped(node.ply, self.position.board());
    }

    /// Delta pruning: the upper bound of a capture's score, if below alpha. Not for promotions and
    /// checks.
    fn delta_pruning(&self, node: &Horizon, mv: Move) -> Option<Score> {
        let applies = self.shared.features.delta_pruning && node.captures_from == 0;
        if !applies || node.in_check || mv.promotion.is_some() {
            return None;
        }
        let promise = node.futility + p::EXCHANGE_VALUES[self.position.piece_on(mv.to)? as usize];
        (promise <= node.alpha && !self.position.gives_check(mv)).then_some(promise)
    }

    fn exchange_holds(&self, mv: Move, threshold: i32) -> bool {
        exchange::wins_at_least(&self.position, mv, threshold)
    }
}

/// A score above beta, halfway between it and beta: where only captures are searched, it is not to
/// be trusted in full.
fn toward_bound(score: Score, beta: Score) -> Score {
    if score > beta && !score.is_decisive() && !beta.is_decisive() { score.midpoint(beta) } else { score }
}

/// A stored score is a better estimate than the evaluation if its bound permits.
fn refine(eval: Score, stored: Score, bound: Bound) -> Score {
    let better = match bound {
        Bound::Exact => true,
        Bound::Lower => stored > eval,
        Bound::Upper => stored < eval,
    };
    if better && !stored.is_decisive() { stored } else { eval }
}
