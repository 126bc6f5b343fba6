//! Immediate wins of the attacker in KBPvKB: the other bishop is taken or exchanged, or the pawn
//! promotes or cannot be stopped.

use board::sets::distance;
use board::{BitBoard, Rank, Square, get_king_moves};

use super::men::Bishops;
use crate::endings::kbkp;
use crate::endings::kpk::PawnEnding;
use crate::geometry::{bishop_lines, corner_distance, pushes, queening_square, same_color, stop_square};
use crate::rule::{Side, rules};

rules! {
    pub(super) TAKES_THE_BISHOP = "the bishop can be taken", Strong to move: StrongWins,
        claim: "The attacker takes an unprotected bishop; the bare king is far from the pawn, whose corner the bishop controls if it is a rook pawn.",
        source: GAME, example: "8/2b5/8/B7/6k1/8/1P2K3/8 w - - 0 1",
        holds(Bishops) { takes_the_bishop }
}

fn takes_the_bishop(b: &Bishops) -> bool {
    let by_king = get_king_moves(b.king).has(b.guard)
        && distance(b.weak_king, b.guard) >= 3
        && distance(b.weak_king, b.bishop) >= 3;
    let by_bishop = b.bishop_hits().has(b.guard) && !get_king_moves(b.weak_king).has(b.guard);
    let from_pawn = distance(b.weak_king, b.pawn);
    (by_king || by_bishop)
        && from_pawn >= 4
        && distance(b.king, b.pawn) < from_pawn
        && corner_distance(b.weak_king) > 0
        && b.has_right_bishop()
}

rules! {
    pub(super) WINS_BY_EXCHANGE = "the exchange wins", Strong to move: StrongWins,
        claim: "The bishop takes the other, which only the king protects, and the pawn ending is won.",
        source: PAWN_ENDING, example: "8/5B2/8/7b/1P4k1/3K4/8/8 w - - 0 1",
        in_turn(Bishops as b) {
            "the attacker's bishop attacks the other one", "gives up the attack on the bishop" => b.bishop_hits().has(b.guard);
            "the defender's king must take back" => get_king_moves(b.weak_king).has(b.guard);
            "the defender's king is four squares from the pawn", "lets the king near the pawn" =>
                distance(b.weak_king, b.pawn) >= 4;
            "the bishop controls the corner a rook pawn runs to", "turns the pawn into the wrong rook pawn" =>
                b.has_right_bishop();
            "the pawn ending after the exchange is won", "spoils the pawn ending" =>
                PawnEnding { king: b.king, pawn: b.pawn, weak_king: b.guard, to_move: Side::Strong }.is_won_exactly();
        }

    /// As in KBvKP, if the attacker's bishop is not in the way.
    pub(super) PROMOTES = "the pawn promotes", Strong to move: StrongWins,
        claim: "The pawn becomes a queen that is not lost to a capture, a check or a pin, and it is not stalemate.",
        source: GAME, example: "8/1P6/8/8/7k/8/4B3/4K1b1 w - - 0 1",
        in_turn(Bishops as b) {
            "the pawn is on its seventh rank" => pushes(b.pawn) == 1;
            "the bishop is not on the queening square", "blocks the pawn with the bishop" => b.bishop != queening_square(b.pawn);
            "the attacker is not in check", "walks into a check" => !b.guard_hits().has(b.king);
            "the attacker's king cannot be mated", "puts the king where it may be mated" => !b.may_be_mated();
            "the defender's king is not shut in", "shuts the king in" => !b.may_be_shut_in();
            "the queen is not lost, and nothing answers it", "lets the queen be lost" => kbkp::PROMOTES.holds(&b.without_bishop());
        }

    /// ```text
    /// 8  . . . . . . . .      Black to move. His bishop cannot attack b8, nor safely the pawn: on
    /// 7  . P . . . . . .      a6 and f3 it is taken. The king is too far away.
    /// 6  . . . . . . . .
    /// 5  K . . B . . . .
    /// 4  . . . . . . . .
    /// 3  . . . . k . . .
    /// 2  . . . . b . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// Does not apply where a check or a pin might gain a move.
    pub(super) CANNOT_STOP_THE_PAWN = "the pawn cannot be stopped", Weak to move: StrongWins,
        claim: "The pawn is on its seventh rank, the king three squares from where it promotes, and the bishop has neither a safe guard nor a check.",
        source: VERIFY, example: "8/1P6/8/K2B4/8/4k3/4b3/8 b - - 0 1",
        in_turn(Bishops as b) {
            "the pawn is on its seventh rank" => pushes(b.pawn) == 1;
            "the queening square is free", "blocks the queening square" => !b.occupied().has(queening_square(b.pawn));
            "the defender's king is three moves from the queening square", "lets the king near the queening square" =>
                distance(b.weak_king, queening_square(b.pawn)) >= 3;
            "the defender's bishop neither hits the queening square nor comes to hit it safely",
                "lets the bishop hit the queening square" => b.is_guard_late();
            "the defender's bishop takes neither bishop nor pawn", "lets a man be taken" =>
                !b.guard_reach().has(b.bishop) && !b.guard_reach().has(b.pawn);
            "no check, pin or skewer gains a move", "lets a check, a pin or a skewer gain a move" =>
                !may_gain_a_move(b, queening_square(b.pawn), b.guard_reach());
        }
}

/// True if a check, a pin of the pawn, a skewer of the new queen, or a threat of mate may help the
/// defender.
fn may_gain_a_move(b: &Bishops, queening: Square, reach: BitBoard) -> bool {
    let (pawn, guard, weak_king) = (b.pawn.bitboard(), b.guard.bitboard(), b.weak_king.bitboard());
    let checks_and_pins = bishop_lines(b.king, b.occupied() - guard - pawn) & reach;
    let discovered = b.guard_hits_through(weak_king | pawn);
    let skewers = same_color(queening).has(b.guard) && bishop_lines(queening, BitBoard::EMPTY).has(b.king);
    let is_king_beside_bishop = b.king.rank() == Rank::Eighth && b.bishop.rank() == Rank::Eighth;
    !checks_and_pins.is_empty()
        || discovered.has(b.king)
        || discovered.has(queening)
        || skewers
        || is_king_beside_bishop
        || distance(b.weak_king, b.bishop) < 2
        || b.may_be_mated()
        || b.may_be_shut_in()
}

rules! {
    pub(super) MAKES_THE_PAWN_UNSTOPPABLE = "a move makes the pawn unstoppable", Strong to move: StrongWins,
        claim: "After a push, or a move of king or bishop, the pawn on its seventh rank cannot be stopped.",
        source: VERIFY, example: "8/2P4k/8/2K5/8/b7/8/7B w - - 0 1",
        holds(Bishops) { makes_the_pawn_unstoppable }
}

fn makes_the_pawn_unstoppable(b: &Bishops) -> bool {
    if pushes(b.pawn) > 2 || distance(b.weak_king, queening_square(b.pawn)) < 3 {
        return false;
    }
    let is_unstoppable = |next: Bishops| CANNOT_STOP_THE_PAWN.holds(&Bishops { to_move: Side::Weak, ..next });
    if pushes(b.pawn) == 2 {
        let stop = stop_square(b.pawn);
        return !b.occupied().has(stop)
            && !b.guard_hits().has(b.king)
            && is_unstoppable(Bishops { pawn: stop, ..*b });
    }
    moves_king_or_bishop(b, is_unstoppable)
}

/// True if a quiet move of king or bishop leads to a position with the property `is_wanted`.
pub(super) fn moves_king_or_bishop(b: &Bishops, is_wanted: impl Fn(Bishops) -> bool) -> bool {
    let occupied = b.occupied();
    let denied = get_king_moves(b.weak_king) | b.guard_hits_through(b.king.bitboard()) | occupied;
    let by_king = || (get_king_moves(b.king) - denied).iter().any(|king| is_wanted(Bishops { king, ..*b }));
    // The bishop must neither be pinned nor leave its king in check.
    let is_free = !b.guard_hits_through(b.bishop.bitboard()).has(b.king);
    by_king()
        || (is_free && (b.bishop_hits() - occupied).iter().any(|bishop| is_wanted(Bishops { bishop, ..*b })))
}
