//! Common code of rook against bishop and rook against knight.

use board::sets::distance;
use board::{BitBoard, Piece, get_king_moves, get_line_rays};

use crate::endings::duel::{Duel, loses_man, wins_by_attack, wins_by_taking};

pub(super) const ROOK: usize = Piece::Rook as usize;

pub(super) type RookDuel<const MINOR: usize> = Duel<ROOK, MINOR>;

impl<const MINOR: usize> RookDuel<MINOR> {
    /// Squares that the rook attacks, with the defender's king removed.
    #[inline]
    pub(super) fn rook_hits(&self) -> BitBoard {
        self.strong.hits(self.occupied() - self.weak.king.bitboard())
    }

    #[inline]
    pub(super) fn is_in_check(&self) -> bool {
        self.rook_hits().has(self.weak.king)
    }

    #[inline]
    pub(super) fn is_piece_attacked(&self) -> bool {
        self.rook_hits().has(self.weak.man)
    }

    /// True if the rook, the piece and its king are on one line.
    #[inline]
    pub(super) fn is_lined_up(&self) -> bool {
        get_line_rays(self.weak.king, self.weak.man).has(self.strong.man)
    }

    /// Number of moves of the defender's king, captures of an unprotected rook included.
    #[inline]
    pub(super) fn steps(&self) -> u32 {
        let denied = get_king_moves(self.strong.king) | self.rook_hits() | self.weak.man.bitboard();
        (get_king_moves(self.weak.king) - denied).len()
    }

    /// Number of safe moves of the piece, without captures.
    #[inline]
    pub(super) fn safe_moves(&self) -> u32 {
        let all = self.occupied();
        let danger = (get_king_moves(self.strong.king) | self.rook_hits()) - get_king_moves(self.weak.king);
        (self.weak.hits(all) - (all | danger)).len()
    }

    /// Number of squares next to the piece that the attacker's king can reach at once.
    #[inline]
    pub(super) fn approaches(&self) -> u32 {
        let near = get_king_moves(self.strong.king) & get_king_moves(self.weak.man);
        (near - get_king_moves(self.weak.king)).len()
    }

    #[inline]
    pub(super) fn king_distance(&self) -> u8 {
        distance(self.strong.king, self.weak.king)
    }

    /// Distance of the defender's king to his piece.
    #[inline]
    pub(super) fn piece_distance(&self) -> u8 {
        distance(self.weak.king, self.weak.man)
    }

    /// Distance of the attacker's king to the piece.
    #[inline]
    pub(super) fn hunter_distance(&self) -> u8 {
        distance(self.strong.king, self.weak.man)
    }
}

pub(super) fn can_take_the_rook<const MINOR: usize>(d: &RookDuel<MINOR>) -> bool {
    let by_king = get_king_moves(d.weak.king).has(d.strong.man) && !d.strong.is_man_protected();
    by_king || d.weak.hits(d.occupied()).has(d.strong.man)
}

/// See [`wins_by_taking`].
pub(super) fn can_take_the_piece<const MINOR: usize>(d: &RookDuel<MINOR>) -> bool {
    wins_by_taking(&d.strong, &d.weak)
}

/// ```text
/// 8  . . k . b . . .      White to move. Ra8+ wins the bishop: the king must leave the line and
/// 7  . . . . . . . .      does not protect it from b7 or c7. From f8 the rook would pin it, and d7
///    . . .                would hold it.
/// 1  R . . . . K . .
///    a b c d e f g h
/// ```
///
/// See [`wins_by_attack`].
pub(super) fn can_attack_the_piece<const MINOR: usize>(d: &RookDuel<MINOR>) -> bool {
    wins_by_attack(&d.strong, &d.weak)
}

/// See [`loses_man`].
pub(super) fn is_piece_lost<const MINOR: usize>(d: &RookDuel<MINOR>) -> bool {
    // A rook next to the defender's king is lost if the king that protects it takes the piece.
    let is_overloaded = get_king_moves(d.weak.king).has(d.strong.man) && !d.is_in_check();
    !is_overloaded && loses_man(&d.weak, &d.strong)
}
