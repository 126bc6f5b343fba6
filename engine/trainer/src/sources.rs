//! Samples from files of games and from files of samples.

use std::fs;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::games::{self, Event, Game, GameFault, GamesReader, Positions, ReadError};
use crate::sample::{BYTES, Packed, Sample, SampleError};
use board::random::Random;

/// The extension of files of samples.
pub(crate) const SAMPLES_EXTENSION: &str = "samples";

/// Why samples cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// A file of games cannot be read.
    #[error(transparent)]
    Games(#[from] ReadError),
    /// An error of the operating system.
    #[error("{path} cannot be read: {source}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// A folder without data.
    #[error("{0} holds neither .vgd nor .samples files")]
    Empty(PathBuf),
    /// An invalid game in a block whose checksum is right.
    #[error("{path}: {fault}")]
    Game {
        /// The file.
        path: PathBuf,
        /// The fault.
        fault: GameFault,
    },
    /// The length of a file of samples is not a multiple of a sample's.
    #[error("{0} ends within a sample of {BYTES} bytes; it is incomplete")]
    Torn(PathBuf),
    /// Bytes that are not a sample.
    #[error("{path}: sample number {number}: {fault}")]
    Sample {
        /// The file.
        path: PathBuf,
        /// Its index, from 0.
        number: u64,
        /// The fault.
        fault: SampleError,
    },
}

/// Statistics of the input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions with a score.
    pub positions: u64,
    /// Positions kept for training.
    pub kept: u64,
    /// Damaged bytes.
    pub skipped_bytes: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.positions += other.positions;
        self.kept += other.kept;
        self.skipped_bytes += other.skipped_bytes;
    }
}

/// The files given; of folders the `.vgd` and `.samples` files, sorted by name.
///
/// # Errors
/// Folders that cannot be read or hold no data.
pub fn training_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, SourceError> {
    let mut all = Vec::new();
    for path in paths {
        if !path.is_dir() {
            all.push(path.clone());
            continue;
        }
        let failed = |source| SourceError::Io { path: path.clone(), source };
        let mut files = Vec::new();
        for entry in fs::read_dir(path).map_err(failed)? {
            let file = entry.map_err(failed)?.path();
            let is_data = file.extension().is_some_and(|e| e == games::EXTENSION || e == SAMPLES_EXTENSION);
            if is_data {
                files.push(file);
            }
        }
        if files.is_empty() {
            return Err(SourceError::Empty(path.clone()));
        }
        files.sort();
        all.extend(files);
    }
    Ok(all)
}

/// Visits the samples of a file: for games, the positions that training keeps
/// ([`LabeledPosition::is_quiet`]), for files of samples, all. Each comes with a number that is
/// equal for all samples of a game, also after rescoring; files of samples have no games, so there
/// it is a hash of the position.
///
/// [`LabeledPosition::is_quiet`]: crate::games::LabeledPosition::is_quiet
///
/// # Errors
/// A [`SourceError`], or what the visitor returns. Damaged blocks are skipped and counted.
pub fn read_samples<E: From<SourceError>>(
    path: &Path,
    visit: impl FnMut(Sample, u64) -> Result<(), E>,
) -> Result<Counts, E> {
    if path.extension().is_some_and(|extension| extension == SAMPLES_EXTENSION) {
        read_packed(path, visit)
    } else {
        read_games(path, visit)
    }
}

fn read_games<E: From<SourceError>>(
    path: &Path,
    mut visit: impl FnMut(Sample, u64) -> Result<(), E>,
) -> Result<Counts, E> {
    let mut reader = GamesReader::open(path).map_err(SourceError::from)?;
    let mut counts = Counts::default();
    let wrong = |fault| SourceError::Game { path: path.to_owned(), fault };
    while let Some(event) = reader.next_event().map_err(SourceError::from)? {
        let block = match event {
            Event::Block(block) => block,
            Event::Damage(damage) => {
                counts.skipped_bytes += damage.bytes;
                continue;
            }
        };
        for game in block.games() {
            let game: Game = game.map_err(wrong)?;
            let identity = game.identity();
            for position in Positions::of(&game) {
                let position = position.map_err(wrong)?;
                counts.positions += 1;
                if position.is_quiet() {
                    counts.kept += 1;
                    visit(position.sample(), identity)?;
                }
            }
        }
    }
    Ok(counts)
}

fn read_packed<E: From<SourceError>>(
    path: &Path,
    mut visit: impl FnMut(Sample, u64) -> Result<(), E>,
) -> Result<Counts, E> {
    let failed = |source| SourceError::Io { path: path.to_owned(), source };
    let mut source = BufReader::with_capacity(1 << 18, disk::open(path).map_err(failed)?);
    let mut counts = Counts::default();
    loop {
        let mut packed: Packed = [0; BYTES];
        match read_whole(&mut source, &mut packed).map_err(failed)? {
            0 => return Ok(counts),
            BYTES => {}
            _ => return Err(SourceError::Torn(path.to_owned()).into()),
        }
        let sample = Sample::unpack(&packed).map_err(|fault| SourceError::Sample {
            path: path.to_owned(),
            number: counts.kept,
            fault,
        })?;
        counts.positions += 1;
        counts.kept += 1;
        visit(sample, mix(packed[..POSITION_BYTES].as_chunks().0, 0))?;
    }
}

/// Bytes of a sample that identify the position.
pub(crate) const POSITION_BYTES: usize = 24;

/// The identity of a position: the first bytes of a sample.
pub(crate) type Key = [u8; POSITION_BYTES];

/// The identity of a sample's position.
pub(crate) fn key(packed: &Packed) -> Key {
    *packed.first_chunk().expect("a sample is longer than its position")
}

/// A hash of some words, different for each seed.
pub(crate) fn mix(words: &[[u8; 8]], seed: u64) -> u64 {
    words.iter().fold(seed, |hash, word| Random::new(hash ^ u64::from_le_bytes(*word)).next_u64())
}

/// Reads as many bytes as fit, fewer only at the end.
fn read_whole(source: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match source.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(bytes) => filled += bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
