//! One node of the principal variation search, in numbered steps.

use board::{Board, Dtm, Move, Piece};

use super::damping::Damping;
use super::history::{self, Moved};
use super::kinds::{Candidate, Extension, Kind, Node, NodeResult, NonPv, Pv};
use super::picker::{Ordering, Picker};
use super::searcher::Searcher;
use super::tried::TRIED_MAX;
use crate::knowledge::{self, Certainty, Verdict};
use crate::params as p;
use crate::score::{MAX_PLY, Score};
use crate::tablebase::Tablebases;
use crate::tt::{Bound, Entry};

impl Searcher<'_> {
    /// The value of the position for the side to move, searched `depth` plies deep: exact inside
    /// the window, a bound outside.
    pub(super) fn node<N: Kind>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        // Step 1. At the horizon only captures are resolved.
        if depth <= 0 {
            return self.quiescence::<N>(alpha, beta, ply, self.shared.features.quiescence_checks);
        }
        // Step 2. Count the node; stop when time is up.
        if N::PV {
            self.worker.pv.clear(ply);
        }
        if self.enter(ply) {
            return Score::DRAW;
        }
        // Step 3. Draws by the rules, and mate distance pruning.
        if !N::ROOT {
            if let Some(score) = self.settled_by_rule(ply) {
                return score;
            }
            if ply >= MAX_PLY {
                return if self.position.in_check() { Score::DRAW } else { self.static_score() };
            }
            if self.can_repeat(alpha, ply) {
                alpha = Score::DRAW;
            }
            alpha = alpha.max(Score::mated_in(ply as i32));
            beta = beta.min(Score::mate_in(ply as i32 + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        // Step 4. Hash table probe.
        let mut node = self.open_node::<N>(alpha, beta, depth, ply, cut_node);
        if let Some(score) = self.hash_cutoff::<N>(&node) {
            return score;
        }
        // Step 5. Tables and recognizers.
        if !N::ROOT
            && node.excluded.is_none()
            && let Some(score) = self.exact_result(ply, Tablebases::exact)
        {
            return score;
        }
        node.verdict = self.verdict();
        if !N::ROOT
            && node.excluded.is_none()
            && let Some(score) = self.bounded_result::<N>(&mut node)
        {
            return score;
        }
        // Step 6. The static evaluation.
        self.judge_statically(&mut node);
        // Step 7. Prune the whole node.
        if !N::PV
            && !node.in_check
            && node.excluded.is_none()
            && let Some(score) = self.prune_node(&node)
        {
            return score;
        }
        // Step 8. Internal iterative reduction: without a hash move, search less deeply.
        if self.shared.features.internal_reduction
            && node.depth >= self.shared.params.iir_min_depth
            && (N::PV || node.expects_cut)
            && node.excluded.is_none()
            && node.hash_move.is_none()
        {
            node.depth -= 1;
        }
        // Step 9. The moves.
        let old_alpha = node.alpha;
        let (moves, tried) = (self.worker.arena.mark(), self.worker.tried.mark());
        let result = self.search_moves::<N>(&mut node);
        self.worker.arena.release(moves);
        let score = if self.stopped {
            Score::DRAW
        } else if result.multi_cut {
            result.best
        } else if result.number == 0 {
            // Step 10. No legal move: mate or stalemate.
            match (node.excluded, node.in_check) {
                (Some(_), _) => node.alpha,
                (None, true) => Score::mated_in(ply as i32),
                (None, false) => Score::DRAW,
            }
        } else {
            // Step 11. Update histories and store the result.
            self.finish::<N>(&node, &result, tried, old_alpha)
        };
        self.worker.tried.release(tried);
        score
    }

    /// Step 4, first half: collects the state at the start of a node.
    fn open_node<N: Kind>(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Node {
        let excluded = self.worker.stack.at(ply).excluded;
        if !N::ROOT {
            self.worker.stack.at_mut(ply).double_extensions =
                self.worker.stack.back(ply, 1).double_extensions;
        }
        self.worker.stack.forget_killer(ply + 1);
        self.worker.stack.at_mut(ply + 1).cutoffs = 0;
        self.worker.stack.at_mut(ply + 1).excluded = None;
        let mut hash = self.shared.tt.probe(self.position.hash_key());
        if let Some(entry) = &mut hash {
            // The entry may be of another position with the same key, or written by another thread.
            entry.mv = entry.mv.filter(|&mv| self.position.board().is_legal(mv));
        }
        let hash_move =
            if N::ROOT { Some(self.root_moves[self.root_first].mv) } else { hash.and_then(|entry| entry.mv) };
        let clock = self.position.fifty_move_clock();
        let hash_score = hash.map_or(Score::DRAW, |entry| entry.score.to_root(ply, clock));
        Node {
            alpha,
            beta,
            depth,
            ply,
            expects_cut: cut_node,
            in_check: self.position.in_check(),
            hash,
            hash_move,
            hash_score,
            tactical_hash_move: hash_move.is_some_and(|mv| self.position.is_tactical(mv)),
            was_pv: N::PV || hash.is_some_and(|entry| entry.was_pv),
            excluded,
            verdict: None,
            raw_eval: None,
            eval: 0,
            improving: false,
            is_gaining: false,
            floor: -Score::INFINITE,
            ceiling: Score::INFINITE,
        }
    }

    /// Step 4, second half: a deep enough entry ends a node outside the principal variation, unless
    /// the fifty-move counter, which entries do not store, runs out soon.
    fn hash_cutoff<N: Kind>(&mut self, node: &Node) -> Option<Score> {
        let hash = node.hash?;
        let cuts = !N::PV
            && self.shared.features.hash_cutoffs
            && node.excluded.is_none()
            && hash.depth >= node.depth
            && hash.cuts(node.hash_score, node.beta)
            && self.position.fifty_move_clock() <= p::HASH_CUTOFF_MAX_CLOCK;
        if !cuts {
            return None;
        }
        // A quiet hash move that causes a cutoff again is rewarded.
        if let Some(mv) = hash.mv
            && node.hash_score >= node.beta
            && !self.position.is_tactical(mv)
        {
            self.reward_quiet(node.ply, mv, history::bonus(&self.shared.params, node.depth));
        }
        Some(node.hash_score)
    }

    /// Step 5, distances to mate: an exact value ends the node.
    pub(super) fn exact_result(
        &mut self,
        ply: usize,
        ask: impl Fn(&Tablebases, &Board) -> Option<Dtm>,
    ) -> Option<Score> {
        if self.position.men() > self.shared.exact_men {
            return None;
        }
        let dtm = ask(self.shared.tables, self.position.board())?;
        self.table_hits += 1;
        Some(Score::from_dtm(dtm, ply))
    }

    /// Step 5, files and recognizers: results end the node, bounds narrow the window or end it.
    ///
    /// Draws and "at least a draw" or "at most a draw" are valid for any history: repetition and
    /// the fifty-move rule only pull a score toward a draw. Wins and losses of files are valid only
    /// just after a capture or pawn move, those of recognizers as long as every position of the
    /// rule is close enough to the next capture, pawn move or mate and nothing has repeated yet.
    /// All others may come too late, and are left to the search, whose evaluation includes them.
    fn bounded_result<N: Kind>(&mut self, node: &mut Node) -> Option<Score> {
        if self.position.fifty_move_clock() == 0
            && self.position.men() <= self.shared.syzygy_men
            && let Some(wdl) = self.shared.tables.probe_in_search(self.position.board(), node.depth)
        {
            self.table_hits += 1;
            return match wdl {
                board::Wdl::Win => self.bound_by::<N>(node, Score::table_win(node.ply), Bound::Lower),
                board::Wdl::Loss => self.bound_by::<N>(node, -Score::table_win(node.ply), Bound::Upper),
                _ => self.bound_by::<N>(node, Score::DRAW, Bound::Exact),
            };
        }
        let verdict = node.verdict?;
        match verdict.bound {
            Certainty::Draw => {
                let score = self.recognized_draw();
                self.bound_by::<N>(node, score, Bound::Exact)
            }
            Certainty::AtLeastDraw => self.bound_by::<N>(node, Score::DRAW, Bound::Lower),
            Certainty::AtMostDraw => self.bound_by::<N>(node, Score::DRAW, Bound::Upper),
            Certainty::Win if self.is_in_time(&verdict) => self.bound_by_win::<N>(node, &verdict),
            Certainty::Loss if self.is_in_time(&verdict) => self.bound_by_loss::<N>(node, &verdict),
            Certainty::Win | Certainty::Loss => None,
        }
    }

    /// True when neither the fifty-move rule nor a repetition can spoil a recognized win.
    fn is_in_time(&self, verdict: &Verdict) -> bool {
        let clock = self.position.fifty_move_clock();
        clock == 0
            || (self.shared.features.timely_wins
                && clock <= knowledge::holds_until(verdict)
                && !self.position.has_repeated())
    }

    /// Ends the node and stores the score when a certain score is outside the window; otherwise
    /// narrows an open window.
    fn bound_by<N: Kind>(&mut self, node: &mut Node, score: Score, bound: Bound) -> Option<Score> {
        let ends = match bound {
            Bound::Exact => true,
            Bound::Lower => score >= node.beta,
            Bound::Upper => score <= node.alpha,
        };
        if ends {
            let depth = (node.depth + 6).min(p::MAX_DEPTH);
            let entry = Entry {
                mv: None,
                score: score.to_node(node.ply),
                eval: None,
                depth,
                bound,
                was_pv: node.was_pv,
            };
            self.shared.tt.store(self.position.hash_key(), entry);
            return Some(score);
        }
        if N::PV && bound == Bound::Lower {
            node.floor = score;
            node.alpha = node.alpha.max(score);
        } else if N::PV {
            node.ceiling = score;
        }
        None
    }

    /// Ends a node with a recognized win if its value causes a cutoff. On a principal variation the
    /// search continues to find the way to promotion or mate, with this value as lower bound.
    /// Nothing is stored: later in the game the same win may be too late.
    fn bound_by_win<N: Kind>(&mut self, node: &mut Node, verdict: &Verdict) -> Option<Score> {
        let (board, us) = (self.position.board(), self.position.side_to_move());
        if !self.is_beyond_root(us) {
            return None;
        }
        let score = Score::heuristic(knowledge::progress(board, us, verdict));
        if N::PV {
            node.floor = score;
            return None;
        }
        (score >= node.beta).then_some(score)
    }

    /// The same for a recognized loss.
    fn bound_by_loss<N: Kind>(&mut self, node: &mut Node, verdict: &Verdict) -> Option<Score> {
        let (board, winner) = (self.position.board(), !self.position.side_to_move());
        if !self.is_beyond_root(winner) {
            return None;
        }
        let score = -Score::heuristic(knowledge::progress(board, winner, verdict));
        if N::PV {
            node.ceiling = score;
            return None;
        }
        (score <= node.alpha).then_some(score)
    }

    /// Step 6: evaluates the position, or uses the hash entry's evaluation, and compares it with
    /// the side's last move.
    fn judge_statically(&mut self, node: &mut Node) {
        if node.excluded.is_some() {
            // The same position is already on the stack with its evaluation.
            node.eval = self.worker.stack.at(node.ply).eval.unwrap_or(0);
            return;
        }
        if node.in_check {
            self.worker.stack.at_mut(node.ply).eval = None;
            return;
        }
        let raw = node
            .hash
            .and_then(|hash| hash.eval)
            .map_or_else(|| self.evaluate(node.verdict.as_ref()), i32::from);
        let corrected = self.corrected(raw, node.verdict.is_some());
        node.raw_eval = Some(raw);
        node.eval = corrected;
        self.worker.stack.at_mut(node.ply).eval = Some(corrected);
        let theirs = self.worker.stack.back(node.ply, 1).eval;
        node.is_gaining = theirs.is_some_and(|theirs| corrected > -theirs);
        let before = self.worker.stack.back(node.ply, 2).eval.or(self.worker.stack.back(node.ply, 4).eval);
        node.improving = self.shared.features.improving && before.is_some_and(|before| corrected > before);
        if let Some(hash) = node.hash
            && !node.hash_score.is_decisive()
            && match hash.bound {
                Bound::Exact => true,
                Bound::Lower => node.hash_score.value() > corrected,
                Bound::Upper => node.hash_score.value() < corrected,
            }
        {
            node.eval = node.hash_score.value();
        }
    }

    /// Step 7: reasons to end a node outside the principal variation before any move.
    fn prune_node(&mut self, node: &Node) -> Option<Score> {
        let score = self.razor(node).or_else(|| self.reverse_futility(node)).or_else(|| self.null_move(node));
        // The result of a stopped search is void, and no more nodes are searched.
        if self.stopped { Some(Score::DRAW) } else { score.or_else(|| self.probcut(node)) }
    }

    /// Step 9: tries the moves in order.
    fn search_moves<N: Kind>(&mut self, node: &mut Node) -> NodeResult {
        let mut result = NodeResult {
            best: -Score::INFINITE,
            best_move: None,
            number: 0,
            multi_cut: false,
            tried: [0; 2],
        };
        let mut picker = Picker::all(node.hash_move);
        let before = self.moves_before(node.ply);
        while let Some(mv) = self.pick(&mut picker, node.ply) {
            if Some(mv) == node.excluded || (N::ROOT && !self.is_open_root_move(mv)) {
                continue;
            }
            result.number += 1;
            let candidate = self.candidate(before, mv, result.number);
            if !N::ROOT
                && !result.best.is_loss()
                && result.number > 1
                && self.position.has_pieces()
                && self.is_hopeless::<N>(node, &candidate, &mut picker)
            {
                continue;
            }
            if N::ROOT {
                self.report_current_move(mv, result.number);
            }
            let extension = match self.singular_extension(node, mv, N::PV) {
                Extension::Plies(plies) => plies,
                Extension::Cutoff(score) => {
                    result.best = score;
                    result.multi_cut = true;
                    break;
                }
            };
            if self.stopped {
                break;
            }
            let nodes_before = self.nodes;
            let score = self.search_candidate::<N>(node, &candidate, extension, result.best);
            if self.stopped {
                break;
            }
            if N::ROOT {
                self.note_root_score(node, &candidate, score, self.nodes - nodes_before);
            }
            if score > result.best {
                result.best = score;
            }
            if score > node.alpha {
                result.best_move = Some(mv);
                if N::PV {
                    self.worker.pv.update(node.ply, mv);
                }
                if score >= node.beta {
                    self.worker.stack.at_mut(node.ply).cutoffs += 1;
                    break;
                }
                node.alpha = score;
            }
            let tried = &mut result.tried[usize::from(candidate.tactical)];
            if *tried < TRIED_MAX {
                *tried += 1;
                self.worker.tried.0.push((mv, candidate.tactical));
            }
        }
        result
    }

    fn candidate(&self, before: [Moved; 3], mv: Move, number: usize) -> Candidate {
        let victim = self.position.captured_piece(mv);
        let tactical = victim.is_some() || mv.promotion == Some(Piece::Queen);
        let (position, histories) = (&self.position, &self.worker.histories);
        let history = if number == 1 {
            0
        } else if tactical {
            histories.capture(position.moved_piece(mv), mv, victim)
        } else {
            histories.quiets(position.side_to_move(), before).value(position.moved_piece(mv), mv)
        };
        Candidate { mv, number, tactical, history }
    }

    /// Plays a move and searches it: the first with the full window, later ones reduced and with a
    /// null window first.
    fn search_candidate<N: Kind>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        extension: i32,
        best: Score,
    ) -> Score {
        let (alpha, beta, ply) = (node.alpha, node.beta, node.ply + 1);
        let damping = Damping::new(self.worker.stack.at(node.ply).eval, self.shared.damping);
        if extension >= 2 {
            self.worker.stack.at_mut(node.ply).double_extensions += 1;
        }
        // A child that is not searched with an open window must not leave a line behind, not even
        // an old one.
        if N::PV {
            self.worker.pv.clear(ply);
        }
        let check_extension = self.check_extension(node, candidate, extension);
        self.play(node.ply, candidate.mv);
        let mut depth = node.depth - 1 + extension + check_extension;
        let mut score = alpha;
        let late = self.shared.features.late_move_reductions
            && node.depth >= self.shared.params.reduction_min_depth
            && candidate.number > 1 + usize::from(N::ROOT);
        let mut null_window = !N::PV || candidate.number > 1;
        if late {
            let reduction = self.reduction(node, candidate, N::PV);
            let reduced = (depth - reduction).clamp(1.min(depth), depth);
            score = self.child::<NonPv>(damping, (alpha, alpha + 1), reduced, ply, true);
            null_window = false;
            if score > alpha && reduced < depth {
                // The reduced score determines the depth of the re-search.
                let p = &self.shared.params;
                depth +=
                    i32::from(score > best + p.deeper_margin) - i32::from(score < best + p.shallower_margin);
                if reduced < depth {
                    score = self.child::<NonPv>(damping, (alpha, alpha + 1), depth, ply, !node.expects_cut);
                }
            }
        }
        if null_window {
            score = self.child::<NonPv>(damping, (alpha, alpha + 1), depth, ply, !node.expects_cut);
        }
        if N::PV && (candidate.number == 1 || (score > alpha && (N::ROOT || score < beta))) {
            score = self.child::<Pv>(damping, (alpha, beta), depth, ply, false);
        }
        self.position.undo();
        if extension >= 2 {
            self.worker.stack.at_mut(node.ply).double_extensions -= 1;
        }
        score
    }

    /// Searches the position after a move; window and score are those of the position before it.
    fn child<N: Kind>(
        &mut self,
        damping: Option<Damping>,
        (alpha, beta): (Score, Score),
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        let Some(damping) = damping else { return -self.node::<N>(-beta, -alpha, depth, ply, cut_node) };
        let (alpha, beta) = damping.window(alpha, beta);
        damping.damp(-self.node::<N>(-beta, -alpha, depth, ply, cut_node))
    }

    /// The next move of a node.
    pub(super) fn pick(&mut self, picker: &mut Picker, ply: usize) -> Option<Move> {
        let continuation = self.shared.features.continuation_history;
        let worker = &mut *self.worker;
        let (params, histories, stack) = (&self.shared.params, &worker.histories, &worker.stack);
        let ordering = Ordering { params, histories, stack, ply, continuation };
        picker.next(&mut worker.arena, &self.position, &ordering)
    }

    /// The moves before a ply, for continuation histories.
    pub(super) fn moves_before(&self, ply: usize) -> [Moved; 3] {
        if self.shared.features.continuation_history {
            self.worker.stack.moves_before(ply)
        } else {
            [Moved::NONE; 3]
        }
    }

    /// Plays a move from a ply of the line.
    pub(super) fn play(&mut self, ply: usize, mv: Move) {
        let (us, piece) = (self.position.side_to_move(), self.position.moved_piece(mv));
        self.worker.stack.at_mut(ply).moved = Moved::new(us, piece, mv);
        let tt = self.shared.tt;
        self.position.play_announced(mv, |key| tt.prefetch(key));
        self.nodes += 1;
    }

    /// The evaluation as a score.
    pub(super) fn static_score(&mut self) -> Score {
        let verdict = self.verdict();
        let raw = self.evaluate(verdict.as_ref());
        Score::heuristic(self.corrected(raw, verdict.is_some()))
    }
}
