//! Searches the positions of old games again and writes the games with the new scores.
//!
//! For every file of games new ones are written, `<name>.part<number>.vgd`, with the same games in
//! the same order. Only positions that training keeps are searched; moves and results stay. A
//! stopped or killed run continues with the next part after the existing games.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use vancura::clock::Signals;
use vancura::engine::Engine;
use vancura::position::Position;

use crate::crew::{self, Crew, Knowledge, Progress, RunError, Searches, move_index, search};
use crate::games::{EXTENSION, Event, Game, GameFault, GamesReader, GamesWriter, Header, Kind, Positions};
use crate::generate::Program;

/// The settings of a run of rescoring.
#[derive(Clone, Debug)]
pub struct Rescore<'a> {
    /// Search settings.
    pub searches: &'a Searches,
    /// Files of games.
    pub inputs: &'a [PathBuf],
    /// Folder of the new files; not that of the inputs.
    pub folder: &'a Path,
    /// The program, for the headers.
    pub program: &'a Program,
}

/// A file to process.
struct Task {
    input: PathBuf,
    /// Number of games in earlier parts.
    done: u64,
    /// The next part.
    part: u32,
}

impl Rescore<'_> {
    /// Searches until everything is done or `stop` is set.
    ///
    /// # Errors
    /// The first [`RunError`] of any thread; all games of complete blocks are kept.
    ///
    /// # Panics
    /// When a thread panics, after the others have stopped.
    pub fn run(&self, stop: &AtomicBool, report: impl FnMut(Progress)) -> Result<Progress, RunError> {
        let knowledge = Knowledge::new(self.searches)?;
        let tasks: Vec<Task> = self.inputs.iter().map(|input| self.task(input)).collect::<Result<_, _>>()?;
        crew::do_all(tasks, self.searches, &knowledge, stop, report, |task, engine, crew| {
            self.work(&task, engine, &knowledge, crew)
        })
    }

    /// The file of a part of an input.
    fn part(&self, input: &Path, part: u32) -> PathBuf {
        let stem = input.file_stem().unwrap_or_default().to_string_lossy();
        self.folder.join(format!("{stem}.part{part}.{EXTENSION}"))
    }

    fn task(&self, input: &Path) -> Result<Task, RunError> {
        let (mut done, mut part) = (0, 1);
        while self.part(input, part).exists() {
            let mut reader = GamesReader::open(&self.part(input, part))?;
            while let Some(event) = reader.next_event()? {
                if let Event::Block(block) = event {
                    done += u64::from(block.games);
                }
            }
            part += 1;
        }
        Ok(Task { input: input.to_owned(), done, part })
    }

    fn work(
        &self,
        task: &Task,
        engine: &mut Engine,
        knowledge: &Knowledge,
        crew: &Crew,
    ) -> Result<(), RunError> {
        let mut reader = GamesReader::open(&task.input)?;
        let wrong = |fault| RunError::Game { path: task.input.clone(), fault };
        let header = self.header(reader.header(), knowledge);
        let (mut writer, mut left) = (None, task.done);
        while let Some(event) = reader.next_event()? {
            let Event::Block(block) = event else { continue };
            for game in block.games() {
                let mut game = game.map_err(wrong)?;
                if left > 0 {
                    left -= 1;
                    continue;
                }
                let writer = match &mut writer {
                    Some(writer) => writer,
                    empty => empty.insert(GamesWriter::create(&self.part(&task.input, task.part), &header)?),
                };
                if !self.search_game(&mut game, engine, crew.stop).map_err(wrong)? {
                    break;
                }
                writer.push(&game)?;
                crew.count(game.len());
            }
            if crew.is_done() {
                break;
            }
        }
        writer.map_or(Ok(()), |writer: GamesWriter| Ok(writer.finish()?))
    }

    fn header(&self, source: Option<&Header>, knowledge: &Knowledge) -> Header {
        Header {
            commit: self.program.commit.clone(),
            program: self.program.sha256.clone(),
            network: knowledge.network_name(),
            seed: source.map_or(0, |source| source.seed),
            run: source.map_or(0, |source| source.run),
            thread: source.map_or(0, |source| source.thread),
            options: serde_json::to_value(self.searches).expect("settings are plain data"),
            table_men: self.searches.table_men,
            syzygy_men: knowledge.syzygy_men,
            source: source.cloned().map(Box::new),
            begun: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
        }
    }

    /// Gives the game new scores; false when stopped.
    fn search_game(
        &self,
        game: &mut Game,
        engine: &mut Engine,
        stop: &AtomicBool,
    ) -> Result<bool, GameFault> {
        let signals = Signals::default();
        let limits = self.searches.limits(1);
        engine.new_game();
        let (mut plies, mut labels) = (game.plies.clone(), game.labels.clone());
        let mut next_label = 0;
        for position in Positions::of(game) {
            let labeled = position?;
            let is_quiet = labeled.is_quiet();
            let position = Position::new(labeled.board);
            let mut find = || {
                if stop.load(Ordering::Relaxed) || !is_quiet {
                    return None;
                }
                let result = search(engine, &position, &limits, &signals);
                Some((result.best?, result.line.score.value() as i16))
            };
            match labeled.kind {
                Kind::Game => {
                    if let Some((_, score)) = find() {
                        plies[usize::from(labeled.ply)].score = score;
                    }
                }
                Kind::OffGame => {
                    if let Some((best, score)) = find() {
                        let label = &mut labels[next_label];
                        (label.answer, label.score) = (move_index(&position, best), score);
                    }
                    next_label += 1;
                }
            }
        }
        (game.plies, game.labels) = (plies, labels);
        Ok(!stop.load(Ordering::Relaxed))
    }
}
