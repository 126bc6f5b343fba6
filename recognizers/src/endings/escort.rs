//! Positions of a minor piece and a pawn against the bare king.

use board::sets::distance;
use board::{BitBoard, Color, Piece, Square, attacks, get_king_moves, get_pawn_attacks};

use super::kpk::PawnEnding;
use crate::geometry::{heart_square, is_rook_pawn, queening_square, same_color};
use crate::rule::{Side, View};

pub(super) const BISHOP: usize = Piece::Bishop as usize;
pub(super) const KNIGHT: usize = Piece::Knight as usize;

pub(super) type BishopEscort = Escort<BISHOP>;
pub(super) type KnightEscort = Escort<KNIGHT>;

/// The four men. `PIECE` is the minor piece, as a number of [`Piece`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Escort<const PIECE: usize> {
    /// The king with piece and pawn.
    pub king: Square,
    /// The pawn, moving up.
    pub pawn: Square,
    /// The minor piece.
    pub piece: Square,
    /// The bare king.
    pub weak_king: Square,
    /// The side to move.
    pub to_move: Side,
}

impl<const PIECE: usize> From<&View> for Escort<PIECE> {
    #[inline]
    fn from(view: &View) -> Self {
        Self {
            king: view.square(Side::Strong, Piece::King),
            pawn: view.square(Side::Strong, Piece::Pawn),
            piece: view.square(Side::Strong, Piece::ALL[PIECE]),
            weak_king: view.square(Side::Weak, Piece::King),
            to_move: view.to_move(),
        }
    }
}

impl<const PIECE: usize> Escort<PIECE> {
    /// Distance of the bare king to the queening square in moves, plus one if the other side is to
    /// move.
    #[inline]
    pub(super) fn moves_to_corner(&self) -> u8 {
        distance(self.weak_king, queening_square(self.pawn)) + u8::from(self.to_move == Side::Strong)
    }

    /// Squares that king, piece and pawn attack or protect.
    #[inline]
    pub(super) fn guarded(&self) -> BitBoard {
        let occupied = self.king.bitboard() | self.pawn.bitboard() | self.piece.bitboard();
        get_king_moves(self.king)
            | get_pawn_attacks(self.pawn, Color::White)
            | attacks(Piece::ALL[PIECE], Color::White, self.piece, occupied)
    }

    /// True if the bishop does not control the queening square of a rook pawn.
    #[inline]
    pub(super) fn has_wrong_bishop(&self) -> bool {
        is_rook_pawn(self.pawn) && !same_color(queening_square(self.pawn)).has(self.piece)
    }

    /// Number of squares to which the bare king can move, captures included.
    #[inline]
    pub(super) fn weak_king_steps(&self) -> u32 {
        (get_king_moves(self.weak_king) - self.guarded()).len()
    }

    /// True if the bare king attacks an unprotected pawn or piece.
    #[inline]
    pub(super) fn can_be_taken(&self) -> bool {
        let steps = get_king_moves(self.weak_king) - self.guarded();
        steps.has(self.pawn) || steps.has(self.piece)
    }

    /// By how many moves the bare king is nearer to the pawn's heart square than the other king.
    #[inline]
    pub(super) fn lead_at_the_heart(&self) -> i8 {
        let heart = heart_square(self.pawn);
        distance(self.king, heart) as i8 - distance(self.weak_king, heart) as i8
    }

    /// How many ranks the piece is ahead of the pawn.
    #[inline]
    pub(super) fn piece_ranks_ahead(&self) -> i8 {
        (self.piece as i8 >> 3) - (self.pawn as i8 >> 3)
    }

    /// True if the bare king can take neither pawn nor piece and has a move.
    #[inline]
    pub(super) fn is_quiet(&self) -> bool {
        !self.can_be_taken() && self.weak_king_steps() > 0
    }

    /// The pawn ending after the bare king has taken the piece.
    #[inline]
    pub(super) fn after_taking_the_piece(&self) -> PawnEnding {
        PawnEnding { king: self.king, pawn: self.pawn, weak_king: self.piece, to_move: Side::Strong }
    }

    #[inline]
    pub(super) fn without_piece(&self) -> PawnEnding {
        PawnEnding { king: self.king, pawn: self.pawn, weak_king: self.weak_king, to_move: self.to_move }
    }
}
