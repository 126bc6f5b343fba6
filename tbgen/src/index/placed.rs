//! Maps the men of a layout to those of a placement.

use board::{Color, Material, Piece, Placement, narrow};

use super::layout::{Layout, Squares};

/// For each man of a layout, its index in a [`Placement`] of the material, with colors unchanged
/// and swapped.
pub(crate) struct Placed([[u8; 8]; 2]);

impl Placed {
    pub(crate) fn new(layout: &Layout) -> Self {
        Self([false, true].map(|flip| placed(layout, flip)))
    }

    /// The side to move and the squares in layout order of a position of `material`, which is the
    /// layout's material with either assignment of colors; `None` if men share a square or a pawn
    /// is on the first or last rank.
    #[inline]
    pub(crate) fn find(
        &self,
        layout: &Layout,
        placement: &Placement,
        material: Material,
    ) -> Option<(Color, Squares)> {
        let flip = material != layout.material;
        let turn = if flip { 56 } else { 0 };
        let men = placement.men();
        let mut squares: Squares = [0; 8];
        let mut occupied = 0u64;
        for ((square, &man), (_, piece)) in
            squares.iter_mut().zip(&self.0[usize::from(flip)]).zip(&layout.men)
        {
            *square = men[man as usize].square as u8 ^ turn;
            // Slots with two men on one square have other uses, and pawns on the first or last rank
            // have no slots.
            if occupied >> *square & 1 != 0 || (*piece == Piece::Pawn && !(8..56).contains(square)) {
                return None;
            }
            occupied |= 1 << *square;
        }
        Some((if flip { !placement.side_to_move() } else { placement.side_to_move() }, squares))
    }
}

/// The indices of a layout's men among the men of a placement.
fn placed(layout: &Layout, flip: bool) -> [u8; 8] {
    let color_of = |color: Color| if flip { !color } else { color };
    let mut order: Vec<Option<(Color, Piece)>> =
        layout.men.iter().map(|&(color, piece)| Some((color_of(color), piece))).collect();
    order.sort_by_key(|man| man.map(|(color, piece)| (color as u8, std::cmp::Reverse(piece as u8))));
    let mut placed = [0; 8];
    for (number, &(color, piece)) in placed.iter_mut().zip(&layout.men) {
        let at = order.iter().position(|&m| m == Some((color_of(color), piece))).expect("the same men");
        order[at] = None;
        *number = narrow(at);
    }
    placed
}
