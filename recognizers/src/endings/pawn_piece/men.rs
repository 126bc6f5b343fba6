//! Common code of rook against pawn and queen against pawn.

use board::sets::distance;
use board::{BitBoard, Color, Piece, Square, attacks, get_king_moves, get_pawn_attacks};

use crate::endings::kpk::PawnEnding;
use crate::geometry::{pushes, queening_square};
use crate::rule::{Side, View};

/// The position. `PIECE` is the piece of the other side, the hunter, as a number of [`Piece`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chase<const PIECE: usize> {
    /// The king with the pawn.
    pub king: Square,
    /// The pawn, moving up.
    pub pawn: Square,
    /// The hunter's king.
    pub weak_king: Square,
    /// The hunter's piece.
    pub piece: Square,
}

impl<const PIECE: usize> From<&View> for Chase<PIECE> {
    #[inline]
    fn from(view: &View) -> Self {
        Self {
            king: view.square(Side::Strong, Piece::King),
            pawn: view.square(Side::Strong, Piece::Pawn),
            weak_king: view.square(Side::Weak, Piece::King),
            piece: view.square(Side::Weak, Piece::ALL[PIECE]),
        }
    }
}

impl<const PIECE: usize> Chase<PIECE> {
    #[inline]
    pub(super) fn occupied(&self) -> BitBoard {
        self.king.bitboard() | self.pawn.bitboard() | self.weak_king.bitboard() | self.piece.bitboard()
    }

    #[inline]
    pub(super) fn pawn_hits(&self) -> BitBoard {
        get_pawn_attacks(self.pawn, Color::White)
    }

    /// Squares that the piece attacks, with the pawn's king removed.
    #[inline]
    pub(super) fn piece_hits(&self) -> BitBoard {
        attacks(Piece::ALL[PIECE], Color::White, self.piece, self.occupied() - self.king.bitboard())
    }

    /// Safe moves of the piece, without captures.
    #[inline]
    pub(super) fn safe_moves(&self) -> BitBoard {
        let denied = (get_king_moves(self.king) | self.pawn_hits()) - get_king_moves(self.weak_king);
        self.piece_hits() - (self.occupied() | denied)
    }

    /// Moves of the pawn's king, without captures.
    #[inline]
    pub(super) fn king_steps(&self) -> BitBoard {
        let denied = get_king_moves(self.weak_king) | self.piece_hits() | self.pawn.bitboard();
        get_king_moves(self.king) - denied
    }

    /// By how many ranks the hunter's king is ahead of the pawn.
    #[inline]
    pub(super) fn ranks_ahead(&self) -> i8 {
        (self.weak_king as i8 >> 3) - (self.pawn as i8 >> 3)
    }

    /// By how many moves the hunter's king is nearer to the queening square than the pawn's king.
    #[inline]
    pub(super) fn lead(&self) -> i8 {
        let queening = queening_square(self.pawn);
        distance(self.king, queening) as i8 - distance(self.weak_king, queening) as i8
    }

    /// True if the pawn's king has a move and neither king nor pawn attacks the piece.
    #[inline]
    pub(super) fn is_piece_out_of_reach(&self) -> bool {
        let attacked = get_king_moves(self.king) | self.pawn_hits();
        !attacked.has(self.piece) && !self.king_steps().is_empty()
    }

    #[inline]
    pub(super) fn is_check(&self) -> bool {
        self.pawn_hits().has(self.weak_king)
    }

    /// Pushes of the pawn and moves of its king to the queening square, together.
    #[inline]
    pub(super) fn moves_home(&self) -> u8 {
        pushes(self.pawn) + distance(self.king, queening_square(self.pawn))
    }

    /// True if king or pawn attacks the piece.
    #[inline]
    pub(super) fn is_piece_attacked(&self) -> bool {
        (get_king_moves(self.king) | self.pawn_hits()).has(self.piece)
    }

    /// True if the pawn's side can take the piece, by a promotion included.
    #[inline]
    pub(super) fn can_take(&self) -> bool {
        let by_king = get_king_moves(self.king) - get_king_moves(self.weak_king);
        (by_king | self.pawn_hits()).has(self.piece)
    }

    /// The pawn ending after the pawn's side takes the piece; `None` if it cannot, or only by a
    /// promotion.
    #[inline]
    pub(super) fn after_taking(&self) -> Option<PawnEnding> {
        let ending = |king, pawn| PawnEnding { king, pawn, weak_king: self.weak_king, to_move: Side::Weak };
        let is_protected = get_king_moves(self.weak_king).has(self.piece);
        if get_king_moves(self.king).has(self.piece) && !is_protected {
            Some(ending(self.piece, self.pawn))
        } else if self.pawn_hits().has(self.piece) && pushes(self.pawn) > 1 {
            Some(ending(self.king, self.piece))
        } else {
            None
        }
    }

    /// True if the piece attacks the pawn and its king does not protect it.
    #[inline]
    pub(super) fn hits_loose_pawn(&self) -> bool {
        let hits = attacks(Piece::ALL[PIECE], Color::White, self.piece, self.occupied());
        hits.has(self.pawn) && !get_king_moves(self.king).has(self.pawn)
    }

    /// True if the piece can take the pawn without stalemating the pawn's king.
    #[inline]
    pub(super) fn is_no_stalemate_without_pawn(&self) -> bool {
        let hits = attacks(Piece::ALL[PIECE], Color::White, self.pawn, self.weak_king.bitboard());
        let steps = get_king_moves(self.king) - (get_king_moves(self.weak_king) | hits);
        !steps.is_empty() || (hits.has(self.king) && !self.is_check())
    }

    /// True if the pawn's side can take the piece and wins the pawn ending.
    #[inline]
    pub(super) fn takes_and_wins(&self) -> bool {
        self.after_taking().is_some_and(|ending| ending.is_won_exactly())
    }
}
