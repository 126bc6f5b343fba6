//! Results of solved endings set aside on disk until a larger ending asks for them.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use board::{Color, Material, Piece};

use crate::files::BuildError;
use crate::results::{Planes, Results};

/// Solved results in files without a name, which the system removes with the process however it ends.
pub(crate) struct Shelf {
    folder: PathBuf,
    /// Tables of up to this many men are small enough to stay in memory.
    pub(crate) small: usize,
    by_material: HashMap<Material, Shelved>,
}

/// One ending's results: first White's planes, then Black's, each the two lower bits of all words and then the upper bits, if any.
struct Shelved {
    file: File,
    /// By side to move, where its planes begin.
    starts: [u64; 2],
    /// By side to move, whether it has upper bits.
    cursed: [bool; 2],
    all_draws: bool,
    bytes: usize,
}

impl Shelf {
    /// An empty shelf for tables of more than `small` men, whose files go to this folder.
    pub(crate) fn new(folder: &Path, small: usize) -> Self {
        Self { folder: folder.to_owned(), small, by_material: HashMap::new() }
    }

    pub(crate) fn holds(&self, material: Material) -> bool {
        self.by_material.contains_key(&material)
    }

    /// What to say when reading or writing here fails.
    pub(crate) fn fault(&self, source: io::Error) -> BuildError {
        BuildError::Shelf { folder: self.folder.clone(), source }
    }

    /// Puts results away.
    pub(crate) fn put(&mut self, results: &Results) -> io::Result<()> {
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
        let shelved =
            Shelved { file, starts, cursed, all_draws: results.all_draws(), bytes: results.bytes() };
        self.by_material.insert(results.layout.material, shelved);
        Ok(())
    }

    /// Reads results back, of these sides to move only; `None` when they are not here. They stay on the shelf.
    pub(crate) fn read(&self, material: Material, sides: [bool; 2]) -> io::Result<Option<Results>> {
        let Some(shelved) = self.by_material.get(&material) else { return Ok(None) };
        let mut results = Results::new_empty(material, shelved.all_draws);
        let words = results.layout.slots() / 64;
        for side in Color::ALL.into_iter().filter(|&side| sides[side as usize]) {
            (&shelved.file).seek(SeekFrom::Start(shelved.starts[side as usize]))?;
            let mut from = BufReader::with_capacity(BUFFER, &shelved.file);
            let mut planes = Planes { low: vec![[0; 2]; words], cursed: Vec::new() };
            read_words(&mut from, planes.low.as_flattened_mut())?;
            if shelved.cursed[side as usize] {
                planes.cursed = vec![0; words];
                read_words(&mut from, &mut planes.cursed)?;
            }
            results.set_planes(side, planes);
        }
        Ok(Some(results))
    }

    /// Gives back the room of all results but those for which `keep` says so.
    pub(crate) fn retain(&mut self, keep: impl Fn(Material) -> bool) {
        self.by_material.retain(|&material, _| keep(material));
    }

    /// The endings here and the bytes each takes.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = (Material, usize)> + '_ {
        self.by_material.iter().map(|(&material, shelved)| (material, shelved.bytes))
    }
}

/// Bytes written or read at a time.
const BUFFER: usize = 1 << 20;

fn read_words(from: &mut impl Read, words: &mut [u64]) -> io::Result<()> {
    let mut bytes = [0; 8 * 1024];
    for words in words.chunks_mut(1024) {
        let bytes = &mut bytes[..8 * words.len()];
        from.read_exact(bytes)?;
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*bytes);
        }
    }
    Ok(())
}

/// The sides to move, in the numbering of the canonical ending `smaller`, that promotions without a capture lead to from `larger`.
///
/// Only such promotions lead to an ending of as many men, and after them the opponent of the pawn's color is to move.
pub(crate) fn sides_after_promotion(larger: Material, smaller: Material) -> [bool; 2] {
    let mut sides = [false; 2];
    for color in Color::ALL {
        for piece in [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight] {
            let promoted = larger.without(color, Piece::Pawn).map(|m| m.with(color, piece).canonical());
            if let Some((canonical, flip)) = promoted.filter(|(canonical, _)| *canonical == smaller) {
                debug_assert_eq!(canonical, smaller);
                sides[if flip { color } else { !color } as usize] = true;
            }
        }
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::ResultTables;

    #[test]
    fn what_is_put_away_comes_back_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let mut tables = ResultTables::new();
        // Cursed wins in one, all draws in the other.
        let names = ["KPvKP", "KBvK", "KQvKR"].map(|name| name.parse::<Material>().unwrap());
        tables.build_all(&names).unwrap();
        let mut shelf = Shelf::new(folder.path(), 2);
        for material in names {
            let results = tables.get(material).unwrap();
            shelf.put(results).unwrap();
            let back = shelf.read(material, [true; 2]).unwrap().unwrap();
            assert_eq!(back.all_draws(), results.all_draws());
            for side in Color::ALL {
                assert_eq!(back.planes(side), results.planes(side), "{material}");
                let alone = [side == Color::White, side == Color::Black];
                let half = shelf.read(material, alone).unwrap().unwrap();
                assert_eq!(half.planes(side), results.planes(side), "{material}");
                assert!(half.planes(!side).low.is_empty());
            }
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing to be seen in the folder");
        shelf.retain(|material| material != names[1]);
        assert!(shelf.holds(names[0]) && !shelf.holds(names[1]));
        assert!(shelf.read(names[1], [true; 2]).unwrap().is_none());
    }

    #[test]
    fn after_a_promotion_the_opponent_is_to_move() {
        let sides = |larger: &str, smaller: &str| {
            sides_after_promotion(larger.parse().unwrap(), smaller.parse().unwrap())
        };
        assert_eq!(sides("KRPvKR", "KQRvKR"), [false, true]);
        assert_eq!(sides("KRPvKP", "KRPvKQ"), [true, false]);
        // Colors exchanged: Black's promoted knight and the bishop stand in the table as White's.
        assert_eq!(sides("KRvKBP", "KBNvKR"), [false, true]);
        assert_eq!(sides("KRPvKR", "KRvKR"), [false, false]);
    }
}
