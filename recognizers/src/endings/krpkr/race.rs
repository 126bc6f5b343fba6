//! Rules of KRPvKR for quiet draws decided by distances: the defender's king is near, the
//! attacker's is not.

use board::sets::distance;
use board::{BitBoard, File, Rank};

use super::king_and_rook::when;
use super::men::RookEnding;
use crate::geometry::{all, files_from, lines, queening_square, ranks_from, stop_square, within};
use crate::rule::{Side, rules};

rules! {
    /// ```text
    /// 8  . . . . . . . .      White's king is three files from the pawn, Black's on its file and
    /// 7  . . k . . . . .      ahead of it: a draw with either side to move.
    /// 6  . . . . . . . r
    /// 5  . . . . . K . .
    /// 4  . . P . . . . .
    ///    . . .
    /// 1  . . . . R . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// With White to move, Black's king must have a move to spare in the square of the pawn, and
    /// White's rook must not be in front of the pawn.
    pub(super) STANDS_BY_THE_PAWN = "the king stands by the pawn", Either to move: Draw,
        claim: "The defender's king is next to the pawn's file and in its square, the attacker's three files away.",
        source: VERIFY, example: "5R2/8/2k5/4K3/8/1P6/8/r7 w - - 0 1",
        by_square(RookEnding as f) {
            "the attacker's king is three files from the pawn", "lets the attacker's king within three files of the pawn" =>
                f.white_files() >= 3;
            "the defender's king is on the pawn's file or next to it", "takes the king away from the pawn's file" =>
                f.black_files() <= 1;
            "the defender's king is in the square of the pawn", "leaves the square of the pawn" => {
                let is_opposite_far_king = f.black_files() == 0 && f.white_files() >= 4;
                f.spare_moves() >= i8::from(f.to_move == Side::Strong && !is_opposite_far_king)
            };
            "the attacker's rook does not stand in front of the pawn", "lets the rook in front of the pawn" =>
                f.to_move == Side::Weak || f.white.rook != stop_square(f.pawn);
            on "the defender has its rook", "loses the rook" => f.rooks;
            settled "neither king is in check and nothing hangs", "lets tactics in: a check, a capture, a skewer or an exchange";
        }

    /// White's king is four files from the pawn, Black's in the square of the pawn with a move to
    /// spare. With White to move, Black's king must be within two files and the pawn not past its
    /// fourth rank, or it must be first at the square two in front of the pawn with White's king
    /// not ahead of the pawn. With Black to move, three files are enough if his king is near and
    /// not cut off.
    pub(super) IS_LEFT_ALONE = "the pawn is left alone", Either to move: Draw,
        claim: "The attacker's king is four files from the pawn, the defender's king ahead in the pawn's square.",
        source: VERIFY, example: "1r6/8/4k3/8/2P5/6K1/8/3R4 w - - 0 1",
        by_square(RookEnding as f) {
            "the defender's king has a move to spare in the square of the pawn", "leaves the king no move to spare" =>
                f.spare_moves() >= 1;
            "the attacker's king is three files from the pawn", "lets the attacker's king within three files of the pawn" =>
                f.white_files() >= 3;
            then "the attacker's king is four files from the pawn, or three when the defender has the move and its king is near and not cut off",
                "lets the attacker's king near the pawn" =>
                f.white_files() >= 4
                    || (f.to_move == Side::Weak && f.white_files() == 3 && is_near(f) && !f.is_black_cut_off());
            then "the defender, if not to move, has its king near, or first at the square two in front of the pawn",
                "lets the defender's king come too late" =>
                f.to_move == Side::Weak || is_near(f) || (f.heart_square_lead() >= 1 && f.white_ahead() <= 0);
            on "the rook does not hem in its own king on the back rank", "hems in the king on the back rank" =>
                if f.white_files() == 3 { f.rooks - hemming_in(f) } else { f.rooks };
            quiet "neither king is in check and nothing hangs", "lets tactics in: a check, a capture, a skewer or an exchange";
        }

    /// Black's king is five moves nearer to the queening square and has a move to spare. With White
    /// to move and his king off its first rank, less is enough: three moves for a king within a
    /// file of the pawn and not next to the queening square, two against a rook pawn for a king on
    /// the fifth rank or beyond.
    pub(super) IS_FAR_AHEAD = "the king is far ahead", Either to move: Draw,
        claim: "The defender's king is five moves nearer to the queening square.",
        source: VERIFY, example: "5r2/8/3k4/8/8/2P5/7R/3K4 w - - 0 1",
        by_square(RookEnding as f) {
            "the defender's king has a move to spare in the square of the pawn", "leaves the king no move to spare" =>
                f.spare_moves() >= 1;
            "the defender's king is nearer to the queening square", "lets the attacker's king be nearer to the queening square" =>
                f.queening_square_lead() >= 2;
            then "the defender's king is nearer by far, or by as much as it needs there", "lets the attacker's king catch up" =>
                f.queening_square_lead() >= 5
                    || is_ahead_with_the_heart_square(f)
                    || is_ahead_against_the_move(f)
                    || is_near_against_the_move(f);
            on "the rook is not in the way of king or pawn, nor about to be attacked", "misplaces the rook" => {
                let is_settled = f.to_move == Side::Weak || is_ahead_against_the_move(f);
                let is_far_ahead = f.queening_square_lead() >= 5;
                when(is_settled, f.rooks)
                    | when(is_far_ahead, f.rooks - within(2, f.white.king) - lines(f.weak_king))
                    | when(is_near_against_the_move(f), f.rooks - f.pawn.file().bitboard())
            };
            settled "neither king is in check and nothing hangs", "lets tactics in: a check, a capture, a skewer or an exchange";
        }
}

/// True if, with White to move, Black's king is so near that a lead of less than five moves is
/// enough.
fn is_ahead_against_the_move(f: &RookEnding) -> bool {
    let lead = f.queening_square_lead();
    let is_near = f.black_files() <= 1 && distance(f.weak_king, queening_square(f.pawn)) >= 2;
    let is_rook_pawn = f.pawn.file() == File::A && f.weak_king.rank() >= Rank::Fifth;
    all([f.to_move == Side::Strong, f.white.king.rank() != Rank::First, f.spare_moves() >= 1])
        && ((lead >= 3 && is_near) || (lead >= 2 && is_rook_pawn))
}

/// True if, with Black to move, his king is four moves nearer to the queening square, and nearer to
/// the heart square, and White's king is far from the pawn.
fn is_ahead_with_the_heart_square(f: &RookEnding) -> bool {
    f.to_move == Side::Weak && f.queening_square_lead() >= 4 && f.heart_square_lead() >= 1 && is_far(f)
}

/// True if, with White to move, Black's king is within a file of a pawn that has not passed its
/// fourth rank, not cut off from its file, and four moves nearer to the queening square.
fn is_near_against_the_move(f: &RookEnding) -> bool {
    all([
        f.to_move == Side::Strong,
        f.black_files() <= 1,
        f.pawn.rank() <= Rank::Fourth,
        f.queening_square_lead() >= 4,
    ]) && !f.is_black_cut_off_by_file()
}

rules! {
    /// ```text
    /// 8  . . . . . . r .      Black to move. His king is nearer to the square in front of the pawn
    /// 7  . . . . . . . .      and to the next, and White's comes too late to help the rook, which
    /// 6  . . . . k . . .      alone cannot keep it away.
    /// 5  . . . . . . . .
    /// 4  . . P . . . . .
    /// 3  . . . R . . . .
    ///    . . .
    /// 1  K . . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// Ahead of the pawn or beside it the king must be two moves nearer to both squares; one move
    /// is enough if it is not cut off and White's king is two files from the pawn, or if White's
    /// king is four files from a pawn not past its fourth rank. From behind it may approach near
    /// the pawn's file, with White's king three or four files away and White's rook not on that
    /// file.
    ///
    /// With White to move it must be three moves nearer to the square in front of a pawn not past
    /// its fourth rank, with the rook on the last two ranks.
    pub(super) IS_FIRST_IN_FRONT = "the king is first in front of the pawn", Either to move: Draw,
        claim: "The defender's king is nearer to the square in front of the pawn, which has not passed its fifth rank, and to the next.",
        plan: "Walk in front of the pawn at once; the rook keeps away from its king's file and checks when the other king comes.",
        source: VERIFY, example: "r7/8/6K1/1k6/3P4/4R3/8/8 b - - 0 1",
        by_square(RookEnding as f) {
            "the pawn has not passed its fifth rank", "lets the pawn pass its fifth rank" => f.pawn.rank() <= Rank::Fifth;
            "the defender's king is nearer to the square in front of the pawn", "loses the race to the square in front of the pawn" =>
                f.stop_square_lead() >= if f.to_move == Side::Strong { 3 } else { 1 };
            then "the attacker's king is too late, or the defender's not cut off", "lets the attacker's king come in time" =>
                match f.to_move {
                    Side::Strong => is_first_against_the_move(f),
                    Side::Weak => is_clearly_first(f) || is_first_and_free(f) || comes_from_behind(f) || meets_no_king(f),
                };
            on "the defender's rook does not stand on its king's file, or on the last ranks when the attacker is to move",
                "misplaces the rook" => match f.to_move {
                    Side::Strong => f.rooks & ranks_from(Rank::Seventh as u8),
                    Side::Weak if meets_no_king(f) => f.rooks,
                    Side::Weak => f.rooks - f.weak_king.file().bitboard(),
                };
            settled "neither king is in check and nothing hangs", "lets tactics in: a check, a capture, a skewer or an exchange";
        }
}

/// The conditions with White to move, besides the lead of three moves: Black's king is at most two
/// ranks behind a pawn not past its fourth rank.
fn is_first_against_the_move(f: &RookEnding) -> bool {
    all([
        f.queening_square_lead() >= -2,
        f.pawn.rank() <= Rank::Fourth,
        f.black_ahead() >= -2,
        f.white.rook.file() != f.pawn.file(),
    ])
}

/// True if Black's king, beside the pawn or ahead of it, is first by two moves, at the heart
/// square, too, or if it is near the pawn and White's is four files away.
fn is_clearly_first(f: &RookEnding) -> bool {
    let (stop, heart) = (f.stop_square_lead(), f.heart_square_lead());
    let is_alone = f.pawn.rank() <= Rank::Fourth && f.white_files() >= 4;
    let is_next = is_alone && distance(f.weak_king, f.pawn) <= 2;
    let is_ahead = f.black_ahead() >= 0;
    (stop >= 2 && ((heart >= 2 && is_ahead) || is_next))
        || (all([is_alone, is_ahead, heart >= 1]) && f.weak_king.rank() >= Rank::Third)
}

/// True if Black's king is first at both squares and not cut off, and White's is two files from the
/// pawn.
fn is_first_and_free(f: &RookEnding) -> bool {
    all([f.heart_square_lead() >= 1, f.spare_moves() >= -1, f.white_files() >= 2])
        && (f.weak_king.rank() <= Rank::Seventh || f.black_files() <= 2)
        && !f.is_black_cut_off()
}

/// True if Black's king comes in time from behind the pawn, with White's rook neither on the pawn's
/// file nor cutting it off, and White's king three files away.
fn comes_from_behind(f: &RookEnding) -> bool {
    let is_slow = f.pawn.rank() <= Rank::Fourth && f.black_files() <= 2 && f.heart_square_lead() >= 1;
    let is_close = all([
        f.stop_square_lead() >= 2,
        distance(f.weak_king, f.pawn) <= 3,
        f.weak_king.rank() >= Rank::Second,
        f.black_ahead() >= -1,
    ]);
    f.white_files() >= 3
        && (is_slow || is_close)
        && f.white.rook.file() != f.pawn.file()
        && !f.is_black_cut_off_by_file()
}

/// Like [`comes_from_behind`], against a pawn that has not passed its fourth rank, with White's
/// king four files away.
fn meets_no_king(f: &RookEnding) -> bool {
    all([f.pawn.rank() <= Rank::Fourth, f.black_files() <= 2, f.white_files() >= 4])
        && f.white.rook.file() != f.pawn.file()
        && !f.is_black_cut_off_by_file()
}

/// True if Black's king is within two files of a pawn that has not passed its fourth rank.
fn is_near(f: &RookEnding) -> bool {
    f.black_files() <= 2 && f.pawn.rank() <= Rank::Fourth
}

/// True if White's king is at least three squares from its pawn.
fn is_far(f: &RookEnding) -> bool {
    distance(f.white.king, f.pawn) >= 3
}

/// The back rank between Black's king and the a-file, where his rook would hem the king in.
fn hemming_in(f: &RookEnding) -> BitBoard {
    Rank::Eighth.bitboard() - files_from(f.weak_king.file() as u8)
}
