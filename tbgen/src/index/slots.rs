//! Computes the slots of many positions at once, given in a file's order of men.

use std::ops::Range;

use board::{Color, Material, Piece, narrow};
use syzygy::format::{man_code, men_codes};

use super::layout::{Layout, Part, TriangleImage};
use super::sorted::{MAX_SORTED, NOWHERE, TERMS};

/// Positions looked up at once.
pub(crate) const RUN: usize = 1024;

/// Selects those of at most [`RUN`] positions for which `wanted` is true, by the number of their
/// lead men (see [`number_of_leads`](super::pawns::number_of_leads)), each given by its squares in
/// these positions: writes their numbers to `chosen`, ascending, and returns how many there are.
#[inline(always)]
pub(crate) fn select<'s>(
    wanted: &[bool],
    lead_men: impl DoubleEndedIterator<Item = &'s [u8]>,
    chosen: &mut [u16; RUN],
) -> usize {
    let (mut leads, mut len) = ([0u32; RUN], 0);
    for squares in lead_men.rev() {
        len = squares.len();
        for (lead, &square) in leads.iter_mut().zip(squares) {
            *lead = *lead << 6 | u32::from(square);
        }
    }
    let mut count = 0;
    // Always written: a branch would be unpredictable.
    for (number, &lead) in (0..).zip(&leads[..len]) {
        chosen[count] = number;
        count += usize::from(wanted[lead as usize]);
    }
    count
}

/// Computes the slots of many positions given in the writer's format.
pub(crate) struct Slots<'a> {
    layout: &'a Layout,
    part: Part,
    /// For each man of the layout, its number in the writer's order.
    men: Vec<usize>,
}

/// For each man of a layout, its number in the order in which the reader and the writer of files
/// pass squares.
pub(crate) fn numbers_in_files(layout: &Layout) -> Vec<usize> {
    let mut order: Vec<Option<u8>> = men_codes(layout.material).into_iter().map(Some).collect();
    let mut take = |&(color, piece): &(Color, Piece)| {
        let code = man_code(color, piece);
        let at = order.iter().position(|&c| c == Some(code)).expect("same material, same men");
        order[at] = None;
        at
    };
    layout.men.iter().map(&mut take).collect()
}

impl<'a> Slots<'a> {
    pub(crate) fn new(layout: &'a Layout, part: Part) -> Self {
        Self::in_order(layout, part, numbers_in_files(layout))
    }

    /// With the number of the man in the file for each man of the layout; identical pieces can be
    /// interchanged.
    pub(crate) fn in_order(layout: &'a Layout, part: Part, men: Vec<usize>) -> Self {
        Self { layout, part, men }
    }

    /// The ending.
    pub(crate) fn material(&self) -> Material {
        self.layout.material
    }

    /// The number in the writer's order of the man along whose squares slots are neighbors.
    pub(crate) fn fastest_man(&self) -> Option<usize> {
        self.men.last().copied()
    }

    /// Selects those of these positions, at most [`RUN`], whose lead men are on squares for which
    /// `wanted` is true, by their number (see [`select`]): writes their numbers to
    /// `chosen`, ascending, and returns how many there are.
    #[inline(always)]
    pub(crate) fn with_leads(
        &self,
        wanted: &[bool],
        squares: &[&[u8]],
        range: Range<usize>,
        chosen: &mut [u16; RUN],
    ) -> usize {
        let of_leads = &self.men[..self.layout.lead_men];
        select(wanted, of_leads.iter().map(|&man| &squares[man][range.clone()]), chosen)
    }

    /// The slots of some positions in this part's memory; each step is a loop over all of them, so
    /// that it vectorizes.
    #[inline(always)]
    pub(crate) fn find(&self, squares: &[&[u8]], from: usize, slots: &mut [usize]) {
        let len = slots.len();
        let man = |i: usize| &squares[self.men[i]][from..from + len];
        // The symmetry for every square: flip some bits, then exchange rank and file where `swap`
        // is all ones.
        let (mut turn, mut swap) = ([0u8; RUN], [0u8; RUN]);
        let per_lead = self.layout.slots_per_lead();
        if self.layout.pawns.is_none() {
            let mut leads = [0u8; RUN];
            let images = turn.iter_mut().zip(&mut swap).zip(&mut leads);
            for (((turn, swap), lead), &king) in images.zip(man(0)) {
                TriangleImage { turn: *turn, swap: *swap, lead: *lead } = TriangleImage::of(king);
            }
            for (slot, &lead) in slots.iter_mut().zip(&leads) {
                *slot = usize::from(lead) * per_lead;
            }
        } else {
            // The squares of the pawns in one number, since neighbors mostly have the same.
            let mut pawns = [0u64; RUN];
            for k in 0..self.layout.lead_men {
                for (pawns, &square) in pawns.iter_mut().zip(man(k)) {
                    *pawns |= u64::from(square) << (8 * k);
                }
            }
            let (mut last, mut start, mut mirror) = (u64::MAX, 0, 0);
            for ((slot, turn), &pawns) in slots.iter_mut().zip(&mut turn).zip(&pawns) {
                if pawns != last {
                    let (lead, symmetry) = self.layout.lead(&pawns.to_le_bytes());
                    (last, mirror) = (pawns, narrow(symmetry.apply_index(0)));
                    start = self.part.places[lead] as usize * per_lead;
                }
                (*slot, *turn) = (start, mirror);
            }
        }
        let mirrored = |free: usize| {
            let men = man(free).iter().zip(&turn).zip(&swap);
            men.map(|((&square, &turn), &swap)| {
                let square = square ^ turn;
                let swapped = square >> 3 | (square & 7) << 3;
                square & !swap | swapped & swap
            })
        };
        let first = self.layout.first_digit();
        // At most five free men: 30 bits.
        let mut digits = [0u32; RUN];
        for free in first..self.layout.men.len() {
            for (digits, square) in digits.iter_mut().zip(mirrored(free)) {
                *digits = *digits << 6 | u32::from(square);
            }
        }
        for (slot, &digits) in slots.iter_mut().zip(&digits) {
            *slot += digits as usize;
        }
        if self.layout.sorted.is_some() {
            let mut men = [[NOWHERE; RUN]; MAX_SORTED];
            for (men, free) in men.iter_mut().zip(self.layout.lead_men..first) {
                men.iter_mut().zip(mirrored(free)).for_each(|(man, square)| *man = square);
            }
            add_sets(men, 6 * (self.layout.men.len() - first), slots);
        }
    }
}

/// Adds the numbers of the sets of squares of the sorted men.
#[inline(always)]
fn add_sets(mut men: [[u8; RUN]; MAX_SORTED], shift: usize, slots: &mut [usize]) {
    for [low, high] in [[0, 1], [1, 2], [0, 1]] {
        let [low, high] = men.get_disjoint_mut([low, high]).expect("two of three men");
        for (low, high) in low.iter_mut().zip(high) {
            (*low, *high) = ((*low).min(*high), (*low).max(*high));
        }
    }
    let [first, second, third] = &men;
    for (i, slot) in slots.iter_mut().enumerate() {
        let terms = [(0, first[i]), (1, second[i]), (2, third[i])];
        let set: u32 =
            terms.iter().map(|&(place, square)| u32::from(TERMS[place][usize::from(square)])).sum();
        *slot += (set as usize) << shift;
    }
}

#[cfg(test)]
mod tests {
    use board::random::Random;

    use super::*;

    #[test]
    fn slots_of_many_positions_are_those_of_each() {
        let mut random = Random::new(6);
        for name in ["KNNNNvK", "KBBBvKR", "KQQvKNN", "KRNvKBN", "KNNvKN", "KRPvKR", "KNNNvKP", "KRBPvKN"] {
            let layout = Layout::new(name.parse().unwrap());
            let men = layout.men.len();
            let mut planes = vec![[0u8; RUN]; men];
            for i in 0..RUN {
                let mut taken = 0u64;
                for plane in &mut planes {
                    // On ranks that are possible for pawns, too.
                    plane[i] = std::iter::repeat_with(|| 8 + random.below(48) as u8)
                        .find(|s| taken >> s & 1 == 0)
                        .unwrap();
                    taken |= 1 << plane[i];
                }
            }
            let slots = Slots::new(&layout, layout.whole());
            let mut found = [0; RUN];
            slots.find(&planes.iter().map(|plane| &plane[..]).collect::<Vec<_>>(), 0, &mut found);
            for (i, &slot) in found.iter().enumerate() {
                let mut squares = [0; 8];
                for (square, &number) in squares.iter_mut().zip(&slots.men) {
                    *square = planes[number][i];
                }
                // White's king on a long diagonal has two images in the triangle.
                let (file, rank) = (squares[0] & 7, squares[0] >> 3);
                if layout.pawns.is_some() || file != rank && file + rank != 7 {
                    assert_eq!(slot, layout.slot(&squares), "{name}");
                }
            }
        }
    }
}
