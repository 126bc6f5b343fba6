//! King, bishop and pawn against king and bishop: KBPvKB.
//!
//! With opposite-colored bishops the defender draws as soon as his bishop attacks a square of the
//! pawn's path, since it cannot be driven away. With bishops on the same color he draws with his
//! king in front of the pawn on a square that the bishop cannot attack. Otherwise the pawn usually
//! wins. The side with the pawn is called attacker, the other defender. See Fine, *Basic Chess
//! Endings*, chapter 5, and Averbakh, *Comprehensive Chess Endings* 1.

mod attacker;
mod drive;
mod men;

use board::sets::distance;
use board::{Color, Piece, Square, get_king_moves, get_pawn_attacks};

use crate::endings::own;
use crate::geometry::{corner_distance, is_on_edge, is_rook_pawn, pushes, queening_square, stop_square};
use crate::mined::{Derived, Men, MinedTable, Own};
use crate::recognizer::{InSearch, Recognizer, RuleBook};
use crate::rule::{Side, rules};
use attacker::{
    CANNOT_STOP_THE_PAWN, MAKES_THE_PAWN_UNSTOPPABLE, PROMOTES, TAKES_THE_BISHOP, WINS_BY_EXCHANGE,
};
use drive::{DRIVES_THE_BISHOP_OFF, HAS_NO_ANSWER, LEAVES_NO_ANSWER};
use men::Bishops;

/// King, bishop and pawn (strong) against king and bishop.
pub(crate) struct Kbpkb;

impl Men for Kbpkb {
    const MEN: &'static [(Side, Piece)] = &[
        (Side::Strong, Piece::Pawn),
        (Side::Strong, Piece::King),
        (Side::Weak, Piece::King),
        (Side::Strong, Piece::Bishop),
        (Side::Weak, Piece::Bishop),
    ];

    const OWN: &'static [Own] = own::PAWN_ALONE;
}

pub(super) static TABLE: MinedTable<Derived<Kbpkb>> = MinedTable::embedded(&data::KBPKB);

/// The recognizer of KBPvKB.
pub(crate) static RECOGNIZER: Recognizer =
    Recognizer::new(&[Piece::Bishop, Piece::Pawn], &[Piece::Bishop], &RULES)
        .with_mined(&TABLE)
        .asked_in_search(InSearch::AtFewMen);

/// In the order of testing.
#[rustfmt::skip]
static RULES: RuleBook<Bishops> = RuleBook::new(&[
    TAKES_THE_PAWN, GUARDS_THE_PATH, REACHES_THE_PATH, GUARDS_OUT_OF_REACH, COMES_IN_TIME, BLOCKS_THE_PAWN,
    STEPS_IN_FRONT, CANNOT_BE_DRIVEN_AWAY, TAKES_THE_BISHOP, WINS_BY_EXCHANGE, PROMOTES, HOLD_THE_FAR_PAWN,
    CANNOT_STOP_THE_PAWN, MAKES_THE_PAWN_UNSTOPPABLE, GETS_IN_FRONT, DRIVES_THE_BISHOP_OFF, HAS_NO_ANSWER,
    LEAVES_NO_ANSWER,
]);

rules! {
    /// The capturing bishop must not be pinned; afterwards only bishops are left.
    TAKES_THE_PAWN = "the pawn can be taken", Weak to move: Draw,
        claim: "The bishop takes the pawn, or the king takes it where nothing protects it.",
        source: GAME, example: "8/2b5/3P4/8/8/8/3K1B2/1k6 b - - 0 1",
        holds(Bishops) { takes_the_pawn }
}

fn takes_the_pawn(b: &Bishops) -> bool {
    let by_bishop = b.guard_hits().has(b.pawn) && !b.bishop_hits().has(b.weak_king) && !b.is_guard_pinned();
    let protected = get_king_moves(b.king) | b.bishop_hits_through(b.weak_king.bitboard());
    let by_king = get_king_moves(b.weak_king).has(b.pawn) && !protected.has(b.pawn);
    (by_bishop || by_king) && !b.may_be_mated()
}

rules! {
    /// ```text
    /// 8  . . . . . . . .      Black to move. The bishop gives itself for the pawn on d5, and
    /// 7  . . . . . . . k      White's, which is on the dark squares, can neither stand on the line
    /// 6  . . . . b . . .      nor drive it off.
    /// 5  . . . . . . . .
    /// 4  . . . P K . . .
    /// 3  . . B . . . . .
    ///    a b c d e f g h
    /// ```
    GUARDS_THE_PATH = "opposite bishops, and the path is guarded", Weak to move: Draw,
        claim: "The bishops are of opposite colors, and the defender's hits a square in front of the pawn and is not attacked.",
        source: FINE_5, example: "8/2P5/b7/2k5/8/8/2KB4/8 b - - 0 1",
        in_turn(Bishops as b) {
            "the bishops are of opposite colors", "gets a bishop of the other color" => b.are_opposite();
            "the defender's bishop hits a square in front of the pawn", "takes the bishop off the pawn's path" =>
                b.is_path_guarded();
            "the defender's bishop is not attacked", "attacks the bishop" => !b.is_guard_attacked();
            "the defender's king is not in check", "gives check" => !b.is_in_check();
            "the attacker's king cannot be mated", "puts the king where it may be mated" => !b.may_be_mated();
        }

    /// Like [`GUARDS_THE_PATH`], one move earlier.
    REACHES_THE_PATH = "opposite bishops, and the guard comes", Weak to move: Draw,
        claim: "The bishops are of opposite colors, and the defender's has a safe move after which it hits a square in front of the pawn.",
        source: FINE_5, example: "8/3P1k2/8/8/3b4/8/7K/1B6 b - - 0 1",
        in_turn(Bishops as b) {
            "the bishops are of opposite colors", "gets a bishop of the other color" => b.are_opposite();
            "the defender's bishop has a safe move to a square from where it hits the path", "lets the bishop be kept off the path" =>
                !b.ways_to_the_path().is_empty();
            "there is no corner in which the bishop might be shut in", "lets the bishop be shut in" => b.pawn != Square::A6;
            "the defender's king is not in check", "gives check" => !b.is_in_check();
            "the attacker's king cannot be mated", "puts the king where it may be mated" => !b.may_be_mated();
            "nothing is discovered", "lets an attack be discovered" => !b.may_discover();
            "the defender's king is not shut in", "lets the king be shut in" => !b.may_be_shut_in();
        }

    /// The attacker's king needs two moves to attack the bishop, which then attacks the path from
    /// elsewhere.
    GUARDS_OUT_OF_REACH = "opposite bishops, and the guard is out of reach", Strong to move: Draw,
        claim: "The bishops are of opposite colors, and the defender's hits a square in front of the pawn, three or more squares from the king.",
        source: FINE_5, example: "8/2b5/k7/8/8/PB6/6K1/8 w - - 0 1",
        in_turn(Bishops as b) {
            "the bishops are of opposite colors", "gets a bishop of the other color" => b.are_opposite();
            "the defender's bishop hits a square in front of the pawn", "takes the bishop off the pawn's path" =>
                b.is_path_guarded();
            "the defender's bishop is three squares from the attacker's king and not attacked",
                "lets the king near the bishop" => b.is_guard_at_ease();
            "no check is discovered", "lets a check be discovered" => !b.may_discover();
            "the attacker's king cannot be mated", "puts the king where it may be mated" => !b.may_be_mated();
            "the defender's king is not shut in", "lets the king be shut in" =>
                !b.may_be_shut_in() && b.has_weak_king_a_step();
            "the defender's king is not driven onto the line of his bishop", "puts the king beside the bishop" =>
                pushes(b.pawn) > 1 || distance(b.weak_king, b.guard) >= 2;
        }

    COMES_IN_TIME = "opposite bishops, and the guard is in time", Strong to move: Draw,
        claim: "The bishops are of opposite colors, the pawn has not passed its fifth rank, and the defender's has two safe moves to its path.",
        source: VERIFY, example: "8/3bB3/7K/8/8/8/3P4/2k5 w - - 0 1",
        in_turn(Bishops as b) {
            "the bishops are of opposite colors", "gets a bishop of the other color" => b.are_opposite();
            "the pawn needs three moves or more", "brings the pawn too near" => pushes(b.pawn) >= 3;
            "the defender's bishop has two ways to the path, far from the king", "leaves the bishop too few ways to the path" =>
                b.distant_ways_to_the_path().len() >= 2;
            "the defender's bishop is three squares from the attacker's king and not attacked",
                "lets the king near the bishop" => b.is_guard_at_ease();
            "nothing is discovered", "lets an attack be discovered" => !b.may_discover();
            "the attacker's king cannot be mated", "puts the king where it may be mated" => !b.may_be_mated();
            "the defender's king is not shut in", "lets the king be shut in" => !b.may_be_shut_in();
            "neither the pawn's step gives check nor the bishop", "walks into a check" =>
                !get_pawn_attacks(stop_square(b.pawn), Color::White).has(b.weak_king)
                    && !b.bishop_hits().has(b.weak_king);
        }

    /// ```text
    /// 8  . . . . . . . .      Black to move. White's bishop is on the dark squares and cannot
    /// 7  . . . . . . . .      drive the king off d5; Black moves his bishop back and forth.
    /// 6  . . . . . . . .
    /// 5  . . . k . . . .
    /// 4  . . . P . . . .
    /// 3  . . . . K . . .
    /// 2  . . . . . . . b
    /// 1  . . B . . . . .
    ///    a b c d e f g h
    /// ```
    BLOCKS_THE_PAWN = "the king blocks the pawn", Weak to move: Draw,
        claim: "The defender's king stands in front of the pawn on a square that the attacker's bishop cannot hit, and his bishop is not attacked.",
        source: FINE_5, example: "8/2K5/k7/P7/1B4b1/8/8/8 b - - 0 1",
        in_turn(Bishops as b) {
            "the king stands in front of the pawn where the bishop cannot hit", "leaves the square in front of the pawn" =>
                b.is_blocked();
            "the defender's bishop is not attacked", "attacks the bishop" => !b.is_guard_attacked();
            "the defender's king is not in check", "gives check" => !b.is_in_check();
            "the attacker's king cannot be mated", "puts the king where it may be mated" => !b.may_be_mated();
        }

    /// Like [`BLOCKS_THE_PAWN`], one move earlier. The defender's bishop needs room: in a corner it
    /// may be exchanged.
    STEPS_IN_FRONT = "the king steps in front of the pawn", Weak to move: Draw,
        claim: "The defender's king steps in front of the pawn to a square that the attacker's bishop cannot hit, and his bishop has room.",
        source: FINE_5, example: "5b2/2k5/8/8/6K1/1PB5/8/8 b - - 0 1",
        in_turn(Bishops as b) {
            "the king can step in front of the pawn where the bishop cannot hit", "lets the king be kept from the pawn's path" =>
                !(b.steps() & b.safe_path()).is_empty();
            "the defender's bishop is three squares from the attacker's king and not attacked",
                "lets the king near the bishop" => b.is_guard_at_ease();
            "the defender's bishop has five safe moves", "leaves the bishop too little room" => b.guard_room() >= 5;
            "the defender's king is not in check", "gives check" => !b.is_in_check();
            "nothing is discovered", "lets an attack be discovered" => !b.may_discover();
            "the attacker's king cannot be mated", "puts the king where it may be mated" => !b.may_be_mated();
            "the defender's king is not shut in", "lets the king be shut in" => !b.may_be_shut_in();
            "without bishops it is drawn", "makes the pawn ending won" => b.is_drawn_without_bishops();
        }

    CANNOT_BE_DRIVEN_AWAY = "the king cannot be driven away", Strong to move: Draw,
        claim: "The defender's king stands in front of the pawn where the bishop cannot hit, his bishop has room, and without bishops it is drawn.",
        source: AVERBAKH_1, example: "3k4/2bP4/4B3/8/8/8/8/6K1 w - - 0 1",
        in_turn(Bishops as b) {
            "the king stands in front of the pawn where the bishop cannot hit", "leaves the square in front of the pawn" =>
                b.is_blocked();
            "the defender's bishop is three squares from the attacker's king and not attacked",
                "lets the king near the bishop" => b.is_guard_at_ease();
            "the defender's bishop is not in a corner and has five safe moves", "leaves the bishop too little room" =>
                corner_distance(b.guard) > 0 && b.guard_room() >= 5;
            "nothing is discovered", "lets an attack be discovered" => !b.may_discover();
            "without bishops it is drawn", "makes the pawn ending won" => b.is_drawn_without_bishops();
            "the attacker's king cannot be mated", "puts the king where it may be mated" => !b.may_be_mated();
        }

    HOLD_THE_FAR_PAWN = "king and bishop hold the far pawn", Weak to move: Draw,
        claim: "The bishops are of the same color, the pawn has not passed its fourth rank, king and bishop are ahead of it, and without bishops it is drawn.",
        source: VERIFY, example: "6K1/8/1k6/6b1/8/3P2B1/8/8 b - - 0 1",
        in_turn(Bishops as b) {
            "the bishops are of the same color", "gets a bishop of the other color" => !b.are_opposite();
            "the pawn is not a rook pawn and has not passed its fourth rank", "lets the pawn pass its fourth rank" =>
                pushes(b.pawn) >= 4 && !is_rook_pawn(b.pawn);
            "the defender's bishop hits a square in front of the pawn", "takes the bishop off the pawn's path" =>
                b.without_bishop().is_on_guard();
            "the king is ahead of the pawn and near its path", "takes the king away from the pawn's path" =>
                b.weak_king.rank() > b.pawn.rank()
                    && distance(b.weak_king, queening_square(b.pawn)) <= 4
                    && distance(b.weak_king, stop_square(b.pawn)) <= 3;
            "the defender's bishop is three squares from the attacker's king and not attacked",
                "lets the king near the bishop" => b.is_guard_at_ease();
            "the defender's bishop has four safe moves", "leaves the bishop too little room" => b.guard_room() >= 4;
            "the defender's king is not in check", "gives check" => !b.is_in_check();
            "without bishops it is drawn", "makes the pawn ending won" => b.is_drawn_without_bishops();
            "the attacker's king cannot be mated", "puts the king where it may be mated" => !b.may_be_mated();
        }

    GETS_IN_FRONT = "the king gets in front of the pawn", Either to move: Draw,
        claim: "The king is before pawn and king on a square of the path that the bishop cannot hit; his bishop has room, and without bishops it is drawn.",
        source: VERIFY, example: "8/6K1/2b5/5k2/8/8/2P1B3/8 b - - 0 1",
        in_turn(Bishops as b) {
            "the king is first on a square of the path that the bishop cannot hit", "is late on the pawn's path" =>
                b.is_king_first();
            "the defender's bishop is three squares from the attacker's king and not attacked",
                "lets the king near the bishop" => b.is_guard_at_ease();
            "the defender's bishop is off the edge and has five safe moves", "leaves the bishop too little room" =>
                !is_on_edge(b.guard) && b.guard_room() >= 5;
            "king and bishop are not on one line of the other bishop's color", "puts king and bishop on one line" =>
                b.are_opposite() || !b.guard_hits().has(b.weak_king);
            "the defender's king is not in check", "gives check" => !b.is_in_check();
            "nothing is discovered", "lets an attack be discovered" => !b.may_discover();
            "without bishops it is drawn", "makes the pawn ending won" => b.is_drawn_without_bishops();
            "the attacker's king cannot be mated", "puts the king where it may be mated" => !b.may_be_mated();
        }
}
