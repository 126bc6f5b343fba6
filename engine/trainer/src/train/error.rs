//! What can go wrong in training.

use std::io;
use std::path::{Path, PathBuf};

use nnue::NetworkError;

use crate::sample::SampleError;

/// Why a run cannot begin, go on or be saved.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// A file cannot be read.
    #[error("reading {path}", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("writing {path}", path = path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The length of a file of samples is not a multiple of 32 bytes.
    #[error("{path} has {bytes} bytes, no multiple of 32: it is cut short or no file of samples", path = path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// Its length.
        bytes: u64,
    },
    /// A sample that is none.
    #[error("{path} is no file of samples or is damaged: sample {number} (from 0)", path = path.display())]
    Sample {
        /// The file.
        path: PathBuf,
        /// Which sample.
        number: usize,
        /// What is wrong with it.
        source: SampleError,
    },
    /// Too little to learn from or to measure with.
    #[error("{samples} samples are too few: at least {least} are needed")]
    TooFew {
        /// The samples there are.
        samples: usize,
        /// What is needed.
        least: usize,
    },
    /// The scale cannot be fitted.
    #[error("the scores do not foretell the results, or there are no results: give the scale with --scale")]
    Scale,
    /// A setting outside its range.
    #[error("{what} is {value}, but {range} is needed")]
    Setting {
        /// Which setting.
        what: &'static str,
        /// What it is.
        value: String,
        /// What it may be.
        range: &'static str,
    },
    /// A file is no checkpoint that this program can go on from.
    #[error("{path} is no checkpoint of this program or is damaged: {reason}", path = path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: &'static str,
    },
    /// An exported network that cannot be begun with.
    #[error("{path} is no network that a run can begin with", path = path.display())]
    Exported {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: NetworkError,
    },
    /// A new run would overwrite another.
    #[error("{folder} holds a run already: go on with it by --resume or choose another folder", folder = folder.display())]
    Occupied {
        /// The folder.
        folder: PathBuf,
    },
    /// The samples are not those that the run began with.
    #[error("the data are not those that {path} was trained on: {found} samples with checksum {found_checksum:016x} instead of {expected} with {expected_checksum:016x}", path = path.display())]
    OtherData {
        /// The checkpoint.
        path: PathBuf,
        /// Samples there are.
        found: u64,
        /// Their checksum.
        found_checksum: u64,
        /// Samples there were.
        expected: u64,
        /// Their checksum.
        expected_checksum: u64,
    },
    /// First weights of another network.
    #[error("{path} has {found} neurons instead of {expected}: give --hidden {found}", path = path.display())]
    OtherWidth {
        /// The checkpoint or network.
        path: PathBuf,
        /// Its neurons.
        found: usize,
        /// Those of the settings.
        expected: usize,
    },
    /// First weights of a network with other inputs.
    #[error("{path} has other inputs: with and without --king-squares networks differ", path = path.display())]
    OtherInputs {
        /// The checkpoint.
        path: PathBuf,
    },
    /// The threads cannot be started.
    #[error("starting threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The quantized network could overflow.
    #[error("quantizing the network")]
    Network(#[from] NetworkError),
}

impl TrainError {
    pub(crate) fn read(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Read { path: path.to_owned(), source }
    }

    pub(crate) fn write(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Write { path: path.to_owned(), source }
    }
}
