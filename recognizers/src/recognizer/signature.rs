//! The material of an ending as a number.

use board::{BitBoard, Board, Color, Material, Piece};

/// The number of pieces of each kind that each side has, without kings: four bits per kind, twenty
/// bits per side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signature(u64);

impl Signature {
    const BITS_A_KIND: u32 = 4;
    const BITS_A_SIDE: u32 = 20;

    pub(super) const fn of_men(first: &[Piece], second: &[Piece]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < first.len() {
            bits += 1 << (Self::BITS_A_KIND * first[i] as u32);
            i += 1;
        }
        i = 0;
        while i < second.len() {
            bits += 1 << (Self::BITS_A_SIDE + Self::BITS_A_KIND * second[i] as u32);
            i += 1;
        }
        Self(bits)
    }

    /// The signature of an ending, White's pieces first.
    pub(crate) fn of_material(material: Material) -> Self {
        let [white, black] = Color::ALL.map(|color| material.pieces(color).collect::<Vec<_>>());
        Self::of_men(&white, &black)
    }

    /// The signature of a board with few pieces, White's first.
    #[inline]
    pub(crate) fn of_board(board: &Board) -> Self {
        const KINDS: [Piece; 5] = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
        let mut bits = 0;
        for color in Color::ALL {
            for piece in KINDS {
                // Counts by clearing bits, since most of these sets are empty.
                let BitBoard(mut men) = board.colored_pieces(color, piece);
                while men != 0 {
                    men &= men - 1;
                    bits += 1 << (Self::BITS_A_SIDE * color as u32 + Self::BITS_A_KIND * piece as u32);
                }
            }
        }
        Self(bits)
    }

    /// The same number for both colors of the strong side.
    #[inline]
    pub(crate) fn canonical(self) -> Self {
        let side = (1 << Self::BITS_A_SIDE) - 1;
        let flipped = (self.0 & side) << Self::BITS_A_SIDE | self.0 >> Self::BITS_A_SIDE;
        Self(self.0.max(flipped))
    }

    /// A hash below 2 to the power of `bits`.
    #[inline]
    pub(crate) fn scattered(self, bits: u32) -> usize {
        (self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - bits)) as usize
    }
}
