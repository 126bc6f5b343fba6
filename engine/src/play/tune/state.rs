//! The state of a tuning run in one file: its settings and the results of its games. The values
//! follow from them and are stored only for the reader and to detect damage.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::run::Run;
use super::spsa::Spsa;

/// The format and its version.
const FORMAT: &str = "vancura tune, 1";
/// The largest file that is read, in bytes.
const FILE_MAX: u64 = 64 << 20;
/// Values from another machine may differ by less than this: powers may differ in the last digit.
const TOLERANCE: f64 = 1e-6;

/// Why a run cannot be continued or saved.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The file exists but cannot be read, or it cannot be written.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// It is not a valid state, or was modified.
    #[error("{} is damaged or not the state of a tuning run: {reason}; move it away to start over", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault.
        reason: String,
    },
    /// It is the state of another run.
    #[error("{} holds another run: {difference}; name another file, or use the same settings", .path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// The difference.
        difference: String,
    },
}

/// Results of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Count {
    pub(super) pairs: usize,
    /// Games won minus games lost by the first side.
    pub(super) net: i32,
}

impl Count {
    /// Number of pairs, of two games each.
    fn is_possible(self) -> bool {
        self.net.unsigned_abs() as usize <= 2 * self.pairs
    }
}

/// The state as stored.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    format: String,
    run: Run,
    /// The results of finished batches.
    nets: Vec<i32>,
    /// The unfinished batch.
    open: Count,
    /// Values after the last finished batch.
    values: Vec<f64>,
}

impl State {
    pub(super) fn new(run: &Run, nets: &[i32], open: Count, values: &[f64]) -> Self {
        let (run, nets, values) = (run.clone(), nets.to_vec(), values.to_vec());
        Self { format: FORMAT.to_owned(), run, nets, open, values }
    }

    /// The state in a file; `None` when there is no such file.
    pub(super) fn load(path: &Path) -> Result<Option<Self>, StateError> {
        let bytes = match disk::read(path, FILE_MAX) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(StateError::Io { path: path.to_owned(), source }),
        };
        let damaged = |reason| StateError::Damaged { path: path.to_owned(), reason };
        let state: Self = serde_json::from_slice(&bytes).map_err(|error| damaged(error.to_string()))?;
        if state.format != FORMAT {
            return Err(damaged(format!("its format is `{}`, not `{FORMAT}`", state.format)));
        }
        Ok(Some(state))
    }

    pub(super) fn save(&self, path: &Path) -> Result<(), StateError> {
        let io = |source| StateError::Io { path: path.to_owned(), source };
        let mut text = serde_json::to_vec_pretty(self).map_err(|error| io(error.into()))?;
        text.push(b'\n');
        disk::save(path, &text).map_err(io)
    }

    /// Replays the run up to its current state: the results of the finished batches and of the open
    /// one, and the values.
    pub(super) fn resume(
        self,
        run: &Run,
        path: &Path,
        mut seen: impl FnMut(&Spsa),
    ) -> Result<(Spsa, Vec<i32>, Count), StateError> {
        if let Some(difference) = self.run.difference(run) {
            return Err(StateError::Other { path: path.to_owned(), difference });
        }
        let damaged = |reason: &str| StateError::Damaged { path: path.to_owned(), reason: reason.to_owned() };
        let mut spsa = run.start();
        for &net in &self.nets {
            let count = Count { pairs: run.batch_pairs(spsa.played()), net };
            if count.pairs == 0 || !count.is_possible() {
                return Err(damaged("there are more results than games"));
            }
            spsa.learn(count.pairs, net);
            seen(&spsa);
        }
        let left = run.batch_pairs(spsa.played());
        if !self.open.is_possible() || self.open.pairs > 0 && self.open.pairs >= left {
            return Err(damaged("there are more results than games"));
        }
        let is_near = |(value, told): (&f64, &f64)| (value - told).abs() <= TOLERANCE;
        let (values, told) = (spsa.values(), &self.values);
        if values.len() != told.len() || !values.iter().zip(told).all(is_near) {
            return Err(damaged("the values do not follow from the results"));
        }
        Ok((spsa, self.nets, self.open))
    }
}
