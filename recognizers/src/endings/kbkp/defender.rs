//! Rules of KBvKP with the bishop side to move.

use board::sets::distance;
use board::{BitBoard, Rank, Square, get_bishop_moves, get_king_moves, get_line_rays};

use super::BishopVsPawn;
use crate::geometry::{any, path, pushes, queening_square, same_color, stop_square};
use crate::rule::{Side, rules};

/// True if a rule of this file proves a draw; the likeliest are tested first.
pub(super) fn holds(f: &BishopVsPawn) -> bool {
    any([GUARDS_THE_PATH.holds(f), TAKES_THE_PAWN.holds(f), REACHES_THE_PATH.holds(f)])
        || HAS_TIME.holds(f)
        || KING_HOLDS_ALONE.holds(f)
        || HITS_THE_STUCK_PAWN.holds(f)
        || CLEARS_THE_LINE.holds(f)
        || KING_HELPS.holds(f)
        || ARRIVES_IN_TWO.holds(f)
        || check_is_harmless(f)
}

rules! {
    /// Taking with the bishop always draws: if it is recaptured, only kings are left. The exception
    /// is a defender who can mate ([`MATES_IN_THE_CORNER`]).
    pub(super) TAKES_THE_PAWN = "the pawn can be taken", Weak to move: Draw,
        claim: "The bishop takes the pawn, or the king takes it undefended.",
        source: GAME, example: "8/8/8/4K3/8/1k1b4/2P5/8 b - - 0 1",
        at_once(BishopVsPawn as f) {
            "the pawn can be taken", "leaves the pawn alone" => f.can_take_pawn();
            "there is no mate in the corner" => !MATES_IN_THE_CORNER.holds(f);
        }

    /// ```text
    /// 8  . . . . . . . .      Black to move. The bishop hits c5. If the king attacks it, it
    /// 7  . . . . . . . .      attacks another square of the c-file from elsewhere; if the pawn
    /// 6  . . . . . . . .      advances, the bishop takes it. The king cannot interpose, which
    /// 5  . . . K . . . .      would be moving into check.
    /// 4  . . P . . . . .
    /// 3  . . . . b . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// Safe means that the attacker does not attack the bishop, or that its own king defends it.
    /// Exceptions: a check by the pawn, which must be answered first, and the mates.
    pub(super) GUARDS_THE_PATH = "the bishop guards the path", Weak to move: Draw,
        claim: "A safe bishop hits a square in front of the pawn and will give itself for it there.",
        plan: "Keep the bishop on the diagonal that crosses the pawn's path, and give it up for the pawn when that steps onto it.",
        source: AVERBAKH_1, example: "7k/8/8/3K4/2P5/4b3/8/8 b - - 0 1",
        at_once(BishopVsPawn as f) {
            "the bishop hits a square in front of the pawn", "gives up the pawn's path" => f.is_on_guard();
            "the bishop is safe where it stands", "lets the bishop be taken" => !f.danger().has(f.bishop);
            "the pawn gives no check" => !f.is_in_check();
            "there is no mate in the corner" => !MATES_IN_THE_CORNER.holds(f);
        }

    /// ```text
    /// 8  + . . . . . . .      Black to move. Bf3 hits a8 and draws. On d5 the king would take the
    /// 7  P . . . . . . .      bishop; if the king stood on the line, at d5, the bishop would give
    /// 6  . . . . K . . .      check from f3 and the king would have to leave the line.
    ///    . . .
    /// 2  . . . . b . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// Exceptions: those of [`GUARDS_THE_PATH`], and the trap on b8 (see [`trap`]).
    pub(super) REACHES_THE_PATH = "the bishop reaches the path", Weak to move: Draw,
        claim: "The bishop has a safe move after which it hits a square in front of the pawn.",
        plan: "Bring the bishop to a diagonal that crosses the pawn's path, and give it up for the pawn when that steps onto it.",
        source: AVERBAKH_1, example: "8/P7/4K3/8/8/8/4b3/7k b - - 0 1",
        at_once(BishopVsPawn as f) {
            "the bishop has a safe move after which it hits a square in front of the pawn", "leaves the bishop no safe way to the pawn's path" =>
                !((f.safe_bishop_moves() - trap(f)) & f.posts()).is_empty();
            "the pawn gives no check" => !f.is_in_check();
            "there is no mate in the corner" => !MATES_IN_THE_CORNER.holds(f);
        }
}

/// The one post on which the bishop is trapped: on b8 it guards a7, but with the king on c6 it is
/// shut in and lost.
/// ```text
/// 8  . + . . . . . .
/// 7  . . . . . . . .
/// 6  P . K . . . . .
///    a b c d e f g h
/// ```
fn trap(f: &BishopVsPawn) -> BitBoard {
    if f.pawn == Square::A6 && f.king == Square::C6 { Square::B8.bitboard() } else { BitBoard::EMPTY }
}

rules! {
    /// A pawn on its second or third rank is always too slow, on its fourth only if the bishop can
    /// move at all (on h8, shut in by its own king on g7, it may be too late).
    pub(super) HAS_TIME = "the pawn has far to go", Weak to move: Draw,
        claim: "Against a pawn that has not passed its fourth rank the bishop is in time, if it is not locked in.",
        source: VERIFY, example: "8/8/8/3k4/1P6/1K6/8/7b b - - 0 1",
        in_turn(BishopVsPawn as f) {
            "the pawn has not passed its fourth rank" => pushes(f.pawn) >= 4;
            "the bishop can move, or the pawn has not passed its third rank", "locks the bishop in" =>
                pushes(f.pawn) == 5 || !f.bishop_moves().is_empty();
            "the pawn gives no check" => !f.is_in_check();
            "there is no mate in the corner" => !MATES_IN_THE_CORNER.holds(f);
        }

    /// The bishop only helps the king, except where the bare king would be stalemated and the
    /// bishop has to move.
    pub(super) KING_HOLDS_ALONE = "the king holds alone", Weak to move: Draw,
        claim: "The king has a move and stops the pawn even without the bishop.",
        source: PAWN_ENDING, example: "8/3P4/b4k2/8/1K6/8/8/8 b - - 0 1",
        in_turn(BishopVsPawn as f) {
            "the defender's king stops the pawn even without the bishop", "takes the king too far to stop the pawn alone" =>
                f.without_bishop(Side::Weak).is_drawn();
            "the defender's king has a move", "leaves the king no move" => !f.weak_king_moves().is_empty();
            "there is no mate in the corner" => !MATES_IN_THE_CORNER.holds(f);
        }

    /// ```text
    /// 8  . . . . K . . .      Black to move. Bb5 (or Bg4) pins the pawn, which cannot promote
    /// 7  . . . P . . . .      and will be taken.
    ///    . . .
    /// 2  . . . . b . . .
    ///    a b c d e f g h
    /// ```
    pub(super) HITS_THE_STUCK_PAWN = "the bishop hits the stuck pawn", Weak to move: Draw,
        claim: "The bishop attacks the pawn while it cannot step, being blocked or pinned or its king in check.",
        source: VERIFY, example: "4K3/3P4/8/k7/8/8/4b3/8 b - - 0 1",
        in_turn(BishopVsPawn as f) {
            "the bishop can safely attack the pawn", "leaves the bishop no safe way to attack the pawn" =>
                !hits_on_the_pawn(f).is_empty();
            "the pawn gives no check" => !f.is_in_check();
            "there is no mate in the corner" => !MATES_IN_THE_CORNER.holds(f);
            "the pawn cannot step then, being blocked or pinned or its king in check", "lets the pawn step on" =>
                is_pawn_stuck(f);
        }
}

/// Safe squares from which the bishop attacks the pawn.
fn hits_on_the_pawn(f: &BishopVsPawn) -> BitBoard {
    f.safe_bishop_moves() & get_bishop_moves(f.pawn, f.occupied() - f.bishop.bitboard())
}

/// True if the pawn cannot advance when the bishop attacks it: it is blocked, or the bishop pins it
/// or gives check.
fn is_pawn_stuck(f: &BishopVsPawn) -> bool {
    let others = f.occupied() - f.bishop.bitboard();
    let checks = get_bishop_moves(f.king, others);
    let pins = if checks.has(f.pawn) { get_line_rays(f.king, f.pawn) } else { BitBoard::EMPTY };
    others.has(stop_square(f.pawn)) || !(hits_on_the_pawn(f) & (checks | pins)).is_empty()
}

rules! {
    /// The attacker moves in between, so a pawn on its sixth rank is then on the seventh: two
    /// guards must be reachable, unless the attacker's king loses a move because it is in the
    /// pawn's way.
    pub(super) ARRIVES_IN_TWO = "the bishop arrives in two moves", Weak to move: Draw,
        claim: "The pawn is on its fifth or sixth rank, and the bishop reaches a guard out of the king's reach in two moves.",
        source: AVERBAKH_1, example: "8/8/P7/8/3k4/7b/5K2/8 b - - 0 1",
        in_turn(BishopVsPawn as f) {
            "the pawn is on its fifth or sixth rank" => matches!(pushes(f.pawn), 2 | 3);
            "the pawn gives no check" => !f.is_in_check();
            "the bishop reaches a guard out of the king's reach in two moves", "leaves the bishop no way to a safe guard in two moves" =>
                f.posts_in_two().len() >= needed_posts(f);
            "there is no mate in the corner" => !MATES_IN_THE_CORNER.holds(f);
        }
}

/// Number of guards that the bishop must be able to reach.
fn needed_posts(f: &BishopVsPawn) -> u32 {
    if pushes(f.pawn) == 2 && !f.king_is_in_the_way() { 2 } else { 1 }
}

rules! {
    /// After stepping aside the king may no longer defend the bishop.
    pub(super) CLEARS_THE_LINE = "the king clears the line", Weak to move: Draw,
        claim: "The bishop hits the path as soon as its own king steps aside.",
        source: VERIFY, example: "8/1P6/8/4k3/8/6b1/K7/8 b - - 0 1",
        in_turn(BishopVsPawn as f) {
            "the bishop hits the pawn's path as soon as its king steps aside", "takes the bishop off the line to the pawn's path" =>
                !(line_to_the_path(f) & path(f.pawn)).is_empty();
            "the pawn gives no check" => !f.is_in_check();
            "there is no mate in the corner" => !MATES_IN_THE_CORNER.holds(f);
            "the bishop is not attacked", "lets the bishop be attacked" =>
                !(get_king_moves(f.king) | f.pawn_attacks()).has(f.bishop);
            "the defender's king can leave the line", "leaves the king no step off the line" =>
                !(f.weak_king_moves() - line_to_the_path(f)).is_empty();
        }
}

/// Squares that the bishop attacks without kings in its way.
fn line_to_the_path(f: &BishopVsPawn) -> BitBoard {
    get_bishop_moves(f.bishop, f.pawn.bitboard())
}

rules! {
    pub(super) KING_HELPS = "king and bishop work together", Weak to move: Draw,
        claim: "The pawn is on its fifth rank, and the king is within three squares of the queening square.",
        source: VERIFY, example: "5b2/4k3/8/1P1K4/8/8/8/8 b - - 0 1",
        in_turn(BishopVsPawn as f) {
            "the pawn is on its fifth rank" => pushes(f.pawn) == 3;
            "the defender's king is within three squares of the queening square", "takes the king too far from the queening square" =>
                distance(f.weak_king, queening_square(f.pawn)) <= 3;
            "the pawn gives no check" => !f.is_in_check();
        }

    pub(super) CHECK_IS_HARMLESS = "the check does no harm", Weak to move: Draw,
        claim: "The pawn gives check from its fifth rank or before, or the bishop guards the path and the king can step aside.",
        source: VERIFY, example: "8/K1k5/1P6/8/8/5b2/8/8 b - - 0 1",
        holds(BishopVsPawn) { check_is_harmless }
}

#[inline(always)]
fn check_is_harmless(f: &BishopVsPawn) -> bool {
    if !f.is_in_check() {
        return false;
    }
    let keeps_guard = || f.is_on_guard() && !f.danger().has(f.bishop) && !f.weak_king_moves().is_empty();
    pushes(f.pawn) >= 3 || keeps_guard()
}

/// True if the attacker's king is in the corner beside its own rook pawn.
#[inline(always)]
fn is_cornered(f: &BishopVsPawn) -> bool {
    matches!((f.king, f.pawn), (Square::A1, Square::A2) | (Square::A8, Square::A7))
}

/// True if the attacker's king in the corner has no square: its pawn blocks one, the bare king
/// controls the other two.
#[inline(always)]
pub(super) fn is_shut_in(f: &BishopVsPawn) -> bool {
    match f.weak_king {
        Square::C1 | Square::C2 => f.king == Square::A1 && f.pawn == Square::A2,
        Square::C7 | Square::C8 => f.king == Square::A8 && f.pawn == Square::A7,
        _ => false,
    }
}

rules! {
    /// ```text
    /// 3  . . . . . . . .      Black to move: Bd4 or any other bishop move to the long diagonal
    /// 2  P . . . . b . .      is mate.
    /// 1  K . k . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// With the bishop already on the diagonal and its king in between on c3 (or c6), the king
    /// mates by moving toward the end of the c-file.
    pub(super) MATES_IN_THE_CORNER = "mate in the corner", Weak to move: WeakWins,
        claim: "The attacker's king is shut in the corner by its own rook pawn, and the bishop mates it.",
        source: AVERBAKH_1, example: "8/8/8/8/8/8/P4b2/K1k5 b - - 0 1",
        in_turn(BishopVsPawn as f) {
            "the attacker's king is in the corner, beside its own rook pawn", "lets the king out of the corner" =>
                is_cornered(f);
            "a move mates it", "misses the mate" => mates_the_cornered(f);
        }
}

fn mates_the_cornered(f: &BishopVsPawn) -> bool {
    let by_bishop = || !(get_bishop_moves(f.king, f.occupied()) & f.safe_bishop_moves()).is_empty();
    let by_king = || {
        let screen = if f.king == Square::A1 { Square::C3 } else { Square::C6 };
        f.weak_king == screen && get_bishop_moves(f.bishop, f.occupied() - f.weak_king.bitboard()).has(f.king)
    };
    if is_shut_in(f) { by_bishop() } else { by_king() }
}

rules! {
    /// ```text
    /// 8  + . . . . . . .      Black to move. The king does not reach a8, and the bishop, being of
    /// 7  P . . . . . . .      the wrong color, can only hit the pawn, which promotes all the same.
    /// 6  . . . . . . . .
    /// 5  . . . K . . . .
    /// 4  . . . . . . k .
    /// 3  . . . . . . . .
    /// 2  . . . . . . . b
    ///    a b c d e f g h
    /// ```
    ///
    /// Does not apply if the queening square is occupied, if the attacker's king is on the last
    /// rank near the other king (a check may drive it in front of its pawn), or if a king move
    /// would discover a check or a pin.
    pub(super) CANNOT_STOP_THE_PAWN = "the pawn cannot be stopped", Weak to move: StrongWins,
        claim: "The pawn promotes with its next move; neither bishop nor king gets there, and no check or pin helps.",
        source: VERIFY, example: "8/P7/8/3K4/6k1/8/7b/8 b - - 0 1",
        in_turn(BishopVsPawn as f) {
            "the pawn is on its seventh rank", "stops the pawn" => pushes(f.pawn) == 1;
            "the pawn gives no check" => !f.is_in_check();
            "the queening square is empty", "steps on the queening square" =>
                !f.occupied().has(queening_square(f.pawn));
            "the pawn cannot be taken", "gets at the pawn" => !f.can_take_pawn();
            "the defender's king is too far from the queening square, or kept from it", "brings the king up to the queening square" =>
                is_king_late(f);
            "the attacker's king is not on the last rank near the other", "brings the king near the other" =>
                !is_king_clumsy(f);
            "the bishop does not get there, and no check or pin helps", "brings the bishop in time" =>
                bishop_is_late(f, queening_square(f.pawn));
        }
}

/// True if the defender's king is two moves from where it would stop the pawn, or the other king,
/// next to pawn and queening square, keeps it away.
fn is_king_late(f: &BishopVsPawn) -> bool {
    let queening = queening_square(f.pawn);
    distance(f.weak_king, queening) > 2 || (distance(f.king, queening) == 1 && distance(f.king, f.pawn) == 1)
}

/// True if a check may drive the attacker's king in front of its pawn.
fn is_king_clumsy(f: &BishopVsPawn) -> bool {
    f.king.rank() == Rank::Eighth && distance(f.king, f.weak_king) <= 3
}

fn bishop_is_late(f: &BishopVsPawn, queening: Square) -> bool {
    let (pawn, weak_king) = (f.pawn.bitboard(), f.weak_king.bitboard());
    let posts = get_bishop_moves(queening, pawn);
    let moves = f.safe_bishop_moves();
    let discovers = get_bishop_moves(f.bishop, f.occupied() - weak_king - pawn).has(f.king);
    if discovers || !(posts & (moves | f.bishop.bitboard())).is_empty() {
        return false;
    }
    let lines_to_king = get_bishop_moves(f.king, BitBoard::EMPTY);
    if same_color(queening).has(f.bishop) {
        // A check gains a move, after which the bishop must not reach a post. The king must not be
        // where a new queen could be skewered.
        let checks = get_bishop_moves(f.king, f.occupied()) & moves;
        !lines_to_king.has(queening)
            && checks.iter().all(|from| (get_bishop_moves(from, pawn | weak_king) & posts).is_empty())
    } else {
        // A bishop on the pawn's color must attack the pawn with check or pin it.
        (get_bishop_moves(f.pawn, BitBoard::EMPTY) & lines_to_king & moves).is_empty()
    }
}
