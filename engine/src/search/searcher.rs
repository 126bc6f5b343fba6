//! One search thread: its memory, the state shared with other threads, and functions used by all
//! steps.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use board::Color;
use nnue::Simd;

use super::history::{Corrected, Histories};
use super::kinds::RootMove;
use super::picker::MoveArena;
use super::reductions::Reductions;
use super::report::Observer;
use super::stack::{PvTable, Stack};
use super::trace::Trace;
use super::tried::TriedMoves;
use crate::clock::{Lateness, Signals, TimeManager};
use crate::eval::network::Networks;
use crate::eval::{self, Evaluator};
use crate::features::Features;
use crate::knowledge::{self, Certainty, Reached, Verdict};
use crate::level::FULL_KNOWLEDGE;
use crate::limits::Limits;
use crate::params::{self as p, Params};
use crate::position::{PHASE_FULL, Position};
use crate::root_profile::RootProfile;
use crate::score::{MAX_PLY, Score};
use crate::tablebase::Tablebases;
use crate::tt::TranspositionTable;

/// All the memory of one search thread, allocated at the start so that no search waits for it.
/// Aligned so that threads share no cache line.
#[derive(Default)]
#[repr(align(128))]
pub struct Worker {
    /// Its histories; kept between moves of a game.
    pub(super) histories: Histories,
    /// Its evaluator with caches.
    pub(super) evaluator: Evaluator,
    pub(super) reductions: Reductions,
    pub(super) stack: Stack,
    pub(super) pv: PvTable,
    pub(super) arena: MoveArena,
    pub(super) tried: TriedMoves,
}

impl Worker {
    /// A worker with all its memory touched.
    pub fn new() -> Self {
        let mut worker = Self::default();
        worker.new_game();
        worker
    }

    /// Sets the networks and the vector unit; hand-crafted evaluation without networks.
    pub(crate) fn use_networks(&mut self, networks: Option<&Networks>, simd: Simd) {
        self.evaluator.use_networks(networks, simd);
    }

    /// Leaves these terms out of the hand-crafted evaluation.
    pub(crate) fn leave_out(&mut self, terms: &[&'static str]) {
        self.evaluator.leave_out(terms);
    }

    /// Sets the parameters of the search.
    pub(crate) fn use_params(&mut self, params: &Params) {
        self.reductions = Reductions::new(params);
    }

    /// Clears everything learned in earlier games.
    pub fn new_game(&mut self) {
        self.histories.clear();
    }
}

/// The state shared by all threads of a search.
pub(crate) struct Shared<'a> {
    /// The transposition table.
    pub tt: &'a TranspositionTable,
    /// Endgame tables.
    pub tables: &'a Tablebases,
    /// Stop and ponder signals.
    pub signals: &'a Signals,
    /// Time limits.
    pub time_manager: TimeManager,
    /// Delays of clock checks.
    pub lateness: &'a Lateness,
    /// The switches of the search.
    pub features: Features,
    /// Properties of the root.
    pub profile: RootProfile,
    /// The parameters of the search.
    pub params: Params,
    /// Contempt from White's view on a full board, in units of the evaluation.
    pub contempt: i32,
    /// A level, with fewer nodes than the clock allows, answers when the planned time is over.
    pub takes_its_time: bool,
    /// The share of the full evaluation, in thousandths: see [`crate::level`].
    pub knowledge: i32,
    /// Damped backup: percent of a move's score that is backed up to its parent.
    pub damping: i32,
    /// The limits given by `go`.
    pub limits: &'a Limits,
    /// Number of best lines to find.
    pub multi_pv: usize,
    /// Positions of up to this many men may have an exact distance to mate.
    pub exact_men: u32,
    /// Positions of up to this many men are probed in Syzygy files during the search; 0 for never.
    pub syzygy_men: u32,
    /// The root is a draw by a recognizer: the search prefers positions that are hard for the
    /// opponent.
    pub root_is_settled_draw: bool,
    /// The root is won or lost by a recognizer: the search needs progress beyond it.
    pub root_win: Option<Reached>,
    /// Positions probed in tables before the search.
    pub root_hits: u64,
    /// Time or nodes are used up: all threads end, though the answer may have to wait.
    pub is_over: AtomicBool,
    /// Nodes searched, by thread.
    pub nodes: Vec<AtomicU64>,
    /// Table hits, by thread.
    pub table_hits: Vec<AtomicU64>,
    /// Best line and depth of each helper's last completed iteration, by thread.
    pub helpers_best: Mutex<Vec<Option<(RootMove, i32)>>>,
}

impl Shared<'_> {
    /// Ends the search of all threads.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// True when all threads must end, because of limits or a stop signal.
    pub(crate) fn has_ended(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.signals.is_stopped()
    }

    /// Nodes of all threads, as last published.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }

    /// Table hits of all threads, as last published.
    pub(crate) fn total_table_hits(&self) -> u64 {
        self.root_hits + self.table_hits.iter().map(|hits| hits.load(Ordering::Relaxed)).sum::<u64>()
    }
}

/// The search of one thread.
pub(crate) struct Searcher<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) worker: &'a mut Worker,
    pub(super) observer: &'a mut (dyn Observer + Send),
    /// 0 is the main thread, which checks the clock and reports.
    pub(super) thread: usize,
    pub(super) position: Position,
    pub(super) root_moves: Vec<RootMove>,
    /// Root moves before this one belong to better lines found in this iteration.
    pub(super) root_first: usize,
    /// Moves made, quiescence included, as Stockfish counts nodes.
    pub(super) nodes: u64,
    pub(super) table_hits: u64,
    pub(super) selective_depth: usize,
    pub(super) root_depth: i32,
    pub(super) completed_depth: i32,
    /// What stretches the time planned for the move, by the last completed iteration.
    pub(super) stretch: f64,
    /// How often the window of this iteration failed low.
    pub(super) failed_low: u32,
    /// No null moves above this ply: a null-move cutoff is being verified.
    pub(super) null_move_min_ply: usize,
    pub(super) stopped: bool,
    /// What traced nodes have done.
    pub(super) trace: Trace,
    /// The time of the last clock check.
    looked_at: Instant,
}

impl<'a> Searcher<'a> {
    /// A search of `position` over the given root moves (not empty).
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        worker: &'a mut Worker,
        observer: &'a mut (dyn Observer + Send),
        thread: usize,
        mut position: Position,
        root_moves: Vec<RootMove>,
    ) -> Self {
        worker.stack.clear();
        worker.pv.clear_all();
        worker.arena.release(0);
        worker.tried.release(0);
        worker.evaluator.begin_search(shared.profile);
        position.reserve(MAX_PLY);
        Self {
            shared,
            worker,
            observer,
            thread,
            position,
            root_moves,
            root_first: 0,
            nodes: 0,
            table_hits: 0,
            selective_depth: 0,
            root_depth: 0,
            completed_depth: 0,
            stretch: 1.0,
            failed_low: 0,
            null_move_min_ply: 0,
            stopped: false,
            trace: Trace::default(),
            looked_at: Instant::now(),
        }
    }

    /// Checks the clock regularly. True when the search is over; its return values are then
    /// meaningless.
    #[inline]
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        if self.stopped {
            return true;
        }
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes.is_multiple_of(p::TIME_CHECK_NODES) {
            self.look_up();
        }
        if self.is_out_of_nodes() {
            self.shared.end();
        }
        // The first iteration is always completed, so that there is a move and a score.
        if self.shared.has_ended() && self.completed_depth > 0 {
            self.stopped = true;
        }
        self.stopped
    }

    /// Publishes the counts; the main thread ends the search when its time is up, and records the
    /// delay of the check.
    #[cold]
    fn look_up(&mut self) {
        self.publish();
        if self.thread != 0 {
            return;
        }
        let now = Instant::now();
        self.shared.lateness.note(now - std::mem::replace(&mut self.looked_at, now));
        if self.shared.time_manager.is_over(self.shared.signals, self.shared.total_nodes()) {
            self.shared.end();
        }
    }

    pub(super) fn is_out_of_nodes(&self) -> bool {
        let Some(limit) = self.shared.limits.nodes else { return false };
        if self.shared.nodes.len() == 1 {
            self.nodes >= limit
        } else {
            self.nodes.is_multiple_of(p::TIME_CHECK_NODES) && self.shared.total_nodes() >= limit
        }
    }

    pub(super) fn publish(&self) {
        self.shared.nodes[self.thread].store(self.nodes, Ordering::Relaxed);
        self.shared.table_hits[self.thread].store(self.table_hits, Ordering::Relaxed);
    }

    /// The score of a draw by the rules: repetition, fifty moves, dead positions.
    #[inline]
    pub(super) fn settled_by_rule(&self, ply: usize) -> Option<Score> {
        let drawn = self.position.is_repetition(ply)
            || self.position.is_fifty_move_draw()
            || self.position.is_insufficient_material();
        drawn.then_some(Score::DRAW)
    }

    /// True when alpha is below a draw and the side to move can draw by repetition at once.
    #[inline]
    pub(super) fn can_repeat(&self, alpha: Score, ply: usize) -> bool {
        alpha < Score::DRAW
            && self.shared.features.upcoming_repetition
            && self.position.has_upcoming_repetition(ply)
    }

    /// What recognizers are certain of.
    #[inline]
    pub(super) fn verdict(&self) -> Option<Verdict> {
        if self.position.men() > knowledge::MAX_MEN || !self.shared.features.recognizers {
            return None;
        }
        knowledge::judge_in_search(self.position.board(), self.shared.profile.has_few_men)
    }

    /// Evaluates a position with this verdict, without the cache. A recognized win is scored by its
    /// progress toward promotion or mate, so that the search makes progress.
    pub(super) fn evaluate(&mut self, verdict: Option<&Verdict>) -> i32 {
        let value = self.worker.evaluator.evaluate(&self.position);
        let value = self.known(value);
        let us = self.position.side_to_move();
        let Some(verdict) = verdict else { return value };
        match verdict.bound {
            Certainty::Win => self.won(us, verdict, value),
            Certainty::Loss => -self.won(!us, verdict, -value),
            Certainty::Draw => 0,
            Certainty::AtLeastDraw => value.max(0),
            Certainty::AtMostDraw => value.min(0),
        }
    }

    /// The evaluation of a recognized win from the winner's view, given the evaluation `value`
    /// without recognizers. For a win without progress beyond the root, `value` counts only up to a
    /// limit: positions before the next step are not always recognized, and must not look worse.
    fn won(&self, winner: Color, verdict: &Verdict, value: i32) -> i32 {
        if self.is_beyond_root(winner) {
            knowledge::won(self.position.board(), winner, verdict, value)
        } else {
            knowledge::held(self.position.board(), winner, verdict, value, self.position.fifty_move_clock())
        }
    }

    /// False for wins of the side for which the root is already won, unless there is progress.
    pub(super) fn is_beyond_root(&self, winner: Color) -> bool {
        self.shared.root_win.is_none_or(|root| root.is_behind(self.position.board(), winner))
    }

    /// The score of a recognized draw. If the root itself is one, a small part of the evaluation
    /// distinguishes easy draws from those that the other side still has to find.
    pub(super) fn recognized_draw(&mut self) -> Score {
        if self.shared.root_is_settled_draw {
            Score::heuristic(knowledge::shade(self.worker.evaluator.evaluate(&self.position)))
        } else {
            Score::DRAW
        }
    }

    /// The evaluation as used by the search: with correction history, unless there is a verdict,
    /// and damped by the fifty-move counter.
    pub(super) fn corrected(&self, raw: i32, is_certain: bool) -> i32 {
        let (features, params) = (&self.shared.features, &self.shared.params);
        let correction = if features.correction_history && !is_certain {
            self.worker.histories.correction(params, &Corrected::new(&self.position))
        } else {
            0
        };
        let contempt = if is_certain { 0 } else { self.contempt() };
        Score::heuristic(self.faded(raw + correction + contempt)).value()
    }

    /// The contempt of the side to move, which fades as pieces leave the board.
    fn contempt(&self) -> i32 {
        if self.shared.contempt == 0 {
            return 0;
        }
        let for_white = self.shared.contempt * self.position.phase().min(PHASE_FULL) / PHASE_FULL;
        if self.position.side_to_move() == Color::White { for_white } else { -for_white }
    }

    /// Mixes the evaluation with material and piece-square values by the level's share.
    fn known(&self, value: i32) -> i32 {
        let knowledge = self.shared.knowledge;
        if knowledge >= FULL_KNOWLEDGE {
            return value;
        }
        let plain = self.position.plain_value();
        plain + (value - plain) * knowledge / FULL_KNOWLEDGE
    }

    /// Centipawns, damped by the fifty-move counter.
    pub(super) fn faded(&self, centipawns: i32) -> i32 {
        let clock = if self.shared.features.clock_fade { self.position.fifty_move_clock() } else { 0 };
        eval::fade_with_fifty_move_clock(centipawns, clock)
    }

    /// The best root move with its line.
    pub(crate) fn best(&self) -> &RootMove {
        &self.root_moves[0]
    }
}
