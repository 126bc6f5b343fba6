//! Lazy SMP: every thread searches the same root with its own histories and shares only the
//! transposition table.

mod answer;
mod faults;
mod prove;
mod resolve;
mod settings;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use board::rules::FIFTY_MOVES_PLIES;
use board::{Color, Move, Outcome, legal_moves};
use nnue::{Network, Simd};
use rayon::{ThreadPool, ThreadPoolBuilder};

use answer::WAIT;
pub use faults::{SettingError, TooManyThreads};

use crate::clock::{Lateness, NodeClock, Pace, Signals, TimeManager};
use crate::eval::network::Networks;
use crate::features::Features;
use crate::knowledge::{self, Certainty, Reached};
use crate::level::{self, FULL_KNOWLEDGE, Level};
use crate::limits::Limits;
use crate::mates;
use crate::options::DEFAULT_PROOF_HASH;
use crate::params::{self as p, Params};
use crate::pinning::Pinning;
use crate::position::Position;
use crate::proof::Prover;
use crate::root_profile::RootProfile;
use crate::score::Score;
use crate::search::{Observer, RootMove, SearchInfo, SearchResult, Searcher, Shared, Silent, Worker};
use crate::tablebase::{Syzygy, Tablebases};
use crate::tt::{Bound, TranspositionTable};

/// See `Params::at_selectivity`.
const USUAL_SELECTIVITY: i32 = 100;

/// No damping, in percent.
const UNDAMPED: i32 = 100;

/// Stack of a search thread: a few KiB for each ply, with room to spare.
pub const SEARCH_STACK_BYTES: usize = 16 << 20;

/// The state that searches use and keep.
pub struct Engine {
    /// The transposition table.
    pub tt: TranspositionTable,
    /// Endgame tables.
    pub tables: Tablebases,
    /// Search state, one per thread.
    workers: Vec<Worker>,
    /// The helper threads, parked between searches; none with one thread.
    helpers: Option<ThreadPool>,
    /// The networks for evaluation, when in use.
    networks: Networks,
    uses_network: bool,
    /// Terms left out of the hand-crafted evaluation.
    left_out: Vec<&'static str>,
    /// The vector unit for the networks.
    simd: Simd,
    /// Number of best lines to find.
    pub multi_pv: usize,
    /// The switches of the search.
    pub features: Features,
    /// The parameters of the search.
    params: Params,
    /// How much the search leaves out, in percent of the usual.
    selectivity: i32,
    /// Analysis mode: tables exclude no moves, so that all can be compared.
    pub analyses: bool,
    /// How the user wants time to be spent.
    pub pace: Pace,
    /// The clock where nodes count as time.
    node_clock: NodeClock,
    /// Delays of clock checks.
    lateness: Lateness,
    /// Contempt: bonus for the engine on a full board, except in analysis mode; in units of the
    /// evaluation.
    contempt: i32,
    /// Damped backup: percent of a move's score that is backed up to its parent.
    damping: i32,
    /// Whether to play no better than `elo`.
    is_limited: bool,
    elo: i32,
    /// Pinning of the threads.
    pinning: Pinning,
    /// Size of the table for proofs in MiB.
    proof_hash: usize,
    /// That table, allocated with the first proof.
    prover: Option<Prover>,
}

impl Engine {
    /// An engine with one thread.
    ///
    /// # Errors
    /// When there is no memory for the hash table.
    pub fn new(hash_mebibytes: usize) -> Result<Self, crate::tt::OutOfMemory> {
        Ok(Self::with_hash(TranspositionTable::new(hash_mebibytes)?))
    }

    /// An engine with one thread and this hash table.
    pub(crate) fn with_hash(tt: TranspositionTable) -> Self {
        let mut engine = Self {
            tt,
            tables: Tablebases::default(),
            workers: vec![Worker::new()],
            helpers: None,
            networks: Networks::embedded(),
            uses_network: true,
            left_out: Vec::new(),
            simd: Simd::detect(),
            multi_pv: 1,
            features: Features::default(),
            params: Params::default(),
            selectivity: USUAL_SELECTIVITY,
            analyses: false,
            pace: Pace::default(),
            node_clock: NodeClock::default(),
            lateness: Lateness::default(),
            contempt: 0,
            damping: UNDAMPED,
            is_limited: false,
            elo: level::ELO_MIN,
            pinning: Pinning::default(),
            proof_hash: DEFAULT_PROOF_HASH,
            prover: None,
        };
        engine.hand_out_networks();
        engine
    }

    /// Changes the number of threads.
    ///
    /// # Errors
    /// When they cannot be started; then there is one thread.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), TooManyThreads> {
        self.helpers = None;
        self.workers.truncate(1);
        if threads > 1 {
            let pool = ThreadPoolBuilder::new()
                .num_threads(threads - 1)
                .stack_size(SEARCH_STACK_BYTES)
                .start_handler(self.pinning.helpers())
                .thread_name(|index| format!("helper {}", index + 1));
            self.helpers =
                Some(pool.build().map_err(|fault| TooManyThreads { threads, fault: fault.to_string() })?);
            self.workers.resize_with(threads, Worker::new);
            self.hand_out_networks();
            self.hand_out_params();
        }
        Ok(())
    }

    /// Sets the network for all positions, used while networks are in use.
    pub fn set_network(&mut self, network: Arc<Network>) {
        self.networks.main = network;
        self.hand_out_networks();
    }

    /// Sets the network for positions with few men, used while networks are in use; with `None`,
    /// they are evaluated like all others.
    pub(crate) fn set_small_network(&mut self, network: Option<Arc<Network>>) {
        self.networks.small = network;
        self.hand_out_networks();
    }

    /// Switches between the networks and the hand-crafted evaluation.
    pub fn use_network(&mut self, uses: bool) {
        self.uses_network = uses;
        self.hand_out_networks();
    }

    /// Runs the networks on this vector unit instead of the fastest; the values are the same on
    /// all.
    pub fn use_simd(&mut self, simd: Simd) {
        self.simd = simd;
        self.hand_out_networks();
    }

    /// The networks in use; `None` with the hand-crafted evaluation.
    pub fn networks(&self) -> Option<&Networks> {
        self.uses_network.then_some(&self.networks)
    }

    /// Sets the networks of all workers, which clears cached values.
    fn hand_out_networks(&mut self) {
        let networks = self.uses_network.then_some(&self.networks);
        for worker in &mut self.workers {
            worker.use_networks(networks, self.simd);
            worker.leave_out(&self.left_out);
        }
    }

    /// Leaves these terms out of the hand-crafted evaluation, and no others.
    pub(crate) fn leave_out(&mut self, terms: &[&'static str]) {
        terms.clone_into(&mut self.left_out);
        self.hand_out_networks();
    }

    /// The terms left out of the hand-crafted evaluation.
    pub fn left_out(&self) -> &[&'static str] {
        &self.left_out
    }

    /// Rebuilds the tables that depend on the parameters.
    fn hand_out_params(&mut self) {
        let params = self.params.at_selectivity(self.selectivity);
        for worker in &mut self.workers {
            worker.use_params(&params);
        }
    }

    /// Number of search threads.
    pub fn threads(&self) -> usize {
        self.workers.len()
    }

    /// Replaces the hash table with an empty one.
    ///
    /// # Errors
    /// When there is no memory for it; the old table stays.
    pub(crate) fn resize_hash(&mut self, mebibytes: usize) -> Result<(), crate::tt::OutOfMemory> {
        let mut table = TranspositionTable::new(mebibytes)?;
        table.persist(self.tt.persists());
        self.tt = table;
        Ok(())
    }

    /// Clears everything learned in earlier games.
    pub fn new_game(&mut self) {
        self.tt.clear(self.threads());
        self.workers.iter_mut().for_each(Worker::new_game);
        self.node_clock = NodeClock::default();
    }

    /// The score of a position for the side to move that the last search kept in the hash table,
    /// with its kind and the plies searched.
    pub fn kept_score(&self, position: &Position) -> Option<(Score, Bound, i32)> {
        let entry = self.tt.probe(position.hash_key())?;
        Some((entry.score.to_root(0, position.fifty_move_clock()), entry.bound, entry.depth))
    }

    /// Searches a position and reports to the observer; the last line reported is exact and is the
    /// one returned. With infinite limits or while pondering, waits for `stop`.
    ///
    /// # Panics
    /// When a search thread panics.
    pub fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        signals: &Signals,
        started: Instant,
        observer: &mut (dyn Observer + Send),
    ) -> SearchResult {
        let (us, rate) = (position.side_to_move(), self.pace.nodes_per_ms);
        let limits = self.node_clock.limits(limits, us, rate);
        let result = self.answer(position, &limits, signals, started, observer);
        self.node_clock.spend(&limits, us, rate, result.line.nodes);
        result
    }

    fn answer(
        &mut self,
        position: &Position,
        limits: &Limits,
        signals: &Signals,
        started: Instant,
        observer: &mut (dyn Observer + Send),
    ) -> SearchResult {
        self.pinning.settle_main();
        self.begin_anew();
        self.close_changed_files(observer);
        // If the search ends by time or by `stop`, it starts without tables that are still being
        // solved, and uses them as soon as they are ready.
        if !limits.is_timed() {
            self.tables.wait_for_small();
        }
        self.tables.prepare_counter(position.board(), !limits.is_timed());
        if self.proves_root() {
            self.tables.prepare_proofs(position, !limits.is_timed());
        }
        let Some(root_moves) = self.root_moves(position, limits, observer) else {
            return Self::without_moves(position, limits, signals, observer);
        };
        let level = self.is_limited.then(|| Level::of(self.elo));
        if level.is_some()
            && let Some(line) = self.short_mate(position, limits, started)
        {
            return Self::without_search(line, limits, signals, observer);
        }
        let limits = level.map_or_else(|| limits.clone(), |level| level.limit(limits));
        let is_proof = level.is_none() && limits.depth.is_none() && self.multi_pv == 1;
        let limits = &match limits.mate.filter(|_| is_proof) {
            None => limits,
            Some(moves) => match self.mate_first(position, moves, &limits, signals, started, observer) {
                ControlFlow::Break(line) => return Self::without_search(line, &limits, signals, observer),
                ControlFlow::Continue(limits) => limits,
            },
        };
        // On a busy machine the last clock check may be delayed.
        let overhead_ms = self.pace.overhead_ms.max(self.lateness.take());
        let pace = Pace { overhead_ms, ..self.pace };
        let (threads, profile) = (self.workers.len(), RootProfile::of(position));
        let counters = || (0..threads).map(|_| AtomicU64::new(0)).collect();
        let shared = Shared {
            tt: &self.tt,
            tables: &self.tables,
            signals,
            time_manager: TimeManager::new(limits, position.board(), pace, started),
            lateness: &self.lateness,
            features: self.features.at(profile, root_moves.win.is_some()),
            profile,
            params: self.params.at_selectivity(self.selectivity),
            contempt: self.contempt_for_white(position.side_to_move(), limits),
            takes_its_time: level.is_some() && limits.is_game_clock() && pace.nodes_per_ms == 0,
            knowledge: level.map_or(FULL_KNOWLEDGE, |level| level.knowledge),
            damping: self.damping,
            limits,
            multi_pv: self.multi_pv,
            exact_men: self.tables.exact_men(),
            syzygy_men: root_moves.syzygy_men,
            root_hits: root_moves.hits,
            root_is_settled_draw: root_moves.is_settled_draw,
            root_win: root_moves.win,
            is_over: AtomicBool::new(false),
            nodes: counters(),
            table_hits: counters(),
            helpers_best: Mutex::new(vec![None; threads]),
        };
        let (main, helpers) = self.workers.split_first_mut().expect("there is at least one worker");
        let moves = root_moves.moves;
        let Some(pool) = &self.helpers else {
            return answer::lead(&shared, main, position, moves, observer);
        };
        pool.in_place_scope(|scope| {
            for (index, worker) in helpers.iter_mut().enumerate() {
                let (shared, moves) = (&shared, moves.clone());
                scope.spawn(move |_| {
                    let mut silent = Silent;
                    Searcher::new(shared, worker, &mut silent, index + 1, position.clone(), moves).iterate();
                });
            }
            answer::lead(&shared, main, position, moves.clone(), observer)
        })
    }

    /// Ages the hash table; without `Persist`, clears everything learned.
    fn begin_anew(&mut self) {
        self.tt.age(self.workers.len());
        if !self.tt.persists() {
            self.workers.iter_mut().for_each(Worker::new_game);
        }
    }

    /// Contempt is for games; analysis needs the true value of a position.
    fn contempt_for_white(&self, us: Color, limits: &Limits) -> i32 {
        match us {
            _ if self.analyses || limits.infinite => 0,
            Color::White => self.contempt,
            Color::Black => -self.contempt,
        }
    }

    /// A short mate that every level finds, within the fifty-move rule; not with `searchmoves` or
    /// several lines.
    fn short_mate(&self, position: &Position, limits: &Limits, started: Instant) -> Option<SearchInfo> {
        let longest = 2 * level::MATES as u8;
        let applies = limits.search_moves.is_empty()
            && self.multi_pv == 1
            && position.fifty_move_clock() + longest <= FIFTY_MOVES_PLIES;
        if !applies {
            return None;
        }
        let pv = mates::shortest(position.board(), level::MATES, level::MATES_BUDGET)?;
        let plies = pv.len();
        let score = Score::mate_in(plies as i32);
        Some(line(plies, score, started, pv))
    }

    /// Closes the Syzygy files if the length of one has changed since it was opened.
    fn close_changed_files(&mut self, observer: &mut dyn Observer) {
        if let Some(path) = self.tables.syzygy.as_ref().and_then(Syzygy::changed_file) {
            let path = path.display();
            observer.remark(&format!(
                "{path} has changed: the Syzygy files are closed, set SyzygyPath again to use them"
            ));
            self.tables.syzygy = None;
        }
    }

    /// The moves to search, without those that the user or a table excludes; `None` when there are
    /// no legal moves.
    fn root_moves(&self, position: &Position, limits: &Limits, observer: &mut dyn Observer) -> Option<Roots> {
        let board = position.board();
        let mut moves = legal_moves(board);
        if moves.is_empty() {
            return None;
        }
        if !limits.search_moves.is_empty() {
            moves.retain(|mv| limits.search_moves.contains(mv));
        }
        if moves.is_empty() {
            moves = legal_moves(board);
        }
        let profile = RootProfile::of(position);
        let verdict = if self.features.recognizers { knowledge::judge(board) } else { None };
        if let Some(verdict) = verdict {
            observer.remark(&knowledge::describe(verdict, position.fifty_move_clock()));
        }
        let verdict = verdict.and_then(|_| knowledge::judge_in_search(board, profile.has_few_men));
        // For comparison all moves are shown, ranked by their results.
        let compares = self.analyses || self.multi_pv > 1;
        let by_tables = self.tables.judge_root(position, &moves);
        if let Some(known) = &by_tables {
            observer.remark(&known.describe("tables"));
        }
        // Files probed in the tree would score all winning lines alike; if distances are known at
        // the root, or it is not won, the search does better without them.
        let alone = by_tables.as_ref().is_some_and(|known| match known.result {
            Some(Outcome::Win) => known.has_distances,
            None | Some(Outcome::OpenWin | Outcome::OpenLoss) => false,
            _ => true,
        });
        let proofs = by_tables.is_none() && self.proves_root();
        let by_proofs = proofs
            .then(|| self.tables.prove_root(position, &moves, effort(position, limits), !limits.is_timed()))
            .flatten();
        if let Some(known) = &by_proofs {
            observer.remark(&known.describe("proofs"));
        }
        let is_proved_draw = by_proofs.as_ref().is_some_and(|known| known.result == Some(Outcome::Draw));
        let is_settled_draw = !compares
            && by_tables.is_none()
            && (is_proved_draw || verdict.is_some_and(|verdict| verdict.bound == Certainty::Draw));
        let us = position.side_to_move();
        let winner = verdict.and_then(|verdict| match verdict.bound {
            Certainty::Win => Some(us),
            Certainty::Loss => Some(!us),
            _ => None,
        });
        let win = winner.map(|winner| Reached::by(position.board(), winner));
        let hits = by_tables.as_ref().map_or(0, |known| known.hits);
        let moves = match by_tables.or(by_proofs) {
            Some(known) => {
                let as_root = is_settled_draw.then_some(Outcome::Draw);
                let moves = if compares { known.moves } else { known.searched() };
                let ranked = moves.into_iter();
                ranked.map(|known| RootMove::ranked(known.mv, known.result.or(as_root), known.rank)).collect()
            }
            None if is_settled_draw => {
                moves.into_iter().map(|mv| RootMove::ranked(mv, Some(Outcome::Draw), 0)).collect()
            }
            None => moves.into_iter().map(RootMove::new).collect(),
        };
        Some(Roots {
            moves,
            syzygy_men: if alone { 0 } else { self.tables.searchable_men() },
            is_settled_draw,
            win,
            hits,
        })
    }

    /// True where root moves are judged by proofs: a level knows less.
    fn proves_root(&self) -> bool {
        self.features.recognizers && self.features.root_proofs && !self.is_limited
    }

    /// Checkmate or stalemate at the root.
    fn without_moves(
        position: &Position,
        limits: &Limits,
        signals: &Signals,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        let score = if position.in_check() { Score::mated_in(0) } else { Score::DRAW };
        let line = line(0, score, Instant::now(), Vec::new());
        Self::without_search(line, limits, signals, observer)
    }

    /// Answers with a line found without search, as soon as an answer is due.
    fn without_search(
        line: SearchInfo,
        limits: &Limits,
        signals: &Signals,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        while (limits.infinite || signals.is_pondering()) && !signals.is_stopped() {
            std::thread::sleep(WAIT);
        }
        observer.info(&line);
        let outcome = SearchResult { best: line.pv.first().copied(), ponder: line.pv.get(1).copied(), line };
        observer.decided(&outcome);
        outcome
    }
}

/// Positions that the proof of the root, and of each of its moves, may look at: few enough for the
/// clock or the limit of nodes.
fn effort(position: &Position, limits: &Limits) -> u32 {
    let planned = TimeManager::new(limits, position.board(), Pace::default(), Instant::now()).planned_ms();
    let by_time = planned.map(|ms| (ms * p::PROOF_NODES_PER_MS) as u64);
    let nodes = limits.nodes.into_iter().chain(limits.soft_nodes).min();
    let by_nodes = nodes.map(|nodes| nodes / p::PROOF_NODES_SHARE);
    let most = [by_time, by_nodes, Some(p::PROOF_NODES)].into_iter().flatten().min();
    most.unwrap_or_default() as u32
}

/// A line of `plies` plies found without search.
fn line(plies: usize, score: Score, started: Instant, pv: Vec<Move>) -> SearchInfo {
    SearchInfo {
        depth: plies as i32,
        selective_depth: plies,
        rank: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        time_ms: started.elapsed().as_millis() as u64,
        hash_permille: 0,
        table_hits: 0,
        pv,
    }
}

/// The root moves and how Syzygy files are used below them.
struct Roots {
    moves: Vec<RootMove>,
    syzygy_men: u32,
    /// According to a recognizer.
    is_settled_draw: bool,
    /// According to a recognizer.
    win: Option<Reached>,
    /// Positions probed at the root.
    hits: u64,
}
