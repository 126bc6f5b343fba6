//! Which man is which digit of a table's slot number.
//!
//! A table of n men is a dense array. Its slots are numbered
//!
//! ```text
//! slot = lead * 64^d + square(m1) * 64^(d-1) + ... + square(md)
//! ```
//!
//! * without pawns the *lead* is the square of White's king in the triangle a1-d1-d4 (10 values; the
//!   other men are mirrored along with it), and m1..md are all other men;
//! * with pawns the lead is the *pawn structure*: the squares of all pawns, one of two mirror images,
//!   numbered so that every pawn move leads to a smaller number; m1..md are all other men.
//!
//! The last man is the *vector man*: his 64 squares are the bits of one machine word. The man before him is the *row man*:
//! his 64 words make a block. Like men are not sorted: each of their permutations has a slot of its own, all equal.

use board::sets::{TRIANGLE, TRIANGLE_NUMBERS};
use board::{Color, Man, Material, Piece, Placement, Symmetry, narrow};
use syzygy::format::{leading_color, leading_files};
use syzygy::leading_file;

use super::pawns::PawnStructures;

/// Squares of the men of a layout, in its order; eight bytes, so that they travel in one register.
pub(crate) type Squares = [u8; 8];

/// How the squares change that bring White's king into the triangle: some bits turned, then rank and file exchanged.
#[derive(Clone, Copy)]
pub(crate) struct TriangleImage {
    /// The bits turned.
    pub(crate) turn: u8,
    /// All ones when rank and file are exchanged, else 0.
    pub(crate) swap: u8,
    /// The lead number of the king's image.
    pub(crate) lead: u8,
}

/// By square of White's king; another choice than [`Symmetry::into_triangle`]'s where both are possible.
pub(crate) const TRIANGLE_IMAGE: [TriangleImage; 64] = {
    let mut images = [TriangleImage { turn: 0, swap: 0, lead: 0 }; 64];
    let mut king = 0;
    while king < 64u8 {
        let turn = (if king & 4 != 0 { 7 } else { 0 }) | if king & 32 != 0 { 56 } else { 0 };
        let (file, rank) = ((king ^ turn) & 7, (king ^ turn) >> 3);
        let swap = if rank > file { u8::MAX } else { 0 };
        let square = if rank > file { rank | file << 3 } else { file | rank << 3 };
        images[king as usize] = TriangleImage { turn, swap, lead: TRIANGLE_NUMBERS[square as usize] };
        king += 1;
    }
    images
};

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
}

impl Layout {
    /// The layout of a canonical material of at least three men.
    pub(crate) fn new(material: Material) -> Self {
        let colors = [Color::White, Color::Black];
        let count = |c| material.count(c, Piece::Pawn);
        let mut free: Vec<(Color, Piece)> = Vec::new();
        for color in colors {
            free.extend(material.pieces(color).filter(|&p| p != Piece::Pawn).map(|p| (color, p)));
        }
        // Short steps outside, long lines inside: the inner two men move by shifts and sweeps over whole blocks.
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
        Self { material, men, lead_men, pawns }
    }

    /// The whole table as one part.
    pub(crate) fn whole(&self) -> Part {
        Part::of_leads(self, |_| true)
    }

    /// Number of parts by file: 4 with pawns, else 1.
    pub(crate) fn parts(&self) -> usize {
        leading_files(self.material)
    }

    /// The pawn structures whose leading pawn, in the Syzygy sense, stands on this file (0 to 3) or its mirror image. Moves other than
    /// captures and promotions do not leave them, so they can be solved without the others.
    ///
    /// Without pawns there is one part only, the whole table.
    pub(crate) fn part_of_file(&self, file: usize) -> Part {
        let Some(pawns) = &self.pawns else { return self.whole() };
        let leading = self.leading_pawns();
        Part::of_leads(self, |lead| leading_file(&pawns.structures[lead][leading.clone()]) == file)
    }

    /// Which of the lead men are the Syzygy format's leading pawns.
    pub(crate) fn leading_pawns(&self) -> std::ops::Range<usize> {
        let white = self.material.count(Color::White, Piece::Pawn);
        if leading_color(self.material) == Color::White { 0..white } else { white..self.lead_men }
    }

    /// Number of free men, `d` of the slot formula; at least 2.
    pub(crate) fn free_men(&self) -> usize {
        self.men.len() - self.lead_men
    }

    /// Number of values of the lead.
    pub(crate) fn leads(&self) -> usize {
        self.pawns.as_ref().map_or(TRIANGLE.len(), |p| p.structures.len())
    }

    /// Slots of one lead: 64^d.
    pub(crate) fn slots_per_lead(&self) -> usize {
        1 << (6 * self.free_men())
    }

    /// All slots of one side to move.
    pub(crate) fn slots(&self) -> usize {
        self.leads() * self.slots_per_lead()
    }

    /// The slot of men on these squares (in the order of `men`). The men must stand on distinct squares, pawns on ranks 2 to 7.
    #[inline]
    pub(crate) fn slot(&self, squares: &Squares) -> usize {
        let (lead, symmetry) = self.lead(squares);
        let free = &squares[self.lead_men..self.men.len()];
        free.iter().fold(lead, |slot, &square| slot << 6 | symmetry.apply_index(square as usize))
    }

    /// The lead of these squares and the symmetry that brings the men there.
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
        let free = self.free_men();
        for (i, square) in squares[self.lead_men..self.men.len()].iter_mut().enumerate() {
            *square = narrow(slot >> (6 * (free - 1 - i)) & 63);
        }
        self.lead_squares(slot >> (6 * free), &mut squares);
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
        Placement::new(side_to_move, &men[..self.men.len()]).expect("a layout has one king a side")
    }

    /// Tells whether a slot has like men in ascending order: of the slots that mean the same position one has.
    pub(crate) fn in_order(&self) -> impl Fn(usize) -> bool + use<> {
        let free = &self.men[self.lead_men..];
        let last = free.len() - 1;
        let alike: Vec<usize> =
            (0..last).filter(|&i| free[i] == free[i + 1]).map(|i| 6 * (last - 1 - i)).collect();
        move |slot: usize| alike.iter().all(|&shift| (slot >> (shift + 6) & 63) < (slot >> shift & 63))
    }

    /// Writes the squares of the lead men.
    pub(crate) fn lead_squares(&self, lead: usize, squares: &mut Squares) {
        match &self.pawns {
            Some(pawns) => squares[..self.lead_men].copy_from_slice(&pawns.structures[lead][..self.lead_men]),
            None => squares[0] = TRIANGLE[lead],
        }
    }
}

/// Leads that are solved together and kept one after the other in memory.
pub(crate) struct Part {
    /// In the order of solving, which is that of memory.
    pub(crate) leads: Vec<usize>,
    /// Ranges of `leads` that do not depend on one another.
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

    proptest! {
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
