//! The draws that have names.

use board::{File, Rank, Square};

use super::fight::Fight;
use crate::Side;
use crate::geometry::{all, distance, files_apart, path, queening_square, stop_square};

/// ```text
/// 8  . . k . . . . .      The rook keeps White's king from the sixth rank. When the pawn goes there,
/// 7  . . . . . . . R      the rook goes to the first rank and checks from behind.
/// 6  r . . . . . . .
/// 5  . . P . . . . .
/// 4  . . . . K . . .
///    a b c d e f g h
/// ```
///
/// Against the move a king beside the pawn's file is safe on the back rank, unless White's rook stands on its file, and
/// on the seventh rank if White's king is four squares away.
///
/// KRPvKR: speaks on 650,869, wrong 0; the first to speak on 164,213.
#[inline(always)]
pub(super) fn third_rank(f: &Fight) -> bool {
    let stands = all([
        f.black.rook.rank() == Rank::Sixth,
        matches!(f.pawn.rank(), Rank::Fourth | Rank::Fifth),
        f.black.king.rank() >= Rank::Seventh,
        f.black_files() <= 1,
        f.white.king.rank() <= Rank::Fifth,
        f.white.rook.rank() != Rank::Sixth,
    ]);
    let is_settled = || {
        f.to_move == Side::Weak
            || f.black_files() == 0
            || if f.black.king.rank() == Rank::Eighth {
                files_apart(f.white.rook, f.black.king) >= 1
            } else {
                distance(f.white.king, f.black.king) >= 4
            }
    };
    stands && is_settled() && f.is_at_ease()
}

/// ```text
/// 8  R . . . . . . .      The rook attacks the pawn from the side and ties White's rook to it; when White's
/// 7  . . . . . . k .      king comes to guard it, the rook gives checks from the side, or from behind once
/// 6  P . . . . r . .      the pawn has advanced. Black's king is safe from checks on g7 and h7 only.
/// 5  . . . . . . . .
/// 4  . K . . . . . .
///    a b c d e f g h
/// ```
///
/// Black to move can afford any king that does not guard the pawn yet; White to move must be at most one move
/// nearer to the square in front of the pawn.
///
/// KRPvKR: speaks on 2,833, wrong 0; the first to speak on 2,777.
#[inline(always)]
pub(super) fn vancura(f: &Fight) -> bool {
    let is_late = || match f.to_move {
        Side::Strong => f.stop_square_lead() >= -1,
        Side::Weak => distance(f.white.king, f.pawn) >= 2,
    };
    f.white.rook == Square::A8
        && f.pawn.file() == File::A
        && matches!(f.black.king, Square::G7 | Square::H7)
        && f.black.rook.rank() == f.pawn.rank()
        && f.pawn.rank() <= Rank::Sixth
        && f.black_hits.has(f.pawn)
        && is_late()
        && f.is_at_ease()
}

/// ```text
/// 7  . . k . . . . .      The king goes to the short side, to leave the long one to its rook, which gives
/// 6  . . . . K . . .      checks from three files away or more.
/// 5  . . . P . . . .
///    . . .
/// 2  . . . . . . . r
/// 1  . . . . R . . .
///    a b c d e f g h
/// ```
///
/// A king two files from the pawn must be nearer to the square in front of it than White's.
///
/// KRPvKR: speaks on 1,330,793, wrong 0; the first to speak on 349,179.
#[inline(always)]
pub(super) fn short_side(f: &Fight) -> bool {
    all([
        f.black.king.file() < f.pawn.file(),
        f.black.rook as u8 & 7 >= (f.pawn as u8 & 7) + 3,
        f.black.king.rank() > f.pawn.rank(),
    ]) && (f.black_files() == 1 || (f.black_files() == 2 && f.stop_square_lead() >= 1))
        && f.is_quiet()
}

/// ```text
/// 8  . . r . . . . .      The rook hinders the pawn from in front, with three empty ranks to give checks when
/// 7  . . . . . . . .      White's king leads it on. One file that cuts Black's king off does not win then.
/// 6  . . . . k . . .
///    . . .
/// 4  . . P . . . . .
/// 3  . K . R . . . .
///    a b c d e f g h
/// ```
///
/// Against a king two files away White's must be three files from its pawn, or Black's three moves nearer to
/// the queening square. With White to move Black's king must be nearer to the square in front of the pawn by
/// two moves, or to the queening square by four, or within a file of the pawn with White's three files away.
///
/// KRPvKR: speaks on 699,384, wrong 0; the first to speak on 99,334.
#[inline(always)]
pub(super) fn frontal(f: &Fight) -> bool {
    let has_time = || {
        let (is_near, is_far) = (f.black_files() <= 1, f.white_files() >= 3);
        match f.to_move {
            Side::Strong => f.stop_square_lead() >= 2 || f.queening_square_lead() >= 4 || (is_far && is_near),
            Side::Weak => is_near || is_far || f.queening_square_lead() >= 3,
        }
    };
    all([
        f.black.rook.file() == f.pawn.file(),
        f.black.rook as u8 / 8 >= f.pawn as u8 / 8 + 4,
        f.pawn.rank() <= Rank::Fourth,
        f.black_files() <= 2,
        f.black.king.rank() > f.pawn.rank(),
    ]) && has_time()
        && f.is_quiet()
}

/// ```text
/// 8  . . k . . . . .      Four files lie between the rook and the pawn: White's king finds no shelter from
/// 7  . . . . K . . .      checks but where it lets go of the pawn, and Black's king is at hand to win it.
/// 6  . . . P . . . .
///    . . .
/// 2  R . . . . . . .
/// 1  . . . . . . . r
///    a b c d e f g h
/// ```
///
/// In check White must not be nearer to the pawn than Black.
///
/// KRPvKR: speaks on 234,102, wrong 0; the first to speak on 88,744.
#[inline(always)]
pub(super) fn checking_distance(f: &Fight) -> bool {
    let gives_checks = || match f.to_move {
        Side::Strong => {
            f.is_white_in_check() && distance(f.white.king, f.pawn) >= distance(f.black.king, f.pawn)
        }
        Side::Weak => !f.is_white_in_check(),
    };
    all([
        f.pawn.rank() >= Rank::Fifth,
        f.black.rook as u8 & 7 >= (f.pawn as u8 & 7) + 4,
        f.black.king.file() <= f.pawn.file(),
        distance(f.black.king, stop_square(f.pawn)) <= 1,
        f.white_files() <= 1,
        f.white.king.file() >= f.pawn.file(),
    ]) && gives_checks()
        && !f.is_black_rook_attacked()
        && !f.is_black_in_check()
        && !f.may_black_win()
}

/// Black's king stands in front of the pawn, and White's, three or more squares from it, not on its file. A
/// pawn on its second rank is left out: from there it may still be freed with a discovered check.
///
/// KRPvKR: speaks on 3,716,829, wrong 0; the first to speak on 95,930.
#[inline(always)]
pub(super) fn king_in_front(f: &Fight) -> bool {
    all([
        path(f.pawn).has(f.black.king),
        f.pawn.rank() >= Rank::Third,
        distance(f.white.king, f.pawn) >= 3,
        f.white_files() >= 1,
        f.white.king.rank() <= f.black.king.rank(),
    ]) && f.is_quiet()
}

/// ```text
/// 8  R . . . . . . .      White's rook is shut in by its own pawn, and White's king has no shelter
/// 7  P . . . . . k .      from checks when it comes near. Black's king stays on g7 and h7.
///    . . .
/// 2  r . . . . . . .
///    a b c d e f g h
/// ```
///
/// KRPvKR: speaks on 442, wrong 0; the first to speak on 442.
#[inline(always)]
pub(super) fn rook_behind(f: &Fight) -> bool {
    f.pawn == Square::A7
        && f.white.rook == Square::A8
        && f.black.rook.file() == File::A
        && f.black.rook.rank() <= Rank::Third
        && matches!(f.black.king, Square::G7 | Square::H7)
        && distance(f.white.king, f.pawn) >= 2
        && distance(f.white.king, f.black.rook) >= 2
        && !f.is_white_in_check()
}

/// ```text
/// 8  . k . . r . . .      The rook guards the back rank, and against a knight or rook pawn that is
/// 7  . . . . . . R .      enough while White's king has not come to the sixth rank.
/// 6  . . . . . . . .
/// 5  . P K . . . . .
///    a b c d e f g h
/// ```
///
/// KRPvKR: speaks on 456,636, wrong 0; the first to speak on 31,988.
#[inline(always)]
pub(super) fn back_rank(f: &Fight) -> bool {
    all([
        f.black.rook.rank() == Rank::Eighth,
        f.black.rook.file() > f.black.king.file(),
        f.pawn.file() <= File::B,
        f.pawn.rank() <= Rank::Sixth,
        f.white.king.rank() <= Rank::Sixth,
        distance(f.black.king, queening_square(f.pawn)) <= 1,
    ]) && f.is_quiet()
}
