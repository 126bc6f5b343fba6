//! A run: threads that play, each into a file of its own, until there is enough or somebody says stop.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use vancura::knowledge;
use vancura::smp::SEARCH_STACK_BYTES;
use vancura::tablebase::{InternalTables, Syzygy};
use vancura::tt::OutOfMemory;

use super::Order;
use super::folder::file_name;
use super::player::Player;
use crate::games::{GamesWriter, Header, WriteError};
use crate::random::Random;

/// How often the caller is told about the progress.
const REPORT_INTERVAL: Duration = Duration::from_millis(500);
/// So many numbers of runs may be taken by others that begin at the same moment.
const RUN_TRIES: u32 = 100;

/// The program that generates, for the headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The commit it was built from.
    pub commit: String,
    /// SHA-256 of its file in hexadecimal.
    pub sha256: String,
}

/// What a run has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Games played.
    pub games: u64,
    /// Positions scored.
    pub positions: u64,
    /// Since the first game began.
    pub elapsed: Duration,
}

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// A file cannot be written; the other threads have stopped as well.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// No memory for a hash table.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The system starts no thread.
    #[error("a thread cannot be started: {0}")]
    Thread(std::io::Error),
    /// No Syzygy files where they should be.
    #[error(
        "there are no Syzygy files in {0}; give the folder that holds .rtbw files, or leave the option out"
    )]
    Syzygy(String),
}

/// A run: what it is to make, and where.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// How games are played.
    pub order: &'a Order,
    /// Together with the number of the run it tells the games.
    pub seed: u64,
    /// Where the new files go.
    pub folder: &'a Path,
    /// The last run that left a file there; this one gets the next number.
    pub last_run: u32,
    /// It ends with the game that reaches so many positions.
    pub positions: u64,
    /// For the headers.
    pub program: &'a Program,
}

impl Run<'_> {
    /// Plays until there are enough positions or `stop` is set.
    ///
    /// # Errors
    /// The first [`GenerateError`] of any thread; all games of whole blocks are kept.
    ///
    /// # Panics
    /// When a thread panics, after the others have stopped.
    pub fn play(
        &self,
        stop: &AtomicBool,
        mut report: impl FnMut(Progress),
    ) -> Result<Progress, GenerateError> {
        let syzygy_men = syzygy_men(self.order)?;
        let internal = Arc::new(InternalTables::default());
        internal.build_small();
        if self.order.table_men > 3 {
            internal.build_large();
        }
        knowledge::prepare();
        let (run, writers) =
            open_files(self.folder, self.last_run, self.order.threads, &self.header(syzygy_men))?;
        let run_seed = Random::stream(self.seed, u64::from(run)).next();
        let mut threads = Vec::new();
        for (thread, writer) in writers.into_iter().enumerate() {
            let player = Player::new(self.order, Random::stream(run_seed, thread as u64), &internal)?;
            threads.push((player, writer));
        }
        play_all(threads, self.positions, stop, &mut report)
    }

    /// The header of all files, but for the numbers of run and thread.
    fn header(&self, syzygy_men: u32) -> Header {
        Header {
            commit: self.program.commit.clone(),
            program: self.program.sha256.clone(),
            network: None,
            seed: self.seed,
            run: 0,
            thread: 0,
            options: serde_json::to_value(self.order).expect("an order is plain data"),
            table_men: self.order.table_men,
            syzygy_men,
            begun: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
        }
    }
}

fn syzygy_men(order: &Order) -> Result<u32, GenerateError> {
    let Some(path) = &order.syzygy else { return Ok(0) };
    let men = Syzygy::open(path).0.map_or(0, |syzygy| syzygy.men());
    if men == 0 { Err(GenerateError::Syzygy(path.clone())) } else { Ok(men) }
}

/// The files of the next run that nobody has taken.
fn open_files(
    folder: &Path,
    last_run: u32,
    threads: u32,
    header: &Header,
) -> Result<(u32, Vec<GamesWriter>), WriteError> {
    let mut run = last_run + 1;
    loop {
        let open = |thread| {
            let header = Header { run, thread, ..header.clone() };
            GamesWriter::create(&folder.join(file_name(run, thread)), &header)
        };
        match open(0) {
            Ok(first) => {
                let others = (1..threads).map(open);
                let writers = std::iter::once(Ok(first)).chain(others).collect::<Result<_, _>>()?;
                return Ok((run, writers));
            }
            Err(error)
                if error.source.kind() == std::io::ErrorKind::AlreadyExists && run < last_run + RUN_TRIES =>
            {
                run += 1;
            }
            Err(error) => return Err(error),
        }
    }
}

/// What the threads of a run share.
struct Shared<'a> {
    stop: &'a AtomicBool,
    games: AtomicU64,
    positions: AtomicU64,
    wanted: u64,
}

impl Shared<'_> {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.positions.load(Ordering::Relaxed) >= self.wanted
    }
}

/// Stops the others when a thread panics: it would go unnoticed for days.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

fn play_all(
    threads: Vec<(Player, GamesWriter)>,
    wanted: u64,
    stop: &AtomicBool,
    report: &mut impl FnMut(Progress),
) -> Result<Progress, GenerateError> {
    let shared = Shared { stop, games: AtomicU64::new(0), positions: AtomicU64::new(0), wanted };
    let started = Instant::now();
    let progress = || Progress {
        games: shared.games.load(Ordering::Relaxed),
        positions: shared.positions.load(Ordering::Relaxed),
        elapsed: started.elapsed(),
    };
    let mut first_error = None;
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for (number, (player, writer)) in threads.into_iter().enumerate() {
            let (sender, shared) = (sender.clone(), &shared);
            let builder =
                std::thread::Builder::new().name(format!("player {number}")).stack_size(SEARCH_STACK_BYTES);
            let started = builder.spawn_scoped(scope, move || {
                // Nobody listens only when this run is over.
                let _ = sender.send(play_games(player, writer, shared));
            });
            if let Err(error) = started {
                stop.store(true, Ordering::Relaxed);
                first_error.get_or_insert(GenerateError::Thread(error));
            }
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(REPORT_INTERVAL) {
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    first_error.get_or_insert(error.into());
                }
                Err(mpsc::RecvTimeoutError::Timeout) => report(progress()),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    first_error.map_or_else(|| Ok(progress()), Err)
}

/// One thread's games. What is whole is written even when told to stop.
fn play_games(mut player: Player, mut writer: GamesWriter, shared: &Shared) -> Result<(), WriteError> {
    let _guard = StopOnPanic(shared.stop);
    while !shared.is_over() {
        let Some(game) = player.play(shared.stop) else { break };
        let pushed = writer.push(&game);
        if pushed.is_err() {
            shared.stop.store(true, Ordering::Relaxed);
        }
        pushed?;
        shared.games.fetch_add(1, Ordering::Relaxed);
        shared.positions.fetch_add(game.len() as u64, Ordering::Relaxed);
    }
    writer.finish()
}
