//! Errors of training.

use std::io;
use std::path::{Path, PathBuf};

use nnue::NetworkError;

use crate::sample::SampleError;

/// Why a run cannot start, continue or be saved.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// A file cannot be read.
    #[error("reading {path}", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("writing {path}", path = path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The length of a file of samples is not a multiple of 32 bytes.
    #[error("{path} has {bytes} bytes, not a multiple of 32: it is truncated or not a file of samples", path = path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// Its length.
        bytes: u64,
    },
    /// An invalid sample.
    #[error("{path} is not a file of samples or is damaged: sample {number} (from 0)", path = path.display())]
    Sample {
        /// The file.
        path: PathBuf,
        /// The index of the sample.
        number: usize,
        /// Its fault.
        source: SampleError,
    },
    /// Too few samples for training or validation.
    #[error("{samples} samples are too few: at least {least} are needed")]
    TooFew {
        /// The number of samples.
        samples: usize,
        /// The required number.
        least: usize,
    },
    /// The scale cannot be fitted.
    #[error("the scores do not predict the results, or there are no results: give the scale with --scale")]
    Scale,
    /// A setting outside its range.
    #[error("{what} is {value}, but {range} is needed")]
    Setting {
        /// The setting.
        what: &'static str,
        /// Its value.
        value: String,
        /// The valid range.
        range: &'static str,
    },
    /// A file is not a checkpoint from which this program can continue.
    #[error("{path} is not a checkpoint of this program or is damaged: {reason}", path = path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// The fault.
        reason: &'static str,
    },
    /// An exported network that cannot provide the initial weights.
    #[error("{path} is not a network from which a run can start", path = path.display())]
    Exported {
        /// The file.
        path: PathBuf,
        /// Its fault.
        source: NetworkError,
    },
    /// A new run would overwrite another.
    #[error("{folder} already holds a run: continue it with --resume or choose another folder", folder = folder.display())]
    Occupied {
        /// The folder.
        folder: PathBuf,
    },
    /// The samples are not those with which the run started.
    #[error("the data are not those that {path} was trained on: {found} samples with checksum {found_checksum:016x} instead of {expected} with {expected_checksum:016x}", path = path.display())]
    OtherData {
        /// The checkpoint.
        path: PathBuf,
        /// Number of samples found.
        found: u64,
        /// Their checksum.
        found_checksum: u64,
        /// Number of samples expected.
        expected: u64,
        /// Their checksum.
        expected_checksum: u64,
    },
    /// Initial weights of a different size.
    #[error("{path} has {found} neurons instead of {expected}: give --hidden {found}", path = path.display())]
    OtherWidth {
        /// The checkpoint or network.
        path: PathBuf,
        /// Its neurons.
        found: usize,
        /// Those of the settings.
        expected: usize,
    },
    /// Initial weights of a network with other inputs.
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
