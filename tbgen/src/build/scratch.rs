//! Results of solved endings set aside on disk until a larger ending asks for them.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use board::{Color, Material};

use crate::error::BuildError;
use crate::index::layout::Layout;
use crate::index::promoted::{Cut, PromotedSlice};
use crate::tables::planes::{Planes, WdlPlanes};

/// Solved results in files without a name, which the system removes with the process however it ends.
pub(crate) struct ScratchStore {
    /// Where the files are.
    pub(crate) folder: PathBuf,
    /// Tables of up to this many men are small enough to stay in memory.
    pub(crate) small: usize,
    by_material: HashMap<Material, Stored>,
}

/// One ending's results: first White's planes, then Black's, each the two lower bits of all words and then the upper bits, if any.
struct Stored {
    file: File,
    /// By side to move, where its planes begin.
    starts: [u64; 2],
    /// By side to move, whether it has upper bits.
    cursed: [bool; 2],
    all_draws: bool,
    bytes: usize,
}

impl Stored {
    /// Reads what there is of a side to move.
    fn reader(&self, side: Color) -> io::Result<BufReader<&File>> {
        (&self.file).seek(SeekFrom::Start(self.starts[side as usize]))?;
        Ok(BufReader::with_capacity(BUFFER, &self.file))
    }
}

impl ScratchStore {
    /// An empty store for tables of more than `small` men, whose files go to this folder.
    pub(crate) fn new(folder: &Path, small: usize) -> Self {
        Self { folder: folder.to_owned(), small, by_material: HashMap::new() }
    }

    pub(crate) fn holds(&self, material: Material) -> bool {
        self.by_material.contains_key(&material)
    }

    /// What to say when reading or writing here fails.
    pub(crate) fn fault(&self, source: io::Error) -> BuildError {
        BuildError::Scratch { folder: self.folder.clone(), source }
    }

    /// Puts results away.
    pub(crate) fn put(&mut self, results: &WdlPlanes) -> io::Result<()> {
        let mut file = tempfile::tempfile_in(&self.folder)?;
        let mut out = BufWriter::with_capacity(BUFFER, &mut file);
        let (mut at, mut starts, mut cursed) = (0, [0; 2], [false; 2]);
        for side in Color::ALL {
            let planes = results.planes(side);
            starts[side as usize] = at;
            cursed[side as usize] = !planes.cursed.is_empty();
            for word in planes.low.as_flattened().iter().chain(&planes.cursed) {
                out.write_all(&word.to_le_bytes())?;
            }
            at += 8 * (2 * planes.low.len() + planes.cursed.len()) as u64;
        }
        out.flush()?;
        drop(out);
        let stored = Stored { file, starts, cursed, all_draws: results.all_draws(), bytes: results.bytes() };
        self.by_material.insert(results.layout.material, stored);
        Ok(())
    }

    /// Reads a slice of results back; `None` when they are not here. They stay in the store.
    pub(crate) fn read(&self, slice: PromotedSlice) -> io::Result<Option<WdlPlanes>> {
        let Some(stored) = self.by_material.get(&slice.material) else { return Ok(None) };
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

    /// Reads the results of some sides to move back; `None` when they are not here. They stay in the store.
    pub(crate) fn read_sides(&self, material: Material, sides: &[Color]) -> io::Result<Option<WdlPlanes>> {
        let Some(stored) = self.by_material.get(&material) else { return Ok(None) };
        let read = |layout: &Layout, side: Color| {
            let words = layout.slots() / 64;
            let mut from = stored.reader(side)?;
            let low = (0..words).map(|_| read_words(&mut from)).collect::<io::Result<_>>()?;
            let mut cursed = Vec::new();
            if stored.cursed[side as usize] {
                cursed = (0..words)
                    .map(|_| read_words::<1>(&mut from))
                    .collect::<io::Result<Vec<_>>>()?
                    .into_flattened();
            }
            Ok(Planes { low, cursed })
        };
        WdlPlanes::of_sides(material, sides, stored.all_draws, read).map(Some)
    }

    /// Gives back the room of all results but those for which `keep` says so.
    pub(crate) fn retain(&mut self, keep: impl Fn(Material) -> bool) {
        self.by_material.retain(|&material, _| keep(material));
    }

    /// The endings here and the bytes each takes.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = (Material, usize)> + '_ {
        self.by_material.iter().map(|(&material, stored)| (material, stored.bytes))
    }
}

/// Bytes written or read at a time.
const BUFFER: usize = 1 << 20;

fn read_words<const N: usize>(from: &mut impl Read) -> io::Result<[u64; N]> {
    let mut words = [0; N];
    for word in &mut words {
        let mut bytes = [0; 8];
        from.read_exact(&mut bytes)?;
        *word = u64::from_le_bytes(bytes);
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::promoted::slices_of;
    use crate::tables::wdl::WdlTables;

    #[test]
    fn what_is_put_away_comes_back_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let mut tables = WdlTables::new();
        // Cursed wins in one, all draws in another; each with a larger ending that asks for it.
        let pairs = [("KQPvK", "KPPvK"), ("KBvK", "KPvK"), ("KQvKR", "KPvKR")];
        let pairs = pairs.map(|names| <[&str; 2]>::from(names).map(|name| name.parse::<Material>().unwrap()));
        let names = pairs.map(|[material, _]| material);
        tables.build_all(&names).unwrap();
        let (mut scratch, mut read) = (ScratchStore::new(folder.path(), 2), 0);
        for [material, larger] in pairs {
            let larger = larger.canonical().0;
            let results = tables.get(material).unwrap();
            scratch.put(results).unwrap();
            for slice in slices_of(larger, 2).into_iter().filter(|slice| slice.material == material) {
                let back = scratch.read(slice).unwrap().unwrap();
                let cut = Cut::new(&back.layout, slice.man);
                assert_eq!(back.all_draws(), results.all_draws());
                assert!(back.bytes() < results.bytes());
                for slot in (0..back.layout.slots()).filter(|&slot| cut.holds(slot)) {
                    let right = results.outcome(slice.side, slot);
                    assert_eq!(back.outcome(slice.side, slot), right, "{material} {slot}");
                }
                read += 1;
            }
        }
        assert_eq!(read, 3);
        for material in names {
            let right = tables.get(material).unwrap();
            let back = scratch.read_sides(material, &[Color::Black]).unwrap().unwrap();
            assert_eq!(back.planes(Color::Black), right.planes(Color::Black), "{material}");
            assert!(back.planes(Color::White).low.is_empty());
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing to be seen in the folder");
        scratch.retain(|material| material != names[1]);
        assert!(scratch.holds(names[0]) && !scratch.holds(names[1]));
        let gone = slices_of(pairs[1][1], 2).into_iter().find(|slice| slice.material == names[1]).unwrap();
        assert!(scratch.read(gone).unwrap().is_none());
    }
}
