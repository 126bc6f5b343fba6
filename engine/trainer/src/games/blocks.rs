//! Blocks of games: framing, checksums, and recovery after damage.

use std::fmt;
use std::io::{self, Read};

use super::bytes::{CHECKSUM_BYTES, checksum, take};
use super::fault::GameFault;
use super::game::Game;

pub(super) const MAGIC: &[u8; 8] = b"VGDBLOCK";
/// Bytes of a block's header.
pub(super) const HEAD_BYTES: usize = 20 + CHECKSUM_BYTES;
/// Longest block of games.
pub(super) const MAX_BYTES: usize = 1 << 20;
/// Bytes per read.
const CHUNK_BYTES: usize = 1 << 18;

/// A block whose checksum is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its offset in the file.
    pub offset: u64,
    /// Number of games.
    pub games: u32,
    /// Number of positions with a score.
    pub positions: u32,
    payload: Vec<u8>,
}

impl Block {
    /// The block's bytes in a file.
    pub(super) fn encode(payload: &[u8], games: u32, positions: u32) -> Vec<u8> {
        let numbers: Vec<u8> =
            [payload.len() as u32, games, positions].into_iter().flat_map(u32::to_le_bytes).collect();
        [&MAGIC[..], &numbers, &checksum(&[&numbers, payload]), payload].concat()
    }

    /// The games. Ends after an error, which only a faulty writer can have caused.
    pub fn games(&self) -> impl Iterator<Item = Result<Game, GameFault>> + '_ {
        let mut rest = &self.payload[..];
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let game = Game::decode(&mut rest);
            if game.is_err() {
                rest = &[];
            }
            Some(game)
        })
    }

    /// Bytes of the block in the file.
    pub fn bytes(&self) -> u64 {
        (HEAD_BYTES + self.payload.len()) as u64
    }
}

/// A fault in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The header's checksum is wrong.
    #[error("the header is damaged")]
    Header,
    /// There is no block at an expected offset.
    #[error("no block begins here")]
    Magic,
    /// A block is too long.
    #[error("a block of {0} bytes is too long")]
    Length(u32),
    /// The file ends within a block.
    #[error("the file ends within a block")]
    Torn,
    /// The checksum is wrong.
    #[error("the checksum of the block is wrong")]
    Checksum,
}

/// Skipped bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Their offset in the file.
    pub offset: u64,
    /// Their number.
    pub bytes: u64,
    /// The fault.
    pub fault: Fault,
    /// Nothing follows them.
    pub is_at_end: bool,
}

impl Damage {
    /// True for the incomplete last block that a program leaves when killed while writing.
    /// Everything before it is valid.
    pub fn is_torn_end(&self) -> bool {
        self.fault == Fault::Torn && self.is_at_end
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes skipped at offset {}: {}", self.bytes, self.offset, self.fault)
    }
}

/// The next part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A valid block.
    Block(Block),
    /// Damage.
    Damage(Damage),
}

/// Reads blocks from a stream, holding little more than one in memory.
pub(super) struct Blocks<R> {
    source: R,
    buffer: Vec<u8>,
    /// The first unused byte of the buffer.
    start: usize,
    /// Its offset in the file.
    offset: u64,
    has_ended: bool,
}

impl<R: Read> Blocks<R> {
    pub(super) fn new(source: R) -> Self {
        Self { source, buffer: Vec::new(), start: 0, offset: 0, has_ended: false }
    }

    pub(super) fn available(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Reads until this many bytes are available; false when the file ends before.
    pub(super) fn fill(&mut self, wanted: usize) -> io::Result<bool> {
        while self.available().len() < wanted && !self.has_ended {
            self.buffer.drain(..self.start);
            self.start = 0;
            let old = self.buffer.len();
            self.buffer.resize(old + CHUNK_BYTES, 0);
            let read = self.source.read(&mut self.buffer[old..]);
            self.buffer.truncate(old + *read.as_ref().unwrap_or(&0));
            match read {
                Ok(bytes) => self.has_ended = bytes == 0,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(self.available().len() >= wanted)
    }

    pub(super) fn skip(&mut self, bytes: usize) {
        self.start += bytes;
        self.offset += bytes as u64;
    }

    /// The next block or damage; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Event>> {
        if !self.fill(1)? {
            return Ok(None);
        }
        match self.judge()? {
            Ok(block) => {
                self.skip(HEAD_BYTES + block.payload.len());
                Ok(Some(Event::Block(block)))
            }
            Err(fault) => self.recover(fault, 1).map(|damage| Some(Event::Damage(damage))),
        }
    }

    /// The block that begins here.
    fn judge(&mut self) -> io::Result<Result<Block, Fault>> {
        let is_whole = self.fill(HEAD_BYTES)?;
        let magic = &self.available()[..self.available().len().min(MAGIC.len())];
        if !MAGIC.starts_with(magic) {
            return Ok(Err(Fault::Magic));
        }
        if !is_whole {
            return Ok(Err(Fault::Torn));
        }
        let mut head = &self.available()[MAGIC.len()..HEAD_BYTES];
        let [length, games, positions] =
            [0; 3].map(|_| u32::from_le_bytes(take(&mut head).expect("the head is whole")));
        if length as usize > MAX_BYTES {
            return Ok(Err(Fault::Length(length)));
        }
        let end = HEAD_BYTES + length as usize;
        if !self.fill(end)? {
            return Ok(Err(Fault::Torn));
        }
        let bytes = &self.available()[..end];
        let (numbers, payload) = (&bytes[8..20], &bytes[HEAD_BYTES..]);
        if bytes[20..HEAD_BYTES] != checksum(&[numbers, payload]) {
            return Ok(Err(Fault::Checksum));
        }
        Ok(Ok(Block { offset: self.offset, games, positions, payload: payload.to_vec() }))
    }

    /// Skips to the next apparent block, at least `least` bytes ahead.
    pub(super) fn recover(&mut self, fault: Fault, least: usize) -> io::Result<Damage> {
        let offset = self.offset;
        self.skip(least.min(self.available().len()));
        loop {
            let has_more = self.fill(MAGIC.len())?;
            let found = self.available().windows(MAGIC.len()).position(|window| window == MAGIC);
            if let Some(found) = found {
                self.skip(found);
                break;
            }
            // The magic number may cross the end of the available bytes.
            let kept = if has_more { MAGIC.len() - 1 } else { 0 };
            self.skip(self.available().len() - kept);
            if !has_more {
                break;
            }
        }
        let is_at_end = self.available().is_empty();
        Ok(Damage { offset, bytes: self.offset - offset, fault, is_at_end })
    }
}
