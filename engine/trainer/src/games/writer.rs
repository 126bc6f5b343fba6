//! Writes a new file of games, block by block.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::blocks::Block;
use super::game::Game;
use super::header::Header;

/// A block is written as soon as its games take this many bytes.
pub(crate) const BLOCK_BYTES: usize = 1 << 16;
/// Least time between two syncs to the disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(60);

/// A file cannot be written. Everything written before is intact.
#[derive(Debug, thiserror::Error)]
#[error("{path} cannot be written: {source}; all whole blocks written before are intact")]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// The error.
    pub source: io::Error,
}

/// A new file of games.
#[derive(Debug)]
pub struct GamesWriter {
    file: File,
    path: PathBuf,
    /// Bytes of the header and the complete blocks.
    written: u64,
    payload: Vec<u8>,
    games: u32,
    positions: u32,
    synced: Instant,
}

impl GamesWriter {
    /// Creates a new file.
    ///
    /// # Errors
    /// When it exists or cannot be created.
    pub fn create(path: &Path, header: &Header) -> Result<Self, WriteError> {
        let failed = |source| WriteError { path: path.to_owned(), source };
        let mut file = disk::create_new(path).map_err(failed)?;
        let bytes = header.encode();
        file.write_all(&bytes).and_then(|()| file.sync_all()).map_err(failed)?;
        Ok(Self {
            file,
            path: path.to_owned(),
            written: bytes.len() as u64,
            payload: Vec::with_capacity(BLOCK_BYTES + BLOCK_BYTES / 4),
            games: 0,
            positions: 0,
            synced: Instant::now(),
        })
    }

    /// Adds a game; full blocks are written.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn push(&mut self, game: &Game) -> Result<(), WriteError> {
        game.encode(&mut self.payload);
        self.games += 1;
        self.positions += game.len() as u32;
        if self.payload.len() >= BLOCK_BYTES { self.write_block() } else { Ok(()) }
    }

    /// Writes the rest and syncs the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> Result<(), WriteError> {
        if self.games > 0 {
            self.write_block()?;
        }
        self.file.sync_all().map_err(|source| WriteError { path: self.path, source })
    }

    /// Bytes of the header and the complete blocks.
    pub fn written(&self) -> u64 {
        self.written
    }

    fn write_block(&mut self) -> Result<(), WriteError> {
        let block = Block::encode(&self.payload, self.games, self.positions);
        if let Err(source) = self.append(&block) {
            // Readers would skip the incomplete block anyway.
            let _ = self.file.set_len(self.written);
            return Err(WriteError { path: self.path.clone(), source });
        }
        self.written += block.len() as u64;
        self.payload.clear();
        (self.games, self.positions) = (0, 0);
        Ok(())
    }

    fn append(&mut self, block: &[u8]) -> io::Result<()> {
        self.file.write_all(block)?;
        if self.synced.elapsed() >= SYNC_INTERVAL {
            self.file.sync_data()?;
            self.synced = Instant::now();
        }
        Ok(())
    }
}
