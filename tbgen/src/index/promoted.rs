//! The positions of an ending in which a pawn has just promoted: the only ones needed for an ending
//! with a pawn in place of the promoted piece.
//!
//! They have one side to move and one piece on the last rank. Only this *slice* of a solved ending
//! must be in memory.

use std::io;

use board::{Color, Material, Piece, narrow};

use super::layout::Layout;
use crate::endings::PROMOTIONS;
use crate::error::MAX_SOLVED_MEN;

/// The positions of an ending after a promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PromotedSlice {
    /// The canonical ending.
    pub(crate) material: Material,
    /// The side to move.
    pub(crate) side: Color,
    /// The promoted piece.
    pub(crate) man: (Color, Piece),
}

impl PromotedSlice {
    /// Number of slots.
    pub(crate) fn slots(&self) -> u64 {
        let layout = Layout::new(self.material);
        Cut::new(&layout, self.man).len(layout.slots()) as u64
    }
}

/// The slices that a larger ending needs of endings of more than `small` men that are solved in
/// memory.
pub(crate) fn slices_of(larger: Material, small: usize) -> Vec<PromotedSlice> {
    let mut slices = Vec::new();
    for color in Color::ALL {
        let Some(without) = larger.without(color, Piece::Pawn) else { continue };
        for piece in PROMOTIONS {
            let (material, flip) = without.with(color, piece).canonical();
            let own = if flip { !color } else { color };
            slices.push(PromotedSlice { material, side: !own, man: (own, piece) });
        }
    }
    slices.retain(|slice| (small + 1..=MAX_SOLVED_MEN).contains(&slice.material.men()));
    slices
}

/// Slots of the largest slice of an ending that a promotion leads to.
pub(crate) fn largest_slice(material: Material) -> u64 {
    let layout = Layout::new(material);
    let free = layout.men.iter().filter(|(_, piece)| !matches!(piece, Piece::Pawn | Piece::King));
    free.map(|&man| Cut::new(&layout, man).len(layout.slots())).max().unwrap_or(0) as u64
}

/// The slots of a table that belong to a slice, and their places in it.
pub(crate) struct Cut {
    /// Bit position of the promoted piece's digit in a slot.
    shift: u32,
    /// For each square, its number among those on which the piece may be.
    rows: [u8; 64],
    /// The squares on which it may be.
    squares: Vec<u8>,
}

impl Cut {
    pub(crate) fn new(layout: &Layout, man: (Color, Piece)) -> Self {
        const RANK_1: u64 = 0xff;
        const RANK_8: u64 = RANK_1 << 56;
        const EDGES: u64 = RANK_1 | RANK_8 | 0x8181_8181_8181_8181;
        let squares = if layout.men.iter().filter(|&&m| m == man).count() > 1 {
            // Any of the identical pieces may be the promoted one.
            !0
        } else if layout.pawns.is_none() {
            // Mirrored along with White's king.
            EDGES
        } else if man.0 == Color::White {
            RANK_8
        } else {
            RANK_1
        };
        let squares: Vec<u8> = (0..64u8).filter(|&s| squares >> s & 1 != 0).collect();
        let mut rows = [0; 64];
        for (row, &square) in (0..).zip(&squares) {
            rows[usize::from(square)] = row;
        }
        let number = layout.men.iter().rposition(|&m| m == man).expect("the ending has the promoted man");
        let shift = layout
            .digit_shift(number)
            .expect("only six men are sorted, and promotions to six men are not solved");
        Self { shift: narrow(shift), rows, squares }
    }

    /// The number of slots in the slice among `slots` consecutive ones.
    pub(crate) fn len(&self, slots: usize) -> usize {
        slots / 64 * self.squares.len()
    }

    /// The place of a table's slot in the slice, if the piece is on one of its squares.
    #[inline]
    pub(crate) fn place(&self, slot: usize) -> usize {
        let (before, after) = (slot >> (self.shift + 6), slot & ((1 << self.shift) - 1));
        let row = usize::from(self.rows[slot >> self.shift & 63]);
        (before * self.squares.len() + row) << self.shift | after
    }

    /// Appends those of the values for consecutive slots that belong to the slice; their number is
    /// a multiple of 64 of the piece's digit.
    pub(crate) fn extend<V: Copy>(&self, slice: &mut Vec<V>, values: &[V]) {
        for values in values.chunks_exact(64 << self.shift) {
            for &square in &self.squares {
                let start = usize::from(square) << self.shift;
                slice.extend_from_slice(&values[start..start + (1 << self.shift)]);
            }
        }
    }

    /// The slice's part of `N` bit planes of a whole table, given as words of 64 slots.
    ///
    /// # Errors
    /// Errors of reading the words.
    pub(crate) fn of_planes<const N: usize>(
        &self,
        words: impl ExactSizeIterator<Item = io::Result<[u64; N]>>,
    ) -> io::Result<Vec<[u64; N]>> {
        let mut slice = Vec::with_capacity(self.len(words.len()));
        if let Some(shift) = self.shift.checked_sub(6) {
            let kept = self.squares.iter().fold(0u64, |set, square| set | 1 << square);
            for (number, word) in words.enumerate() {
                let word = word?;
                if kept >> (number >> shift & 63) & 1 != 0 {
                    slice.push(word);
                }
            }
            return Ok(slice);
        }
        // The piece's squares are bits of a word. Runs of neighboring squares, handled together:
        // the first square, the number of squares before, and a mask.
        let mut runs: Vec<(u8, u32, u64)> = Vec::new();
        for (count, &square) in (0..).zip(&self.squares) {
            match runs.last_mut() {
                Some((first, before, mask)) if u32::from(square - *first) == count - *before => {
                    *mask = *mask << 1 | 1;
                }
                _ => runs.push((square, count, 1)),
            }
        }
        let kept = |word: u64| {
            let of_run = |&(first, before, mask): &(u8, u32, u64)| (word >> first & mask) << before;
            runs.iter().map(of_run).fold(0, |kept, run| kept | run)
        };
        let (mut packed, mut bits) = ([0; N], 0);
        for word in words {
            let kept = word?.map(kept);
            packed = std::array::from_fn(|i| packed[i] | kept[i] << bits);
            bits += self.squares.len();
            if bits >= 64 {
                bits -= 64;
                slice.push(packed);
                let rest = |kept: u64| kept.checked_shr(narrow(self.squares.len() - bits)).unwrap_or(0);
                packed = kept.map(rest);
            }
        }
        Ok(slice)
    }

    /// True when a slot of the table is in the slice.
    #[cfg(test)]
    pub(crate) fn holds(&self, slot: usize) -> bool {
        self.squares.contains(&((slot >> self.shift & 63) as u8))
    }
}

#[cfg(test)]
mod tests {
    use board::Color::{Black, White};

    use super::*;

    #[test]
    fn places_in_a_slice_are_those_written() {
        let layout = Layout::new("KQRvKR".parse().unwrap());
        let cut = Cut::new(&layout, (Color::White, Piece::Queen));
        let slots = 1 << 24;
        let mut seen = vec![false; cut.len(slots)];
        for slot in (0..slots).step_by(37) {
            if cut.holds(slot) {
                assert!(!std::mem::replace(&mut seen[cut.place(slot)], true));
            }
        }
    }

    #[test]
    fn bits_of_a_slice_are_those_of_the_table() {
        // The promoted piece is the last man, with a bit of a word, in the first two endings, and
        // an earlier one in the third.
        for (name, man) in [("KQPvK", Piece::Queen), ("KQRvK", Piece::Queen), ("KNPvKR", Piece::Knight)] {
            let layout = Layout::new(name.parse().unwrap());
            let man = (Color::White, man);
            let cut = Cut::new(&layout, man);
            let bit = |slot: usize| (slot.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61 & 1) as u64;
            let word = |w: usize| (0..64).fold(0, |word, i| word | bit(w * 64 + i) << i);
            let words: Vec<u64> = (0..layout.slots() / 64).map(word).collect();
            let slice = cut.of_planes(words.iter().map(|&w| Ok([w, !w]))).unwrap();
            assert_eq!(64 * slice.len(), cut.len(layout.slots()), "{name}");
            for slot in (0..layout.slots()).filter(|&slot| cut.holds(slot)) {
                let (place, right) = (cut.place(slot), bit(slot));
                let bits = slice[place >> 6].map(|word| word >> (place & 63) & 1);
                assert_eq!(bits, [right, right ^ 1], "{name} {slot}");
            }
        }
    }

    #[test]
    fn after_a_promotion_the_opponent_is_to_move() {
        let sides = |larger: &str, smaller: &str| {
            let slices = slices_of(larger.parse().unwrap(), 4);
            let asked: Vec<_> = slices.iter().filter(|s| s.material == smaller.parse().unwrap()).collect();
            asked.iter().map(|slice| (slice.side, slice.man)).collect::<Vec<_>>()
        };
        assert_eq!(sides("KRPvKR", "KQRvKR"), [(Black, (White, Piece::Queen))]);
        assert_eq!(sides("KRPvKP", "KRPvKQ"), [(White, (Black, Piece::Queen))]);
        // Colors swapped: Black's promoted knight and the bishop are White's in the table.
        assert_eq!(sides("KRvKBP", "KBNvKR"), [(Black, (White, Piece::Knight))]);
        assert_eq!(sides("KRPvKR", "KRvKR"), []);
    }
}
