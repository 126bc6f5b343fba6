//! Rules of KRPvKR for draws because the defender's king is nearer to the pawn.

use board::{File, Rank};

use super::danger::black_may_be_cornered;
use super::men::RookEnding;
use crate::geometry::{all, any, is_on_edge};
use crate::rule::{Side, rules};

rules! {
    /// With the pawn ending drawn if Black is to move there are two ways, both with White's king
    /// two files from the pawn: Black's king is two moves nearer to the heart square and one to the
    /// pawn, which has not passed its fifth rank, and White's rook not on its file; or it is two
    /// moves nearer to the pawn, which White's rook, not ahead of it, does not protect. Or Black's
    /// king, not on the edge, is within two files and nearer by files and at the heart square, at
    /// most two files to the right of White's, and cut off neither by a rank nor by a file, with
    /// White's king not past its sixth rank, his rook not past its seventh.
    pub(super) NEARER_WITH_THE_MOVE = "the king is nearer with the move", Weak to move: Draw,
        claim: "The defender, to move, has its king nearer to the pawn, or to the squares in front of it, than the attacker.",
        plan: "Bring the king in front of the pawn, or attack the pawn with king and rook.",
        source: VERIFY, example: "4r3/8/2P5/4k3/6R1/8/5K2/8 b - - 0 1",
        by_square(RookEnding as f) {
            "neither king nor rook of the defender is attacked", "lets king or rook be attacked" => f.is_black_unattacked();
            "the pawn has not passed its sixth rank", "lets the pawn pass its sixth rank" => f.pawn.rank() <= Rank::Sixth;
            then "the defender's king is nearer", "loses ground near the pawn" =>
                is_nearer_by_files(f) || is_nearer_with_reserve(f);
            on "the defender's king cannot be cornered", "lets the king be cornered" =>
                f.rooks - black_may_be_cornered(&f.white, f.weak_king);
            at_ease "neither king is in check and the rook is not attacked", "lets tactics in: a check, a capture or a skewer";
        }

    pub(super) ROOK_PAWN_HELD = "the rook pawn is held", Weak to move: Draw,
        claim: "The defender, to move, has its king within four files of a rook pawn that has not passed its fourth rank and would not win without rooks.",
        plan: "Bring the king to the corner or in front of the pawn; an exchange of rooks is welcome.",
        source: LEVENFISH, example: "5r2/4k3/8/8/P7/2K5/1R6/8 b - - 0 1",
        by_square(RookEnding as f) {
            "the pawn is a rook pawn", "changes the pawn's file" => f.pawn.file() == File::A;
            "neither king nor rook of the defender is attacked", "lets king or rook be attacked" => f.is_black_unattacked();
            "the pawn has not passed its fourth rank", "lets the pawn pass its fourth rank" => f.pawn.rank() <= Rank::Fourth;
            "the defender's king is within four files", "takes the king too far away" => f.black_files() <= 4;
            "the attacker's king is not on its first rank", "puts the king on the first rank" => f.white.king.rank() >= Rank::Second;
            then "the pawn would not win without rooks", "loses the pawn ending" => f.is_drawn_without_rooks(Side::Strong);
            on "the defender's king cannot be cornered", "lets the king be cornered" =>
                f.rooks - black_may_be_cornered(&f.white, f.weak_king);
            at_ease "neither king is in check and the rook is not attacked", "lets tactics in: a check, a capture or a skewer";
        }

    /// There are three ways. The pawn ending would be drawn with Black to move; his king is three
    /// moves nearer to a pawn that has not passed its fourth rank, at most one move further from
    /// heart and queening square together, two files to the left of White's, and cut off by two
    /// ranks, with White's king at most five ranks ahead of the pawn. Or White's rook does not
    /// protect the pawn, Black's spare moves and lead at the heart square make two, and White's
    /// king is four files from a pawn that has not passed its fourth rank. Or they make one,
    /// Black's king is two moves nearer to the pawn, not on the back rank and not cut off by a
    /// rank, and White's has not passed its fifth rank.
    pub(super) NEARER_TO_THE_PAWN = "the king is nearer to the pawn", Strong to move: Draw,
        claim: "The defender's king is nearer to the pawn, which has not passed its fifth rank, and in time.",
        plan: "Attack the pawn with king and rook, or bring the king in front of it.",
        source: VERIFY, example: "8/4R1K1/8/8/8/2P5/3k4/r7 w - - 0 1",
        by_square(RookEnding as f) {
            "neither king nor rook of the defender is attacked", "lets king or rook be attacked" => f.is_black_unattacked();
            "the pawn has not passed its fifth rank", "lets the pawn pass its fifth rank" => f.pawn.rank() <= Rank::Fifth;
            "the defender's king is nearer to the pawn", "lets the attacker's king come to the pawn" => f.pawn_lead() >= 1;
            then "the defender's king is in time", "loses the race to the squares in front of the pawn" =>
                is_nearer_to_free_pawn(f) || is_nearer_though_cut_off(f);
            on "the defender has its rook", "loses the rook" => f.rooks;
            quiet "neither king is in check and nothing hangs", "lets tactics in: a check, a capture, a skewer or an exchange";
        }
}

/// True if Black's king, to move, is nearer by files and at the heart square, and free.
fn is_nearer_by_files(f: &RookEnding) -> bool {
    all([
        f.black_files() <= 2,
        f.files_lead() >= 1,
        f.heart_square_lead() >= 1,
        f.files_to_the_left() >= -2,
        f.white.rook.rank() >= f.weak_king.rank(),
        f.white.rook.rank() <= Rank::Seventh,
        f.white.king.rank() <= Rank::Sixth,
    ]) && !is_on_edge(f.weak_king)
        && !f.is_black_cut_off_by_file()
}

/// True if Black's king, to move, is nearer to the pawn and the pawn ending would be drawn.
fn is_nearer_with_reserve(f: &RookEnding) -> bool {
    let is_first = all([
        f.pawn.rank() <= Rank::Fifth,
        f.pawn_lead() >= 1,
        f.heart_square_lead() >= 2,
        f.white.rook.file() != f.pawn.file(),
    ]);
    let is_unprotected =
        all([f.pawn_lead() >= 2, f.white.rook.rank() <= f.pawn.rank(), !f.white_hits.has(f.pawn)]);
    f.white_files() >= 2 && any([is_first, is_unprotected]) && f.is_drawn_without_rooks(Side::Weak)
}

/// With White to move: true if his rook does not protect the pawn, and his king is late.
fn is_nearer_to_free_pawn(f: &RookEnding) -> bool {
    let lead = f.spare_moves() + f.heart_square_lead();
    let is_alone = all([lead >= 2, f.pawn.rank() <= Rank::Fourth, f.white_files() >= 4]);
    let is_free = all([
        lead >= 1,
        f.pawn_lead() >= 2,
        f.weak_king.rank() <= Rank::Seventh,
        f.white.king.rank() <= Rank::Fifth,
        f.white.rook.rank() <= f.weak_king.rank(),
    ]);
    any([is_alone, is_free]) && !f.white_hits.has(f.pawn)
}

/// With White to move: true if Black's king, two ranks below White's rook, is three moves nearer to
/// a pawn that would not win without rooks.
fn is_nearer_though_cut_off(f: &RookEnding) -> bool {
    all([
        f.pawn.rank() <= Rank::Fourth,
        f.pawn_lead() >= 3,
        f.queening_square_lead() + f.heart_square_lead() >= -1,
        f.files_to_the_left() >= 2,
        f.white.rook.rank() as u8 >= f.weak_king.rank() as u8 + 2,
        f.white_ahead() <= 5,
    ]) && f.is_drawn_without_rooks(Side::Weak)
}
