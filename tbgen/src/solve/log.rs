//! A log of values in the order in which they are found, for endings whose values do not fit into
//! memory.
//!
//! A position's value is the ply in which it is found, and each position is found once: the
//! positions found in one ply by a pass form a *record*, with the value once and the positions as
//! bits. Values of one side to move are assembled from its records afterwards.
//!
//! Each lead has its own file. A record is its [`Entry`] in three bytes and the number of its
//! blocks in four, then for each block its number in four bytes, a mask of the words with positions
//! in eight, and these words: one with few positions as their count and the bit numbers, one byte
//! each, any other as [`WHOLE`] and its eight bytes. Numbers are little-endian.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use board::narrow;
use rayon::prelude::*;

use super::block::{Block, EMPTY};
use super::slice::Plane;
use crate::error::BuildError;

/// Marks that the eight bytes of a word follow.
const WHOLE: u8 = u8::MAX;
/// Maximum positions of a word that are listed one by one.
const MAX_NAMED: u32 = 6;
/// Bytes written or read at a time.
const BUFFER: usize = 1 << 20;

/// The content of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// The positions have this value.
    Value(u16),
    /// Those with this result (0 loss to 4 win) also reach it by a capture.
    ByCapture(u16),
    /// Those with this result, a win, keep it by a pawn move and have no mate: their distance is
    /// never read.
    ByPawnMove(u16),
}

impl Entry {
    /// The kind and the number in a record.
    fn parts(self) -> (u8, u16) {
        match self {
            Self::Value(value) => (0, value),
            Self::ByCapture(worth) => (1, worth),
            Self::ByPawnMove(worth) => (2, worth),
        }
    }

    /// The entry with these parts.
    fn of_parts(kind: u8, number: u16) -> Self {
        match kind {
            0 => Self::Value(number),
            1 => Self::ByCapture(number),
            _ => Self::ByPawnMove(number),
        }
    }
}

/// The log of one side to move.
pub(crate) struct Log {
    folder: PathBuf,
    /// One unnamed file for each lead, so that leads can be read one at a time.
    leads: Vec<BufWriter<File>>,
    /// Blocks per lead.
    blocks: usize,
    /// All values that occur.
    values: BTreeSet<u16>,
}

impl Log {
    /// An empty log for this number of leads and of blocks per lead, in files in this folder that
    /// the system removes when the process ends for any reason.
    pub(crate) fn new(folder: &Path, leads: usize, blocks: usize) -> Result<Self, BuildError> {
        let file = |_| Ok(BufWriter::with_capacity(BUFFER, tempfile::tempfile_in(folder)?));
        let files = (0..leads).map(file).collect::<io::Result<_>>();
        let leads = files.map_err(|source| BuildError::Log { folder: folder.to_owned(), source })?;
        Ok(Self { folder: folder.to_owned(), leads, blocks, values: BTreeSet::new() })
    }

    /// The values that occur.
    pub(crate) fn values(&self) -> impl Iterator<Item = u16> + '_ {
        self.values.iter().copied()
    }

    fn fault(&self, source: io::Error) -> BuildError {
        BuildError::Log { folder: self.folder.clone(), source }
    }

    /// Writes a record of the marked blocks of a plane, whose first block is the first one of this
    /// lead of the log.
    pub(super) fn record(&mut self, first: usize, entry: Entry, plane: &Plane) -> Result<(), BuildError> {
        if let Entry::Value(value) = entry
            && !plane.is_empty()
        {
            self.values.insert(value);
        }
        let blocks = plane.blocks.par_chunks(self.blocks).zip(plane.marks.par_chunks(self.blocks));
        let recorded =
            self.leads[first..].par_iter_mut().zip(blocks).try_for_each(|(out, (blocks, marks))| {
                let marked = (0u32..).zip(blocks).zip(marks).filter(|(_, mark)| **mark);
                record(out, entry, &marked.map(|(block, _)| block).collect::<Vec<_>>())
            });
        recorded.map_err(|source| self.fault(source))
    }

    /// Flushes what is still in memory, after the last record.
    pub(super) fn finish(&mut self) -> Result<(), BuildError> {
        let written = self.leads.iter_mut().try_for_each(BufWriter::flush);
        written.map_err(|source| self.fault(source))
    }

    /// Calls `visit` with every record's statement about each of this lead's blocks, numbered
    /// within the lead, in the order in which they were written.
    ///
    /// # Panics
    /// Before [`Log::finish`].
    pub(crate) fn read(
        &self,
        lead: usize,
        visit: impl FnMut(Entry, usize, &Block),
    ) -> Result<(), BuildError> {
        let out = &self.leads[lead];
        assert!(out.buffer().is_empty(), "a log is read after it has been finished");
        read(out.get_ref(), visit).map_err(|source| self.fault(source))
    }
}

/// Writes a record for some blocks, given with their numbers.
fn record(out: &mut impl Write, entry: Entry, blocks: &[(u32, &Block)]) -> io::Result<()> {
    if blocks.is_empty() {
        return Ok(());
    }
    let (kind, number) = entry.parts();
    out.write_all(&[kind])?;
    out.write_all(&number.to_le_bytes())?;
    out.write_all(&narrow::<_, u32>(blocks.len()).to_le_bytes())?;
    let mut bytes = Vec::new();
    for (number, block) in blocks {
        bytes.clear();
        bytes.extend(number.to_le_bytes());
        let rows = block.iter().enumerate().fold(0, |rows, (row, &word)| rows | u64::from(word != 0) << row);
        bytes.extend(rows.to_le_bytes());
        block.iter().filter(|word| **word != 0).for_each(|&word| push_word(word, &mut bytes));
        out.write_all(&bytes)?;
    }
    Ok(())
}

fn read(file: &File, mut visit: impl FnMut(Entry, usize, &Block)) -> io::Result<()> {
    let mut input = Input::new(file)?;
    while let Some((&kind, mut rest)) = input.ahead(RECORD_BYTES)?.split_first() {
        let entry = Entry::of_parts(kind, u16::from_le_bytes(take(&mut rest)?));
        let blocks = u32::from_le_bytes(take(&mut rest)?);
        input.skip(RECORD_BYTES);
        for _ in 0..blocks {
            let all = input.ahead(MAX_BLOCK_BYTES)?;
            let mut rest = all;
            let number = u32::from_le_bytes(take(&mut rest)?);
            let mut rows = u64::from_le_bytes(take(&mut rest)?);
            let mut block = EMPTY;
            while rows != 0 {
                block[rows.trailing_zeros() as usize] = take_word(&mut rest)?;
                rows &= rows - 1;
            }
            let read = all.len() - rest.len();
            input.skip(read);
            visit(entry, number as usize, &block);
        }
    }
    Ok(())
}

/// Bytes of a record's header, and maximum bytes of one of its blocks.
const RECORD_BYTES: usize = 7;
const MAX_BLOCK_BYTES: usize = 4 + 8 + 64 * 9;

/// A buffered reader from the beginning of a file.
struct Input<'a> {
    file: &'a File,
    bytes: Vec<u8>,
    /// Offset in `bytes` of the first byte not yet skipped.
    start: usize,
}

impl<'a> Input<'a> {
    fn new(mut file: &'a File) -> io::Result<Self> {
        file.seek(SeekFrom::Start(0))?;
        Ok(Self { file, bytes: Vec::with_capacity(BUFFER), start: 0 })
    }

    /// The next bytes: at least `wanted`, or all that are left.
    #[inline]
    fn ahead(&mut self, wanted: usize) -> io::Result<&[u8]> {
        if self.bytes.len() - self.start < wanted {
            self.bytes.drain(..self.start);
            self.start = 0;
            let room = BUFFER - self.bytes.len();
            self.file.take(room as u64).read_to_end(&mut self.bytes)?;
        }
        Ok(&self.bytes[self.start..])
    }

    fn skip(&mut self, bytes: usize) {
        self.start += bytes;
    }
}

/// Takes the next bytes from `rest`.
#[inline]
fn take<const N: usize>(rest: &mut &[u8]) -> io::Result<[u8; N]> {
    let (bytes, after) = rest.split_first_chunk().ok_or(io::ErrorKind::UnexpectedEof)?;
    *rest = after;
    Ok(*bytes)
}

#[inline]
fn take_word(rest: &mut &[u8]) -> io::Result<u64> {
    let [count] = take(rest)?;
    if count == WHOLE {
        return Ok(u64::from_le_bytes(take(rest)?));
    }
    let bits = rest.split_off(..usize::from(count)).ok_or(io::ErrorKind::UnexpectedEof)?;
    Ok(bits.iter().fold(0, |word, bit| word | 1 << (bit & 63)))
}

fn push_word(word: u64, bytes: &mut Vec<u8>) {
    let count = word.count_ones();
    if count > MAX_NAMED {
        bytes.push(WHOLE);
        bytes.extend(word.to_le_bytes());
        return;
    }
    bytes.push(narrow(count));
    let mut left = word;
    while left != 0 {
        bytes.push(narrow(left.trailing_zeros()));
        left &= left - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::dtz::DtzCode;
    use crate::value::metric::Metric as _;

    #[test]
    fn records_come_back_as_they_were_written() {
        const LEADS: usize = 3;
        const BLOCKS: usize = 100;
        let mut log = Log::new(&std::env::temp_dir(), LEADS, BLOCKS).unwrap();
        let mut sparse = Plane::empty(LEADS * BLOCKS);
        sparse.insert(0, 1 << 63 | 1);
        sparse.insert(299 << 6 | 5, 0x7f);
        let mut dense = Plane::empty(LEADS * BLOCKS);
        (0..64).for_each(|row| dense.insert(117 << 6 | row, u64::MAX));
        let nothing = Plane::empty(LEADS * BLOCKS);
        let records = [
            (Entry::Value(DtzCode::won(7)), &sparse),
            (Entry::Value(DtzCode::lost(120)), &nothing),
            (Entry::ByCapture(3), &dense),
            (Entry::ByPawnMove(4), &sparse),
            (Entry::Value(DtzCode::won(7)), &dense),
        ];
        for (entry, plane) in records {
            log.record(0, entry, plane).unwrap();
        }
        log.finish().unwrap();
        for lead in [0, 1, 2, 2, 1] {
            let expected = records.iter().flat_map(|&(entry, plane)| {
                let blocks = plane.blocks[lead * BLOCKS..][..BLOCKS].iter().enumerate();
                blocks
                    .filter(|(_, block)| **block != EMPTY)
                    .map(move |(number, block)| (entry, number, *block))
            });
            let mut read = Vec::new();
            log.read(lead, |entry, number, block| read.push((entry, number, *block))).unwrap();
            assert!(read.into_iter().eq(expected), "lead {lead}");
        }
        assert_eq!(log.values().collect::<Vec<_>>(), [DtzCode::won(7)]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_named() {
        let full = File::create("/dev/full").unwrap();
        let mut log = Log {
            folder: "/scratch".into(),
            leads: vec![BufWriter::with_capacity(8, full)],
            blocks: 1,
            values: BTreeSet::new(),
        };
        let mut plane = Plane::empty(1);
        plane.insert(3, 9);
        let error = log.record(0, Entry::Value(DtzCode::won(1)), &plane).unwrap_err().to_string();
        assert!(error.contains("/scratch") && error.contains("--scratch"), "{error}");
    }
}
