//! The numbering of a table's slots: the order of the men and the digits of their squares.
//!
//! A table of n men is a dense array. Its slots are numbered
//!
//! ```text
//! slot = lead * 64^d + square(m1) * 64^(d-1) + ... + square(md)
//! ```
//!
//! * without pawns the *lead* is the square of White's king in the triangle a1-d1-d4 (10 values;
//!   the other men are mirrored along with it), and m1..md are all other men;
//! * with pawns the lead is the *pawn structure*: the squares of all pawns, one of two mirror
//!   images, numbered so that every pawn move leads to a smaller number; m1..md are all other men.
//!
//! The last man is the *vector man*: its 64 squares are the bits of one machine word. The man
//! before it is the *row man*: its 64 words make a block. Identical pieces are not sorted: each of
//! their permutations has its own slot, all with equal values.
//!
//! Six men without pawns would need 10 x 64^5 slots this way, with one pawn 24 x 64^5. There, two
//! or three identical pieces come first among the free men, and their squares form one digit: the
//! number of their set ([`SortedMen`]).

use board::sets::{TRIANGLE, TRIANGLE_NUMBERS};
use board::{Color, Man, Material, Piece, Placement, Symmetry, narrow};
use syzygy::file::leading_file;
use syzygy::format::{leading_color, leading_files};

use super::pawns::PawnStructures;
use super::sorted::{MAX_SORTED, SortedMen};

/// Minimum men of an ending with identical pieces sorted. With fewer, memory is not a problem, and
/// shifts are faster than a table.
const SORTED_FROM: usize = 6;
/// The row man and the vector man.
const INNER_MEN: usize = 2;

/// Squares of the men of a layout, in its order; eight bytes, so that they fit into one register.
pub(crate) type Squares = [u8; 8];

/// The symmetry that brings White's king into the triangle, as operations on squares: flip some
/// bits, then exchange rank and file.
#[derive(Clone, Copy)]
pub(crate) struct TriangleImage {
    /// The bits to flip.
    pub(crate) turn: u8,
    /// All ones if rank and file are exchanged, otherwise 0.
    pub(crate) swap: u8,
    /// The lead number of the king's image.
    pub(crate) lead: u8,
}

impl TriangleImage {
    /// From the square of White's king; may differ from [`Symmetry::into_triangle`] where two
    /// symmetries are possible. Uses byte arithmetic only, so that it vectorizes.
    #[inline(always)]
    pub(crate) fn of(king: u8) -> Self {
        let turn = (if king & 4 != 0 { 7 } else { 0 }) | if king & 32 != 0 { 56 } else { 0 };
        let (file, rank) = ((king ^ turn) & 7, (king ^ turn) >> 3);
        let swap = if rank > file { u8::MAX } else { 0 };
        let (file, rank) = (file.max(rank), file.min(rank));
        // The rows of the triangle have four, three, two and one squares; each begins one file
        // further right.
        let skipped = 3 * u8::from(rank > 0) + 2 * u8::from(rank > 1) + u8::from(rank > 2);
        Self { turn, swap, lead: skipped + file }
    }
}

/// The order of men and the numbering of slots of one material.
pub(crate) struct Layout {
    /// The canonical material.
    pub(crate) material: Material,
    /// Lead men first (White's king, or White's pawns, then Black's), then the free men m1..md.
    pub(crate) men: Vec<(Color, Piece)>,
    /// Number of lead men.
    pub(crate) lead_men: usize,
    /// The pawn structures; empty without pawns.
    pub(crate) pawns: Option<PawnStructures>,
    /// The first free men, where they are identical and sorted.
    pub(crate) sorted: Option<SortedMen>,
}

impl Layout {
    /// The layout of a canonical material of at least three men.
    pub(crate) fn new(material: Material) -> Self {
        if material.men() >= SORTED_FROM { Self::sorted(material) } else { Self::unsorted(material) }
    }

    /// With identical pieces sorted: as many as possible of the most numerous kind, outside blocks.
    pub(crate) fn sorted(material: Material) -> Self {
        let mut layout = Self::unsorted(material);
        let outer = layout.free_men() - INNER_MEN;
        let free = &mut layout.men[layout.lead_men..];
        let like_men = |start: usize| free[start..].iter().take_while(|&&man| man == free[start]).count();
        // Of equally numerous kinds the first: leapers are best outside blocks.
        let most =
            (0..free.len()).map(|start| (start, like_men(start))).rev().max_by_key(|&(_, count)| count);
        let Some((start, count)) = most.filter(|&(_, count)| count > 1 && outer > 1) else { return layout };
        free[..start + count].rotate_right(count);
        layout.sorted = Some(SortedMen::new(count.min(outer).min(MAX_SORTED)));
        layout
    }

    /// With a slot for each permutation of identical pieces.
    fn unsorted(material: Material) -> Self {
        let colors = [Color::White, Color::Black];
        let count = |c| material.count(c, Piece::Pawn);
        let mut free: Vec<(Color, Piece)> = Vec::new();
        for color in colors {
            free.extend(material.pieces(color).filter(|&p| p != Piece::Pawn).map(|p| (color, p)));
        }
        // Leapers outside, sliders inside: the inner two men move by shifts and sweeps over whole
        // blocks.
        free.sort_by_key(|&(_, piece)| piece as u8);
        let kings = colors.map(|c| (c, Piece::King));
        let mut men: Vec<(Color, Piece)> = Vec::new();
        for color in colors {
            men.extend(std::iter::repeat_n((color, Piece::Pawn), count(color)));
        }
        let lead_men = men.len().max(1);
        men.extend(kings);
        men.extend(free);
        let pawns =
            (material.pawns() > 0).then(|| PawnStructures::new(count(Color::White), count(Color::Black)));
        Self { material, men, lead_men, pawns, sorted: None }
    }

    /// The whole table as one part.
    pub(crate) fn whole(&self) -> Part {
        Part::of_leads(self, |_| true)
    }

    /// Some leads as one part, given in any order.
    pub(crate) fn part_of_leads(&self, leads: &[usize]) -> Part {
        Part::of_leads(self, |lead| leads.contains(&lead))
    }

    /// Number of parts by file: 4 with pawns, otherwise 1.
    pub(crate) fn parts(&self) -> usize {
        leading_files(self.material)
    }

    /// The pawn structures whose leading pawn (in the Syzygy sense) is on this file (0 to 3) or its
    /// mirror image. Only captures and promotions leave them, so they can be solved without the
    /// others.
    ///
    /// Without pawns there is only one part, the whole table.
    pub(crate) fn part_of_file(&self, file: usize) -> Part {
        let Some(pawns) = &self.pawns else { return self.whole() };
        let leading = self.leading_pawns();
        Part::of_leads(self, |lead| {
            leading_file(
                pawns.structures[lead][leading.clone()].iter().fold(0, |set, &square| set | 1 << square),
            ) == file
        })
    }

    /// The range of the lead men that are the Syzygy format's leading pawns.
    pub(crate) fn leading_pawns(&self) -> std::ops::Range<usize> {
        let white = self.material.count(Color::White, Piece::Pawn);
        if leading_color(self.material) == Color::White { 0..white } else { white..self.lead_men }
    }

    /// Number of free men, `d` of the slot formula; at least 2.
    pub(crate) fn free_men(&self) -> usize {
        self.men.len() - self.lead_men
    }

    /// The first man whose square is a digit of its own: the first after the lead men and the
    /// sorted men.
    #[inline(always)]
    pub(crate) fn first_digit(&self) -> usize {
        self.lead_men + self.sorted.as_ref().map_or(0, |sorted| sorted.count)
    }

    /// The bit position of a man's square in a slot; `None` if it is not a digit of its own.
    pub(crate) fn digit_shift(&self, man: usize) -> Option<usize> {
        (self.first_digit()..self.men.len()).contains(&man).then(|| 6 * (self.men.len() - 1 - man))
    }

    /// Number of values of the lead.
    pub(crate) fn leads(&self) -> usize {
        self.pawns.as_ref().map_or(TRIANGLE.len(), |p| p.structures.len())
    }

    /// Slots of one lead: 64^d, or fewer if identical pieces are sorted.
    pub(crate) fn slots_per_lead(&self) -> usize {
        let sets = self.sorted.as_ref().map_or(1, SortedMen::sets);
        sets << (6 * (self.men.len() - self.first_digit()))
    }

    /// All slots of one side to move.
    pub(crate) fn slots(&self) -> usize {
        self.leads() * self.slots_per_lead()
    }

    /// The slot of men on these squares (in the order of `men`). The men must be on distinct
    /// squares, pawns on ranks 2 to 7.
    #[inline]
    pub(crate) fn slot(&self, squares: &Squares) -> usize {
        let (lead, symmetry) = self.lead(squares);
        let start = match &self.sorted {
            None => lead,
            Some(sorted) => lead * sorted.sets() + self.set(sorted, squares, symmetry),
        };
        let free = &squares[self.first_digit()..self.men.len()];
        free.iter().fold(start, |slot, &square| slot << 6 | symmetry.apply_index(square as usize))
    }

    /// The number of the set of squares of the sorted men, mirrored.
    #[inline(always)]
    pub(crate) fn set(&self, sorted: &SortedMen, squares: &Squares, symmetry: Symmetry) -> usize {
        let men = squares[self.lead_men..].iter();
        sorted.number(men.map(|&square| narrow(symmetry.apply_index(square as usize))))
    }

    /// The lead of these squares and the symmetry that maps the men to it.
    #[inline]
    pub(crate) fn lead(&self, squares: &Squares) -> (usize, Symmetry) {
        if let Some(pawns) = &self.pawns {
            let (lead, mirrored) = pawns.number(&squares[..self.lead_men]);
            (lead, if mirrored { Symmetry::MIRROR_FILES } else { Symmetry::IDENTITY })
        } else {
            let king = squares[0] as usize;
            let symmetry = Symmetry::into_triangle(king);
            (TRIANGLE_NUMBERS[symmetry.apply_index(king)] as usize, symmetry)
        }
    }

    /// The squares of the men of a slot, the inverse of [`Layout::slot`].
    pub(crate) fn squares(&self, slot: usize) -> Squares {
        let mut squares = [0; 8];
        let first = self.first_digit();
        let digits = self.men.len() - first;
        for (i, square) in squares[first..self.men.len()].iter_mut().enumerate() {
            *square = narrow(slot >> (6 * (digits - 1 - i)) & 63);
        }
        let mut lead = slot >> (6 * digits);
        if let Some(sorted) = &self.sorted {
            squares[self.lead_men..first].copy_from_slice(sorted.squares(lead % sorted.sets()));
            lead /= sorted.sets();
        }
        self.lead_squares(lead, &mut squares);
        squares
    }

    /// The position of a slot, legal or not.
    pub(crate) fn placement(&self, side_to_move: Color, slot: usize) -> Placement {
        let squares = self.squares(slot);
        let mut men =
            [Man { color: Color::White, piece: Piece::King, square: board::Square::A1 }; board::MAX_MEN];
        for ((man, &(color, piece)), &square) in men.iter_mut().zip(&self.men).zip(&squares) {
            *man = Man { color, piece, square: board::Square::index(square as usize) };
        }
        Placement::new(side_to_move, &men[..self.men.len()]).expect("a layout has one king per side")
    }

    /// A predicate that is true if identical pieces are in ascending order, as in exactly one of
    /// the slots with the same position.
    pub(crate) fn in_order(&self) -> impl Fn(usize) -> bool + use<> {
        let first = self.first_digit();
        let last = self.men.len() - 1;
        let alike: Vec<usize> =
            (first..last).filter(|&i| self.men[i] == self.men[i + 1]).map(|i| 6 * (last - 1 - i)).collect();
        // After the sorted men there may be one more of their kind.
        let surplus = self.sorted.clone().filter(|_| self.men[first - 1] == self.men[first]);
        let shift = 6 * (last - first);
        move |slot: usize| {
            let in_order = |&shift: &usize| (slot >> (shift + 6) & 63) < (slot >> shift & 63);
            let behind = |sorted: &SortedMen| {
                let set = sorted.squares((slot >> (shift + 6)) % sorted.sets());
                set.iter().all(|&square| usize::from(square) < slot >> shift & 63)
            };
            alike.iter().all(in_order) && surplus.as_ref().is_none_or(behind)
        }
    }

    /// A predicate that is true for exactly one slot of each position with its mirror images:
    /// identical pieces are in ascending order, and without pawns, where White's king on the long
    /// diagonal leaves two images, it is the lower slot.
    pub(crate) fn once(&self) -> impl Fn(usize) -> bool + '_ {
        let in_order = self.in_order();
        move |slot| {
            in_order(slot) && (self.pawns.is_some() || self.twin(slot).is_none_or(|twin| slot <= twin))
        }
    }

    /// The slot of a position flipped along the long diagonal, if White's king is on it.
    fn twin(&self, slot: usize) -> Option<usize> {
        let mut squares = self.squares(slot);
        if squares[0] >> 3 != squares[0] & 7 {
            return None;
        }
        for square in &mut squares[..self.men.len()] {
            *square = narrow(Symmetry::FLIP_DIAGONAL.apply_index(usize::from(*square)));
        }
        let mut from = 0;
        for alike in self.men.chunk_by(|a, b| a == b) {
            squares[from..from + alike.len()].sort_unstable();
            from += alike.len();
        }
        Some(self.slot(&squares))
    }

    /// Writes the squares of the lead men.
    pub(crate) fn lead_squares(&self, lead: usize, squares: &mut Squares) {
        match &self.pawns {
            Some(pawns) => squares[..self.lead_men].copy_from_slice(&pawns.structures[lead][..self.lead_men]),
            None => squares[0] = TRIANGLE[lead],
        }
    }
}

/// Leads that are solved together and stored consecutively in memory.
pub(crate) struct Part {
    /// In the order of solving, which is the order in memory.
    pub(crate) leads: Vec<usize>,
    /// Ranges of `leads` that do not depend on each other.
    pub(crate) levels: Vec<std::ops::Range<usize>>,
    /// By lead, its place in `leads`; `u32::MAX` for those that are not in this part.
    pub(crate) places: Vec<u32>,
}

impl Part {
    fn of_leads(layout: &Layout, wanted: impl Fn(usize) -> bool) -> Self {
        let all = layout.leads();
        let whole = 0..all;
        let levels_of_all =
            layout.pawns.as_ref().map_or(std::slice::from_ref(&whole), |pawns| &pawns.levels[..]);
        let mut part = Self { leads: Vec::new(), levels: Vec::new(), places: vec![u32::MAX; all] };
        for level in levels_of_all {
            let start = part.leads.len();
            for lead in level.clone().filter(|&lead| wanted(lead)) {
                part.places[lead] = narrow(part.leads.len());
                part.leads.push(lead);
            }
            if part.leads.len() > start {
                part.levels.push(start..part.leads.len());
            }
        }
        part
    }
}

#[cfg(test)]
mod tests {
    use super::super::pawns::MAX_PAWNS;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn parts_by_file_are_the_whole_and_no_pawn_step_leaves_them() {
        for name in ["KPvK", "KPPvK", "KPvKP", "KPPvKP"] {
            let layout = Layout::new(name.parse().unwrap());
            let pawns = layout.pawns.as_ref().unwrap();
            let parts = [0, 1, 2, 3].map(|file| layout.part_of_file(file));
            let mut leads: Vec<usize> = parts.iter().flat_map(|p| p.leads.clone()).collect();
            leads.sort_unstable();
            assert_eq!(leads, (0..layout.leads()).collect::<Vec<_>>(), "{name}");
            for part in &parts {
                for &lead in &part.leads {
                    for i in 0..layout.lead_men {
                        let mut moved = pawns.structures[lead];
                        moved[i] = if layout.men[i].0 == Color::White { moved[i] + 8 } else { moved[i] - 8 };
                        let free = !pawns.structures[lead][..layout.lead_men].contains(&moved[i]);
                        if free && (8..56).contains(&moved[i]) {
                            let to = part.places[pawns.number(&moved[..layout.lead_men]).0];
                            assert!(to < part.places[lead], "{name}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn kings_are_brought_into_the_triangle() {
        for king in 0..64u8 {
            let TriangleImage { turn, swap, lead } = TriangleImage::of(king);
            let turned = king ^ turn;
            let image = if swap == 0 { turned } else { turned >> 3 | (turned & 7) << 3 };
            assert_eq!(TRIANGLE[usize::from(lead)], image, "{king}");
        }
    }

    #[test]
    fn six_men_have_their_like_men_sorted() {
        let men =
            |layout: &Layout| layout.men.iter().map(|m| board::man_letter(m.0, m.1)).collect::<String>();
        for (name, order, count, slots) in [
            ("KNNNNvK", "KNNNNk", 3, (10 * 41_664) << 12),
            ("KBBBvKR", "KBBBkr", 3, (10 * 41_664) << 12),
            ("KQQvKNN", "KnnkQQ", 2, (10 * 2_016) << 18),
            ("KRNvKNN", "KnnkNR", 2, (10 * 2_016) << 18),
            ("KRNvKBN", "KkNnbR", 0, 10 << 30),
            ("KNNNvKP", "pNNNKk", 3, (24 * 41_664) << 12),
            ("KNNPvKN", "PNNKkn", 2, (24 * 2_016) << 18),
            ("KRPvKBN", "PKknbR", 0, 24 << 30),
        ] {
            let layout = Layout::new(name.parse().unwrap());
            assert_eq!(men(&layout), order, "{name}");
            assert_eq!(layout.sorted.as_ref().map_or(0, |sorted| sorted.count), count, "{name}");
            assert_eq!(layout.slots(), slots, "{name}");
        }
        let of_five = Layout::new("KNNNvK".parse().unwrap());
        assert!(of_five.sorted.is_none() && of_five.slots() == 10 << 24);
        assert_eq!(Layout::sorted("KNNNvK".parse().unwrap()).slots(), (10 * 2_016) << 12);
    }

    /// Each set of squares of four identical pieces has exactly one slot in order, whichever of
    /// them comes after the sorted ones.
    #[test]
    fn one_slot_of_each_position_is_in_order() {
        let layout = Layout::new("KNNNNvK".parse().unwrap());
        let in_order = layout.in_order();
        let slots: Vec<usize> = (0..4)
            .map(|last| {
                let mut knights = [9, 30, 17, 55];
                knights.swap(last, 3);
                let [a, b, c, d] = knights;
                layout.slot(&[1, a, b, c, d, 62, 0, 0])
            })
            .collect();
        assert_eq!(slots.iter().map(|&slot| in_order(slot)).collect::<Vec<_>>(), [false, false, false, true]);
    }

    proptest! {
        #[test]
        fn slots_and_squares_are_inverse_with_sorted_men(which in 0..170usize, raw: [u8; 7]) {
            let materials: Vec<Material> = Material::with_men(6).into_iter().filter(|m| m.pawns() == 0).collect();
            let layout = Layout::new(materials[which % materials.len()]);
            let slot = raw.iter().fold(0usize, |acc, &b| acc << 8 | b as usize) % layout.slots();
            let squares = layout.squares(slot);
            prop_assert_eq!(layout.slot(&squares), slot);
            let distinct = squares[..6].iter().enumerate().all(|(i, s)| !squares[..i].contains(s));
            prop_assume!(distinct);
            // So are identical pieces in any order, and, up to symmetry, any mirror image.
            let mut turned = squares;
            turned[layout.lead_men..layout.first_digit()].reverse();
            prop_assert_eq!(layout.slot(&turned), slot);
            let image = squares.map(|s| s ^ 56);
            let canonical = layout.squares(layout.slot(&image));
            prop_assert_eq!(layout.slot(&canonical), layout.slot(&image));
        }

        #[test]
        fn slots_and_squares_are_inverse(which in 0..145usize, raw: [u8; 7]) {
            let materials: Vec<Material> = (3..=5).flat_map(Material::with_men).filter(|m| m.pawns() <= MAX_PAWNS).collect();
            let layout = Layout::new(materials[which % materials.len()]);
            let slot = raw.iter().fold(0usize, |acc, &b| acc << 8 | b as usize) % layout.slots();
            let squares = layout.squares(slot);
            prop_assert_eq!(layout.slot(&squares), slot);
            // Any symmetric image is found in a slot with the same men up to that symmetry.
            let image = squares.map(|s| s ^ 7);
            let canonical = layout.squares(layout.slot(&image));
            prop_assert_eq!(layout.slot(&canonical), layout.slot(&image));
        }
    }
}
