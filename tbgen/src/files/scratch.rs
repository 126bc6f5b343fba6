//! Stores results of solved endings on disk until a larger ending needs them.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use board::{Color, Material};
use pulp::bytemuck;
use rayon::prelude::*;

use crate::endings::after_captures;
use crate::error::BuildError;
use crate::index::layout::Layout;
use crate::index::promoted::{Cut, PromotedSlice, slices_of};
use crate::tables::planes::{Planes, WdlPlanes};

/// Solved results in unnamed files, which the system removes when the process ends for any reason.
pub(crate) struct ScratchStore {
    /// The folder of the files.
    pub(crate) folder: PathBuf,
    /// Tables of up to this many men stay in memory.
    pub(crate) small: usize,
    stored: HashMap<Share, Stored>,
}

/// The part of an ending that is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Share {
    /// All its results.
    Whole(Material),
    /// The part that a larger ending needs after a promotion: one side to move, and only the last
    /// rank for the promoted piece unless there are others of its kind.
    Slice(PromotedSlice),
}

impl Share {
    /// The ending.
    pub(crate) fn material(self) -> Material {
        match self {
            Self::Whole(material) => material,
            Self::Slice(slice) => slice.material,
        }
    }

    /// The shares that a larger ending needs of endings of more than `small` men: all results if a
    /// capture leads to them.
    pub(crate) fn asked_by(larger: Material, small: usize) -> Vec<Self> {
        let captured = after_captures(larger).into_keys().filter(|smaller| smaller.men() > small);
        let slices = slices_of(larger, small).into_iter().map(Self::Slice);
        captured.map(Self::Whole).chain(slices).collect()
    }

    /// Its size for these results in bytes.
    pub(crate) fn bytes(self, results: &WdlPlanes) -> usize {
        let Self::Slice(slice) = self else { return results.bytes() };
        let layout = &results.layout;
        let words = Cut::new(layout, slice.man).len(layout.slots()) / 64;
        let has_cursed = !results.planes(slice.side).cursed.is_empty();
        words * if has_cursed { 24 } else { 16 }
    }
}

/// Planes in a file: by side to move, the two lower bits of all words and then the upper bits, if
/// any.
struct Stored {
    file: File,
    /// Offset of the planes, by side to move.
    starts: [u64; 2],
    /// Whether there are upper bits, by side to move.
    cursed: [bool; 2],
    all_draws: bool,
    bytes: usize,
}

impl Stored {
    /// A reader of the planes of a side to move.
    fn reader(&self, side: Color) -> io::Result<BufReader<&File>> {
        (&self.file).seek(SeekFrom::Start(self.starts[side as usize]))?;
        Ok(BufReader::with_capacity(BUFFER, &self.file))
    }

    /// Reads this number of words of a side to move.
    fn planes(&self, side: Color, words: usize) -> io::Result<Planes> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(self.starts[side as usize]))?;
        let mut low = vec![[0; 2]; words];
        file.read_exact(bytemuck::cast_slice_mut(&mut low))?;
        let mut cursed = vec![0; if self.cursed[side as usize] { words } else { 0 }];
        file.read_exact(bytemuck::cast_slice_mut(&mut cursed))?;
        Ok(Planes { low, cursed })
    }
}

impl ScratchStore {
    /// An empty store for tables of more than `small` men, with its files in this folder.
    pub(crate) fn new(folder: &Path, small: usize) -> Self {
        Self { folder: folder.to_owned(), small, stored: HashMap::new() }
    }

    pub(crate) fn holds(&self, share: Share) -> bool {
        self.stored.contains_key(&share)
    }

    /// True when an ending need not be solved for this larger one that leads to it.
    pub(crate) fn serves(&self, larger: Material, material: Material) -> bool {
        let asked = || Share::asked_by(larger, self.small).into_iter().filter(|s| s.material() == material);
        self.holds(Share::Whole(material)) || asked().next().is_some() && asked().all(|s| self.holds(s))
    }

    /// The error for failed reading or writing.
    pub(crate) fn fault(&self, source: io::Error) -> BuildError {
        BuildError::Scratch { folder: self.folder.clone(), source }
    }

    /// Stores this share of an ending's results.
    pub(crate) fn put(&mut self, share: Share, results: &WdlPlanes) -> io::Result<()> {
        self.put_all(&[(share, results)])
    }

    /// Stores several shares in parallel.
    pub(crate) fn put_all(&mut self, shares: &[(Share, &WdlPlanes)]) -> io::Result<()> {
        let store = |&(share, results): &(Share, &WdlPlanes)| Ok((share, self.store(share, results)?));
        let stored: Vec<(Share, Stored)> = shares.par_iter().map(store).collect::<io::Result<_>>()?;
        self.stored.extend(stored);
        Ok(())
    }

    fn store(&self, share: Share, results: &WdlPlanes) -> io::Result<Stored> {
        let (mut out, mut at) = (tempfile::tempfile_in(&self.folder)?, 0);
        let (mut starts, mut cursed) = ([0; 2], [false; 2]);
        let mut write = |side: Color, planes: &Planes| {
            starts[side as usize] = at;
            cursed[side as usize] = !planes.cursed.is_empty();
            at += 8 * (2 * planes.low.len() + planes.cursed.len()) as u64;
            out.write_all(bytemuck::cast_slice(&planes.low))?;
            out.write_all(bytemuck::cast_slice(&planes.cursed))
        };
        match share {
            Share::Whole(_) => {
                for side in Color::ALL {
                    write(side, results.planes(side))?;
                }
            }
            Share::Slice(slice) => {
                let (cut, planes) = (Cut::new(&results.layout, slice.man), results.planes(slice.side));
                let low = cut.of_planes(planes.low.iter().map(|&word| Ok(word)))?;
                let upper = cut.of_planes(planes.cursed.iter().map(|&word| Ok([word])))?;
                write(slice.side, &Planes { low, cursed: upper.into_flattened() })?;
            }
        }
        let (all_draws, bytes) = (results.all_draws(), share.bytes(results));
        Ok(Stored { file: out, starts, cursed, all_draws, bytes })
    }

    /// Reads a slice of results back; `None` if it is not stored. It remains in the store.
    pub(crate) fn read(&self, slice: PromotedSlice) -> io::Result<Option<WdlPlanes>> {
        if let Some(stored) = self.stored.get(&Share::Slice(slice)) {
            let read = |layout: &Layout, cut: &Cut| stored.planes(slice.side, cut.len(layout.slots()) / 64);
            return WdlPlanes::of_slice(slice, stored.all_draws, read).map(Some);
        }
        let Some(stored) = self.stored.get(&Share::Whole(slice.material)) else { return Ok(None) };
        let read = |layout: &Layout, cut: &Cut| {
            let words = layout.slots() / 64;
            let mut from = stored.reader(slice.side)?;
            let low = cut.of_planes((0..words).map(|_| read_words(&mut from)))?;
            let mut cursed = Vec::new();
            if stored.cursed[slice.side as usize] {
                cursed = cut.of_planes((0..words).map(|_| read_words::<1>(&mut from)))?.into_flattened();
            }
            Ok(Planes { low, cursed })
        };
        WdlPlanes::of_slice(slice, stored.all_draws, read).map(Some)
    }

    /// Reads the results of some sides to move back; `None` unless the whole ending is stored. They
    /// remain in the store.
    pub(crate) fn read_sides(&self, material: Material, sides: &[Color]) -> io::Result<Option<WdlPlanes>> {
        let Some(stored) = self.stored.get(&Share::Whole(material)) else { return Ok(None) };
        let read = |layout: &Layout, side: Color| stored.planes(side, layout.slots() / 64);
        WdlPlanes::of_sides(material, sides, stored.all_draws, read).map(Some)
    }

    /// Removes all shares except those that satisfy `keep`.
    pub(crate) fn retain(&mut self, keep: impl Fn(Share) -> bool) {
        self.stored.retain(|&share, _| keep(share));
    }

    /// The stored shares with their sizes in bytes.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = (Share, usize)> + '_ {
        self.stored.iter().map(|(&share, stored)| (share, stored.bytes))
    }
}

/// Bytes read at a time.
const BUFFER: usize = 1 << 20;

fn read_words<const N: usize>(from: &mut impl Read) -> io::Result<[u64; N]> {
    let mut words = [0; N];
    for word in &mut words {
        let mut bytes = [0; 8];
        from.read_exact(&mut bytes)?;
        *word = u64::from_ne_bytes(bytes);
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::wdl::WdlTables;

    #[test]
    fn what_is_put_away_comes_back_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let mut tables = WdlTables::new();
        // One with cursed wins, one with draws only; each with a larger ending that needs it.
        let pairs = [("KQPvK", "KPPvK"), ("KBvK", "KPvK"), ("KQvKR", "KPvKR")];
        let pairs = pairs.map(|names| <[&str; 2]>::from(names).map(|name| name.parse::<Material>().unwrap()));
        let names = pairs.map(|[material, _]| material);
        tables.build_all(&names).unwrap();
        let (mut scratch, mut read) = (ScratchStore::new(folder.path(), 2), 0);
        for [material, larger] in pairs {
            let larger = larger.canonical().0;
            let results = tables.get(material).unwrap();
            for slice in slices_of(larger, 2).into_iter().filter(|slice| slice.material == material) {
                // From the slice alone, and from the whole table.
                for share in [Share::Slice(slice), Share::Whole(material)] {
                    assert!(!scratch.serves(larger, material));
                    scratch.put(share, results).unwrap();
                    assert!(scratch.serves(larger, material));
                    let back = scratch.read(slice).unwrap().unwrap();
                    let cut = Cut::new(&back.layout, slice.man);
                    assert_eq!(back.all_draws(), results.all_draws());
                    assert_eq!(back.bytes(), Share::Slice(slice).bytes(results));
                    assert!(back.bytes() < results.bytes());
                    for slot in (0..back.layout.slots()).filter(|&slot| cut.holds(slot)) {
                        let right = results.outcome(slice.side, slot);
                        assert_eq!(back.outcome(slice.side, slot), right, "{material} {slot}");
                    }
                    let taken: Vec<_> =
                        scratch.sizes().filter(|(one, _)| one.material() == material).collect();
                    assert_eq!(taken, [(share, share.bytes(results))]);
                    scratch.retain(|kept| kept != share);
                }
                read += 1;
            }
            scratch.put(Share::Whole(material), results).unwrap();
        }
        assert_eq!(read, 3);
        for material in names {
            let right = tables.get(material).unwrap();
            let back = scratch.read_sides(material, &[Color::Black]).unwrap().unwrap();
            assert_eq!(back.planes(Color::Black), right.planes(Color::Black), "{material}");
            assert!(back.planes(Color::White).low.is_empty());
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing to be seen in the folder");
        scratch.retain(|share| share.material() != names[1]);
        assert!(scratch.holds(Share::Whole(names[0])) && !scratch.holds(Share::Whole(names[1])));
        let gone = slices_of(pairs[1][1], 2).into_iter().find(|slice| slice.material == names[1]).unwrap();
        assert!(scratch.read(gone).unwrap().is_none());
    }
}
