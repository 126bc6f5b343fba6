//! Counts the results of moves in bounded memory: the rest is sorted and written to files, which
//! are merged at the end.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read as _, Seek as _, Write as _};
use std::path::PathBuf;

/// Size of a count in a file.
const COUNT_BYTES: usize = 8 + 2 + 3 * 4;

/// The results of a move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    /// The key of the position.
    pub(super) key: u64,
    /// The move in the encoding of books.
    pub(super) mv: u16,
    /// Games won, drawn and lost by the side that played it.
    pub(super) results: [u32; 3],
}

impl Count {
    fn place(&self) -> (u64, u16) {
        (self.key, self.mv)
    }

    fn add(&mut self, other: &Self) {
        for (sum, more) in self.results.iter_mut().zip(other.results) {
            *sum = sum.saturating_add(more);
        }
    }

    fn to_bytes(self) -> [u8; COUNT_BYTES] {
        let mut bytes = [0; COUNT_BYTES];
        bytes[..8].copy_from_slice(&self.key.to_le_bytes());
        bytes[8..10].copy_from_slice(&self.mv.to_le_bytes());
        for (place, result) in bytes[10..].chunks_exact_mut(4).zip(self.results) {
            place.copy_from_slice(&result.to_le_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8; COUNT_BYTES]) -> Self {
        let number = |from: usize, to: usize| {
            bytes[from..to].iter().rev().fold(0, |number: u64, &byte| number << 8 | u64::from(byte))
        };
        let results = [10, 14, 18].map(|from| number(from, from + 4) as u32);
        Self { key: number(0, 8), mv: number(8, 10) as u16, results }
    }
}

/// Counts for a book.
pub(super) struct MoveCounts {
    counts: Vec<Count>,
    /// Number of counts in memory.
    most: usize,
    /// Sorted, each count once.
    runs: Vec<File>,
    folder: PathBuf,
}

impl MoveCounts {
    /// Holds `most` counts of 24 bytes in memory and writes the others to unnamed files in a
    /// folder.
    pub(super) fn new(most: usize, folder: PathBuf) -> Self {
        Self { counts: Vec::with_capacity(most), most, runs: Vec::new(), folder }
    }

    /// Counts a move.
    pub(super) fn add(&mut self, count: Count) -> io::Result<()> {
        if self.counts.len() == self.most {
            self.sum_up();
            // If the same openings recur, nothing needs to be written.
            if self.counts.len() > self.most / 2 {
                self.put_away()?;
            }
        }
        self.counts.push(count);
        Ok(())
    }

    fn sum_up(&mut self) {
        self.counts.sort_unstable_by_key(Count::place);
        self.counts.dedup_by(|next, kept| {
            let same = next.place() == kept.place();
            if same {
                kept.add(next);
            }
            same
        });
    }

    fn put_away(&mut self) -> io::Result<()> {
        let mut file = BufWriter::new(tempfile::tempfile_in(&self.folder)?);
        for count in self.counts.drain(..) {
            file.write_all(&count.to_bytes())?;
        }
        self.runs.push(file.into_inner().map_err(io::IntoInnerError::into_error)?);
        Ok(())
    }

    /// Returns all counts in order of keys and moves, each once.
    pub(super) fn finish(mut self, mut take: impl FnMut(Count) -> io::Result<()>) -> io::Result<()> {
        self.sum_up();
        let mut sources: Vec<Run> = vec![Run::Memory(std::mem::take(&mut self.counts).into_iter())];
        for mut run in self.runs {
            run.rewind()?;
            sources.push(Run::File(BufReader::new(run)));
        }
        let mut heads = BinaryHeap::new();
        for (index, source) in sources.iter_mut().enumerate() {
            heads.extend(source.next()?.map(|count| Reverse((count.place(), index, count.results))));
        }
        let mut open: Option<Count> = None;
        while let Some(Reverse(((key, mv), index, results))) = heads.pop() {
            let count = Count { key, mv, results };
            match &mut open {
                Some(open) if open.place() == count.place() => open.add(&count),
                _ => {
                    if let Some(done) = open.replace(count) {
                        take(done)?;
                    }
                }
            }
            heads.extend(sources[index].next()?.map(|count| Reverse((count.place(), index, count.results))));
        }
        open.map_or(Ok(()), take)
    }
}

/// Sorted counts.
enum Run {
    Memory(std::vec::IntoIter<Count>),
    File(BufReader<File>),
}

impl Run {
    fn next(&mut self) -> io::Result<Option<Count>> {
        match self {
            Self::Memory(counts) => Ok(counts.next()),
            Self::File(file) => {
                let mut bytes = [0; COUNT_BYTES];
                match file.read_exact(&mut bytes) {
                    Ok(()) => Ok(Some(Count::from_bytes(&bytes))),
                    Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
                    Err(error) => Err(error),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::random::Random;
    use std::collections::BTreeMap;

    #[test]
    fn counts_are_the_same_however_little_memory_there_is() {
        let folder = tempfile::tempdir().unwrap();
        let mut random = Random::new(2);
        let counts: Vec<Count> = (0..5_000)
            .map(|_| Count {
                key: (random.below(900) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15),
                mv: random.below(3) as u16,
                results: [1 + random.below(3) as u32, random.below(2) as u32, 70_000],
            })
            .collect();
        let mut expected: BTreeMap<(u64, u16), [u32; 3]> = BTreeMap::new();
        for count in &counts {
            let results = expected.entry(count.place()).or_default();
            results.iter_mut().zip(count.results).for_each(|(sum, more)| *sum += more);
        }
        for most in [10, 700, 4_900, 10_000] {
            let mut sums = MoveCounts::new(most, folder.path().to_owned());
            for count in &counts {
                sums.add(*count).unwrap();
            }
            assert_eq!(sums.runs.is_empty(), most > 2_700, "{most}");
            let mut found = Vec::new();
            let take = |count: Count| {
                found.push((count.place(), count.results));
                Ok(())
            };
            sums.finish(take).unwrap();
            assert_eq!(found, expected.clone().into_iter().collect::<Vec<_>>(), "{most}");
        }
    }
}
