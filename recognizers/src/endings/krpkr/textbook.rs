//! The draws that have names.

use board::sets::distance;
use board::{BitBoard, File, Rank, Square};

use super::men::RookEnding;
use crate::geometry::{all, files_apart, files_from, path, queening_square, ranks_from, stop_square, within};
use crate::rule::{Side, conditions};

conditions! {
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
    fn third_rank as THIRD_RANK(f: &RookEnding) {
        "the pawn has not passed its fifth rank", "lets the pawn pass the line" =>
            matches!(f.pawn.rank(), Rank::Fourth | Rank::Fifth);
        "the defender's king holds the back ranks", "leaves the back rank with the king" =>
            f.black_king.rank() >= Rank::Seventh;
        "the defender's king is on the pawn's file or next to it", "takes the king away from the pawn's file" =>
            f.black_files() <= 1;
        "the attacker's king has not reached the sixth rank", "lets the attacker's king onto the sixth rank" =>
            f.white.king.rank() <= Rank::Fifth;
        "the attacker's rook is not on the sixth rank", "lets the attacker's rook onto the sixth rank" =>
            f.white.rook.rank() != Rank::Sixth;
        "the king cannot be driven off its file", "lets the king be driven from the pawn's file" =>
            f.to_move == Side::Weak
                || f.black_files() == 0
                || if f.black_king.rank() == Rank::Eighth {
                    files_apart(f.white.rook, f.black_king) >= 1
                } else {
                    distance(f.white.king, f.black_king) >= 4
                };
        on "the defender's rook holds the third rank from its own side", "leaves the third rank" => Rank::Sixth.bitboard();
        at_ease "nobody is in check and the rook is not attacked", "lets tactics in: a check, a capture or a skewer";
    }
}

conditions! {
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
    fn vancura as VANCURA(f: &RookEnding) {
        "the attacker's rook stands in front of the pawn", "frees the attacker's rook from in front of the pawn" =>
            f.white.rook == Square::A8;
        "the pawn is a rook pawn not beyond its sixth rank", "lets the rook pawn advance" =>
            f.pawn.file() == File::A && f.pawn.rank() <= Rank::Sixth;
        "the defender's king is on the knight's or rook's square of the second rank, safe from checks",
            "takes the king from the squares where checks do no harm" =>
            matches!(f.black_king, Square::G7 | Square::H7);
        "the attacker's king does not guard the pawn yet", "lets the attacker's king guard the pawn" =>
            match f.to_move {
                Side::Strong => f.stop_square_lead() >= -1,
                Side::Weak => distance(f.white.king, f.pawn) >= 2,
            };
        on "the defender's rook attacks the pawn from the side", "stops attacking the pawn from the side" =>
            f.pawn_attacked() & f.pawn.rank().bitboard();
        at_ease "nobody is in check and the rook is not attacked", "lets tactics in: a check, a capture or a skewer";
    }
}

conditions! {
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
    fn short_side as SHORT_SIDE(f: &RookEnding) {
        "the defender's king is on the short side of the pawn", "leaves the short side" =>
            f.black_king.file() < f.pawn.file();
        "the defender's king is ahead of the pawn", "lets the pawn get past the king" =>
            f.black_king.rank() > f.pawn.rank();
        "the defender's king is beside the pawn's file, or two files away and nearer to the square in front of it",
            "takes the king too far from the pawn's file" =>
            f.black_files() == 1 || (f.black_files() == 2 && f.stop_square_lead() >= 1);
        on "the defender's rook is three files away on the long side", "gives up the checking distance on the long side" =>
            files_from(f.pawn.file() as u8 + 3);
        quiet "nobody is in check and nothing hangs", "lets tactics in: a check, a capture, a skewer or an exchange";
    }
}

conditions! {
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
    fn frontal as FRONTAL(f: &RookEnding) {
        "the pawn has not passed its fourth rank", "lets the pawn pass its fourth rank" =>
            f.pawn.rank() <= Rank::Fourth;
        "the defender's king is at most two files from the pawn", "takes the king more than two files from the pawn" =>
            f.black_files() <= 2;
        "the defender's king is ahead of the pawn", "lets the pawn get past the king" =>
            f.black_king.rank() > f.pawn.rank();
        "the defender's king is in time", "loses a tempo that the king needs" => {
            let (is_near, is_far) = (f.black_files() <= 1, f.white_files() >= 3);
            match f.to_move {
                Side::Strong => f.stop_square_lead() >= 2 || f.queening_square_lead() >= 4 || (is_far && is_near),
                Side::Weak => is_near || is_far || f.queening_square_lead() >= 3,
            }
        };
        on "the defender's rook is in front of the pawn with three ranks in between",
            "gives up the checks from in front" =>
            f.pawn.file().bitboard() & ranks_from(f.pawn.rank() as u8 + 4);
        quiet "nobody is in check and nothing hangs", "lets tactics in: a check, a capture, a skewer or an exchange";
    }
}

conditions! {
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
    fn checking_distance as CHECKING_DISTANCE(f: &RookEnding) {
        "the pawn has reached its fifth rank", "leaves the pawn behind" => f.pawn.rank() >= Rank::Fifth;
        "the defender's king is not on the long side of the pawn", "takes the king to the long side" =>
            f.black_king.file() <= f.pawn.file();
        "the defender's king is next to the square in front of the pawn or on it", "lets go of the square in front of the pawn" =>
            distance(f.black_king, stop_square(f.pawn)) <= 1;
        "the attacker's king is on the pawn's file or next to it", "takes the king away from the pawn's file" =>
            f.white_files() <= 1;
        "the attacker's king is not on the short side of the pawn", "takes the king to the short side" =>
            f.white.king.file() >= f.pawn.file();
        "an attacker to move is no nearer to the pawn with the king than the defender", "lets the attacker's king be nearer to the pawn" =>
            f.to_move == Side::Weak || distance(f.white.king, f.pawn) >= distance(f.black_king, f.pawn);
        on "the defender's rook is four files away on the long side", "gives up the checking distance on the long side" =>
            files_from(f.pawn.file() as u8 + 4);
        keeping_checks "nothing hangs, and nobody is in check but an attacker to move", "lets tactics in: a check, a capture or a skewer";
    }
}

impl RookEnding {
    /// Where, of these squares, Black's rook gives check with White to move and none otherwise, is not attacked, and Black has
    /// neither a check to see to nor a shot.
    #[inline]
    fn keeping_checks(&self, of: BitBoard) -> BitBoard {
        let giving_checks = match self.to_move {
            Side::Strong => self.white_in_check(),
            Side::Weak => !self.white_in_check(),
        };
        let safe = (of & self.rooks & giving_checks) - self.black_rook_attacked() - self.black_in_check();
        if safe.is_empty() { safe } else { safe - self.black_may_win() }
    }
}

conditions! {
    /// Black's king stands in front of the pawn, and White's, three or more squares from it, not on its file. A
    /// pawn on its second rank is left out: from there it may still be freed with a discovered check.
    ///
    /// KRPvKR: speaks on 3,716,829, wrong 0; the first to speak on 95,930.
    fn king_in_front as KING_IN_FRONT(f: &RookEnding) {
        "the defender's king stands in front of the pawn", "lets go of the square in front of the pawn" =>
            path(f.pawn).has(f.black_king);
        "the pawn has left its second rank", "leaves the pawn on its second rank" => f.pawn.rank() >= Rank::Third;
        "the attacker's king is three squares from the pawn", "lets the attacker's king near the pawn" =>
            distance(f.white.king, f.pawn) >= 3;
        "the attacker's king is not on the pawn's file", "lets the attacker's king behind the pawn" =>
            f.white_files() >= 1;
        "the attacker's king is not ahead of the defender's", "lets the attacker's king get ahead" =>
            f.white.king.rank() <= f.black_king.rank();
        on "the defender has its rook", "loses the rook" => f.rooks;
        quiet "nobody is in check and nothing hangs", "lets tactics in: a check, a capture, a skewer or an exchange";
    }
}

conditions! {
    /// ```text
    /// 8  R . . . . . . .      White's rook is shut in by its own pawn, and White's king has no shelter
    /// 7  P . . . . . k .      from checks when it comes near. Black's king stays on g7 and h7.
    ///    . . .
    /// 2  r . . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KRPvKR: speaks on 442, wrong 0; the first to speak on 442.
    fn rook_behind as ROOK_BEHIND(f: &RookEnding) {
        "the pawn is a rook pawn on its seventh rank", "promotes the pawn" => f.pawn == Square::A7;
        "the attacker's rook is shut in in front of the pawn", "lets the rook out" => f.white.rook == Square::A8;
        "the defender's king is on the seventh rank at the other side of the board, on the knight or rook file",
            "takes the king out of its shelter" => matches!(f.black_king, Square::G7 | Square::H7);
        "the attacker's king is two squares from the pawn", "brings the king up to the pawn" =>
            distance(f.white.king, f.pawn) >= 2;
        on "the defender's rook is behind the pawn, out of the king's reach", "takes the rook from behind the pawn" =>
            File::A.bitboard() - ranks_from(Rank::Fourth as u8) - within(1, f.white.king);
        white_unchecked "the attacker is not in check", "gives check";
    }
}

conditions! {
    /// ```text
    /// 8  . k . . r . . .      The rook guards the back rank, and against a knight or rook pawn that is
    /// 7  . . . . . . R .      enough while White's king has not come to the sixth rank.
    /// 6  . . . . . . . .
    /// 5  . P K . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KRPvKR: speaks on 456,636, wrong 0; the first to speak on 31,988.
    fn back_rank as BACK_RANK(f: &RookEnding) {
        "the pawn is a rook or knight pawn", "changes the pawn's file" => f.pawn.file() <= File::B;
        "the pawn has not reached its seventh rank", "lets the pawn reach its seventh rank" =>
            f.pawn.rank() <= Rank::Sixth;
        "the attacker's king has not reached the seventh rank", "lets the attacker's king onto the seventh rank" =>
            f.white.king.rank() <= Rank::Sixth;
        "the defender's king is next to the queening square or on it", "takes the king away from the queening square" =>
            distance(f.black_king, queening_square(f.pawn)) <= 1;
        on "the defender's rook holds the back rank on the long side of its king", "leaves the back rank" =>
            Rank::Eighth.bitboard() & files_from(f.black_king.file() as u8 + 1);
        quiet "nobody is in check and nothing hangs", "lets tactics in: a check, a capture, a skewer or an exchange";
    }
}
