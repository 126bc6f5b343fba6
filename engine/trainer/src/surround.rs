//! Cheaply labeled positions near those of games, for the first training of a network.
//!
//! From each kept position of a game, a few random legal moves are played as alternatives, each
//! followed by the best moves of a small search until the position is quiet. Its score is the
//! sample's label; there is no result. Games between equals rarely show the cost of a missing
//! piece; these positions do, and ten of them take no longer than one of a game.
//!
//! For every file of games one of samples is written, `<name>.samples`; existing files are left
//! alone, so that a stopped run continues with the missing files.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use vancura::clock::Signals;
use vancura::engine::Engine;
use vancura::position::Position;

use crate::crew::{self, Crew, Knowledge, Progress, RunError, Searches, search};
use crate::games::{Event, Game, GameFault, GamesReader, Kind, LabeledPosition, Positions, sorted_moves};
use crate::sample::Sample;
use crate::samples_writer::SamplesWriter;
use crate::sources::SAMPLES_EXTENSION;
use board::random::Random;

/// Most best moves played before giving up on a position that is not quiet.
const ANSWERS_MAX: usize = 4;

/// The settings of such a run.
#[derive(Clone, Debug)]
pub struct Surround<'a> {
    /// Search settings.
    pub searches: &'a Searches,
    /// Random moves from each kept position of a game.
    pub per_position: u32,
    /// Equal seeds give equal samples of a file.
    pub seed: u64,
    /// Files of games.
    pub inputs: &'a [PathBuf],
    /// Folder of the files of samples.
    pub folder: &'a Path,
}

impl Surround<'_> {
    /// Searches until everything is done or `stop` is set.
    ///
    /// # Errors
    /// The first [`RunError`] of any thread; complete files are kept.
    ///
    /// # Panics
    /// When a thread panics, after the others have stopped.
    pub fn run(&self, stop: &AtomicBool, report: impl FnMut(Progress)) -> Result<Progress, RunError> {
        let knowledge = Knowledge::new(self.searches)?;
        let missing = self.inputs.iter().filter(|input| !self.output(input).exists());
        crew::do_all(missing, self.searches, &knowledge, stop, report, |input, engine, crew| {
            self.work(input, engine, crew)
        })
    }

    fn output(&self, input: &Path) -> PathBuf {
        let stem = input.file_stem().unwrap_or_default();
        self.folder.join(stem).with_extension(SAMPLES_EXTENSION)
    }

    fn work(&self, input: &Path, engine: &mut Engine, crew: &Crew) -> Result<(), RunError> {
        let output = self.output(input);
        let failed = |source| RunError::Samples { path: output.clone(), source };
        let wrong = |fault| RunError::Game { path: input.to_owned(), fault };
        let mut reader = GamesReader::open(input)?;
        let mut writer = SamplesWriter::create(&output).map_err(failed)?;
        while let Some(event) = reader.next_event()? {
            let Event::Block(block) = event else { continue };
            for game in block.games() {
                let samples = self.around(&game.map_err(wrong)?, engine).map_err(wrong)?;
                for sample in &samples {
                    writer.push(sample.packed()).map_err(failed)?;
                }
                crew.count(samples.len());
                if crew.is_done() {
                    return Ok(());
                }
            }
        }
        writer.finish().map_err(failed)
    }

    /// The samples near a game.
    fn around(&self, game: &Game, engine: &mut Engine) -> Result<Vec<Sample>, GameFault> {
        let mut random = Random::stream(self.seed, game.identity());
        engine.new_game();
        let mut samples = Vec::new();
        for labeled in Positions::of(game) {
            let labeled = labeled?;
            if labeled.kind != Kind::Game || !labeled.is_quiet() {
                continue;
            }
            let moves = sorted_moves(&labeled.board);
            for _ in 0..self.per_position {
                let mut position = Position::new(labeled.board.clone());
                position.play(moves[random.below(moves.len())]);
                samples.extend(self.settle(position, engine));
            }
        }
        Ok(samples)
    }

    /// The first quiet position along the best moves, with its score; `None` where the game ends or
    /// none is found.
    fn settle(&self, mut position: Position, engine: &mut Engine) -> Option<Sample> {
        let limits = self.searches.limits(1);
        let signals = Signals::default();
        for _ in 0..=ANSWERS_MAX {
            let result = search(engine, &position, &limits, &signals);
            let best = result.best?;
            let labeled = LabeledPosition {
                board: position.board().clone(),
                score: result.line.score.value() as i16,
                result: None,
                best,
                ply: 0,
                kind: Kind::OffGame,
            };
            if labeled.is_quiet() {
                return Some(labeled.sample());
            }
            position.play(best);
        }
        None
    }
}
