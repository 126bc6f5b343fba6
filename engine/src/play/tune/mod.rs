//! Tuning search parameters by games: the engine plays itself in matches whose sides differ in all
//! tuned parameters at once, and each match moves the parameters a little toward the winning side
//! (see `spsa`).
//!
//! A run consists of batches of game pairs. The values that a batch tries depend on the seed and
//! previous results, and at a fixed number of nodes its results depend on those values: a run is
//! therefore reproducible with any number of concurrent games and interruptions. After every batch
//! the state is saved, with a table and a chart of the values next to it.

mod patch;
mod run;
mod spsa;
mod state;
mod trajectory;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

pub use run::{Run, SelectionError, fingerprint, select};
use spsa::Spsa;
pub use state::StateError;
use state::{Count, State};
use trajectory::Trajectory;

use super::contest::{Configuration, Contest, ContestError};
use crate::options::Setting;
use crate::params::{self, Parameter};

/// Why a run ends early.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// Its state cannot be read or saved.
    #[error(transparent)]
    State(#[from] StateError),
    /// Games cannot be played.
    #[error(transparent)]
    Contest(#[from] ContestError),
}

/// A tuning run.
pub struct Tuner {
    run: Run,
    path: PathBuf,
    spsa: Spsa,
    nets: Vec<i32>,
    /// The unfinished batch.
    open: Count,
    trajectory: Trajectory,
}

/// The current value of a parameter.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The parameter.
    pub parameter: &'static Parameter,
    /// Its value, to be rounded to the nearest integer.
    pub value: f64,
}

impl Tuner {
    /// Continues the run whose state is in a file, or starts it when there is no such file.
    ///
    /// # Errors
    /// [`StateError`] when the file is damaged or holds another run.
    pub fn open(run: Run, path: &Path) -> Result<Self, StateError> {
        let mut trajectory = Trajectory::default();
        let start = run.start();
        trajectory.push(0, start.values());
        let resumed = State::load(path)?
            .map(|state| state.resume(&run, path, |spsa| trajectory.push(2 * spsa.played(), spsa.values())));
        let (spsa, nets, open) = resumed.unwrap_or_else(|| Ok((start, Vec::new(), Count::default())))?;
        Ok(Self { run, path: path.to_owned(), spsa, nets, open, trajectory })
    }

    /// Games played so far.
    pub fn games(&self) -> usize {
        2 * (self.spsa.played() + self.open.pairs)
    }

    /// True when all games have been played.
    pub fn is_done(&self) -> bool {
        self.spsa.played() == self.run.pairs()
    }

    /// Plays until the run is done or `model` is stopped, and reports the number of games after
    /// every pair. The sides, pairs and seed of `model` are ignored.
    ///
    /// # Errors
    /// [`TuneError`]; finished batches are kept.
    pub fn play(&mut self, model: &mut Contest, mut report: impl FnMut(usize)) -> Result<(), TuneError> {
        self.save()?;
        model.seed = self.run.seed;
        while !self.is_done() && !model.stop.load(Ordering::Relaxed) {
            let trial = self.spsa.trial();
            model.sides = [self.side(&trial.plus), self.side(&trial.minus)];
            let size = self.run.batch_pairs(self.spsa.played());
            model.first_pair = self.spsa.played() + self.open.pairs;
            model.pairs = size - self.open.pairs;
            let before = self.games();
            let statistics = model.play(|_, statistics| report(before + 2 * statistics.pairs()))?;
            let [won, _, lost] = statistics.games().map(|games| games as i32);
            self.open.pairs += statistics.pairs();
            self.open.net += won - lost;
            if self.open.pairs == size {
                let Count { pairs, net } = std::mem::take(&mut self.open);
                self.spsa.learn(pairs, net);
                self.nets.push(net);
                self.trajectory.push(self.games(), self.spsa.values());
            }
            self.save()?;
        }
        Ok(())
    }

    /// The current values of the parameters.
    pub fn tuned(&self) -> Vec<Tuned> {
        let named = |(parameter, &value)| Tuned { parameter, value };
        self.parameters().zip(self.spsa.values()).map(named).collect()
    }

    /// The values as new defaults: a unified diff of `params.rs`, empty when nothing changes.
    pub fn patch(&self) -> String {
        let values: Vec<(&str, i32)> =
            self.tuned().iter().map(|tuned| (tuned.parameter.name, tuned.value.round() as i32)).collect();
        patch::patch(params::SOURCE, &values)
    }

    fn parameters(&self) -> impl Iterator<Item = &'static Parameter> {
        let dimensions = self.run.parameters.iter();
        dimensions.map(|dimension| Parameter::named(&dimension.name).expect("the names in a run are known"))
    }

    /// One side of a trial.
    fn side(&self, numbers: &[i32]) -> Configuration {
        let settings = self.parameters().zip(numbers);
        let settings =
            settings.map(|(parameter, &value)| Setting::Parameter(parameter.name, value)).collect();
        Configuration { settings, ..Configuration::default() }
    }

    /// Writes the state, and the table and the chart next to it.
    fn save(&self) -> Result<(), StateError> {
        State::new(&self.run, &self.nets, self.open, self.spsa.values()).save(&self.path)?;
        let dimensions = &self.run.parameters;
        let pictures = [
            ("csv", self.trajectory.csv(dimensions)),
            ("svg", self.trajectory.svg(dimensions, self.run.games)),
        ];
        for (extension, text) in pictures {
            let path = self.path.with_extension(extension);
            disk::save(&path, text.as_bytes()).map_err(|source| StateError::Io { path, source })?;
        }
        Ok(())
    }
}
