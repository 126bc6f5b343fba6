//! The state of a run in a file, from which it continues as if uninterrupted.
//!
//! | offset   | size    | meaning                                                                       |
//! |----------|---------|-------------------------------------------------------------------------------|
//! | 0        | 8       | `VANTRN1` and a line feed                                                     |
//! | 8        | 4       | length of the description, little-endian                                      |
//! | 12       | n       | description: [`State`] as JSON                                                |
//! | 12 + n   | 8       | steps of the optimizer taken, little-endian                                   |
//! | 20 + n   | 3 x 4 w | weights, Adam's means, Adam's squares, little-endian `f32` in training's order |
//! | the last | 8       | checksum of everything before: FNV-1a with 64 bits                            |

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::train::adam::Adam;
use crate::train::data::{Stamp, checksum};
use crate::train::history::Superbatch;
use crate::train::loss::Losses;
use crate::train::network::Network;
use crate::train::{Settings, TrainError};

/// The largest checkpoint that is read, in bytes.
pub(crate) const FILE_MAX: u64 = 4 << 30;
const MAGIC: &[u8; 8] = b"VANTRN1\n";
const HEAD_BYTES: usize = 12;
const CHECKSUM_BYTES: usize = 8;

/// The state of a run except for its weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) settings: Settings,
    /// Files of training samples.
    pub(crate) files: Vec<PathBuf>,
    /// The file of held-out samples.
    pub(crate) held_out: Option<PathBuf>,
    /// The checkpoint or network of the initial weights; `None` when they were random.
    #[serde(default)]
    pub(crate) weights: Option<PathBuf>,
    pub(crate) stamp: Stamp,
    /// Losses of the training samples since the last superbatch.
    pub(crate) losses: Losses,
    /// Seconds spent since the last superbatch.
    pub(crate) seconds: f64,
    /// The superbatches so far.
    pub(crate) history: Vec<Superbatch>,
}

/// A run with its weights.
pub(crate) struct Checkpoint {
    pub(crate) state: State,
    pub(crate) network: Network,
    pub(crate) adam: Adam,
}

/// Writes a checkpoint.
pub(crate) fn save(path: &Path, state: &State, network: &Network, adam: &Adam) -> Result<(), TrainError> {
    let description = serde_json::to_vec(state).expect("a state has only numbers, texts and lists");
    let mut bytes = Vec::new();
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&(description.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&description);
    bytes.extend_from_slice(&adam.steps.to_le_bytes());
    for numbers in [network, &adam.means, &adam.squares] {
        bytes.extend(numbers.weights().flat_map(f32::to_le_bytes));
    }
    bytes.extend_from_slice(&checksum(bytes.iter().copied()).to_le_bytes());
    disk::save(path, &bytes).map_err(TrainError::write(path))
}

/// Reads a checkpoint.
pub(crate) fn load(path: &Path) -> Result<Checkpoint, TrainError> {
    let bytes = disk::read(path, FILE_MAX).map_err(TrainError::read(path))?;
    decode(&bytes).map_err(|reason| TrainError::Checkpoint { path: path.to_owned(), reason })
}

/// Parses a checkpoint; the error says why it is invalid.
pub(crate) fn decode(bytes: &[u8]) -> Result<Checkpoint, &'static str> {
    if !bytes.starts_with(MAGIC) {
        return Err("it does not begin with VANTRN1");
    }
    let (body, stored) = bytes.split_last_chunk::<CHECKSUM_BYTES>().ok_or("it is truncated")?;
    if checksum(body.iter().copied()) != u64::from_le_bytes(*stored) {
        return Err("its checksum is wrong");
    }
    let length = body.get(8..HEAD_BYTES).and_then(|bytes| bytes.try_into().ok()).ok_or("it is truncated")?;
    let (description, numbers) =
        body[HEAD_BYTES..].split_at_checked(u32::from_le_bytes(length) as usize).ok_or("it is truncated")?;
    let state: State =
        serde_json::from_slice(description).map_err(|_| "its description is of another version")?;
    let (steps, numbers) = numbers.split_first_chunk().ok_or("it is truncated")?;
    state.settings.check().map_err(|_| "its settings are out of range")?;
    let (words, odd) = numbers.as_chunks::<4>();
    let total = Network::weights_of(state.settings.feature_set, state.settings.hidden);
    // Checked before memory is allocated.
    if !odd.is_empty() || words.len() != 3 * total {
        return Err("its number of weights does not match its description");
    }
    let mut networks = [0; 3].map(|_| Network::zero(state.settings.feature_set, state.settings.hidden));
    for (network, words) in networks.iter_mut().zip(words.chunks_exact(total)) {
        for (number, word) in network.rows.iter_mut().flat_map(|row| &mut row.0).zip(words) {
            *number = f32::from_le_bytes(*word);
        }
    }
    let [network, means, squares] = networks;
    let adam = Adam { means, squares, steps: u64::from_le_bytes(*steps) };
    Ok(Checkpoint { state, network, adam })
}

#[cfg(test)]
pub(crate) mod tests {
    use std::fs;

    use super::*;
    use nnue::FeatureSet;

    pub(crate) fn state(settings: &Settings) -> State {
        State {
            settings: settings.clone(),
            files: vec![PathBuf::from("a.samples")],
            held_out: None,
            weights: None,
            stamp: Stamp { samples: 7, checksum: u64::MAX },
            losses: Losses::default(),
            seconds: 0.25,
            history: Vec::new(),
        }
    }

    fn settings() -> Settings {
        Settings { hidden: 64, ..Settings::default() }
    }

    #[test]
    fn everything_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        let network = Network::random(FeatureSet::Mirrored, 64, 3);
        let adam = Adam {
            means: Network::random(FeatureSet::Mirrored, 64, 4),
            squares: Network::random(FeatureSet::Mirrored, 64, 5),
            steps: 12,
        };
        save(&path, &state(&settings()), &network, &adam).unwrap();
        let read = load(&path).unwrap();
        assert_eq!(read.state, state(&settings()));
        assert_eq!([read.network, read.adam.means, read.adam.squares], [network, adam.means, adam.squares]);
        assert_eq!(read.adam.steps, 12);
        assert_eq!(
            Network::weights_of(FeatureSet::Mirrored, 64),
            Network::zero(FeatureSet::Mirrored, 64).weights().count()
        );
    }

    #[test]
    fn any_damage_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        save(
            &path,
            &state(&settings()),
            &Network::zero(FeatureSet::Mirrored, 64),
            &Adam::new(FeatureSet::Mirrored, 64),
        )
        .unwrap();
        let good = fs::read(&path).unwrap();
        assert!(decode(&good).is_ok());
        for place in [0, 9, 40, good.len() / 2, good.len() - 1] {
            let mut bad = good.clone();
            bad[place] ^= 1;
            assert!(decode(&bad).is_err(), "byte {place}");
        }
        for length in [0, 7, 10, 19, good.len() - 1] {
            assert!(decode(&good[..length]).is_err(), "{length} bytes");
        }
    }
}
