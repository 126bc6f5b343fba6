//! The samples in memory: read from files, checked one by one, some held out.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::sample::{BYTES, Packed, Sample};
use crate::train::TrainError;

/// Without a separate file, the last samples are held out, one in this many.
const HELD_OUT_PART: usize = 50;
/// Most held-out samples evaluated after a superbatch.
const HELD_OUT_MAX: usize = 500_000;
/// Fewer training samples than this are surely a mistake.
const LEAST: usize = 1_000;
/// Samples read and checked at a time.
const CHUNK: usize = 1 << 20;
/// One sample in this many enters the checksum.
const CHECKSUM_STRIDE: usize = 997;

/// The training and held-out samples of a run.
#[derive(Clone, Debug)]
pub struct Data {
    /// Training samples.
    pub learned: Vec<Sample>,
    /// Held-out samples.
    pub held_out: Vec<Sample>,
}

/// Identifies the set of samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stamp {
    pub(crate) samples: u64,
    pub(crate) checksum: u64,
}

impl Data {
    /// Reads files of samples in order. `held_out` is the file of held-out samples; without it the
    /// last 2 % of all are held out. Of either at most half a million are kept. Checks run on the
    /// current thread pool.
    ///
    /// # Errors
    /// Files that cannot be read or that hold anything but samples, and too few samples.
    pub fn read(files: &[PathBuf], held_out: Option<&Path>) -> Result<Self, TrainError> {
        let mut learned = Vec::new();
        for file in files {
            read_file(file, &mut learned)?;
        }
        let mut rest = Vec::new();
        match held_out {
            Some(file) => read_file(file, &mut rest)?,
            None => rest = learned.split_off(learned.len() - learned.len() / HELD_OUT_PART),
        }
        rest.truncate(HELD_OUT_MAX);
        if learned.len() < LEAST {
            return Err(TrainError::TooFew { samples: learned.len(), least: LEAST });
        }
        if rest.is_empty() {
            return Err(TrainError::TooFew { samples: 0, least: 1 });
        }
        Ok(Self { learned, held_out: rest })
    }

    pub(crate) fn stamp(&self) -> Stamp {
        let bytes = [&self.learned, &self.held_out]
            .into_iter()
            .flat_map(|samples| samples.iter().step_by(CHECKSUM_STRIDE))
            .flat_map(|sample| sample.packed().iter().copied());
        Stamp { samples: (self.learned.len() + self.held_out.len()) as u64, checksum: checksum(bytes) }
    }
}

/// FNV-1a with 64 bits.
pub(crate) fn checksum(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

fn read_file(path: &Path, samples: &mut Vec<Sample>) -> Result<(), TrainError> {
    let mut file = disk::open(path).map_err(TrainError::read(path))?;
    let bytes = file.metadata().map_err(TrainError::read(path))?.len();
    if bytes % BYTES as u64 != 0 {
        return Err(TrainError::Length { path: path.to_owned(), bytes });
    }
    let mut left = (bytes / BYTES as u64) as usize;
    let mut number = 0;
    let no_memory = |_| TrainError::read(path)(std::io::ErrorKind::OutOfMemory.into());
    samples.try_reserve_exact(left).map_err(no_memory)?;
    while left > 0 {
        let mut chunk: Vec<Packed> = vec![[0; BYTES]; left.min(CHUNK)];
        file.read_exact(chunk.as_flattened_mut()).map_err(TrainError::read(path))?;
        let first = samples.len();
        let judged: Result<Vec<Sample>, (usize, _)> = chunk
            .par_iter()
            .enumerate()
            .map(|(index, packed)| Sample::unpack(packed).map_err(|error| (index, error)))
            .collect();
        samples.extend(judged.map_err(|(index, source)| TrainError::Sample {
            path: path.to_owned(),
            number: number + index,
            source,
        })?);
        number += samples.len() - first;
        left -= chunk.len();
    }
    Ok(())
}
