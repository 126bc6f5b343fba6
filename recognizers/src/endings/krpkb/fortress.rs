//! The fortress of KRPvKB against a rook pawn: the defender's king at the corner, the bishop
//! guarding the square in front of the pawn's queening square.

use board::sets::distance;
use board::{BitBoard, Square};

use super::men::RookAndPawn;
use crate::geometry::{bishop_lines, files_apart, queening_square, same_color};

impl RookAndPawn {
    /// True if the pawn is a rook pawn on its fifth or sixth rank and the bishop is not on the
    /// color of its queening square.
    #[inline]
    pub(super) fn is_bishop_off_the_corner(&self) -> bool {
        matches!(self.pawn, Square::A5 | Square::A6) && !same_color(Square::A8).has(self.bishop)
    }

    /// True if the defender's king is on the queening square or next to it.
    #[inline]
    pub(super) fn is_at_the_corner(&self) -> bool {
        distance(self.weak_king, queening_square(self.pawn)) <= 1
    }

    /// True if the rook attacks the bishop.
    #[inline]
    pub(super) fn is_bishop_attacked(&self) -> bool {
        self.rook_hits_through(BitBoard::EMPTY).has(self.bishop)
    }

    /// True if the bishop is on a7 or attacks it, ignoring the rook and its own king.
    #[inline]
    pub(super) fn guards_before_the_corner(&self) -> bool {
        let men = self.occupied() - self.rook.bitboard() - self.weak_king.bitboard();
        self.bishop == Square::A7 || bishop_lines(self.bishop, men).has(Square::A7)
    }

    /// Distance of the attacker's king to his pawn.
    #[inline]
    pub(super) fn king_to_pawn(&self) -> u8 {
        distance(self.king, self.pawn)
    }

    /// Distance of the attacker's king to the bishop.
    #[inline]
    pub(super) fn king_to_bishop(&self) -> u8 {
        distance(self.king, self.bishop)
    }

    /// Distance of the attacker's king to his pawn in files.
    #[inline]
    pub(super) fn king_to_file(&self) -> u8 {
        files_apart(self.king, self.pawn)
    }
}
