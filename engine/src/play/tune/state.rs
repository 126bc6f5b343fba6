//! What a tuning run has come to, in one file: its settings and the results of its games. The values follow from them, and are only told
//! for the reader and to notice damage.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::run::Run;
use super::spsa::Spsa;

/// Another one means another format.
const FORMAT: &str = "vancura tune, 1";
/// The largest file that is read, in bytes.
const FILE_MAX: u64 = 64 << 20;
/// Values of another machine may differ by less than this: it may compute powers otherwise in the last place.
const TOLERANCE: f64 = 1e-6;

/// Why a run cannot be gone on with, or not be kept.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The file is there and cannot be read, or cannot be written.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// It is no state of a run, or has been changed.
    #[error("{} is damaged, or no state of a tuning run: {reason}; move it away to begin anew", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// It is the state of another run.
    #[error("{} holds another run: {difference}; name another file, or ask for the same as then", .path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// In what it differs.
        difference: String,
    },
}

/// Games that have been counted together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Count {
    pub(super) pairs: usize,
    /// Games that the first side has won less games that it has lost.
    pub(super) net: i32,
}

impl Count {
    /// Each pair has two games.
    fn is_possible(self) -> bool {
        self.net.unsigned_abs() as usize <= 2 * self.pairs
    }
}

/// As it is written.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    format: String,
    run: Run,
    /// What came out of each finished batch.
    nets: Vec<i32>,
    /// The batch that is not finished.
    open: Count,
    /// After the last finished batch.
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

    /// Goes through the run again up to where it is: what came out of the finished batches and of the open one, and the values then.
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
            return Err(damaged("the values are not those that the results lead to"));
        }
        Ok((spsa, self.nets, self.open))
    }
}
