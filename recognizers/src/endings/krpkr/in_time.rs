//! Rules of KRPvKR for draws with a check on the board or a pawn ending in reserve: the defender's
//! king is in time even so.

use board::sets::distance;
use board::{File, Rank};

use super::danger::black_may_be_cornered;
use super::men::RookEnding;
use crate::geometry::{all, is_on_edge, stop_square};
use crate::rule::{Side, rules};

rules! {
    /// There are five ways. Black's king has a move to spare, is two moves nearer to the heart
    /// square and no further from the queening square, White's is three squares from a pawn that
    /// his rook does not protect. Or Black's is next to the square in front of the pawn or on it,
    /// two moves nearer to it and three to the heart square, and White's not on the pawn's file,
    /// nor past its sixth rank if the pawn is on its second. Or the pawn ending would be drawn with
    /// White to move, and either the pawn has not passed its third rank and Black has three moves
    /// to spare, or White's king is four files from a pawn that has not passed its fifth rank (its
    /// fourth if that king is on the edge), and Black's not on the edge. Or the pawn ending would
    /// be drawn with Black to move, Black's king is within a file of such a pawn and three moves
    /// nearer to the queening square, and White's has not passed its third rank.
    pub(super) CHECK_CHANGES_NOTHING = "the check changes nothing", Weak to move: Draw,
        claim: "The attacker's rook checks without driving the defender's king from its task, and no skewer follows.",
        plan: "Step towards the square two in front of the pawn.",
        source: VERIFY, example: "4k1R1/8/8/8/8/3P4/5K2/r7 b - - 0 1",
        by_square(RookEnding as f) {
            "the attacker's rook gives check, not the pawn", "lets the pawn give check" =>
                f.white_hits.has(f.weak_king) && !f.pawn_hits().has(f.weak_king);
            then "the defender's king is in time in spite of the check", "loses the race to the squares in front of the pawn" =>
                is_first_in_check(f) || is_in_front_in_check(f) || is_pawn_ending_held_in_check(f);
            on "the defender's rook is not in line behind the king", "puts the rook in line behind the king" => f.rooks;
            checked_calmly "the rook is not attacked, and no skewer, exchange or mate follows", "lets tactics in: a capture, a skewer or an exchange";
        }

    /// With the move. There are four ways, all but the second with a pawn ending that would be
    /// drawn even with White to move. Black's king is not cut off by a file and no further from the
    /// queening square, White's not next to a pawn that has not passed its fourth rank. Or Black's
    /// king has three moves to spare against a pawn that has not passed its third rank, is nearer
    /// to the queening square and on the short side of White's king. Or it is ahead of the pawn,
    /// not on the edge, no further from the queening square, White's king three files from the
    /// pawn. Or it is not cut off, within two files of the pawn and nearer to the square in front
    /// and the next.
    pub(super) PAWN_ENDING_IN_RESERVE = "the pawn ending is in reserve", Weak to move: Draw,
        claim: "The defender, to move, has its king in front of the pawn, so that the pawn ending after an exchange of rooks would be drawn.",
        plan: "Offer the exchange of rooks, or bring the king in front of the pawn.",
        source: VERIFY, example: "8/8/4k3/8/2P5/1R6/r7/3K4 b - - 0 1",
        by_square(RookEnding as f) {
            "the defender's king is in the square of the pawn", "leaves the square of the pawn" => f.spare_moves() >= 0;
            then "the defender's king is in time", "loses the race to the squares in front of the pawn" =>
                is_early_on_short_side(f) || (f.is_drawn_without_rooks(Side::Strong) && is_in_time_with_reserve(f));
            on "the defender's king cannot be cornered", "lets the king be cornered" =>
                f.rooks - black_may_be_cornered(&f.white, f.weak_king);
            at_ease "neither king is in check and the rook is not attacked", "lets tactics in: a check, a capture or a skewer";
        }

    /// White's king is in check. There are four ways. Black's king is on the short side of White's,
    /// not cut off by a file, with a move to spare and two moves nearer to the heart square, and
    /// White's king is three squares from the pawn. Or the pawn ending would be drawn with Black to
    /// move, and he is three moves nearer to the heart square of a pawn that has not passed its
    /// fifth rank and that White's king, not on the back rank, is not two ranks behind. Or it would
    /// be drawn with White to move, and either Black's king has three moves to spare, is not cut
    /// off by a file and no further from the queening square, with White's not next to the pawn, or
    /// against a rook pawn Black's king has a move to spare and is within three files. Or Black's
    /// king, not cut off, is three moves nearer to the square in front of the pawn and in its
    /// square.
    pub(super) CHECKS_FROM_AFAR = "the check gains time", Strong to move: Draw,
        claim: "The defender's rook gives check in safety, and its king is first at the squares in front of the pawn.",
        plan: "Check until the king has come in front of the pawn.",
        source: VERIFY, example: "3R4/8/8/1k6/8/5K2/P7/5r2 w - - 0 1",
        by_square(RookEnding as f) {
            "the defender's king is ahead at the square two in front of the pawn, or at the one in front", "gains ground in front of the pawn" =>
                f.heart_square_lead() >= 0 || f.stop_square_lead() >= 0;
            then "the defender's king is in time", "gains time with the king" => is_checking_in_time(f);
            on "the defender's rook gives check", "ends the check" => f.white_in_check();
            unharmed "nothing hangs, and no skewer, exchange or mate threatens", "finds a capture, a skewer or an exchange";
        }

    /// There are four ways, all but the second with a pawn ending that would be drawn with White to
    /// move. Black's king is in front of the pawn, three moves nearer to the heart square, the
    /// kings four squares apart. Or it has a move to spare against a rook pawn that has not passed
    /// its fourth rank, is nearer to the queening square and no further from the square in front.
    /// Or it is next to a pawn that has not passed its fifth rank, not cut off by a file, three
    /// moves nearer to the square in front, and White's king two files away. Or it is next to the
    /// pawn, not cut off, the kings four squares apart, and White's rook does not protect the pawn.
    pub(super) HELD_WITHOUT_ROOKS = "the pawn is held without rooks", Strong to move: Draw,
        claim: "The defender's king is by the pawn or in front of it, so that even the pawn ending would be drawn.",
        plan: "Keep the king by the pawn; an exchange of rooks is welcome.",
        source: VERIFY, example: "8/8/5K2/1k6/8/P7/r7/3R4 w - - 0 1",
        by_square(RookEnding as f) {
            "the pawn has not passed its sixth rank", "lets the pawn pass its sixth rank" => f.pawn.rank() <= Rank::Sixth;
            then "the defender's king holds the pawn", "drives the king from the pawn" =>
                is_early_for_rook_pawn(f) || (f.is_drawn_without_rooks(Side::Strong) && is_pawn_held(f));
            on "the defender's rook gives no check", "steps into a check" => !f.white_in_check();
            unharmed "nothing hangs, and no skewer, exchange or mate threatens", "finds a capture, a skewer or an exchange";
        }
}

/// True if Black's king, in check, is first at the heart square and White's far from a pawn that
/// his rook does not protect.
fn is_first_in_check(f: &RookEnding) -> bool {
    let (spare, heart) = (f.spare_moves(), f.heart_square_lead());
    all([
        spare >= 1,
        heart >= 2,
        spare + heart >= 4,
        f.queening_square_lead() >= 0,
        distance(f.white.king, f.pawn) >= 3,
    ]) && !f.white_hits.has(f.pawn)
}

/// True if Black's king, in check, is by the square in front of the pawn and clearly first there.
fn is_in_front_in_check(f: &RookEnding) -> bool {
    all([
        f.stop_square_lead() >= 2,
        f.heart_square_lead() >= 3,
        f.white_files() >= 1,
        f.white.king.rank() <= Rank::Sixth || f.pawn.rank() >= Rank::Third,
        distance(f.weak_king, stop_square(f.pawn)) <= 1,
    ])
}

/// True if Black is in check and the pawn ending would be drawn with something to spare.
fn is_pawn_ending_held_in_check(f: &RookEnding) -> bool {
    let is_slow = f.spare_moves() >= 3 && f.pawn.rank() <= Rank::Third;
    let is_far = all([
        f.white_files() >= 4,
        f.pawn.rank() <= Rank::Fifth,
        distance(f.white.king, f.weak_king) >= 3,
        !is_on_edge(f.weak_king),
        !is_on_edge(f.white.king) || f.pawn.rank() <= Rank::Fourth,
    ]);
    let is_near = all([
        f.queening_square_lead() >= 3,
        f.black_files() <= 1,
        f.pawn.rank() <= Rank::Fifth,
        f.white.king.rank() <= Rank::Third,
    ]);
    ((is_slow || is_far) && f.is_drawn_without_rooks(Side::Strong))
        || (is_near && f.is_drawn_without_rooks(Side::Weak))
}

/// True if Black's king is not on the far side of White's king, seen from the a-file.
fn is_on_short_side(f: &RookEnding) -> bool {
    f.weak_king.file() <= f.white.king.file()
}

fn is_early_on_short_side(f: &RookEnding) -> bool {
    all([
        f.spare_moves() >= 3,
        f.queening_square_lead() >= 1,
        f.pawn.rank() <= Rank::Third,
        is_on_short_side(f),
    ]) && !f.is_white_shut_in()
}

/// With Black to move and the pawn ending drawn: true if his king is in time.
fn is_in_time_with_reserve(f: &RookEnding) -> bool {
    let is_apart = distance(f.white.king, f.weak_king) >= 3;
    let is_free = all([
        is_apart,
        f.queening_square_lead() >= 1,
        f.pawn.rank() <= Rank::Fourth,
        distance(f.white.king, f.pawn) >= 2,
    ]) && !f.is_black_cut_off_by_file();
    let is_ahead = all([
        is_apart,
        f.queening_square_lead() >= 0,
        f.white_files() >= 3,
        f.black_ahead() >= 1,
        !is_on_edge(f.weak_king),
    ]);
    let is_first = all([
        f.stop_square_lead() >= 1,
        f.heart_square_lead() >= 1,
        f.black_files() <= 2,
        f.weak_king.rank() <= Rank::Seventh,
    ]) && !f.is_black_cut_off();
    is_free || is_ahead || is_first
}

/// With White in check: true if Black's king is in time.
fn is_checking_in_time(f: &RookEnding) -> bool {
    let (spare, heart) = (f.spare_moves(), f.heart_square_lead());
    let is_shut_out = f.is_black_cut_off_by_file();
    let is_first =
        all([heart >= 2, spare >= 1, distance(f.white.king, f.pawn) >= 3, is_on_short_side(f), !is_shut_out]);
    let is_in_front = all([f.stop_square_lead() >= 3, spare >= 0])
        && f.white.king.rank() <= Rank::Sixth
        && f.weak_king.rank() <= Rank::Seventh
        && !f.is_black_cut_off();
    is_first || is_in_front || is_checking_with_reserve(f, spare, heart)
}

fn is_checking_with_reserve(f: &RookEnding, spare: i8, heart: i8) -> bool {
    let is_clearly_first = all([
        heart >= 3,
        f.white_ahead() >= -1,
        f.pawn.rank() <= Rank::Fifth,
        f.weak_king.rank() <= Rank::Seventh,
        f.white.king.rank() <= Rank::Seventh,
    ]);
    let is_early = all([f.queening_square_lead() >= 0, spare >= 3, distance(f.white.king, f.pawn) >= 2])
        && !f.is_black_cut_off_by_file();
    let is_rook_pawn =
        all([f.pawn.file() == File::A, spare >= 1, f.black_files() <= 3, f.white_ahead() <= 0]);
    (is_clearly_first && f.is_drawn_without_rooks(Side::Weak))
        || ((is_early || is_rook_pawn) && f.is_drawn_without_rooks(Side::Strong))
}

fn is_early_for_rook_pawn(f: &RookEnding) -> bool {
    all([
        f.pawn.file() == File::A,
        f.pawn.rank() <= Rank::Fourth,
        f.spare_moves() >= 1,
        f.queening_square_lead() >= 1,
        f.stop_square_lead() >= 0,
    ])
}

/// With White to move and the pawn ending drawn: true if Black's king holds the pawn.
fn is_pawn_held(f: &RookEnding) -> bool {
    let is_next = distance(f.weak_king, f.pawn) <= 1;
    let is_apart = distance(f.white.king, f.weak_king) >= 4;
    let is_in_front = all([f.heart_square_lead() >= 3, f.black_files() == 0, is_apart]);
    let is_first =
        all([is_next, f.stop_square_lead() >= 3, f.white_files() >= 2, f.pawn.rank() <= Rank::Fifth])
            && !f.is_black_cut_off_by_file();
    let is_free = is_next && is_apart && !f.is_black_cut_off() && !f.white_hits.has(f.pawn);
    is_in_front || is_first || is_free
}
