//! Rules of KRPvKR by which the attacker wins because the defender's king comes too late.

use board::sets::distance;
use board::{BitBoard, File, Rank};

use super::danger::white_in_line;
use super::men::RookEnding;
use crate::geometry::{all, is_on_edge, path, stop_square};
use crate::rule::rules;

rules! {
    /// There are three ways. Black's king is three moves late and behind the pawn, and White's two
    /// moves nearer to the queening square and three to the square in front of the pawn, with his
    /// rook off the pawn's file (and his king, too, if it is a rook pawn). Or the pawn is no rook
    /// pawn, and either White's king is four moves nearer to the heart square with Black's three
    /// squares from the pawn, or White's king is within two squares of the pawn and Black's four
    /// files away. Or the pawn is far advanced: see the conditions by its rank.
    pub(super) OUTSIDE_THE_SQUARE = "the king is outside the square", Strong to move: StrongWins,
        claim: "The defender's king is outside the square of the pawn, and the attacker's is near enough to lead it home.",
        plan: "Keep the other king away with the rook, and lead the pawn on with the king beside it or in front of it.",
        source: LEVENFISH, example: "5R2/8/3P4/4K3/8/8/8/rk6 w - - 0 1",
        by_square(RookEnding as f) {
            "the defender's king is outside the square of the pawn", "lets the defender's king into the square of the pawn" =>
                f.spare_moves() <= -1;
            "the attacker's king is nearer to the square in front of the pawn", "takes the king from the pawn" =>
                f.stop_square_lead() <= -1;
            then "the attacker's king is near enough to lead the pawn, and the defender's far enough",
                "takes the king too far from the pawn, or lets the defender's come near" =>
                is_three_moves_late(f) || is_led_home(f) || is_late_for_advanced_pawn(f);
            on "the defender's rook does not attack the pawn", "lets the rook attack the pawn" => f.rooks - f.pawn_attacked();
            white_safe_of "the rook is not attacked and neither king is in check", "lets its rook be attacked or checked";
        }

    /// There are three ways. Against a pawn that is no rook pawn, White's king at most two files
    /// from it, Black's is two ranks behind, White's no further from the queening square and two
    /// moves nearer to the square in front of the pawn. Or Black's king is four files away, and
    /// either White's three moves nearer to the heart square of such a pawn, or Black's three ranks
    /// behind a pawn on its fifth rank or beyond and White's nearer to both squares.
    pub(super) FAR_FROM_THE_FILE = "the king is far from the pawn's file", Strong to move: StrongWins,
        claim: "The defender's king is at least three files from the pawn, and the attacker's is nearer to the squares in front of it.",
        plan: "Lead the pawn on with the king; the rook shuts the other king out or takes the checks.",
        source: VERIFY, example: "8/3K4/3R4/P7/8/8/4k3/1r6 w - - 0 1",
        by_square(RookEnding as f) {
            "the pawn has reached its fourth rank", "leaves the pawn behind" => f.pawn.rank() >= Rank::Fourth;
            "the defender's king is three files from the pawn", "lets the defender's king come near" => f.black_files() >= 3;
            then "the attacker's rook is not in the pawn's way", "puts the rook in the pawn's way" => !path(f.pawn).has(f.white.rook);
            then "the attacker's king is first in front of the pawn", "loses ground in front of the pawn" =>
                is_first_from_three_files(f) || is_first_from_four_files(f);
            on "the defender's rook does not attack the pawn", "lets the rook attack the pawn" => f.rooks - f.pawn_attacked();
            white_safe_of "the rook is not attacked and neither king is in check", "lets its rook be attacked or checked";
        }

    /// White's king is within two squares of the pawn. Either Black's king is three ranks behind
    /// and four squares away, not on the pawn's file, White's at most one rank behind the pawn,
    /// which is no rook pawn. Or Black's king is three moves late and White's three moves nearer to
    /// the queening square, on the pawn's file or next to it and at most a rank ahead, and his rook
    /// is not on that file.
    pub(super) ATTACKED_BUT_AHEAD = "the attacked pawn is led home", Strong to move: StrongWins,
        claim: "The defender's rook attacks the pawn, whose king is by it, while the defender's king is far behind.",
        plan: "Advance the pawn or protect it with the king: the defender's rook alone cannot stop both.",
        source: VERIFY, example: "8/8/1R1K4/3P4/8/8/8/2kr4 w - - 0 1",
        by_square(RookEnding as f) {
            "the attacker's king is within two squares of the pawn", "takes the king too far from the pawn" =>
                distance(f.white.king, f.pawn) <= 2;
            then "the defender's king is far behind", "lets the defender's king catch up" =>
                is_far_behind_guarded_pawn(f) || is_late_beside_the_file(f);
            on "the defender's rook attacks the pawn", "leaves the pawn alone" =>
                f.pawn_attacked() - stop_square(f.pawn).bitboard();
            white_safe_of "the rook is not attacked and neither king is in check", "lets its rook be attacked or checked";
        }

    /// White's king is within two squares of the pawn and two moves nearer to the square in front
    /// of it. If the pawn is no rook pawn, and Black's king not at the edge near White's, two ways
    /// are enough: Black's king is three moves late, not ahead of the pawn and four squares from
    /// it, White's next to the pawn with his rook not in its way; or Black's king is three ranks
    /// behind and either White's four moves nearer with the next square free, or Black's far away
    /// by files. A pawn on its seventh rank, with its last step free and the rook behind it, only
    /// needs Black's king four squares away.
    pub(super) LATE_WITH_THE_MOVE = "the king is late even with the move", Weak to move: StrongWins,
        claim: "The defender, to move and without a check or a threat, has its king far behind the pawn, which the attacker's king leads home.",
        source: VERIFY, example: "8/8/8/1K6/2P5/8/2R5/r5k1 b - - 0 1",
        by_square(RookEnding as f) {
            "the attacker's king is within two squares of the pawn", "brings the king nearer" =>
                distance(f.white.king, f.pawn) <= 2;
            "the attacker's king is two moves nearer to the square in front of the pawn", "gains time" =>
                f.stop_square_lead() <= -2;
            then "the defender's king is too far away", "brings the king nearer" =>
                (!may_be_stalemated(f) && (is_led_on_without_the_move(f) || is_behind_without_the_move(f)))
                    || is_pushed_from_behind(f);
            on "the defender's rook neither attacks the pawn nor checks on the line of king and rook", "attacks the pawn, or checks on the line of king and rook" =>
                f.rooks - f.pawn_attacked() - white_in_line(&f.white, BitBoard::FULL, f.others);
            unthreatened "the defender gives no check and has no tactical threat", "finds a check or a threat";
        }
}

/// True if Black's king is three moves late and behind the pawn, and White's well ahead of it.
fn is_three_moves_late(f: &RookEnding) -> bool {
    all([
        f.spare_moves() <= -3,
        f.black_ahead() <= -1,
        f.queening_square_lead() <= -2,
        f.stop_square_lead() <= -3,
        f.white.rook.file() != f.pawn.file(),
        f.pawn.file() != File::A || f.white_files() >= 1,
    ])
}

/// True if White's king leads a pawn that is no rook pawn and Black's is far from it.
fn is_led_home(f: &RookEnding) -> bool {
    let is_first = f.heart_square_lead() <= -4 && distance(f.weak_king, f.pawn) >= 3;
    let is_alone =
        all([f.queening_square_lead() <= -1, f.black_files() >= 4, distance(f.white.king, f.pawn) <= 2]);
    f.pawn.file() != File::A && (is_first || is_alone)
}

/// True if the pawn has reached its fifth rank with White's king by it and Black's three moves
/// late, or stands free on its seventh with Black's king and White's rook apart.
fn is_late_for_advanced_pawn(f: &RookEnding) -> bool {
    let is_late = f.spare_moves() <= -3 && distance(f.white.king, f.pawn) <= 2;
    let is_fifth = f.pawn.rank() >= Rank::Fifth
        && all([is_late, f.heart_square_lead() <= -3, f.white.rook.file() != f.pawn.file()]);
    let is_sixth = all([is_late, f.stop_square_lead() <= -2, f.white_ahead() <= 1]);
    let is_seventh =
        all([f.white_files() <= 2, f.black_ahead() <= 0, distance(f.white.rook, f.weak_king) >= 3]);
    (is_fifth && f.pawn.rank() <= Rank::Sixth)
        || (is_next_square_free(f)
            && ((is_sixth && f.pawn.rank() >= Rank::Sixth) || (is_seventh && f.pawn.rank() == Rank::Seventh)))
}

/// True if Black's king is two ranks behind a pawn that is no rook pawn, and White's near its file
/// and first.
fn is_first_from_three_files(f: &RookEnding) -> bool {
    all([
        f.pawn.file() != File::A,
        f.black_ahead() <= -2,
        f.white_files() <= 2,
        f.queening_square_lead() <= 0,
        f.stop_square_lead() <= -2,
    ])
}

/// True if Black's king is four files away, and White's first at the heart square, or Black's three
/// ranks behind a pawn past its fourth rank.
fn is_first_from_four_files(f: &RookEnding) -> bool {
    let is_first = f.heart_square_lead() <= -3 && f.pawn.file() != File::A;
    let is_behind = all([
        f.pawn.rank() >= Rank::Fifth,
        f.black_ahead() <= -3,
        f.queening_square_lead() <= -1,
        f.stop_square_lead() <= -1,
    ]);
    f.black_files() >= 4 && (is_first || is_behind)
}

fn is_far_behind_guarded_pawn(f: &RookEnding) -> bool {
    all([
        f.pawn.file() != File::A,
        f.black_files() >= 1,
        f.black_ahead() <= -3,
        f.white_ahead() >= -1,
        distance(f.weak_king, f.pawn) >= 4,
    ])
}

fn is_late_beside_the_file(f: &RookEnding) -> bool {
    all([
        f.spare_moves() <= -3,
        f.queening_square_lead() <= -3,
        f.white_files() <= 1,
        f.white_ahead() <= 1,
        f.white.rook.file() != f.pawn.file(),
    ])
}

/// True if Black's king is on the edge with White's within three squares.
fn may_be_stalemated(f: &RookEnding) -> bool {
    is_on_edge(f.weak_king) && distance(f.white.king, f.weak_king) <= 3
}

/// True if White's king is next to its pawn and Black's, to move, three moves late.
fn is_led_on_without_the_move(f: &RookEnding) -> bool {
    all([
        f.pawn.file() != File::A,
        f.spare_moves() <= -3,
        f.black_ahead() <= 0,
        distance(f.white.king, f.pawn) <= 1,
        distance(f.weak_king, f.pawn) >= 4,
    ]) && !path(f.pawn).has(f.white.rook)
}

/// True if Black's king, to move, is three ranks behind a pawn that is no rook pawn.
fn is_behind_without_the_move(f: &RookEnding) -> bool {
    let is_first = f.stop_square_lead() <= -4 && f.black_files() >= 1 && is_next_square_free(f);
    let is_far = f.black_files() >= 4
        && (distance(f.white.king, f.white.rook) >= 2
            || (f.pawn.rank() >= Rank::Fifth && f.white_files() == 1 && !path(f.pawn).has(f.white.rook)));
    let is_farther = all([
        f.pawn.file() >= File::C,
        f.black_files() >= 3,
        f.stop_square_lead() <= -3,
        distance(f.weak_king, f.pawn) >= 4,
    ]);
    f.pawn.file() != File::A && f.black_ahead() <= -3 && (is_first || is_far || is_farther)
}

/// True if White's rook is behind a pawn that promotes next, and Black's king is four squares away.
fn is_pushed_from_behind(f: &RookEnding) -> bool {
    f.pawn.rank() == Rank::Seventh
        && distance(f.weak_king, f.pawn) >= 4
        && f.white.rook.file() == f.pawn.file()
        && f.white.rook < f.pawn
        && is_next_square_free(f)
}

/// True if neither king nor White's rook stands in front of the pawn.
fn is_next_square_free(f: &RookEnding) -> bool {
    !f.others.has(stop_square(f.pawn))
}
