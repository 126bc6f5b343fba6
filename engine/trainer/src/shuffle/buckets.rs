//! Buckets on disk.

use std::fs::File;
use std::io::{self, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::sample::{BYTES, Packed};
use crate::sources::{Key, key};

/// Buffer of each bucket.
const BUFFER_BYTES: usize = 1 << 16;
/// Samples per read.
const CHUNK: usize = 1 << 14;
/// Offset of a sample's result, 255 without a result ...
const RESULT: usize = 26;
const NO_RESULT: u8 = 255;
/// ... and of bytes that are always zero: in a bucket they hold the rank of the source and whether
/// the sample is held out.
const RANK: usize = 29;
const HELD_OUT: usize = 31;

/// A sample in a bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry(Packed);

impl Entry {
    /// A sample from the source of this rank; ranks are clamped to 65,535.
    pub(super) fn new(packed: &Packed, rank: usize, is_held_out: bool) -> Self {
        let mut bytes = *packed;
        let rank = rank.min(usize::from(u16::MAX)) as u16;
        bytes[RANK..HELD_OUT].copy_from_slice(&rank.to_le_bytes());
        bytes[HELD_OUT] = u8::from(is_held_out);
        Self(bytes)
    }

    /// The original sample, and whether it is held out.
    pub(super) fn packed(self) -> (Packed, bool) {
        let mut bytes = self.0;
        bytes[RANK..].fill(0);
        (bytes, self.is_held_out())
    }

    fn is_held_out(&self) -> bool {
        self.0[HELD_OUT] != 0
    }

    fn has_result(&self) -> bool {
        self.0[RESULT] != NO_RESULT
    }

    fn rank(&self) -> u16 {
        u16::from_le_bytes([self.0[RANK], self.0[RANK + 1]])
    }

    fn key(&self) -> Key {
        key(&self.0)
    }
}

/// Keeps one sample of each position, the one with a result from the latest source, in an order
/// independent of the input order. It is held out only if all its duplicates are.
pub(super) fn unify(entries: &mut Vec<Entry>) {
    entries.sort_unstable_by_key(|entry| {
        (entry.key(), std::cmp::Reverse((entry.has_result(), entry.rank())), entry.0)
    });
    entries.dedup_by(|other, first| {
        let is_same = other.key() == first.key();
        if is_same && !other.is_held_out() {
            first.0[HELD_OUT] = 0;
        }
        is_same
    });
}

/// Temporary files, removed when dropped.
pub(super) struct Buckets {
    folder: TempDir,
    files: Vec<BufWriter<File>>,
}

/// Filled buckets.
pub(super) struct FullBuckets {
    folder: TempDir,
    count: usize,
}

impl Buckets {
    /// Creates buckets in a new folder within another.
    pub(super) fn new(folder: &Path, count: u64) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("buckets-").tempdir_in(folder)?;
        let create = |number| {
            let file = disk::create_new(&path(&folder, number))?;
            Ok(BufWriter::with_capacity(BUFFER_BYTES, file))
        };
        let files = (0..count as usize).map(create).collect::<io::Result<_>>()?;
        Ok(Self { folder, files })
    }

    /// Adds an entry to the bucket of a random number.
    pub(super) fn push(&mut self, random: u64, entry: &Entry) -> io::Result<()> {
        let number = ((u128::from(random) * self.files.len() as u128) >> 64) as usize;
        self.files[number].write_all(&entry.0)
    }

    /// Finishes filling.
    pub(super) fn close(self) -> io::Result<FullBuckets> {
        let count = self.files.len();
        for mut file in self.files {
            file.flush()?;
        }
        Ok(FullBuckets { folder: self.folder, count })
    }
}

impl FullBuckets {
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Takes out the entries of a bucket.
    pub(super) fn take(&self, number: usize) -> io::Result<Vec<Entry>> {
        let path = path(&self.folder, number);
        let mut file = disk::open(&path)?;
        let count = file.metadata()?.len() as usize / BYTES;
        let mut entries = Vec::with_capacity(count);
        let mut chunk = vec![[0; BYTES]; CHUNK.min(count)];
        while entries.len() < count {
            let packed = &mut chunk[..(count - entries.len()).min(CHUNK)];
            file.read_exact(packed.as_flattened_mut())?;
            entries.extend(packed.iter().map(|packed| Entry(*packed)));
        }
        std::fs::remove_file(path)?;
        Ok(entries)
    }
}

fn path(folder: &TempDir, number: usize) -> PathBuf {
    folder.path().join(format!("{number:03}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sample of some position, with or without a result.
    fn packed(position: u8, result: u8, score: u8) -> Packed {
        let mut packed = [0; BYTES];
        packed[0] = position;
        packed[RESULT] = result;
        packed[24] = score;
        packed
    }

    #[test]
    fn results_count_most_then_the_latest_source() {
        let mut entries = vec![
            Entry::new(&packed(1, NO_RESULT, 9), 7, false),
            Entry::new(&packed(1, 2, 1), 3, true),
            Entry::new(&packed(2, 0, 5), 0, true),
            Entry::new(&packed(1, 2, 2), 300, true),
        ];
        let mut reversed: Vec<Entry> = entries.iter().rev().copied().collect();
        unify(&mut entries);
        unify(&mut reversed);
        assert_eq!(entries, reversed);
        let kept: Vec<(Packed, bool)> = entries.iter().map(|entry| entry.packed()).collect();
        assert_eq!(
            kept,
            [(packed(1, 2, 2), false), (packed(2, 0, 5), true)],
            "one of the first is not held out"
        );
    }

    #[test]
    fn what_is_dealt_is_there_once() {
        let temporary = tempfile::tempdir().unwrap();
        let mut buckets = Buckets::new(temporary.path(), 3).unwrap();
        let entries: Vec<Entry> =
            (0..200).map(|number| Entry::new(&packed(number, 1, 0), 0, false)).collect();
        for (number, entry) in entries.iter().enumerate() {
            buckets.push((number as u64) << 56, entry).unwrap();
        }
        let full = buckets.close().unwrap();
        let taken: Vec<Vec<Entry>> = (0..full.len()).map(|number| full.take(number).unwrap()).collect();
        assert!(taken.iter().all(|bucket| !bucket.is_empty()));
        assert_eq!(taken.concat(), entries);
        drop(full);
        assert_eq!(std::fs::read_dir(temporary.path()).unwrap().count(), 0);
    }
}
