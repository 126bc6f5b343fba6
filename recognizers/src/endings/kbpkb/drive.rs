//! Wins of KBPvKB with bishops on the same color and the defender's king far away, and wins one
//! move earlier.
//!
//! The attacker's bishop drives the other one off the diagonal on which it holds the pawn, if that
//! diagonal is short enough (L. Centurini, 19th century): the nearer the pawn's file is to the
//! edge, the shorter is one of the two diagonals that cross its path.

use board::sets::distance;

use super::attacker::{
    MAKES_THE_PAWN_UNSTOPPABLE, PROMOTES, TAKES_THE_BISHOP, WINS_BY_EXCHANGE, moves_king_or_bishop,
};
use super::men::Bishops;
use crate::geometry::{path, pushes, queening_square, stop_square};
use crate::rule::{Side, rules};

/// Greatest distance of the attacker's king from the pawn with which the attacker, to move, wins,
/// by the distance of the defender's king from the queening square; 0 if a win is not certain.
type Reach = [u8; 8];

const NEVER: Reach = [0; 8];

/// The pawn on its seventh rank, the queening square attacked; by the pawn's file, a to d.
const SEVENTH_HIT: [Reach; 4] =
    [[0, 0, 0, 0, 0, 3, 4, 5], [0, 0, 0, 0, 2, 3, 4, 4], [0, 0, 0, 0, 0, 1, 2, 3], NEVER];
/// The pawn on its sixth rank.
const SIXTH: [Reach; 4] =
    [[0, 0, 0, 0, 2, 3, 5, 6], [0, 0, 0, 0, 2, 3, 4, 3], [0, 0, 0, 0, 0, 0, 2, 3], NEVER];
const SIXTH_HIT: [Reach; 4] = [[0, 0, 0, 0, 0, 2, 2, 3], [0, 0, 0, 0, 0, 2, 2, 3], NEVER, NEVER];
/// The pawn on its fifth rank.
const FIFTH: [Reach; 4] = [[0, 0, 0, 0, 0, 1, 2, 3], NEVER, NEVER, NEVER];

/// True if the attacker wins with these squares of kings and pawn, given whether the pawn's path is
/// attacked.
fn are_kings_placed(b: &Bishops) -> bool {
    let reaches = match (pushes(b.pawn), (b.guard_hits() & path(b.pawn)).is_empty()) {
        (1, false) => SEVENTH_HIT,
        (2, true) => SIXTH,
        (2, false) => SIXTH_HIT,
        (3, true) => FIFTH,
        _ => return false,
    };
    let far = distance(b.weak_king, queening_square(b.pawn));
    distance(b.king, b.pawn) <= reaches[b.pawn.file() as usize][far as usize]
}

rules! {
    /// ```text
    /// 8  . . . . . . . .      White to move. To hold a8 the bishop must come to the long diagonal,
    /// 7  . . K . . . . .      where White's takes it or bars its way; the king is seven moves
    /// 6  P . . . . . . .      away.
    /// 5  . . . . . . . .
    /// 4  . . . . . . b .
    /// 3  . . . . . . . .
    /// 2  . . . . . . . .
    /// 1  k . . . . . . B
    ///    a b c d e f g h
    /// ```
    pub(super) DRIVES_THE_BISHOP_OFF = "the bishop is driven off", Strong to move: StrongWins,
        claim: "The bishops are of the same color, the defender's king is far from the far-advanced pawn's path, and his bishop has no line to it that is long enough.",
        source: CENTURINI, example: "8/2K5/P7/8/6b1/8/8/k6B w - - 0 1",
        in_turn(Bishops as b) {
            "the bishops are of the same color", "gets a bishop of the other color" => !b.are_opposite();
            "the pawn is on its fifth to seventh rank", "lets the pawn be held from afar" => pushes(b.pawn) <= 3;
            "nothing stands in the pawn's way", "blocks the pawn" => (path(b.pawn) & b.occupied()).is_empty();
            "the defender's bishop hits no man", "lets the bishop hit a man" =>
                (b.guard_hits() & (b.king.bitboard() | b.pawn.bitboard() | b.bishop.bitboard())).is_empty();
            "the attacker's bishop is not attacked by the king, nor shut in by the pawn", "leaves the bishop in trouble" =>
                distance(b.weak_king, b.bishop) > 1 && !b.pawn_attacks().has(b.bishop);
            "the attacker's king is nearer to the pawn than the defender's", "lets the defender's king be nearer to the pawn" =>
                distance(b.king, b.pawn) < distance(b.weak_king, b.pawn);
            "the defender's king is far from the pawn's path, the attacker's near the pawn, and the line that the bishop holds is short",
                "lets the defender hold the pawn" => are_kings_placed(b);
            "the attacker's king cannot be mated", "puts the king where it may be mated" => !b.may_be_mated();
        }
}

/// True if the attacker, to move, wins by a rule without lookahead.
fn wins(b: &Bishops) -> bool {
    DRIVES_THE_BISHOP_OFF.holds(b)
        || PROMOTES.holds(b)
        || MAKES_THE_PAWN_UNSTOPPABLE.holds(b)
        || TAKES_THE_BISHOP.holds(b)
        || WINS_BY_EXCHANGE.holds(b)
}

rules! {
    /// After every move of the defender, illegal ones included, the attacker wins by another rule.
    pub(super) HAS_NO_ANSWER = "the defender has no answer", Weak to move: StrongWins,
        claim: "Whatever king or bishop does, the pawn then promotes, cannot be stopped, or the bishop is taken, exchanged or driven off.",
        source: VERIFY, example: "8/8/P7/8/1KB5/6k1/8/3b4 b - - 0 1",
        holds(Bishops) { has_no_answer }
}

fn has_no_answer(b: &Bishops) -> bool {
    let (steps, guard_hits) = (b.steps(), b.guard_hits());
    if pushes(b.pawn) > 3
        || guard_hits.has(b.pawn)
        || guard_hits.has(b.bishop)
        || steps.has(b.bishop)
        || steps.has(b.pawn)
    {
        return false;
    }
    let squares = guard_hits - b.occupied();
    let may_be_stalemate = steps.is_empty() && (squares.is_empty() || b.is_in_check() || b.is_guard_pinned());
    let loses = |b: Bishops| wins(&Bishops { to_move: Side::Strong, ..b });
    !may_be_stalemate
        && steps.iter().all(|weak_king| loses(Bishops { weak_king, ..*b }))
        && squares.iter().all(|guard| loses(Bishops { guard, ..*b }))
}

rules! {
    /// After a push, or a move of king or bishop, [`HAS_NO_ANSWER`] holds.
    pub(super) LEAVES_NO_ANSWER = "a move leaves no answer", Strong to move: StrongWins,
        claim: "After a push, or a move of king or bishop, the defender has no answer.",
        source: VERIFY, example: "8/8/2P5/2K5/8/4k3/8/bB6 w - - 0 1",
        holds(Bishops) { leaves_no_answer }
}

fn leaves_no_answer(b: &Bishops) -> bool {
    if pushes(b.pawn) > 4 || b.guard_hits().has(b.king) {
        return false;
    }
    let is_lost = |b: Bishops| has_no_answer(&Bishops { to_move: Side::Weak, ..b });
    let stop = stop_square(b.pawn);
    let by_pawn = || {
        pushes(b.pawn) > 1
            && !b.occupied().has(stop)
            && !b.guard_hits_through(b.pawn.bitboard()).has(b.king)
            && is_lost(Bishops { pawn: stop, ..*b })
    };
    by_pawn() || moves_king_or_bishop(b, is_lost)
}
