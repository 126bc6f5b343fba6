//! Shuffles samples of many files into one random order, without duplicate positions.
//!
//! A first pass distributes samples to buckets on disk by a hash of their position, so that all
//! samples of a position are in the same one. A second pass removes duplicates from each bucket,
//! which fits into memory, shuffles it and writes it. The bucket of a position is independent of
//! its source, so the result is shuffled as a whole.

mod buckets;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::exclusions::Exclusions;
use crate::fit::ScaleFit;
use crate::sample::{BYTES, Sample};
use crate::samples_writer::SamplesWriter;
use crate::sources::{Counts, SourceError, key, mix, read_samples};
use board::random::Random;
use buckets::{Buckets, Entry, FullBuckets};

/// Estimated bytes per sample in a file of games, for the number of buckets.
const GAMES_BYTES_PER_SAMPLE: u64 = 5;
/// Most open files.
const BUCKETS_MAX: u64 = 500;
/// Granularity of the held-out share.
const HELD_OUT_STEPS: f64 = 10_000.0;

/// The settings of a shuffle.
#[derive(Clone, Debug)]
pub struct Shuffle<'a> {
    /// Files of games and of samples. Of duplicate positions the last is kept, preferring those
    /// with a result.
    pub inputs: &'a [PathBuf],
    /// The file of samples to write.
    pub out: &'a Path,
    /// A file for held-out samples, and their share: whole games, the same ones in every shuffle.
    pub held_out: Option<(&'a Path, f64)>,
    /// Equal seeds give equal orders.
    pub seed: u64,
    /// Bytes of memory to use.
    pub memory: u64,
    /// Positions to exclude.
    pub exclusions: &'a Exclusions,
}

/// The result of a shuffle.
#[derive(Clone, Debug, Default)]
pub struct Shuffled {
    /// The contents of the inputs.
    pub counts: Counts,
    /// Kept positions that were excluded.
    pub excluded: u64,
    /// Kept positions with duplicates.
    pub duplicates: u64,
    /// Training samples written.
    pub written: u64,
    /// Samples held out.
    pub held_out: u64,
    /// The scale of the samples written.
    pub fit: ScaleFit,
}

/// Why a shuffle failed.
#[derive(Debug, thiserror::Error)]
pub enum ShuffleError {
    /// A fault of an input.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// An error of the operating system.
    #[error("{path} cannot be used: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
}

impl Shuffle<'_> {
    /// Shuffles. `report` is called after each input has been read. The files get their names when
    /// they are complete.
    ///
    /// # Errors
    /// A [`ShuffleError`].
    pub fn run(&self, mut report: impl FnMut(&Path, Counts)) -> Result<Shuffled, ShuffleError> {
        let mut done = Shuffled::default();
        let folder =
            self.out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let failed = |source| ShuffleError::Io { path: folder.to_owned(), source };
        let mut buckets = Buckets::new(folder, self.bucket_count()).map_err(failed)?;
        for (rank, input) in self.inputs.iter().enumerate() {
            let counts = read_samples(input, |sample, group| {
                if self.exclusions.contain(&sample) {
                    done.excluded += 1;
                    return Ok(());
                }
                let key = key(sample.packed());
                let entry = Entry::new(sample.packed(), rank, self.is_held_out(group));
                buckets.push(mix(key.as_chunks().0, 0), &entry).map_err(failed)
            })?;
            done.counts += counts;
            report(input, counts);
        }
        self.write(&buckets.close().map_err(failed)?, &mut done)?;
        Ok(done)
    }

    fn bucket_count(&self) -> u64 {
        let samples = |path: &PathBuf| {
            let bytes = fs::metadata(path).map_or(0, |metadata| metadata.len());
            let is_packed = path.extension().is_some_and(|e| e == crate::sources::SAMPLES_EXTENSION);
            bytes / if is_packed { BYTES as u64 } else { GAMES_BYTES_PER_SAMPLE }
        };
        let bytes = self.inputs.iter().map(samples).sum::<u64>() * BYTES as u64;
        // Half of the memory is reserved for buckets larger than average.
        (2 * bytes).div_ceil(self.memory.max(1)).clamp(1, BUCKETS_MAX)
    }

    fn is_held_out(&self, group: u64) -> bool {
        let share = self.held_out.map_or(0.0, |(_, share)| share);
        ((Random::new(group).below(HELD_OUT_STEPS as usize)) as f64) < share * HELD_OUT_STEPS
    }

    fn write(&self, buckets: &FullBuckets, done: &mut Shuffled) -> Result<(), ShuffleError> {
        let create = |path: &Path| SamplesWriter::create(path).map_err(failed(path));
        let mut learned = create(self.out)?;
        let mut held_out =
            self.held_out.map(|(path, _)| create(path).map(|output| (path, output))).transpose()?;
        for number in 0..buckets.len() {
            let taken = buckets.take(number);
            let mut entries = taken.map_err(failed(self.out))?;
            let all = entries.len();
            buckets::unify(&mut entries);
            done.duplicates += (all - entries.len()) as u64;
            let mut random = Random::stream(self.seed, number as u64);
            random.shuffle(&mut entries);
            for entry in &entries {
                let (packed, is_held_out) = entry.packed();
                match &mut held_out {
                    Some((path, output)) if is_held_out => {
                        output.push(&packed).map_err(failed(path))?;
                        done.held_out += 1;
                    }
                    _ => {
                        learned.push(&packed).map_err(failed(self.out))?;
                        done.written += 1;
                        if let Ok(sample) = Sample::unpack(&packed) {
                            done.fit.add(&sample);
                        }
                    }
                }
            }
        }
        learned.finish().map_err(failed(self.out))?;
        held_out.map_or(Ok(()), |(path, output)| output.finish().map_err(failed(path)))
    }
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> ShuffleError {
    move |source| ShuffleError::Io { path: path.to_owned(), source }
}
