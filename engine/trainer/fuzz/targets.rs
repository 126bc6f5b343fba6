//! Invariants of the readers of training data: damaged games are rejected or skipped, and accepted
//! ones are written back unchanged.

use std::path::Path;

use trainer::games::{Event, Game, GamesReader, Positions};
use trainer::sample::{Packed, Sample};
use trainer::train::{Run, TrainError};

/// A file of games, then the same bytes as a game without header, block and checksum, to reach the
/// code behind those checks.
pub(crate) fn games(bytes: &[u8]) {
    let mut bare = bytes;
    if let Ok(game) = Game::decode(&mut bare) {
        play_over(&game);
    }
    let Ok(mut reader) = GamesReader::new(bytes, Path::new("input")) else { return };
    let mut end = 0;
    while let Some(event) = reader.next_event().expect("bytes in memory can be read") {
        let (offset, length) = match &event {
            Event::Block(block) => {
                block.games().flatten().for_each(|game| play_over(&game));
                (block.offset, block.bytes())
            }
            Event::Damage(damage) => (damage.offset, damage.bytes),
        };
        assert!(offset >= end && length > 0, "{event:?} comes after byte {end}");
        end = offset + length;
    }
    assert!(end <= bytes.len() as u64);
}

/// A game survives a round trip through bytes, and its positions are returned up to the first
/// invalid move.
fn play_over(game: &Game) {
    let mut written = Vec::new();
    game.encode(&mut written);
    assert_eq!(Game::decode(&mut &written[..]).as_ref(), Ok(game));
    let positions = Positions::of(game).map_while(Result::ok);
    positions.for_each(|position| assert_same(&position.sample()));
    let _ = game.identity();
}

/// Samples of 32 bytes, one after the other.
pub(crate) fn samples(bytes: &[u8]) {
    for chunk in bytes.chunks_exact(size_of::<Packed>()) {
        let Ok(sample) = Sample::unpack(chunk.try_into().expect("as long as a sample")) else { continue };
        assert_same(&sample);
        if let Some(board) = sample.to_board() {
            assert_eq!(Sample::new(&board, sample.label()).packed(), sample.packed(), "{board}");
        }
    }
}

/// A sample survives a round trip through bytes.
fn assert_same(sample: &Sample) {
    assert_eq!(Sample::unpack(sample.packed()).map(|again| *again.packed()), Ok(*sample.packed()));
}

/// Weights of a network with 64 neurons, by two tiles of 32: inputs, biases and outputs, and the
/// biases of the outputs.
const WEIGHTS: usize = (2 * (768 + 1 + 2 * 8) + 1) * 32;

/// A checkpoint, then one with this description of its run: a run without its data is not
/// continued.
pub(crate) fn checkpoint(bytes: &[u8]) {
    for bytes in [bytes, &described(bytes)] {
        assert!(!resume(bytes).to_string().is_empty());
    }
}

/// A checkpoint with this description.
pub(crate) fn described(bytes: &[u8]) -> Vec<u8> {
    let mut whole = b"VANTRN1\n".to_vec();
    whole.extend((bytes.len() as u32).to_le_bytes());
    whole.extend(bytes);
    whole.resize(whole.len() + size_of::<u64>() + 3 * WEIGHTS * size_of::<f32>(), 0);
    let fnv = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
    let sum = whole.iter().fold(0xCBF2_9CE4_8422_2325, fnv);
    whole.extend(sum.to_le_bytes());
    whole
}

/// Why a run with this checkpoint is not continued.
pub(crate) fn resume(bytes: &[u8]) -> TrainError {
    let ids = (std::process::id(), std::thread::current().id());
    let folder = std::env::temp_dir().join(format!("vancura-fuzz-checkpoint-{ids:?}"));
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    std::fs::write(folder.join("checkpoint"), bytes).expect("a temporary file can be written");
    let Err(error) = Run::resume(&folder) else { panic!("a run without data was continued") };
    error
}
