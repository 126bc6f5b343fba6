//! One search thread: its memory, what it shares with the others, and what every step asks of it.

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

/// All the memory of one search thread, there from the start so that no search waits for any. Aligned so that threads share no cache
/// line.
#[derive(Default)]
#[repr(align(128))]
pub struct Worker {
    /// What it has learned about moves; kept between moves of a game.
    pub(super) histories: Histories,
    /// Its evaluation with the pawn structures it knows.
    pub(super) evaluator: Evaluator,
    pub(super) reductions: Reductions,
    pub(super) stack: Stack,
    pub(super) pv: PvTable,
    pub(super) arena: MoveArena,
    pub(super) tried: TriedMoves,
}

impl Worker {
    /// A worker whose memory is all in use from now on.
    pub fn new() -> Self {
        let mut worker = Self::default();
        worker.new_game();
        worker
    }

    /// Evaluates by these networks on this vector unit from now on; by hand without.
    pub(crate) fn use_networks(&mut self, networks: Option<&Networks>, simd: Simd) {
        self.evaluator.use_networks(networks, simd);
    }

    /// Searches by these numbers from now on.
    pub(crate) fn use_params(&mut self, params: &Params) {
        self.reductions = Reductions::new(params);
    }

    /// Forgets what was learned in earlier games.
    pub fn new_game(&mut self) {
        self.histories.clear();
    }
}

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    /// The transposition table.
    pub tt: &'a TranspositionTable,
    /// Endgame tables.
    pub tables: &'a Tablebases,
    /// Stop and ponder signals.
    pub signals: &'a Signals,
    /// When to stop.
    pub time_manager: TimeManager,
    /// How late looks at the clock come.
    pub lateness: &'a Lateness,
    /// Which ideas are in use.
    pub features: Features,
    /// What its root decides.
    pub profile: RootProfile,
    /// The numbers it goes by.
    pub params: Params,
    /// What a full board is worth more to White than it is, in units of the evaluation.
    pub contempt: i32,
    /// The share of the evaluation that is known, in thousandths: see [`crate::level`].
    pub knowledge: i32,
    /// Percent of a move's score that reach the position it is played in.
    pub damping: i32,
    /// What was asked for.
    pub limits: &'a Limits,
    /// Number of best lines to find.
    pub multi_pv: usize,
    /// Positions of up to this many men may have a known distance to mate.
    pub exact_men: u32,
    /// Positions of up to this many men are looked up in Syzygy files during the search; 0 for never.
    pub syzygy_men: u32,
    /// A recognizer knows the root to be drawn: what is left is to set problems.
    pub root_is_settled_draw: bool,
    /// A recognizer knows the root to be won or lost: what is worth striving for lies beyond.
    pub root_win: Option<Reached>,
    /// Positions looked up in tables before the search.
    pub root_hits: u64,
    /// The time or the nodes are spent: all threads end, though the answer may have to wait.
    pub is_over: AtomicBool,
    /// Nodes searched, by thread.
    pub nodes: Vec<AtomicU64>,
    /// Table hits, by thread.
    pub table_hits: Vec<AtomicU64>,
    /// Best line and depth of each helper's last finished iteration, by thread.
    pub helpers_best: Mutex<Vec<Option<(RootMove, i32)>>>,
}

impl Shared<'_> {
    /// Ends the search of all threads.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// True when all threads are to end, by themselves or because they were told to.
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
    /// 0 is the main thread, which watches the clock and reports.
    pub(super) thread: usize,
    pub(super) position: Position,
    pub(super) root_moves: Vec<RootMove>,
    /// Root moves before this one belong to better lines found in this iteration.
    pub(super) root_first: usize,
    /// Moves played, in quiescence too: as Stockfish counts them.
    pub(super) nodes: u64,
    pub(super) table_hits: u64,
    pub(super) selective_depth: usize,
    pub(super) root_depth: i32,
    pub(super) completed_depth: i32,
    /// How often the window of this iteration failed low.
    pub(super) failed_low: u32,
    /// No null moves above this ply: a null-move cutoff is being verified.
    pub(super) null_move_min_ply: usize,
    pub(super) stopped: bool,
    /// When the clock was last looked at.
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
            failed_low: 0,
            null_move_min_ply: 0,
            stopped: false,
            looked_at: Instant::now(),
        }
    }

    /// Looks at the clock now and then. True when the search is over; what it returns then is of no meaning.
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        if self.stopped {
            return true;
        }
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes.is_multiple_of(p::TIME_CHECK_NODES) {
            self.publish();
            if self.thread == 0 {
                self.look_at_the_clock();
            }
        }
        if self.is_out_of_nodes() {
            self.shared.end();
        }
        // The first iteration is always finished, so that there is a move and a score.
        if self.shared.has_ended() && self.completed_depth > 0 {
            self.stopped = true;
        }
        self.stopped
    }

    /// Ends the search when its time is over, and notes how long the look was in coming.
    fn look_at_the_clock(&mut self) {
        let now = Instant::now();
        self.shared.lateness.note(now - std::mem::replace(&mut self.looked_at, now));
        if self.shared.time_manager.is_over(self.shared.signals) {
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

    /// The result of a position that the rules alone decide: repetition, fifty moves, dead material.
    pub(super) fn settled_by_rule(&self, ply: usize) -> Option<Score> {
        let drawn = self.position.is_repetition(ply)
            || self.position.is_fifty_move_draw()
            || self.position.is_insufficient_material();
        drawn.then_some(Score::DRAW)
    }

    /// True when less than a draw is in the window and the side to move can draw by repetition at once.
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

    /// Evaluates from scratch a position of which this much is certain. A recognized win is worth its progress towards promotion or mate,
    /// so that the search never sits in it.
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

    /// The evaluation of a recognized win from the winner's view, where the evaluation alone says `value`. Of a win no nearer to its end
    /// than that of the root the evaluation counts up to a limit only: what lies between it and the next step is not recognized everywhere,
    /// and must not look worse.
    fn won(&self, winner: Color, verdict: &Verdict, value: i32) -> i32 {
        if self.is_beyond_root(winner) {
            knowledge::won(self.position.board(), winner, verdict, value)
        } else {
            knowledge::held(self.position.board(), winner, verdict, value, self.position.fifty_move_clock())
        }
    }

    /// False for wins of a side that the root is won for already, as long as they are no nearer to their end.
    pub(super) fn is_beyond_root(&self, winner: Color) -> bool {
        self.shared.root_win.is_none_or(|root| root.is_behind(self.position.board(), winner))
    }

    /// The score of a position that a recognizer knows to be drawn. Where the root is such a position itself, a shade of the
    /// evaluation tells easy draws from those the other side has yet to find.
    pub(super) fn recognized_draw(&mut self) -> Score {
        if self.shared.root_is_settled_draw {
            Score::heuristic(knowledge::shade(self.worker.evaluator.evaluate(&self.position)))
        } else {
            Score::DRAW
        }
    }

    /// The evaluation as the search uses it: with learned corrections, unless something is certain, and faded by the fifty-move counter.
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

    /// What the side to move thinks more of the position than it is worth, less and less as men leave the board.
    fn contempt(&self) -> i32 {
        if self.shared.contempt == 0 {
            return 0;
        }
        let for_white = self.shared.contempt * self.position.phase().min(PHASE_FULL) / PHASE_FULL;
        if self.position.side_to_move() == Color::White { for_white } else { -for_white }
    }

    /// As much of an evaluation as is known; of the rest, material and place alone are.
    fn known(&self, value: i32) -> i32 {
        let knowledge = self.shared.knowledge;
        if knowledge >= FULL_KNOWLEDGE {
            return value;
        }
        let plain = self.position.plain_value();
        plain + (value - plain) * knowledge / FULL_KNOWLEDGE
    }

    /// Centipawns as far as the fifty-move counter leaves time to make something of them.
    pub(super) fn faded(&self, centipawns: i32) -> i32 {
        let clock = if self.shared.features.clock_fade { self.position.fifty_move_clock() } else { 0 };
        eval::fade_with_fifty_move_clock(centipawns, clock)
    }

    /// The best root move with its line.
    pub(crate) fn best(&self) -> &RootMove {
        &self.root_moves[0]
    }
}
