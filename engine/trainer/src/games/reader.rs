//! Reads files of games, valid or damaged.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::blocks::{Blocks, Event, Fault};
use super::header::{self, Header};

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// An error of the operating system.
    #[error("{path} cannot be read: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// It does not begin like a file of games.
    #[error("{0} is not a file of games, or of another version of the format")]
    NotGames(PathBuf),
}

/// A file of games.
pub struct GamesReader<R = File> {
    path: PathBuf,
    header: Option<Header>,
    blocks: Blocks<R>,
    /// The header is damaged, which has not been reported yet.
    owes_damage: bool,
}

impl GamesReader<File> {
    /// Opens a file.
    ///
    /// # Errors
    /// When it cannot be read or is not a file of games.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let file = disk::open(path).map_err(|source| ReadError::Io { path: path.to_owned(), source })?;
        Self::new(file, path)
    }
}

impl<R: Read> GamesReader<R> {
    /// Reads from any stream; the path is only used in messages.
    ///
    /// # Errors
    /// As [`GamesReader::open`].
    pub fn new(source: R, path: &Path) -> Result<Self, ReadError> {
        let failed = |source| ReadError::Io { path: path.to_owned(), source };
        let mut blocks = Blocks::new(source);
        let is_whole = blocks.fill(header::HEAD_BYTES).map_err(failed)?;
        let length = Header::length(blocks.available()).filter(|_| is_whole);
        let length = length.ok_or_else(|| ReadError::NotGames(path.to_owned()))?;
        let end = header::HEAD_BYTES + length;
        let header = if blocks.fill(end).map_err(failed)? {
            let (head, json) = blocks.available()[..end].split_at(header::HEAD_BYTES);
            Header::decode(head, json)
        } else {
            None
        };
        if header.is_some() {
            blocks.skip(end);
        }
        Ok(Self { path: path.to_owned(), owes_damage: header.is_none(), header, blocks })
    }

    /// How the games were generated; `None` when the header is damaged.
    pub fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The next block, or the damage skipped before it; `None` at the end.
    ///
    /// # Errors
    /// When reading fails.
    pub fn next_event(&mut self) -> Result<Option<Event>, ReadError> {
        let event = if self.owes_damage {
            self.owes_damage = false;
            self.blocks.recover(Fault::Header, header::MAGIC.len()).map(|damage| Some(Event::Damage(damage)))
        } else {
            self.blocks.next()
        };
        event.map_err(|source| ReadError::Io { path: self.path.clone(), source })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Game;
    use super::super::blocks::{Block, Damage, HEAD_BYTES};
    use super::super::game::tests::any_game;
    use super::*;
    use proptest::prelude::*;

    pub(crate) fn header() -> Header {
        Header {
            commit: "0".repeat(40),
            program: "1".repeat(64),
            network: None,
            seed: u64::MAX,
            run: 1,
            thread: 0,
            options: serde_json::json!({ "soft_nodes": 1_000 }),
            table_men: 4,
            syzygy_men: 0,
            source: None,
            begun: 1_700_000_000,
        }
    }

    /// A file with a block for each slice of games, and the offsets of the blocks.
    fn file(blocks: &[Vec<Game>]) -> (Vec<u8>, Vec<usize>) {
        let (mut bytes, mut offsets) = (header().encode(), Vec::new());
        for games in blocks {
            offsets.push(bytes.len());
            let mut payload = Vec::new();
            for game in games {
                game.encode(&mut payload);
            }
            let positions = games.iter().map(Game::len).sum::<usize>();
            bytes.extend(Block::encode(&payload, games.len() as u32, positions as u32));
        }
        (bytes, offsets)
    }

    /// Returns a few bytes at a time, like a pipe.
    struct Dribble<'a>(&'a [u8]);

    impl Read for Dribble<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let bytes = self.0.len().min(7).min(buffer.len());
            let (now, later) = self.0.split_at(bytes);
            buffer[..bytes].copy_from_slice(now);
            self.0 = later;
            Ok(bytes)
        }
    }

    fn read(bytes: &[u8]) -> Result<(Vec<Vec<Game>>, Vec<Damage>), ReadError> {
        let mut reader = GamesReader::new(Dribble(bytes), Path::new("test"))?;
        let (mut blocks, mut damages) = (Vec::new(), Vec::new());
        while let Some(event) = reader.next_event()? {
            match event {
                Event::Block(block) => blocks.push(block.games().map(Result::unwrap).collect()),
                Event::Damage(damage) => damages.push(damage),
            }
        }
        Ok((blocks, damages))
    }

    fn any_blocks() -> impl Strategy<Value = Vec<Vec<Game>>> {
        proptest::collection::vec(proptest::collection::vec(any_game(), 1..4), 1..5)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn files_come_back(blocks in any_blocks()) {
            let (bytes, _) = file(&blocks);
            let reader = GamesReader::new(&bytes[..], Path::new("test")).unwrap();
            prop_assert_eq!(reader.header(), Some(&header()));
            prop_assert_eq!(read(&bytes).unwrap(), (blocks, Vec::new()));
        }

        #[test]
        fn a_cut_hurts_only_the_last_block(blocks in any_blocks(), cut in any::<prop::sample::Index>()) {
            let (bytes, offsets) = file(&blocks);
            let cut = offsets[0] + cut.index(bytes.len() - offsets[0]);
            let (read, damages) = read(&bytes[..cut]).unwrap();
            let whole = offsets.iter().skip(1).filter(|&&offset| offset <= cut).count();
            prop_assert_eq!(&read[..], &blocks[..whole]);
            prop_assert_eq!(damages.is_empty(), cut == offsets[whole]);
            prop_assert!(damages.iter().all(Damage::is_torn_end));
        }

        #[test]
        fn a_damaged_byte_costs_one_block(blocks in any_blocks(), at in any::<prop::sample::Index>(), bits in 1..=255_u8) {
            let (mut bytes, offsets) = file(&blocks);
            let at = at.index(bytes.len() - offsets[0]) + offsets[0];
            bytes[at] ^= bits;
            let hit = offsets.iter().rposition(|&offset| offset <= at).unwrap();
            let (read, damages) = read(&bytes).unwrap();
            let mut expected = blocks;
            expected.remove(hit);
            prop_assert_eq!(read, expected);
            prop_assert_eq!(damages[0].offset, offsets[hit] as u64);
            let skipped: u64 = damages.iter().map(|damage| damage.bytes).sum();
            let end = offsets.get(hit + 1).copied().unwrap_or(bytes.len());
            prop_assert_eq!(skipped, (end - offsets[hit]) as u64);
        }

        #[test]
        fn a_damaged_header_costs_no_block(blocks in any_blocks(), at in 16..40_usize, bits in 1..=255_u8) {
            let (mut bytes, offsets) = file(&blocks);
            bytes[at] ^= bits;
            let (read, damages) = read(&bytes).unwrap();
            prop_assert_eq!(read, blocks);
            let damage = Damage { offset: 0, bytes: offsets[0] as u64, fault: Fault::Header, is_at_end: false };
            prop_assert_eq!(damages, vec![damage]);
        }

        #[test]
        fn any_bytes_are_read_or_refused(start in 0..3_usize, noise in proptest::collection::vec(any::<u8>(), 0..400)) {
            let (bytes, offsets) = file(&[Vec::new()]);
            let kept = [0, offsets[0], offsets[0] + HEAD_BYTES - 8][start];
            let _ = read(&[&bytes[..kept], &noise].concat());
        }
    }

    #[test]
    fn hostile_lengths_are_refused() {
        let (mut bytes, offsets) = file(&[Vec::new(), Vec::new()]);
        bytes[offsets[0] + 8..offsets[0] + 12].copy_from_slice(&u32::MAX.to_le_bytes());
        let (blocks, damages) = read(&bytes).unwrap();
        assert_eq!((blocks.len(), damages[0].fault), (1, Fault::Length(u32::MAX)));
        bytes[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(matches!(read(&bytes), Err(ReadError::NotGames(_))));
    }
}
