//! Threads that search, each with an engine of its own, until the work is done, a stop signal, or a
//! failure.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use board::Move;
use serde::Serialize;
use vancura::clock::Signals;
use vancura::engine::{Engine, SEARCH_STACK_BYTES};
use vancura::eval::network::NetworkFileError;
use vancura::knowledge;
use vancura::limits::Limits;
use vancura::position::Position;
use vancura::search::SearchResult;
use vancura::search::Silent;
use vancura::tablebase::{InternalTables, Syzygy, Tablebases};
use vancura::tt::OutOfMemory;

use crate::evaluation::{Evaluation, Loaded};
use crate::games::{GameFault, ReadError, WriteError, sorted_moves};

/// How often progress is reported.
const REPORT_INTERVAL: Duration = Duration::from_millis(500);

/// Why work ended early. Everything written before is intact.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file of samples cannot be written.
    #[error("{path} cannot be written: {source}")]
    Samples {
        /// The file.
        path: PathBuf,
        /// The error.
        source: std::io::Error,
    },
    /// An invalid game in a block whose checksum is right.
    #[error("{path}: {fault}")]
    Game {
        /// The file.
        path: PathBuf,
        /// The fault.
        fault: GameFault,
    },
    /// The network could not be read.
    #[error(transparent)]
    Network(#[from] NetworkFileError),
    /// No memory for a hash table.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// A thread could not be started.
    #[error("a thread cannot be started: {0}")]
    Thread(std::io::Error),
    /// The folder has no Syzygy files.
    #[error(
        "there are no Syzygy files in {0}; give the folder that holds .rtbw files, or leave the option out"
    )]
    Syzygy(String),
}

/// Search settings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Searches {
    /// Soft limit: a search ends with the iteration that exceeds this many nodes.
    pub soft_nodes: u64,
    /// Hard limit: a search ends at this many nodes.
    pub hard_nodes: u64,
    /// Hash table of each thread in MiB.
    pub hash_mebibytes: usize,
    /// Tables in memory for up to this many men: 3 or 4.
    pub table_men: u32,
    /// Folders of Syzygy files.
    pub syzygy: Option<String>,
    /// The evaluation.
    pub evaluation: Evaluation,
    /// Number of concurrent games or files.
    pub threads: u32,
}

impl Searches {
    /// The limits of a search, or of one with a fraction of the nodes.
    pub(crate) fn limits(&self, divisor: u64) -> Limits {
        let (soft, hard) = (self.soft_nodes / divisor, self.hard_nodes / divisor);
        Limits { nodes: Some(hard), soft_nodes: Some(soft), ..Limits::default() }
    }
}

/// The progress so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Games finished.
    pub games: u64,
    /// Positions with a score in them.
    pub positions: u64,
    /// Time since the first search.
    pub elapsed: Duration,
}

/// Shared by all engines of a run: tables and the evaluation.
pub(crate) struct Knowledge {
    evaluation: Loaded,
    internal: Arc<InternalTables>,
    internal_men: u32,
    syzygy: Option<String>,
    /// Size of the largest Syzygy file in men; 0 without files.
    pub(crate) syzygy_men: u32,
}

impl Knowledge {
    /// Builds the tables in memory for 3 or 4 men, opens Syzygy files and reads the network.
    pub(crate) fn new(searches: &Searches) -> Result<Self, RunError> {
        let evaluation = searches.evaluation.load()?;
        let (internal_men, syzygy) = (searches.table_men, searches.syzygy.clone());
        let mut syzygy_men = 0;
        if let Some(path) = &syzygy {
            syzygy_men = Syzygy::open(path).0.map_or(0, |syzygy| syzygy.men());
            if syzygy_men == 0 {
                return Err(RunError::Syzygy(path.clone()));
            }
        }
        let internal = Arc::new(InternalTables::default());
        internal.build_small();
        if internal_men > 3 {
            internal.build_large();
        }
        knowledge::prepare();
        Ok(Self { evaluation, internal, internal_men, syzygy, syzygy_men })
    }

    pub(crate) fn tables(&self) -> Tablebases {
        let mut tables = Tablebases::in_memory(Arc::clone(&self.internal), self.internal_men);
        if let Some(path) = &self.syzygy {
            tables.open_syzygy(path);
        }
        tables
    }

    /// An engine of one thread.
    pub(crate) fn engine(&self, hash_mebibytes: usize) -> Result<Engine, OutOfMemory> {
        let mut engine = Engine::new(hash_mebibytes)?;
        engine.tables = self.tables();
        self.evaluation.hand_to(&mut engine);
        Ok(engine)
    }

    /// The network's name for the headers.
    pub(crate) fn network_name(&self) -> Option<String> {
        self.evaluation.name()
    }
}

/// One search.
pub(crate) fn search(
    engine: &mut Engine,
    position: &Position,
    limits: &Limits,
    signals: &Signals,
) -> SearchResult {
    signals.reset(false);
    engine.think(position, limits, signals, Instant::now(), &mut Silent)
}

/// The number by which files of games encode a legal move.
pub(crate) fn move_index(position: &Position, mv: Move) -> u8 {
    let index = sorted_moves(position.board()).iter().position(|&other| other == mv);
    index.expect("the search plays legal moves") as u8
}

/// State shared by threads.
pub(crate) struct Crew<'a> {
    /// Stops all threads.
    pub(crate) stop: &'a AtomicBool,
    games: AtomicU64,
    positions: AtomicU64,
    wanted: u64,
}

impl Crew<'_> {
    /// True when the work is done or stopped.
    pub(crate) fn is_done(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.positions.load(Ordering::Relaxed) >= self.wanted
    }

    /// Counts a game.
    pub(crate) fn count(&self, positions: usize) {
        self.games.fetch_add(1, Ordering::Relaxed);
        self.positions.fetch_add(positions as u64, Ordering::Relaxed);
    }
}

/// Stops the other threads when one fails or panics, which could otherwise go unnoticed for days.
struct StopUnlessDone<'a>(&'a AtomicBool, bool);

impl Drop for StopUnlessDone<'_> {
    fn drop(&mut self) {
        if !self.1 {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Runs tasks on threads with an engine each, until all are done or there are enough positions.
///
/// # Errors
/// The first [`RunError`] of any thread.
pub(crate) fn do_all<T: Send>(
    tasks: impl IntoIterator<Item = T>,
    searches: &Searches,
    knowledge: &Knowledge,
    stop: &AtomicBool,
    report: impl FnMut(Progress),
    work: impl Fn(T, &mut Engine, &Crew) -> Result<(), RunError> + Sync,
) -> Result<Progress, RunError> {
    let tasks: Mutex<VecDeque<T>> = Mutex::new(tasks.into_iter().collect());
    let mut workers = Vec::new();
    for _ in 0..searches.threads {
        let mut engine = knowledge.engine(searches.hash_mebibytes)?;
        let (tasks, work) = (&tasks, &work);
        workers.push(move |crew: &Crew| {
            while !crew.is_done() {
                let task = tasks.lock().expect("no thread panics holding it").pop_front();
                let Some(task) = task else { break };
                work(task, &mut engine, crew)?;
            }
            Ok(())
        });
    }
    run(workers, u64::MAX, stop, report)
}

/// Runs workers, each on a thread, and reports progress. Returns the first error of any.
///
/// # Panics
/// When a worker panics, after the others have stopped.
pub(crate) fn run<W>(
    workers: Vec<W>,
    wanted: u64,
    stop: &AtomicBool,
    mut report: impl FnMut(Progress),
) -> Result<Progress, RunError>
where
    W: FnOnce(&Crew) -> Result<(), RunError> + Send,
{
    let crew = Crew { stop, games: AtomicU64::new(0), positions: AtomicU64::new(0), wanted };
    let begun = Instant::now();
    let progress = || Progress {
        games: crew.games.load(Ordering::Relaxed),
        positions: crew.positions.load(Ordering::Relaxed),
        elapsed: begun.elapsed(),
    };
    let mut first_error = None;
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for (number, worker) in workers.into_iter().enumerate() {
            let (sender, crew) = (sender.clone(), &crew);
            let builder =
                std::thread::Builder::new().name(format!("searcher {number}")).stack_size(SEARCH_STACK_BYTES);
            let started = builder.spawn_scoped(scope, move || {
                let mut guard = StopUnlessDone(crew.stop, false);
                let result = worker(crew);
                guard.1 = result.is_ok();
                // The receiver lives until every sender is gone.
                let _ = sender.send(result);
            });
            if let Err(error) = started {
                stop.store(true, Ordering::Relaxed);
                first_error.get_or_insert(RunError::Thread(error));
            }
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(REPORT_INTERVAL) {
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    first_error.get_or_insert(error);
                }
                Err(mpsc::RecvTimeoutError::Timeout) => report(progress()),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    first_error.map_or_else(|| Ok(progress()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_stops_the_others() {
        let stop = AtomicBool::new(false);
        let workers: Vec<_> = (0..3)
            .map(|number| {
                move |crew: &Crew| {
                    if number == 1 {
                        return Err(RunError::Syzygy("nowhere".to_owned()));
                    }
                    while !crew.is_done() {
                        std::thread::yield_now();
                    }
                    Ok(())
                }
            })
            .collect();
        assert!(matches!(run(workers, u64::MAX, &stop, |_| ()), Err(RunError::Syzygy(_))));
        assert!(stop.load(Ordering::Relaxed));
    }

    #[test]
    fn enough_is_enough_and_nobody_was_told_to_stop() {
        let stop = AtomicBool::new(false);
        let worker = |crew: &Crew| {
            while !crew.is_done() {
                crew.count(10);
            }
            Ok(())
        };
        let progress = run(vec![worker], 95, &stop, |_| ()).unwrap();
        assert_eq!((progress.games, progress.positions), (10, 100));
        assert!(!stop.load(Ordering::Relaxed));
    }
}
