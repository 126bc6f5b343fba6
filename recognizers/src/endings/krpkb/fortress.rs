//! The fortress of KRPvKB against a rook pawn: the defender's king at the corner, and a bishop that
//! guards the square before it.

use board::sets::distance;
use board::{BitBoard, Square};

use super::men::RookAndPawn;
use crate::geometry::{bishop_lines, files_apart, queening_square, same_color};

impl RookAndPawn {
    /// The pawn is a rook pawn on its fifth or sixth rank, and the bishop runs on the squares of
    /// the other color than its queening square.
    #[inline]
    pub(super) fn is_bishop_off_the_corner(&self) -> bool {
        matches!(self.pawn, Square::A5 | Square::A6) && !same_color(Square::A8).has(self.bishop)
    }

    /// The defender's king is in the corner where the pawn promotes, or beside it.
    #[inline]
    pub(super) fn is_at_the_corner(&self) -> bool {
        distance(self.weak_king, queening_square(self.pawn)) <= 1
    }

    /// The rook attacks the bishop.
    #[inline]
    pub(super) fn is_bishop_attacked(&self) -> bool {
        self.rook_hits_through(BitBoard::EMPTY).has(self.bishop)
    }

    /// The bishop guards the square before the corner, or stands there, the rook or its own king
    /// being in its way or not.
    #[inline]
    pub(super) fn guards_before_the_corner(&self) -> bool {
        let men = self.occupied() - self.rook.bitboard() - self.weak_king.bitboard();
        self.bishop == Square::A7 || bishop_lines(self.bishop, men).has(Square::A7)
    }

    /// From the attacker's king to his pawn.
    #[inline]
    pub(super) fn king_to_pawn(&self) -> u8 {
        distance(self.king, self.pawn)
    }

    /// From the attacker's king to the bishop.
    #[inline]
    pub(super) fn king_to_bishop(&self) -> u8 {
        distance(self.king, self.bishop)
    }

    /// Files between the attacker's king and his pawn.
    #[inline]
    pub(super) fn king_to_file(&self) -> u8 {
        files_apart(self.king, self.pawn)
    }
}
