//! A king and its rook, of either color.

use board::{BitBoard, Square, get_king_moves};

/// A king and its rook.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KingAndRook {
    /// The king.
    pub king: Square,
    /// The rook.
    pub rook: Square,
}

impl KingAndRook {
    #[inline]
    pub(super) fn bitboard(&self) -> BitBoard {
        self.king.bitboard() | self.rook.bitboard()
    }

    /// Squares adjacent to the king.
    #[inline]
    pub(super) fn near(&self) -> BitBoard {
        get_king_moves(self.king)
    }
}

/// The set if the condition holds, otherwise the empty set.
#[inline]
pub(super) fn when(condition: bool, set: BitBoard) -> BitBoard {
    if condition { set } else { BitBoard::EMPTY }
}
