//! What the readers of training data promise: damaged games are refused or skipped, and what is taken is written as it was read.

use std::path::Path;

use trainer::games::{Event, Game, GamesReader, Positions};
use trainer::sample::{Packed, Sample};

/// A file of games, then the same bytes as a game without header, block and checksum: what lies behind those is reached so.
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

/// A game comes back from its bytes, and its positions are given up to the first move that is none.
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

/// A sample comes back from its bytes.
fn assert_same(sample: &Sample) {
    assert_eq!(Sample::unpack(sample.packed()).map(|again| *again.packed()), Ok(*sample.packed()));
}
