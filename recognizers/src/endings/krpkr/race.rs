//! Quiet draws that distances decide: the defender's king is there, the attacker's king is not.

use board::sets::distance;
use board::{BitBoard, Rank};

use super::camp::when;
use super::fight::Fight;
use crate::geometry::{all, files_from, stop_square, within};
use crate::rule::Side;

/// ```text
/// 8  . . . . . . . .      White's king is three files from the pawn, Black's on its file and ahead of
/// 7  . . k . . . . .      it: a draw with either side to move.
/// 6  . . . . . . . r
/// 5  . . . . . K . .
/// 4  . . P . . . . .
///    . . .
/// 1  . . . . R . . .
///    a b c d e f g h
/// ```
///
/// Against the move Black's king must have a move to spare in the square of the pawn, and White's rook must not
/// stand in front of the pawn.
///
/// KRPvKR: speaks on 11,959,570, wrong 0; the first to speak on 9,683,338.
#[inline(always)]
pub(super) fn stands_by_the_pawn(f: &Fight) -> BitBoard {
    let is_opposite_far_king = f.black_files() == 0 && f.white_files() >= 4;
    let needed = i8::from(f.to_move == Side::Strong && !is_opposite_far_king);
    let is_clear = f.to_move == Side::Weak || f.white.rook != stop_square(f.pawn);
    let stands = all([f.white_files() >= 3, f.black_files() <= 1, f.spare_moves() >= needed, is_clear]);
    f.quiet(when(stands, f.rooks))
}

/// White's king is four files from the pawn, Black's in the square of the pawn with a move to spare. Against
/// the move it must be within two files, and the pawn not past its fourth rank.
///
/// KRPvKR: speaks on 12,432,907, wrong 0; the first to speak on 4,177,972.
#[inline(always)]
pub(super) fn is_left_alone(f: &Fight) -> BitBoard {
    let is_near = f.black_files() <= 2 && f.pawn.rank() <= Rank::Fourth;
    let is_far = f.white_files() >= 4;
    let far_enough = match f.to_move {
        Side::Strong => when(is_far && is_near, f.rooks),
        Side::Weak if is_far => f.rooks,
        Side::Weak => when(f.white_files() == 3 && is_near && !f.is_black_cut_off(), f.rooks - hemming_in(f)),
    };
    f.quiet(when(f.spare_moves() >= 1, far_enough))
}

/// Black's king is five moves nearer to the queening square and has a move to spare. White's king must not be
/// about to attack the rook.
///
/// KRPvKR: speaks on 6,148,535, wrong 0; the first to speak on 2,764,061.
#[inline(always)]
pub(super) fn is_far_ahead(f: &Fight) -> BitBoard {
    let is_ahead = all([f.spare_moves() >= 1, f.queening_square_lead() >= 5]);
    f.quiet(when(is_ahead, f.rooks - within(2, f.white.king)))
}

/// Black's king, not cut off, is three moves nearer to the queening square; White's rook has no move to put
/// that right.
///
/// KRPvKR: speaks on 7,346,840, wrong 0; the first to speak on 1,642,537.
#[inline(always)]
pub(super) fn is_ahead_with_the_move(f: &Fight) -> BitBoard {
    let is_near = f.black_files() <= 1 || (f.black_files() == 2 && f.pawn.rank() <= Rank::Fourth);
    let is_ahead = all([f.spare_moves() >= 0, f.queening_square_lead() >= 3, is_near]);
    f.quiet(when(is_ahead && !f.is_black_cut_off(), f.rooks - hemming_in(f)))
}

/// With White's king three squares from the pawn, being one move nearer to the queening square is enough for a
/// king beside the pawn's file that is not cut off and has the move.
///
/// KRPvKR: speaks on 5,108,345, wrong 0; the first to speak on 109,249.
#[inline(always)]
pub(super) fn is_nearer_with_the_move(f: &Fight) -> BitBoard {
    let is_nearer = all([
        f.spare_moves() >= 1,
        f.queening_square_lead() >= 1,
        f.black_files() <= 1,
        distance(f.white.king, f.pawn) >= 3,
    ]);
    f.quiet(when(is_nearer && !f.is_black_cut_off(), f.rooks))
}

/// Black's king is three moves nearer to the heart square, two in front of the pawn, and White's king at least
/// three squares from the pawn.
///
/// KRPvKR: speaks on 9,137,471, wrong 0; the first to speak on 491,310.
#[inline(always)]
pub(super) fn holds_the_heart_square(f: &Fight) -> BitBoard {
    let spare = f.spare_moves();
    let lead = f.heart_square_lead();
    let leads = match f.to_move {
        Side::Strong => all([spare >= 2, lead >= 3]),
        Side::Weak => all([spare >= 1, lead >= 2, spare + lead >= 4]),
    };
    let is_first = all([leads, distance(f.white.king, f.pawn) >= 3]);
    f.quiet(when(is_first && (f.to_move == Side::Strong || !f.is_black_cut_off()), f.rooks))
}

/// The back rank between Black's king and the near edge, where his rook would hem him in.
fn hemming_in(f: &Fight) -> BitBoard {
    Rank::Eighth.bitboard() - files_from(f.black_king.file() as u8)
}
