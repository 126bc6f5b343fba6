//! Rules of KRPvKR for the draws of the textbooks.

use board::sets::distance;
use board::{BitBoard, File, Rank, Square};

use super::king_and_rook::when;
use super::men::RookEnding;
use crate::geometry::{all, files_apart, files_from, path, queening_square, ranks_from, stop_square, within};
use crate::rule::{Side, rules};

rules! {
    /// ```text
    /// 8  . . k . . . . .      The rook keeps White's king from the sixth rank. When the pawn goes
    /// 7  . . . . . . . R      there, the rook goes to the first rank and checks from behind.
    /// 6  r . . . . . . .
    /// 5  . . P . . . . .
    /// 4  . . . . K . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// With the rook on the rank, the pawn on its fourth or fifth and White's rook not on the
    /// sixth: with White to move a king next to the pawn's file is safe on the back rank, unless
    /// White's rook is on its file, and on the seventh rank if White's king is four squares away.
    ///
    /// With the rook elsewhere, but in time: White's king has not passed its fourth rank. With
    /// White to move the rook must be two files from the pawn and not tied to it. With Black to
    /// move the pawn must not have passed its fourth rank, or, with three moves to spare and the
    /// rook two files away, White's king may be on the fifth.
    pub(super) THIRD_RANK = "the third-rank defense", Either to move: Draw,
        claim: "The rook holds the sixth rank in front of pawn and king, the defender's king the back rank.",
        plan: "Keep the rook on its third rank until the pawn goes there, which takes the shelter from its king; then go to the far end of the file and check from behind.",
        source: PHILIDOR_1777, example: "1k6/8/4r3/3R4/2P5/3K4/8/8 w - - 0 1",
        by_square(RookEnding as f) {
            "the pawn has not passed its fifth rank", "lets the pawn pass the line" => f.pawn.rank() <= Rank::Fifth;
            "the defender's king holds the back ranks", "leaves the back rank with the king" =>
                f.weak_king.rank() >= Rank::Seventh;
            "the defender's king is on the pawn's file or next to it", "takes the king away from the pawn's file" =>
                f.black_files() <= 1;
            "the attacker's king has not reached the sixth rank", "lets the attacker's king onto the sixth rank" =>
                f.white.king.rank() <= Rank::Fifth;
            on "the defender's rook holds the third rank from its own side, or comes there in time", "leaves the third rank" =>
                when(is_line_held(f), f.at_ease(Rank::Sixth.bitboard())) | f.settled(coming_in_time(f));
            calm "neither king is in check and the rook is not attacked", "lets tactics in: a check, a capture or a skewer";
        }
}

/// True if Black's rook holds on the sixth rank: his king cannot be driven off its file, and
/// White's rook is not on that rank.
fn is_line_held(f: &RookEnding) -> bool {
    let cannot_be_driven = || {
        f.to_move == Side::Weak
            || f.black_files() == 0
            || if f.weak_king.rank() == Rank::Eighth {
                files_apart(f.white.rook, f.weak_king) >= 1
            } else {
                distance(f.white.king, f.weak_king) >= 4
            }
    };
    f.pawn.rank() >= Rank::Fourth && f.white.rook.rank() != Rank::Sixth && cannot_be_driven()
}

/// Squares of Black's rook from which it comes to the sixth rank, or behind the pawn, before
/// White's king gets there.
fn coming_in_time(f: &RookEnding) -> BitBoard {
    let is_down = f.white.king.rank() <= Rank::Fourth;
    let far_files = f.rooks - files_around(f.pawn);
    match f.to_move {
        Side::Strong => when(is_down, far_files - f.pawn_attacked()),
        Side::Weak if is_down && f.pawn.rank() <= Rank::Fourth => f.rooks,
        Side::Weak => when(f.spare_moves() >= 3, far_files),
    }
}

rules! {
    /// ```text
    /// 8  R . . . . . . .      The rook attacks the pawn from the side and ties White's rook to it;
    /// 7  . . . . . . k .      when White's king comes to guard it, the rook gives checks from the
    /// 6  P . . . . r . .      side, or from behind once the pawn has advanced. Black's king is
    /// 5  . . . . . . . .      safe from checks on g7 and h7 only.
    /// 4  . . . . . . . .
    /// 3  . K . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// With White to move his king must be three squares from the pawn, and not ahead of it unless
    /// the pawn is on a6; with Black to move, two squares. With the pawn on a6 and the rook on e6
    /// or f6, from where it checks best, White's king may be one square nearer if it is not ahead
    /// of the pawn, and anywhere with Black to move. Once the pawn is on a7 the rook belongs behind
    /// it, and White's king must be two squares away.
    pub(super) VANCURA = "the Vancura defense", Either to move: Draw,
        claim: "The defender's rook attacks a rook pawn from the side, the king on g7 or h7, the attacker's rook in front of the pawn.",
        plan: "Attack the pawn from the side along its rank; when the king comes to guard it, check from the side as far away as possible; when the pawn steps on, go behind it. The king stays on the two squares where it is safe from checks.",
        source: VANCURA, example: "R7/6k1/P4r2/8/1K6/8/8/8 b - - 0 1",
        by_square(RookEnding as f) {
            "the attacker's rook stands in front of the pawn", "frees the attacker's rook from in front of the pawn" =>
                f.white.rook == Square::A8;
            "the pawn is a rook pawn", "changes the pawn's file" => f.pawn.file() == File::A;
            "the defender's king is on the knight's or rook's square of the second rank, safe from checks",
                "takes the king from the squares where checks do no harm" =>
                matches!(f.weak_king, Square::G7 | Square::H7);
            then "the attacker's king is too late to guard the pawn", "lets the attacker's king guard the pawn" =>
                !files_in_time(f).is_empty();
            on "the defender's rook attacks the pawn from the side", "stops attacking the pawn from the side" =>
                if f.pawn == Square::A7 { behind_the_pawn(f) } else { f.pawn_attacked() & f.pawn.rank().bitboard() & files_in_time(f) };
            at_ease "neither king is in check and the rook is not attacked", "lets tactics in: a check, a capture or a skewer";
        }
}

/// Files from which Black's rook, attacking the pawn from the side, can check before White's king
/// finds shelter.
fn files_in_time(f: &RookEnding) -> BitBoard {
    let away = distance(f.white.king, f.pawn);
    let (is_on_sixth, is_ahead) = (f.pawn.rank() == Rank::Sixth, f.white_ahead() > 0);
    let (all_files, best_files) = match f.to_move {
        Side::Strong if f.pawn.rank() == Rank::Seventh => (away >= 2, false),
        Side::Strong => (away >= 3 && (is_on_sixth || !is_ahead), is_on_sixth && away >= 2 && !is_ahead),
        Side::Weak => (away >= 2, is_on_sixth),
    };
    when(all_files, BitBoard::FULL) | when(best_files, File::E.bitboard() | File::F.bitboard())
}

/// Squares behind a pawn on a7, from which Black's rook checks a king that comes near.
fn behind_the_pawn(f: &RookEnding) -> BitBoard {
    File::A.bitboard() - ranks_from(Rank::Fourth as u8) - within(1, f.white.king)
}

rules! {
    /// ```text
    /// 7  . . k . . . . .      The king goes to the short side, to leave the long one to its rook,
    /// 6  . . . . K . . .      which gives checks from three files away or more.
    /// 5  . . . P . . . .
    ///    . . .
    /// 2  . . . . . . . r
    /// 1  . . . . R . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// With Black to move, his king must be next to the pawn's file, or two files away and nearer
    /// to the square in front of the pawn than White's; or the pawn has not passed its fourth rank
    /// and White's king is not on the short side. With White to move, Black's king must be in the
    /// square of a pawn that has not passed its fifth rank and two moves nearer to the queening
    /// square, White's king not beyond the sixth rank, and the rook not tied to the pawn.
    pub(super) SHORT_SIDE = "the short-side defense", Either to move: Draw,
        claim: "The defender's king is on the short side of the pawn and ahead of it, the rook three files away on the long side.",
        plan: "The king stays on the short side; the rook checks from the long side, three files away or more.",
        source: DVORETSKY, example: "8/2k5/4K3/3P4/8/8/7r/4R3 b - - 0 1",
        by_square(RookEnding as f) {
            "the defender's king is on the short side of the pawn", "leaves the short side" =>
                f.weak_king.file() < f.pawn.file();
            "the defender's king is ahead of the pawn", "lets the pawn get past the king" =>
                f.weak_king.rank() > f.pawn.rank();
            "the defender's king is at most two files from the pawn", "takes the king too far from the pawn's file" =>
                f.black_files() <= 2;
            then "the attacker's king is not too near", "lets the attacker's king come in time" => match f.to_move {
                Side::Strong => is_short_side_held_against_the_move(f),
                Side::Weak => is_beside_or_first(f) || is_attacker_on_long_side(f),
            };
            on "the defender's rook is three files away on the long side", "gives up the checking distance on the long side" => {
                let far = files_from(f.pawn.file() as u8 + 3);
                match f.to_move {
                    Side::Strong => far - f.pawn_attacked(),
                    Side::Weak if is_attacker_on_long_side(f) => far,
                    Side::Weak => f.quiet(far),
                }
            };
            settled "neither king is in check and nothing hangs", "lets tactics in: a check, a capture, a skewer or an exchange";
        }
}

/// True if Black's king is next to the pawn's file, or nearer to the square in front of the pawn.
fn is_beside_or_first(f: &RookEnding) -> bool {
    f.black_files() == 1 || f.stop_square_lead() >= 1
}

/// True if White's king is not on the short side of a pawn that has not passed its fourth rank.
fn is_attacker_on_long_side(f: &RookEnding) -> bool {
    f.pawn.rank() <= Rank::Fourth && f.white.king.file() >= f.pawn.file()
}

fn is_short_side_held_against_the_move(f: &RookEnding) -> bool {
    all([
        f.pawn.rank() <= Rank::Fifth,
        f.white.king.rank() <= Rank::Sixth,
        f.spare_moves() >= 0,
        f.queening_square_lead() >= 2,
    ])
}

rules! {
    /// ```text
    /// 8  . . r . . . . .      The rook hinders the pawn from in front, with three empty ranks to
    /// 7  . . . . . . . .      give checks when White's king leads it on. One file that cuts
    /// 6  . . . . k . . .      Black's king off does not win then.
    ///    . . .
    /// 4  . . P . . . . .
    /// 3  . K . R . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// If Black's king is two files away, White's must be three files from its pawn, or Black's
    /// three moves nearer to the queening square. With White to move Black's king must be nearer to
    /// the square in front of the pawn by two moves, or to the queening square by four, or within a
    /// file of the pawn with White's king three files away.
    pub(super) FRONTAL = "the frontal defense", Either to move: Draw,
        claim: "The defender's rook is in front of the pawn with three ranks to check on, the king not more than two files away.",
        plan: "Check from in front each time the king steps forward; when it turns back, offer the exchange or hold the pawn.",
        source: DVORETSKY, example: "2r5/8/4k3/8/2P5/1K1R4/8/8 b - - 0 1",
        by_square(RookEnding as f) {
            "the pawn has not passed its fourth rank", "lets the pawn pass its fourth rank" =>
                f.pawn.rank() <= Rank::Fourth;
            "the defender's king is at most two files from the pawn", "takes the king more than two files from the pawn" =>
                f.black_files() <= 2;
            "the defender's king is ahead of the pawn", "lets the pawn get past the king" =>
                f.weak_king.rank() > f.pawn.rank();
            "the defender's king is in time", "loses a tempo that the king needs" => {
                let (is_near, is_far) = (f.black_files() <= 1, f.white_files() >= 3);
                match f.to_move {
                    Side::Strong => f.stop_square_lead() >= 2 || f.queening_square_lead() >= 4 || (is_far && is_near),
                    Side::Weak => is_near || is_far || f.queening_square_lead() >= 3,
                }
            };
            on "the defender's rook is in front of the pawn with three ranks in between",
                "gives up the checks from in front" =>
                (f.pawn.file().bitboard() & ranks_from(f.pawn.rank() as u8 + 4)) - behind_own_king(f);
            quiet "neither king is in check and nothing hangs", "lets tactics in: a check, a capture, a skewer or an exchange";
        }

    /// ```text
    /// 8  . . k . . . . .      Four files lie between the rook and the pawn: White's king finds no
    /// 7  . . . . K . . .      shelter from checks without giving up the pawn, which Black's king
    /// 6  . . . P . . . .      can then win.
    ///    . . .
    /// 2  R . . . . . . .
    /// 1  . . . . . . . r
    ///    a b c d e f g h
    /// ```
    ///
    /// A White king in check must not be nearer to the pawn than Black's.
    pub(super) CHECKING_DISTANCE = "the checking-distance defense", Either to move: Draw,
        claim: "The defender's rook has four files to give checks on, the king stands by the square in front of the pawn.",
        plan: "Check from the far side until the king leaves the pawn, then attack the pawn.",
        source: DVORETSKY, example: "2k5/4K3/3P4/8/8/8/R7/7r b - - 0 1",
        by_square(RookEnding as f) {
            "the pawn has reached its fifth rank", "leaves the pawn behind" => f.pawn.rank() >= Rank::Fifth;
            "the defender's king is not on the long side of the pawn", "takes the king to the long side" =>
                f.weak_king.file() <= f.pawn.file();
            "the defender's king is next to the square in front of the pawn or on it", "gives up the square in front of the pawn" =>
                distance(f.weak_king, stop_square(f.pawn)) <= 1;
            "the attacker's king is on the pawn's file or next to it", "takes the king away from the pawn's file" =>
                f.white_files() <= 1;
            "the attacker's king is not on the short side of the pawn", "takes the king to the short side" =>
                f.white.king.file() >= f.pawn.file();
            "an attacker to move is no nearer to the pawn with the king than the defender", "lets the attacker's king be nearer to the pawn" =>
                f.to_move == Side::Weak || distance(f.white.king, f.pawn) >= distance(f.weak_king, f.pawn);
            on "the defender's rook is four files away on the long side", "gives up the checking distance on the long side" =>
                files_from(f.pawn.file() as u8 + 4);
            keeping_checks "nothing hangs, and no king is in check except an attacker to move", "lets tactics in: a check, a capture or a skewer";
        }
}

impl RookEnding {
    /// Those of these squares with which Black's rook gives check if and only if White is to move,
    /// is not attacked, and Black is not in check and has no tactical threat.
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

rules! {
    /// ```text
    /// 6  . . k . . . . .      Black's king stands in front of the pawn, and White's king does not
    /// 5  . . . . . . . .      get past it.
    /// 4  . . P . . K . .
    ///    . . .
    /// 2  . . . . . . . r
    /// 1  . . . R . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// It holds with White's king three squares from a pawn beyond its second rank, neither on the
    /// pawn's file nor ahead of Black's king. It also holds if White's king has not passed its
    /// fourth rank: with White to move if Black has a move to spare and the pawn is not attacked,
    /// with Black to move if the pawn has not passed that rank and White's king is not on its file.
    /// It also holds with White to move if the king is not cut off and the rook is two files away,
    /// and with Black to move if the king is first at the square after the next and the rook is not
    /// on the pawn's file.
    pub(super) KING_IN_FRONT = "the king stands in front", Either to move: Draw,
        claim: "The defender's king blocks the pawn, the attacker's is three squares away and not ahead of it.",
        plan: "The king does not leave the pawn's file; the rook keeps the other king away with checks.",
        source: LEVENFISH, example: "8/1k6/1P6/8/3r4/8/2K4R/8 w - - 0 1",
        by_square(RookEnding as f) {
            "the defender's king stands in front of the pawn", "gives up the square in front of the pawn" =>
                path(f.pawn).has(f.weak_king);
            then "the attacker's king does not get past it", "lets the attacker's king get past" =>
                is_kept_out(f) || is_kept_down(f) || is_free_in_front(f);
            on "the defender's rook is free to act", "misplaces the rook" => {
                let (free, down) = match f.to_move {
                    Side::Strong => (f.quiet(f.rooks - files_around(f.pawn)), f.quiet(f.rooks - f.pawn_attacked())),
                    Side::Weak => (f.at_ease(f.rooks - f.pawn.file().bitboard()), f.settled(f.rooks)),
                };
                when(is_kept_out(f), f.quiet(f.rooks))
                    | when(is_kept_down(f), down)
                    | when(is_free_in_front(f), free)
            };
            calm "neither king is in check and nothing hangs", "lets tactics in: a check, a capture, a skewer or an exchange";
        }
}

/// True if White's king is far from a pawn beyond its second rank, neither on its file nor ahead of
/// Black's king.
fn is_kept_out(f: &RookEnding) -> bool {
    all([
        f.pawn.rank() >= Rank::Third,
        distance(f.white.king, f.pawn) >= 3,
        f.white_files() >= 1,
        f.white.king.rank() <= f.weak_king.rank(),
    ])
}

/// True if White's king has not passed its fourth rank, with the conditions for each side to move.
fn is_kept_down(f: &RookEnding) -> bool {
    f.white.king.rank() <= Rank::Fourth
        && match f.to_move {
            Side::Strong => f.spare_moves() >= 1,
            Side::Weak => f.pawn.rank() <= Rank::Fourth && f.white_files() >= 1,
        }
}

/// True if Black's king, in front of the pawn, is not cut off, or first at the square after the
/// next.
fn is_free_in_front(f: &RookEnding) -> bool {
    match f.to_move {
        Side::Strong => f.pawn.rank() <= Rank::Fourth && !f.is_black_cut_off(),
        Side::Weak => {
            all([f.spare_moves() >= 1, f.heart_square_lead() >= 1, distance(f.white.king, f.pawn) >= 2])
        }
    }
}

/// With White to move, the file of Black's king, where the rook might be exchanged.
fn behind_own_king(f: &RookEnding) -> BitBoard {
    when(f.to_move == Side::Strong, f.weak_king.file().bitboard())
}

/// The pawn's file and the files beside it.
fn files_around(pawn: Square) -> BitBoard {
    pawn.file().bitboard() | pawn.file().adjacent()
}

rules! {
    /// ```text
    /// 8  . k . . r . . .      The rook guards the back rank, and against a knight or rook pawn
    /// 7  . . . . . . R .      that is enough while White's king has not come to the sixth rank.
    /// 6  . . . . . . . .
    /// 5  . P K . . . . .
    ///    a b c d e f g h
    /// ```
    pub(super) BACK_RANK = "the back-rank defense", Either to move: Draw,
        claim: "Against a knight or rook pawn the defender's king and rook hold the back rank.",
        plan: "The rook stays on the back rank, and the king in front of the pawn: against a rook or knight pawn checks from the other side do not help.",
        source: DVORETSKY, example: "5r2/1k6/8/P2R4/1K6/8/8/8 w - - 0 1",
        by_square(RookEnding as f) {
            "the pawn is a rook or knight pawn", "changes the pawn's file" => f.pawn.file() <= File::B;
            "the pawn has not reached its seventh rank", "lets the pawn reach its seventh rank" =>
                f.pawn.rank() <= Rank::Sixth;
            "the attacker's king has not reached the seventh rank", "lets the attacker's king onto the seventh rank" =>
                f.white.king.rank() <= Rank::Sixth;
            "the defender's king is next to the queening square or on it", "takes the king away from the queening square" =>
                distance(f.weak_king, queening_square(f.pawn)) <= 1;
            on "the defender's rook holds the back rank on the long side of its king", "leaves the back rank" =>
                Rank::Eighth.bitboard() & files_from(f.weak_king.file() as u8 + 1);
            quiet "neither king is in check and nothing hangs", "lets tactics in: a check, a capture, a skewer or an exchange";
        }
}
