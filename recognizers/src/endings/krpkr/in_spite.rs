//! Rules of KRPvKR for draws in spite of a check, or of a rook that is attacked.

use board::Rank;
use board::sets::distance;

use super::men::RookEnding;
use crate::geometry::{all, any, files_apart, queening_square, stop_square};
use crate::rule::{Side, rules};

rules! {
    /// There are four ways, all but the last with a pawn ending that would be drawn with White to
    /// move. Black's king has a move to spare, four together with its lead at the heart square, and
    /// White's is three squares from the square in front of the pawn. Or White's king is five
    /// squares from its pawn, and Black's not next to the queening square. Or Black's king is one
    /// to three files nearer and not cut off by a rank, and White's rook attacks neither the pawn
    /// nor the square in front of it. Or the pawn has not passed its fifth rank, Black's king is
    /// nearer to its file and two files to the left of White's, spare moves and lead make one, and
    /// White's rook is neither next to its king nor does it attack the square in front of the pawn.
    pub(super) ROOK_GETS_AWAY = "the attacked rook gets away", Weak to move: Draw,
        claim: "The defender's rook is attacked and gets away; its king is no farther from the pawn's file than the attacker's, and in time.",
        plan: "Move the rook to where it checks from afar or attacks the pawn; the king manages without it for a move.",
        source: VERIFY, example: "8/1k6/8/8/2P5/3r4/2R1K3/8 b - - 0 1",
        by_square(RookEnding as f) {
            "the defender's rook is attacked", "leaves the rook unattacked" =>
                !(f.rooks & f.black_rook_attacked()).is_empty();
            "the defender's king is no farther from the pawn's file", "takes the king from the pawn's file" =>
                f.black_files() <= f.white_files();
            then "the defender's king is in time without its rook", "loses the race to the squares in front of the pawn" =>
                is_in_time_without_rooks(f) || is_in_time_on_near_side(f);
            on "the attacked rook can move", "leaves the rook attacked" => f.black_rook_attacked();
            untroubled "no check is on the board, the king cannot be cornered, and nothing else threatens", "lets tactics in: a check, a capture or a skewer";
        }

    /// ```text
    /// 7  . . . . . . . .      The rook takes on a4, and the pawn runs: Black's king is too far
    /// 6  . . P K . . . .      away, so that his rook can only check, or be given up for the pawn.
    /// 5  . . . . . . . .
    /// 4  R . . . . . . r
    /// 3  . . . . . . . .
    /// 2  . . . k . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// Black's king is three moves late at the queening square, three moves behind White's at the
    /// heart square, not ahead of the pawn and three squares from White's rook. White's king is at
    /// most two ranks ahead of the pawn, his rook two files from it.
    pub(super) PAWN_COSTS_THE_ROOK = "the pawn costs the other rook", Weak to move: Draw,
        claim: "The defender can take the rook, but the pawn, led by its king, then costs the other rook.",
        plan: "Take the rook, and give up the other for the pawn.",
        source: LEVENFISH, example: "8/8/2PK4/8/R6r/8/3k4/8 b - - 0 1",
        by_square(RookEnding as f) {
            "the rooks attack each other", "moves the rook away" => !(f.rooks & f.white_hits).is_empty();
            "the pawn is on its fifth or sixth rank", "leaves the pawn behind" =>
                matches!(f.pawn.rank(), Rank::Fifth | Rank::Sixth);
            then "the attacker's king is within two squares of the square in front of the pawn", "takes the king from the pawn" =>
                distance(f.white.king, stop_square(f.pawn)) <= 2;
            then "the defender's king is three moves late", "brings the king nearer" => is_late_against_led_pawn(f);
            on "the defender's rook can take the attacker's", "gives up the capture" => f.white_hits;
            white_unprotected "the attacker's rook is not protected, and the pawn gives no check", "protects the rook";
        }

    /// Black's king, not to the left of the pawn and at most one file to the right of White's, has
    /// three moves to spare, together with its lead at the queening square, and White's king is
    /// three squares from the pawn. Or the pawn has not passed its fourth rank, and White's king,
    /// not beyond its fourth rank either, is four squares from the square in front of the pawn and
    /// no nearer to its file than Black's, which is at most one rank behind it, with White's rook
    /// not on the first two ranks.
    pub(super) STEPS_OUT_OF_CHECK = "the king steps out of check in time", Weak to move: Draw,
        claim: "The attacker's rook checks, but its king is far from the pawn, and the defender's king is in time.",
        plan: "Step towards the squares in front of the pawn; the rook keeps the other king away.",
        source: VERIFY, example: "8/5R2/8/2r2k2/8/2P5/5K2/8 b - - 0 1",
        by_square(RookEnding as f) {
            "the attacker's rook gives check, not the pawn", "lets the pawn give check" =>
                f.white_hits.has(f.weak_king) && !f.pawn_hits().has(f.weak_king);
            then "the pawn has not passed its fifth rank", "lets the pawn pass its fifth rank" => f.pawn.rank() <= Rank::Fifth;
            then "the defender's king is in time after the check", "loses the race to the squares in front of the pawn" =>
                is_ahead_after_check(f) || is_low_after_check(f);
            on "the defender's rook is not in line behind the king", "puts the rook in line behind the king" => f.rooks;
            checked_calmly "the rook is not attacked, and no skewer, exchange or mate follows", "lets tactics in: a capture, a skewer or an exchange";
        }
}

/// The three ways of [`ROOK_GETS_AWAY`] in which the pawn ending would be drawn.
fn is_in_time_without_rooks(f: &RookEnding) -> bool {
    let (spare, stop) = (f.spare_moves(), stop_square(f.pawn));
    let is_first = all([spare >= 1, spare + f.heart_square_lead() >= 4, distance(f.white.king, stop) >= 3]);
    let is_alone = distance(f.white.king, f.pawn) >= 5 && distance(f.weak_king, queening_square(f.pawn)) >= 3;
    let is_free = all([
        (1..=3).contains(&f.files_lead()),
        f.white.rook.rank() <= f.weak_king.rank(),
        !f.white_hits.has(f.pawn),
        !f.white_hits.has(stop),
    ]);
    any([is_first, is_alone, is_free]) && f.is_drawn_without_rooks(Side::Strong)
}

/// True if Black's king is nearer to the pawn's file than White's, to the left of it and in time.
fn is_in_time_on_near_side(f: &RookEnding) -> bool {
    all([
        f.pawn.rank() <= Rank::Fifth,
        f.spare_moves() + f.heart_square_lead() >= 1,
        f.files_lead() >= 1,
        f.files_to_the_left() >= 2,
        distance(f.white.king, f.white.rook) >= 2,
        !f.white_hits.has(stop_square(f.pawn)),
    ])
}

/// True if Black's king is far behind a pawn led by White's king, and far from White's rook.
fn is_late_against_led_pawn(f: &RookEnding) -> bool {
    all([
        f.spare_moves() <= -3,
        f.heart_square_lead() <= -3,
        f.black_ahead() <= 0,
        f.white_ahead() <= 2,
        files_apart(f.white.rook, f.pawn) >= 2,
        distance(f.weak_king, f.white.rook) >= 3,
    ])
}

/// True if Black's king, in check, is ahead of White's, which is three squares from the pawn.
fn is_ahead_after_check(f: &RookEnding) -> bool {
    all([
        f.spare_moves() + f.queening_square_lead() >= 3,
        distance(f.white.king, f.pawn) >= 3,
        f.files_to_the_left() >= -1,
        f.weak_king.file() >= f.pawn.file(),
    ])
}

/// True if Black's king, in check, is not far behind a pawn that has not passed its fourth rank,
/// and White's king far from it.
fn is_low_after_check(f: &RookEnding) -> bool {
    all([
        f.pawn.rank() <= Rank::Fourth,
        f.white.king.rank() <= Rank::Fourth,
        distance(f.white.king, stop_square(f.pawn)) >= 4,
        f.files_lead() >= 0,
        f.black_ahead() >= -1,
        f.white.rook.rank() >= Rank::Third,
    ])
}
