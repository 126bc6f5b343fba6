//! The draws that have names.

use board::sets::distance;
use board::{BitBoard, File, Rank, Square};

use super::camp::when;
use super::fight::Fight;
use crate::geometry::{all, files_apart, files_from, path, queening_square, ranks_from, stop_square, within};
use crate::rule::Side;

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
pub(super) fn third_rank(f: &Fight) -> BitBoard {
    let stands = all([
        matches!(f.pawn.rank(), Rank::Fourth | Rank::Fifth),
        f.black_king.rank() >= Rank::Seventh,
        f.black_files() <= 1,
        f.white.king.rank() <= Rank::Fifth,
        f.white.rook.rank() != Rank::Sixth,
    ]);
    let is_settled = || {
        f.to_move == Side::Weak
            || f.black_files() == 0
            || if f.black_king.rank() == Rank::Eighth {
                files_apart(f.white.rook, f.black_king) >= 1
            } else {
                distance(f.white.king, f.black_king) >= 4
            }
    };
    f.at_ease(when(stands && is_settled(), Rank::Sixth.bitboard()))
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
pub(super) fn vancura(f: &Fight) -> BitBoard {
    let is_late = || match f.to_move {
        Side::Strong => f.stop_square_lead() >= -1,
        Side::Weak => distance(f.white.king, f.pawn) >= 2,
    };
    let stands = f.white.rook == Square::A8
        && f.pawn.file() == File::A
        && matches!(f.black_king, Square::G7 | Square::H7)
        && f.pawn.rank() <= Rank::Sixth
        && is_late();
    f.at_ease(when(stands, f.pawn_attacked() & f.pawn.rank().bitboard()))
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
pub(super) fn short_side(f: &Fight) -> BitBoard {
    let stands = all([f.black_king.file() < f.pawn.file(), f.black_king.rank() > f.pawn.rank()])
        && (f.black_files() == 1 || (f.black_files() == 2 && f.stop_square_lead() >= 1));
    f.quiet(when(stands, files_from(f.pawn.file() as u8 + 3)))
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
pub(super) fn frontal(f: &Fight) -> BitBoard {
    let has_time = || {
        let (is_near, is_far) = (f.black_files() <= 1, f.white_files() >= 3);
        match f.to_move {
            Side::Strong => f.stop_square_lead() >= 2 || f.queening_square_lead() >= 4 || (is_far && is_near),
            Side::Weak => is_near || is_far || f.queening_square_lead() >= 3,
        }
    };
    let stands =
        all([f.pawn.rank() <= Rank::Fourth, f.black_files() <= 2, f.black_king.rank() > f.pawn.rank()])
            && has_time();
    f.quiet(when(stands, f.pawn.file().bitboard() & ranks_from(f.pawn.rank() as u8 + 4)))
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
pub(super) fn checking_distance(f: &Fight) -> BitBoard {
    let stands = all([
        f.pawn.rank() >= Rank::Fifth,
        f.black_king.file() <= f.pawn.file(),
        distance(f.black_king, stop_square(f.pawn)) <= 1,
        f.white_files() <= 1,
        f.white.king.file() >= f.pawn.file(),
    ]);
    if !stands {
        return BitBoard::EMPTY;
    }
    let giving_checks = match f.to_move {
        Side::Strong => {
            let is_in_time = distance(f.white.king, f.pawn) >= distance(f.black_king, f.pawn);
            when(is_in_time, f.white_in_check())
        }
        Side::Weak => !f.white_in_check(),
    };
    let far = f.rooks & giving_checks & files_from(f.pawn.file() as u8 + 4);
    let safe = far - f.black_rook_attacked() - f.black_in_check();
    if safe.is_empty() { safe } else { safe - f.black_may_win() }
}

/// Black's king stands in front of the pawn, and White's, three or more squares from it, not on its file. A
/// pawn on its second rank is left out: from there it may still be freed with a discovered check.
///
/// KRPvKR: speaks on 3,716,829, wrong 0; the first to speak on 95,930.
#[inline(always)]
pub(super) fn king_in_front(f: &Fight) -> BitBoard {
    let stands = all([
        path(f.pawn).has(f.black_king),
        f.pawn.rank() >= Rank::Third,
        distance(f.white.king, f.pawn) >= 3,
        f.white_files() >= 1,
        f.white.king.rank() <= f.black_king.rank(),
    ]);
    f.quiet(when(stands, f.rooks))
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
pub(super) fn rook_behind(f: &Fight) -> BitBoard {
    let stands = f.pawn == Square::A7
        && f.white.rook == Square::A8
        && matches!(f.black_king, Square::G7 | Square::H7)
        && distance(f.white.king, f.pawn) >= 2;
    let behind = File::A.bitboard() - ranks_from(Rank::Fourth as u8);
    when(stands, (f.rooks & behind) - within(1, f.white.king) - f.white_in_check())
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
pub(super) fn back_rank(f: &Fight) -> BitBoard {
    let stands = all([
        f.pawn.file() <= File::B,
        f.pawn.rank() <= Rank::Sixth,
        f.white.king.rank() <= Rank::Sixth,
        distance(f.black_king, queening_square(f.pawn)) <= 1,
    ]);
    f.quiet(when(stands, Rank::Eighth.bitboard() & files_from(f.black_king.file() as u8 + 1)))
}
