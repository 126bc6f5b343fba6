//! Lazy SMP: every thread searches the same root with its own histories and shares only the transposition table.

use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use board::{Board, Wdl, legal_moves};
use nnue::{Network, Simd};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::clock::{DEFAULT_OVERHEAD_MS, Signals, TimeManager};
use crate::eval::network::{self, Networks};
use crate::features::Features;
use crate::knowledge::{self, Certainty};
use crate::limits::Limits;
use crate::options::Setting;
use crate::position::Position;
use crate::score::Score;
use crate::search::{Line, Listener, Outcome, RootMove, Searcher, Shared, Silent, Worker};
use crate::tablebase::{Syzygy, Tablebases};
use crate::tt::{Bound, TranspositionTable};

/// How often a finished search looks whether it may answer, while it ponders or analyzes without end.
const WAIT: Duration = Duration::from_millis(2);

/// Stack of a search thread: a few KiB for each ply, with room to spare.
pub const SEARCH_STACK_BYTES: usize = 16 << 20;

/// All that a search needs and leaves behind.
pub struct Engine {
    /// The transposition table.
    pub tt: TranspositionTable,
    /// Endgame tables.
    pub tables: Tablebases,
    /// One per thread.
    workers: Vec<Worker>,
    /// The threads besides the main one, parked between searches; none with one thread.
    helpers: Option<ThreadPool>,
    /// The networks that evaluate when they are in use.
    networks: Networks,
    uses_network: bool,
    /// The vector unit that the networks run on.
    simd: Simd,
    /// Number of best lines to find.
    pub multi_pv: usize,
    /// Which ideas the search uses.
    pub features: Features,
    /// Tables rule out no move, so that all can be compared.
    pub analyses: bool,
    /// Time to keep in reserve for each move, in milliseconds; `DEFAULT_OVERHEAD_MS` until somebody says otherwise.
    pub overhead_ms: i64,
}

/// The system refuses to start so many threads.
#[derive(Debug, thiserror::Error)]
#[error("{threads} threads cannot be started ({fault}); the search goes on with one")]
pub struct TooManyThreads {
    threads: usize,
    fault: String,
}

impl Engine {
    /// An engine with one thread.
    ///
    /// # Errors
    /// When there is no memory for the hash table.
    pub fn new(hash_mebibytes: usize) -> Result<Self, crate::tt::OutOfMemory> {
        let mut engine = Self {
            tt: TranspositionTable::new(hash_mebibytes)?,
            tables: Tablebases::default(),
            workers: vec![Worker::new()],
            helpers: None,
            networks: Networks::embedded(),
            uses_network: true,
            simd: Simd::detect(),
            multi_pv: 1,
            features: Features::default(),
            analyses: false,
            overhead_ms: DEFAULT_OVERHEAD_MS,
        };
        engine.hand_out_networks();
        Ok(engine)
    }

    /// Changes the number of threads.
    ///
    /// # Errors
    /// When so many cannot be started; then there is one.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), TooManyThreads> {
        self.helpers = None;
        self.workers.truncate(1);
        if threads > 1 {
            let pool = ThreadPoolBuilder::new()
                .num_threads(threads - 1)
                .stack_size(SEARCH_STACK_BYTES)
                .thread_name(|index| format!("helper {}", index + 1));
            self.helpers =
                Some(pool.build().map_err(|fault| TooManyThreads { threads, fault: fault.to_string() })?);
            self.workers.resize_with(threads, Worker::new);
            self.hand_out_networks();
        }
        Ok(())
    }

    /// Evaluates by this network from now on, as long as networks are in use.
    pub fn set_network(&mut self, network: Arc<Network>) {
        self.networks.main = network;
        self.hand_out_networks();
    }

    /// Evaluates positions with few men by this network from now on, as long as networks are in use; like all others without.
    pub(crate) fn set_small_network(&mut self, network: Option<Arc<Network>>) {
        self.networks.small = network;
        self.hand_out_networks();
    }

    /// Whether to evaluate by the networks or by hand.
    pub fn use_network(&mut self, uses: bool) {
        self.uses_network = uses;
        self.hand_out_networks();
    }

    /// Runs the networks on this vector unit instead of the fastest; the values are the same on all.
    pub fn use_simd(&mut self, simd: Simd) {
        self.simd = simd;
        self.hand_out_networks();
    }

    /// The networks that evaluate; none when the evaluation is made by hand.
    pub fn networks(&self) -> Option<&Networks> {
        self.uses_network.then_some(&self.networks)
    }

    /// What was evaluated otherwise is forgotten.
    fn hand_out_networks(&mut self) {
        let networks = self.uses_network.then_some(&self.networks);
        for worker in &mut self.workers {
            worker.use_networks(networks, self.simd);
        }
    }

    /// Number of search threads.
    pub fn threads(&self) -> usize {
        self.workers.len()
    }

    /// Replaces the hash table by an empty one.
    ///
    /// # Errors
    /// When there is no memory for it; the old table stays.
    pub(crate) fn resize_hash(&mut self, mebibytes: usize) -> Result<(), crate::tt::OutOfMemory> {
        self.tt = TranspositionTable::new(mebibytes)?;
        Ok(())
    }

    /// Forgets all that was learned in earlier games.
    pub fn new_game(&mut self) {
        self.tt.clear(self.threads());
        self.workers.iter_mut().for_each(Worker::new_game);
    }

    /// Searches a position and reports to the listener; the last line reported before the return is exact and is the
    /// one returned. Waits to be stopped when the limits are infinite or the engine ponders.
    ///
    /// # Panics
    /// When a search thread panics.
    pub fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        signals: &Signals,
        started: Instant,
        listener: &mut (dyn Listener + Send),
    ) -> Outcome {
        self.tt.age();
        self.close_changed_files(listener);
        let Some(root_moves) = self.root_moves(position, limits, listener) else {
            return Self::without_moves(position, limits, signals, listener);
        };
        let threads = self.workers.len();
        let counters = || (0..threads).map(|_| AtomicU64::new(0)).collect();
        let shared = Shared {
            tt: &self.tt,
            tables: &self.tables,
            signals,
            time_manager: TimeManager::new(limits, position.side_to_move(), self.overhead_ms, started),
            features: self.features,
            limits,
            multi_pv: self.multi_pv,
            exact_men: self.tables.exact_men(),
            syzygy_men: root_moves.syzygy_men,
            root_result: root_moves.result,
            root_hits: root_moves.hits,
            root_is_settled_draw: root_moves.is_settled_draw,
            nodes: counters(),
            table_hits: counters(),
            helpers_best: Mutex::new(vec![None; threads]),
        };
        let (main, helpers) = self.workers.split_first_mut().expect("there is at least one worker");
        let moves = root_moves.moves;
        let Some(pool) = &self.helpers else { return lead(&shared, main, position, moves, listener) };
        pool.in_place_scope(|scope| {
            for (index, worker) in helpers.iter_mut().enumerate() {
                let (shared, moves) = (&shared, moves.clone());
                scope.spawn(move |_| {
                    let mut silent = Silent;
                    Searcher::new(shared, worker, &mut silent, index + 1, position.clone(), moves).iterate();
                });
            }
            lead(&shared, main, position, moves.clone(), listener)
        })
    }

    /// Lets go of Syzygy files one of which has another length than when it was opened.
    fn close_changed_files(&mut self, listener: &mut dyn Listener) {
        if let Some(path) = self.tables.syzygy.as_ref().and_then(Syzygy::changed_file) {
            let path = path.display();
            listener.remark(&format!(
                "{path} has changed: the Syzygy files are closed, set SyzygyPath again to use them"
            ));
            self.tables.syzygy = None;
        }
    }

    /// The moves to search, fewer when the user or a table rules some out; `None` when there are no legal moves.
    fn root_moves(&self, position: &Position, limits: &Limits, listener: &mut dyn Listener) -> Option<Roots> {
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
        let verdict = if self.features.recognizers { knowledge::judge(board) } else { None };
        if let Some(verdict) = verdict {
            listener.remark(&knowledge::describe(verdict));
        }
        // Whoever compares moves wants to see all of them.
        let compares = self.analyses || self.multi_pv > 1;
        let known = if compares { None } else { self.tables.judge_root(position, &moves) };
        let all = moves.len();
        if let Some(known) = &known {
            moves.clone_from(&known.moves);
            listener.remark(&format!(
                "tables: {}, {} of {all} moves keep the result",
                known.result,
                moves.len()
            ));
        }
        // Files in the tree would tell every winning line alike; where the root is known with distances, or not to be won,
        // the search does better alone.
        let alone = known.as_ref().is_some_and(|known| known.has_distances || known.result < Wdl::Win);
        let is_settled_draw =
            !compares && known.is_none() && verdict.is_some_and(|verdict| verdict.bound == Certainty::Draw);
        let result = known.as_ref().map(|known| known.result).or(is_settled_draw.then_some(Wdl::Draw));
        Some(Roots {
            moves: moves.into_iter().map(RootMove::new).collect(),
            syzygy_men: if alone { 0 } else { self.tables.searchable_men() },
            result,
            is_settled_draw,
            hits: known.map_or(0, |known| known.hits),
        })
    }

    /// Mate or stalemate at the root.
    fn without_moves(
        position: &Position,
        limits: &Limits,
        signals: &Signals,
        listener: &mut dyn Listener,
    ) -> Outcome {
        let line = Line {
            depth: 0,
            selective_depth: 0,
            rank: 1,
            score: if position.in_check() { Score::mated_in(0) } else { Score::DRAW },
            bound: Bound::Exact,
            nodes: 0,
            time_ms: 0,
            hash_permille: 0,
            table_hits: 0,
            pv: Vec::new(),
        };
        while (limits.infinite || signals.is_pondering()) && !signals.is_stopped() {
            std::thread::sleep(WAIT);
        }
        listener.line(&line);
        let outcome = Outcome { best: None, ponder: None, line };
        listener.decided(&outcome);
        outcome
    }
}

impl Engine {
    /// Applies a setting and returns what there is to say about it. Those that only concern the conversation change nothing here.
    pub fn set(&mut self, setting: &Setting) -> Vec<String> {
        match setting {
            Setting::Hash(mebibytes) => {
                return self
                    .resize_hash(*mebibytes)
                    .err()
                    .map(|error| error.to_string())
                    .into_iter()
                    .collect();
            }
            Setting::Threads(threads) => {
                return self.set_threads(*threads).err().map(|error| error.to_string()).into_iter().collect();
            }
            Setting::ClearHash => self.new_game(),
            Setting::MoveOverhead(milliseconds) => self.overhead_ms = *milliseconds,
            Setting::SyzygyPath(path) => return self.tables.open_syzygy(path),
            Setting::SyzygyCheck(check) => return self.tables.check_syzygy(*check),
            Setting::SyzygyProbeDepth(depth) => self.tables.probe_depth = *depth,
            Setting::SyzygyProbeLimit(men) => self.tables.probe_limit = *men,
            Setting::Syzygy50MoveRule(on) => self.tables.fifty_move_rule = *on,
            Setting::MultiPv(lines) => self.multi_pv = *lines,
            Setting::AnalyseMode(on) => self.analyses = *on,
            Setting::InternalTb(men) => {
                self.tables.internal_men = *men;
                self.tables.prepare();
            }
            Setting::EvalFile(path) if path.is_empty() => {
                self.set_network(network::embedded());
                self.new_game();
            }
            Setting::EvalFile(path) => match network::read(Path::new(path)) {
                Ok(network) => {
                    let remark = format!("{path}: {}", network.description());
                    self.set_network(network);
                    self.new_game();
                    return vec![remark];
                }
                Err(error) => return vec![error.to_string()],
            },
            Setting::EvalFileSmall(path) if path.is_empty() => {
                self.set_small_network(Networks::embedded().small);
                self.new_game();
            }
            Setting::EvalFileSmall(path) => match network::read_small(Path::new(path)) {
                Ok(network) => {
                    let remark = format!("{path}: {}", network.description());
                    self.set_small_network(Some(network));
                    self.new_game();
                    return vec![remark];
                }
                Err(error) => return vec![error.to_string()],
            },
            Setting::UseNetwork(on) => {
                self.use_network(*on);
                self.new_game();
            }
            Setting::Simd(simd) => self.use_simd(*simd),
            Setting::Feature(name, on) => self.features.switch(name, *on),
            Setting::Chess960(_)
            | Setting::ShowWdl(_)
            | Setting::Ponder(_)
            | Setting::LogFile(_)
            | Setting::About => {}
        }
        Vec::new()
    }
}

/// The root moves and how far Syzygy files are used below them.
struct Roots {
    moves: Vec<RootMove>,
    syzygy_men: u32,
    /// By tables or recognizers.
    result: Option<Wdl>,
    /// By a recognizer.
    is_settled_draw: bool,
    /// Positions looked up at the root.
    hits: u64,
}

/// The main thread's part of a search, with the answer. The answer does not wait until the last helper has noticed the end.
fn lead(
    shared: &Shared,
    worker: &mut Worker,
    position: &Position,
    moves: Vec<RootMove>,
    listener: &mut (dyn Listener + Send),
) -> Outcome {
    let mut searcher = Searcher::new(shared, worker, &mut *listener, 0, position.clone(), moves);
    searcher.iterate();
    while (shared.limits.infinite || shared.signals.is_pondering()) && !shared.signals.is_stopped() {
        std::thread::sleep(WAIT);
    }
    shared.signals.stop();
    let score = searcher.best().settled_score();
    let pv = searcher.best().pv.clone();
    let line = searcher.line(0, score, Bound::Exact, pv);
    let candidates = shared.helpers_best.lock().expect("no thread panics").clone();
    let line = vote(line, candidates.iter().flatten(), shared.tables, position.board());
    if let Some(fault) = shared.tables.syzygy.as_ref().and_then(Syzygy::news) {
        listener.remark(fault);
    }
    listener.line(&line);
    let outcome = Outcome { best: line.pv.first().copied(), ponder: line.pv.get(1).copied(), line };
    listener.decided(&outcome);
    outcome
}

/// The main thread's line, unless a helper finished a deeper iteration with a score that is no worse.
fn vote<'a>(
    mut line: Line,
    candidates: impl Iterator<Item = &'a (RootMove, i32)>,
    tables: &Tablebases,
    board: &Board,
) -> Line {
    for (best, depth) in candidates {
        let score = best.settled_score();
        let shorter_mate = score.is_mate() && score > line.score;
        if shorter_mate || (*depth > line.depth && score >= line.score && !line.score.is_mate()) {
            line.depth = *depth;
            line.score = score;
            line.selective_depth = best.selective_depth.max(1);
            line.pv = tables.extend_to_mate(board, best.pv.clone(), score);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options;

    #[test]
    fn every_feature_can_be_switched_and_takes_effect() {
        let mut engine = Engine::new(1).unwrap();
        for name in Features::NAMES {
            assert!(engine.set(&options::parse(name, "false").unwrap()).is_empty());
            let mut expected = Features::default();
            expected.switch(name, false);
            assert_eq!(engine.features, expected);
            engine.set(&options::parse(&name.to_uppercase().replace('_', ""), "true").unwrap());
            expected.switch(name, true);
            assert_eq!(engine.features, expected);
            engine.features = Features::default();
        }
    }
}
