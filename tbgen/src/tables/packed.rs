//! Distances to zeroing in as few bits per position as the number of different values allows: a
//! third of the solver's memory.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use board::{Board, Color, Dtz, Material, Placement, narrow};

use super::dtz::with_passing;
use crate::error::TbgenError;
use crate::index::layout::Layout;
use crate::index::placed::Placed;
use crate::solve;
use crate::solve::solved::{Solved, Subtable};
use crate::value::dtz::DtzCode;
use crate::value::metric::{Merit, Metric};

/// One ending's [`DtzCode`]s without their marks.
pub(crate) struct PackedDtz {
    pub(crate) layout: Layout,
    placed: Placed,
    /// By side to move.
    sides: [Packed; 2],
    all_draws: bool,
}

/// Codes as indices into a list of all that occur.
struct Packed {
    codes: Vec<u16>,
    /// Bits per index.
    bits: usize,
    words: Vec<u64>,
}

impl Packed {
    fn of(values: &[u16]) -> Self {
        let mut numbers: HashMap<u16, u64> = HashMap::new();
        let mut codes = Vec::new();
        for &value in values {
            numbers.entry(value).or_insert_with(|| {
                codes.push(DtzCode::unmarked(value));
                codes.len() as u64 - 1
            });
        }
        // Values that differ only in marks share an index.
        let mut distinct = codes.clone();
        distinct.sort_unstable();
        distinct.dedup();
        for number in numbers.values_mut() {
            let code = codes[narrow::<_, usize>(*number)];
            *number = distinct.partition_point(|&other| other < code) as u64;
        }
        let bits = (distinct.len().next_power_of_two().trailing_zeros() as usize).max(1);
        // One extra word: an index may extend into the next word.
        let mut words = vec![0u64; (values.len() * bits).div_ceil(64) + 1];
        let mut last = (values.first().copied().unwrap_or_default(), 0);
        for (slot, &value) in values.iter().enumerate() {
            // Neighbors are often alike.
            if value != last.0 || slot == 0 {
                last = (value, numbers[&value]);
            }
            let (word, shift) = (slot * bits / 64, slot * bits % 64);
            words[word] |= last.1 << shift;
            if shift + bits > 64 {
                words[word + 1] |= last.1 >> (64 - shift);
            }
        }
        Self { codes: distinct, bits, words }
    }

    #[inline]
    fn get(&self, slot: usize) -> u16 {
        let (word, shift) = (slot * self.bits / 64, slot * self.bits % 64);
        let both = u128::from(self.words[word]) | u128::from(self.words[word + 1]) << 64;
        let number = both >> shift & ((1 << self.bits) - 1);
        self.codes[narrow::<_, usize>(number)]
    }
}

impl PackedDtz {
    fn of(solved: Solved<DtzCode>) -> Self {
        let Solved { layout, values, .. } = solved;
        let sides = values.map(|values| Packed::of(&values));
        let all_draws = sides.iter().flat_map(|side| &side.codes).all(|&code| DtzCode::is_undecided(code));
        Self { placed: Placed::new(&layout), layout, sides, all_draws }
    }

    /// The code of a slot.
    #[inline]
    pub(crate) fn code(&self, side: Color, slot: usize) -> u16 {
        self.sides[side as usize].get(slot)
    }

    fn bytes(&self) -> usize {
        self.sides.iter().map(|side| 8 * side.words.len()).sum()
    }
}

impl Subtable for PackedDtz {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    #[inline]
    fn merit(&self, side_to_move: Color, slot: usize) -> Merit {
        DtzCode::merit(self.code(side_to_move, slot))
    }

    fn is_always_drawn(&self) -> bool {
        self.all_draws
    }
}

/// Packed tables of some endings.
#[derive(Default)]
pub(crate) struct PackedDtzTables {
    by_material: HashMap<Material, PackedDtz>,
}

impl PackedDtzTables {
    /// Solves a canonical ending from the smaller ones in this set, which must all be built.
    ///
    /// # Errors
    /// [`TbgenError::TooLong`], and [`TbgenError::Stopped`] when `stop` is set.
    pub(crate) fn solved(&self, material: Material, stop: &AtomicBool) -> Result<PackedDtz, TbgenError> {
        solve::solve_until(material, &|m| &self.by_material[&m], stop).map(PackedDtz::of)
    }

    pub(crate) fn insert(&mut self, table: PackedDtz) {
        self.by_material.insert(table.layout.material, table);
    }

    /// Frees the memory of a canonical ending's table.
    pub(crate) fn forget(&mut self, material: Material) {
        self.by_material.remove(&material);
    }

    /// The table of a canonical ending.
    pub(crate) fn table(&self, material: Material) -> Option<&PackedDtz> {
        self.by_material.get(&material)
    }

    /// Memory of the tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.by_material.values().map(PackedDtz::bytes).sum()
    }

    fn dtz(&self, placement: &Placement) -> Option<Dtz> {
        let material = placement.material();
        if material.men() == 2 {
            return placement.is_legal().then_some(Dtz(0));
        }
        let table = self.table(material.canonical().0)?;
        let (side, squares) = table.placed.find(&table.layout, placement, material)?;
        DtzCode::dtz(table.code(side, table.layout.slot(&squares)))
    }

    /// The exact distance to zeroing of a position, including en passant, or why there is none.
    ///
    /// # Errors
    /// [`TbgenError::Placement`] for positions that are not in any table, [`TbgenError::Missing`]
    /// if the table is missing.
    pub(crate) fn value_of(&self, board: &Board) -> Result<Dtz, TbgenError> {
        let placement = Placement::from_board(board)?;
        let missing = || TbgenError::Missing(placement.material().canonical().0);
        let plain = self.dtz(&placement).ok_or_else(missing)?;
        with_passing(board, plain, |child| self.value_of(child))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::dtz::DtzTables;

    #[test]
    fn packed_codes_are_the_solved_ones_without_marks() {
        let mut packed = PackedDtzTables::default();
        let mut whole = DtzTables::new();
        for name in ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"] {
            let material: Material = name.parse().unwrap();
            whole.build_all(&[material]).unwrap();
            let table = packed.solved(material, &AtomicBool::new(false)).unwrap();
            for side in Color::ALL {
                for slot in 0..table.layout.slots() {
                    let right = DtzCode::unmarked(whole.value_of_slot(material, side, slot));
                    assert_eq!(table.code(side, slot), right, "{name} {side:?} {slot}");
                }
            }
            assert!(3 * table.bytes() < 2 * 2 * 2 * table.layout.slots(), "{name}: {} bytes", table.bytes());
            packed.insert(table);
        }
    }

    #[test]
    fn numbers_of_every_width_read_back() {
        for kinds in [1u16, 2, 3, 5, 8, 9, 40, 200, 300] {
            let values: Vec<u16> = (0..1000u16).map(|i| DtzCode::won(usize::from(i * 7 % kinds))).collect();
            let packed = Packed::of(&values);
            assert!(values.iter().enumerate().all(|(slot, &value)| packed.get(slot) == value), "{kinds}");
        }
    }
}
