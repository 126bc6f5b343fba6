//! A run: threads that play games, each into a file of its own, until there are enough positions or
//! it is stopped.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

use super::Order;
use super::folder::file_name;
use super::player::Player;
use crate::crew::{self, Crew, Knowledge, Progress, RunError};
use crate::games::{GamesWriter, Header, WriteError};
use board::random::Random;

/// Most numbers of runs that may be taken by others starting at the same time.
const RUN_TRIES: u32 = 100;

/// The generating program, for the headers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Program {
    /// The commit it was built from.
    pub commit: String,
    /// SHA-256 of its file in hexadecimal.
    pub sha256: String,
}

/// The settings of a run.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// How games are played.
    pub order: &'a Order,
    /// Determines the games, together with the number of the run.
    pub seed: u64,
    /// Folder of the new files.
    pub folder: &'a Path,
    /// The number of the last run in the folder; this one gets the next.
    pub last_run: u32,
    /// The run ends with the game that reaches this many positions.
    pub positions: u64,
    /// The program, for the headers.
    pub program: &'a Program,
}

impl Run<'_> {
    /// Plays until there are enough positions or `stop` is set.
    ///
    /// # Errors
    /// The first [`RunError`] of any thread; all games of complete blocks are kept.
    ///
    /// # Panics
    /// When a thread panics, after the others have stopped.
    pub fn play(&self, stop: &AtomicBool, report: impl FnMut(Progress)) -> Result<Progress, RunError> {
        let searches = &self.order.searches;
        let knowledge = Knowledge::new(searches)?;
        let header = self.header(knowledge.syzygy_men, knowledge.network_name());
        let (run, writers) = open_files(self.folder, self.last_run, searches.threads, &header)?;
        let run_seed = Random::stream(self.seed, u64::from(run)).next_u64();
        let mut workers = Vec::new();
        for (thread, writer) in writers.into_iter().enumerate() {
            let player = Player::new(self.order, Random::stream(run_seed, thread as u64), &knowledge)?;
            workers.push(|crew: &Crew| play_games(player, writer, crew));
        }
        crew::run(workers, self.positions, stop, report)
    }

    /// The header of all files, except for the numbers of run and thread.
    fn header(&self, syzygy_men: u32, network: Option<String>) -> Header {
        Header {
            commit: self.program.commit.clone(),
            program: self.program.sha256.clone(),
            network,
            seed: self.seed,
            run: 0,
            thread: 0,
            options: serde_json::to_value(self.order).expect("an order is plain data"),
            table_men: self.order.searches.table_men,
            syzygy_men,
            source: None,
            begun: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
        }
    }
}

/// The files of the next run number that is not taken.
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

/// One thread's games. Finished games are written even when stopped.
fn play_games(mut player: Player, mut writer: GamesWriter, crew: &Crew) -> Result<(), RunError> {
    while !crew.is_done() {
        let Some(game) = player.play(crew.stop) else { break };
        writer.push(&game)?;
        crew.count(game.len());
    }
    Ok(writer.finish()?)
}
