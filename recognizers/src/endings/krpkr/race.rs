//! Quiet draws that distances decide: the defender's king is there, the attacker's king is not.

use board::sets::distance;
use board::{BitBoard, Rank};

use super::men::RookEnding;
use crate::geometry::{all, files_from, stop_square, within};
use crate::rule::{Side, conditions};

conditions! {
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
    fn stands_by_the_pawn as STANDS_BY_THE_PAWN(f: &RookEnding) {
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
        quiet "nobody is in check and nothing hangs", "lets tactics in: a check, a capture, a skewer or an exchange";
    }
}

conditions! {
    /// White's king is four files from the pawn, Black's in the square of the pawn with a move to spare. Against
    /// the move it must be within two files, and the pawn not past its fourth rank.
    ///
    /// KRPvKR: speaks on 12,432,907, wrong 0; the first to speak on 4,177,972.
    fn is_left_alone as IS_LEFT_ALONE(f: &RookEnding) {
        "the defender's king has a move to spare in the square of the pawn", "leaves the king no move to spare" =>
            f.spare_moves() >= 1;
        "the attacker's king is four files from the pawn, or three with the defender to move", "lets the attacker's king near the pawn" =>
            f.white_files() >= if f.to_move == Side::Strong { 4 } else { 3 };
        "the defender's king is near enough to the pawn's file, and the pawn has not come too far", "takes the king too far from the pawn" => {
            let is_near = f.black_files() <= 2 && f.pawn.rank() <= Rank::Fourth;
            match f.to_move {
                Side::Strong => is_near,
                Side::Weak => f.white_files() >= 4 || (is_near && !f.is_black_cut_off()),
            }
        };
        on "the defender's rook does not hem its king in", "hems the king in" =>
            if f.to_move == Side::Strong || f.white_files() >= 4 { f.rooks } else { f.rooks - hemming_in(f) };
        quiet "nobody is in check and nothing hangs", "lets tactics in: a check, a capture, a skewer or an exchange";
    }
}

conditions! {
    /// Black's king is five moves nearer to the queening square and has a move to spare. White's king must not be
    /// about to attack the rook.
    ///
    /// KRPvKR: speaks on 6,148,535, wrong 0; the first to speak on 2,764,061.
    fn is_far_ahead as IS_FAR_AHEAD(f: &RookEnding) {
        "the defender's king has a move to spare in the square of the pawn", "leaves the king no move to spare" =>
            f.spare_moves() >= 1;
        "the defender's king is five moves nearer to the queening square", "lets the attacker's king catch up" =>
            f.queening_square_lead() >= 5;
        on "the attacker's king is not about to attack the rook", "lets the king attack the rook" =>
            f.rooks - within(2, f.white.king);
        quiet "nobody is in check and nothing hangs", "lets tactics in: a check, a capture, a skewer or an exchange";
    }
}

conditions! {
    /// Black's king, not cut off, is three moves nearer to the queening square; White's rook has no move to put
    /// that right.
    ///
    /// KRPvKR: speaks on 7,346,840, wrong 0; the first to speak on 1,642,537.
    fn is_ahead_with_the_move as IS_AHEAD_WITH_THE_MOVE(f: &RookEnding) {
        "the defender's king is in the square of the pawn", "leaves the square of the pawn" => f.spare_moves() >= 0;
        "the defender's king is three moves nearer to the queening square", "lets the attacker's king catch up" =>
            f.queening_square_lead() >= 3;
        "the defender's king is beside the pawn's file, or two files from a pawn that has not passed its fourth rank",
            "takes the king away from the pawn's file" =>
            f.black_files() <= 1 || (f.black_files() == 2 && f.pawn.rank() <= Rank::Fourth);
        "the defender's king is not cut off", "lets the king be cut off" => !f.is_black_cut_off();
        on "the defender's rook does not hem its king in", "hems the king in" => f.rooks - hemming_in(f);
        quiet "nobody is in check and nothing hangs", "lets tactics in: a check, a capture, a skewer or an exchange";
    }
}

conditions! {
    /// With White's king three squares from the pawn, being one move nearer to the queening square is enough for a
    /// king beside the pawn's file that is not cut off and has the move.
    ///
    /// KRPvKR: speaks on 5,108,345, wrong 0; the first to speak on 109,249.
    fn is_nearer_with_the_move as IS_NEARER_WITH_THE_MOVE(f: &RookEnding) {
        "the defender's king has a move to spare in the square of the pawn", "leaves the king no move to spare" =>
            f.spare_moves() >= 1;
        "the defender's king is nearer to the queening square", "lets the attacker's king be nearer to the queening square" =>
            f.queening_square_lead() >= 1;
        "the defender's king is on the pawn's file or next to it", "takes the king away from the pawn's file" =>
            f.black_files() <= 1;
        "the attacker's king is three squares from the pawn", "lets the attacker's king near the pawn" =>
            distance(f.white.king, f.pawn) >= 3;
        "the defender's king is not cut off", "lets the king be cut off" => !f.is_black_cut_off();
        on "the defender has its rook", "loses the rook" => f.rooks;
        quiet "nobody is in check and nothing hangs", "lets tactics in: a check, a capture, a skewer or an exchange";
    }
}

conditions! {
    /// Black's king is three moves nearer to the heart square, two in front of the pawn, and White's king at least
    /// three squares from the pawn.
    ///
    /// KRPvKR: speaks on 9,137,471, wrong 0; the first to speak on 491,310.
    fn holds_the_heart_square as HOLDS_THE_HEART_SQUARE(f: &RookEnding) {
        "the defender's king is clearly first at the square two in front of the pawn",
            "loses the race to the square two in front of the pawn" => {
            let (spare, lead) = (f.spare_moves(), f.heart_square_lead());
            match f.to_move {
                Side::Strong => all([spare >= 2, lead >= 3]),
                Side::Weak => all([spare >= 1, lead >= 2, spare + lead >= 4]),
            }
        };
        "the attacker's king is three squares from the pawn", "lets the attacker's king near the pawn" =>
            distance(f.white.king, f.pawn) >= 3;
        "the defender's king is not cut off", "lets the king be cut off" =>
            f.to_move == Side::Strong || !f.is_black_cut_off();
        on "the defender has its rook", "loses the rook" => f.rooks;
        quiet "nobody is in check and nothing hangs", "lets tactics in: a check, a capture, a skewer or an exchange";
    }
}

/// The back rank between Black's king and the near edge, where his rook would hem him in.
fn hemming_in(f: &RookEnding) -> BitBoard {
    Rank::Eighth.bitboard() - files_from(f.black_king.file() as u8)
}
