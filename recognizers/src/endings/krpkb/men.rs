//! Positions of KRPvKB: attacks, and the endings after captures by the defender.

use board::sets::distance;
use board::{BitBoard, Color, File, Piece, Square, get_king_moves, get_pawn_attacks};

use crate::endings::{kbkp, rook_minor};
use crate::geometry::{bishop_lines, rook_hits};
use crate::recognizer::Recognizer;
use crate::rule::{Bound, Side, View};

/// King, rook and pawn, which moves up, against king and bishop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RookAndPawn {
    /// The pawn.
    pub(super) pawn: Square,
    /// The attacker's king.
    pub(super) king: Square,
    /// The rook.
    pub(super) rook: Square,
    /// The defender's king.
    pub(super) weak_king: Square,
    /// The bishop.
    pub(super) bishop: Square,
}

impl From<&View> for RookAndPawn {
    #[inline]
    fn from(view: &View) -> Self {
        Self {
            pawn: view.square(Side::Strong, Piece::Pawn),
            king: view.square(Side::Strong, Piece::King),
            rook: view.square(Side::Strong, Piece::Rook),
            weak_king: view.square(Side::Weak, Piece::King),
            bishop: view.square(Side::Weak, Piece::Bishop),
        }
    }
}

impl RookAndPawn {
    #[inline]
    pub(super) fn occupied(&self) -> BitBoard {
        self.pawn.bitboard()
            | self.king.bitboard()
            | self.rook.bitboard()
            | self.weak_king.bitboard()
            | self.bishop.bitboard()
    }

    #[inline]
    pub(super) fn bishop_hits(&self) -> BitBoard {
        bishop_lines(self.bishop, self.occupied())
    }

    /// Squares that the rook attacks, with some pieces removed.
    #[inline]
    pub(super) fn rook_hits_through(&self, men: BitBoard) -> BitBoard {
        rook_hits(self.rook, self.occupied() - men)
    }

    #[inline]
    pub(super) fn pawn_hits(&self) -> BitBoard {
        get_pawn_attacks(self.pawn, Color::White)
    }

    /// Squares that the attacker attacks, with some pieces of the defender removed.
    #[inline]
    pub(super) fn hit_through(&self, men: BitBoard) -> BitBoard {
        get_king_moves(self.king) | self.pawn_hits() | self.rook_hits_through(men)
    }

    /// True if the defender's king is in check.
    #[inline]
    pub(super) fn is_in_check(&self) -> bool {
        self.hit_through(BitBoard::EMPTY).has(self.weak_king)
    }

    /// True if the bishop gives check.
    #[inline]
    pub(super) fn is_attacker_in_check(&self) -> bool {
        self.bishop_hits().has(self.king)
    }

    /// True if the attacker's king may be mated, which is possible only in opposition on the
    /// a-file.
    #[inline]
    pub(super) fn may_be_mated(&self) -> bool {
        self.king.file() == File::A && distance(self.king, self.weak_king) == 2
    }

    /// With the defender to move: true if he can take pawn or rook so that the resulting ending is
    /// drawn.
    pub(super) fn can_take(&self) -> bool {
        let by_king = get_king_moves(self.weak_king) - get_king_moves(self.king);
        let by_bishop = self.bishop_hits();
        if (by_king | by_bishop).is_disjoint(self.pawn.bitboard() | self.rook.bitboard()) {
            return false;
        }
        (by_bishop.has(self.rook) && self.is_drawn_without_rook(self.weak_king, self.rook))
            || (by_king.has(self.rook) && self.is_drawn_without_rook(self.rook, self.bishop))
            || (by_king.has(self.pawn) && self.is_drawn_without_pawn(self.pawn, self.bishop))
            || (by_bishop.has(self.pawn) && self.is_drawn_without_pawn(self.weak_king, self.pawn))
    }

    /// True if bishop against pawn is drawn after the rook has been taken, with the attacker to
    /// move.
    fn is_drawn_without_rook(&self, weak_king: Square, bishop: Square) -> bool {
        !self.pawn_hits().has(weak_king)
            && is_drawn(&kbkp::RECOGNIZER, (Piece::Pawn, self.pawn), self.king, weak_king, bishop)
    }

    /// True if rook against bishop is drawn after the pawn has been taken, with the attacker to
    /// move.
    fn is_drawn_without_pawn(&self, weak_king: Square, bishop: Square) -> bool {
        let men = self.king.bitboard() | bishop.bitboard();
        let hits = rook_hits(self.rook, men);
        let is_bishop_lost =
            (hits | get_king_moves(self.king)).has(bishop) && !get_king_moves(weak_king).has(bishop);
        !hits.has(weak_king)
            && !is_bishop_lost
            && is_drawn(&rook_minor::AGAINST_BISHOP, (Piece::Rook, self.rook), self.king, weak_king, bishop)
    }
}

/// True if the recognizer of an ending of four pieces gives a draw, with the attacker to move.
fn is_drawn(
    recognizer: &'static Recognizer,
    (piece, man): (Piece, Square),
    king: Square,
    weak_king: Square,
    bishop: Square,
) -> bool {
    let mut pieces = [BitBoard::EMPTY; Piece::NUM];
    pieces[Piece::King as usize] = king.bitboard() | weak_king.bitboard();
    pieces[Piece::Bishop as usize] = bishop.bitboard();
    pieces[piece as usize] = man.bitboard();
    let colors = [king.bitboard() | man.bitboard(), weak_king.bitboard() | bishop.bitboard()];
    let view = View::of_sets(pieces, colors, Color::White, Color::White);
    recognizer.judge(&view).is_some_and(|verdict| verdict.bound == Bound::Draw)
}
