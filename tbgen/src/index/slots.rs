//! The slots of many positions at once, given in the order of men in which files hand them out.

use board::{Color, Material, Piece, narrow};
use syzygy::format::{man_code, men_codes};

use super::layout::{Layout, Part, TRIANGLE_IMAGE};

/// Positions looked up at once.
pub(crate) const RUN: usize = 1024;

/// Finds the slots of many positions given as the writer gives them.
pub(crate) struct Slots<'a> {
    layout: &'a Layout,
    part: Part,
    /// For each man of the layout his number in the writer's order.
    men: Vec<usize>,
}

/// For each man of a layout his number in the order in which the reader and the writer of files hand out squares.
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

    /// With the number, for each man of the layout, of the man who stands for him: like men can be exchanged.
    pub(crate) fn in_order(layout: &'a Layout, part: Part, men: Vec<usize>) -> Self {
        Self { layout, part, men }
    }

    /// The ending.
    pub(crate) fn material(&self) -> Material {
        self.layout.material
    }

    /// The slots of some positions in this part's memory; each step is a loop over all of them, as vector units like it.
    #[inline(always)]
    pub(crate) fn find(&self, squares: &[&[u8]], from: usize, slots: &mut [usize]) {
        let len = slots.len();
        let man = |i: usize| &squares[self.men[i]][from..from + len];
        // What is done to every square: some bits turned, then rank and file exchanged where `swap` is all ones.
        let (mut turn, mut swap) = ([0u8; RUN], [0u8; RUN]);
        let per_lead = self.layout.slots_per_lead();
        if self.layout.pawns.is_none() {
            for (i, &king) in man(0).iter().enumerate() {
                let image = TRIANGLE_IMAGE[usize::from(king)];
                (turn[i], swap[i]) = (image.turn, image.swap);
                slots[i] = usize::from(image.lead) * per_lead;
            }
        } else {
            // Neighbors mostly have the same pawns.
            let (mut pawns, mut start, mut mirror) = ([u8::MAX; 8], 0, 0);
            for i in 0..len {
                let mut here = [0; 8];
                for (k, square) in here[..self.layout.lead_men].iter_mut().enumerate() {
                    *square = man(k)[i];
                }
                if here != pawns {
                    let (lead, symmetry) = self.layout.lead(&here);
                    (pawns, mirror) = (here, narrow(symmetry.apply_index(0)));
                    start = self.part.places[lead] as usize * per_lead;
                }
                (slots[i], turn[i]) = (start, mirror);
            }
        }
        let mut digits = [0u32; RUN];
        for free in self.layout.lead_men..self.layout.men.len() {
            let men = man(free).iter().zip(&turn).zip(&swap);
            for (digits, ((&square, &turn), &swap)) in digits.iter_mut().zip(men) {
                let square = square ^ turn;
                let swapped = square >> 3 | (square & 7) << 3;
                *digits = *digits << 6 | u32::from(square & !swap | swapped & swap);
            }
        }
        for (slot, &digits) in slots.iter_mut().zip(&digits) {
            *slot += digits as usize;
        }
    }
}
