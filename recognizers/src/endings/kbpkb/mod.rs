//! King, bishop and pawn against king and bishop: KBPvKB.
//!
//! With bishops of opposite colors the defender draws as soon as his bishop hits a square of the pawn's path, for nothing can drive it
//! away. With bishops of one color he draws with his king in front of the pawn on a square that the bishop cannot hit. Without either the
//! pawn mostly wins. The side with the pawn is called attacker, the other defender. See Fine, *Basic Chess Endings*, chapter 5, and
//! Averbakh, *Comprehensive Chess Endings* 1.
//!
//! The figures in the rules' docs are those of `verify KBPvKB` and, for the second part, of `verify KBPvKB --rules`.

mod attacker;
mod drive;
mod men;

use board::sets::distance;
use board::{Color, Piece, Square, get_king_moves, get_pawn_attacks};

use crate::endings::own;
use crate::endings::sources::{GAME, PAWN_ENDING, VERIFY};
use crate::geometry::{corner_distance, is_on_edge, is_rook_pawn, pushes, queening_square, stop_square};
use crate::mined::{Derived, Men, MinedTable, Own};
use crate::recognizer::book::RuleAndTest;
use crate::recognizer::{InSearch, RuleBook};
use crate::rule::{Outcome, Rule, Side, told};
use attacker::{
    CANNOT_STOP_THE_PAWN, PROMOTES, WINS_BY_EXCHANGE, cannot_stop_the_pawn, makes_the_pawn_unstoppable,
    promotes, takes_the_bishop, wins_by_exchange,
};
use drive::{DRIVES_THE_BISHOP_OFF, drives_the_bishop_off, has_no_answer, leaves_no_answer};
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
pub(crate) static RECOGNIZER: RuleBook<Bishops> =
    RuleBook::new(&[Piece::Bishop, Piece::Pawn], &[Piece::Bishop], &RULES)
        .with_mined(&TABLE)
        .asked_in_search(InSearch::AtFewMen);

const ATTACKER: Option<Side> = Some(Side::Strong);
const DEFENDER: Option<Side> = Some(Side::Weak);

const FINE: &str = "Fine, Basic Chess Endings, chapter 5";
const AVERBAKH: &str = "Averbakh, Comprehensive Chess Endings 1";
const CENTURINI: &str = "after Centurini, 19th century (Averbakh, Comprehensive Chess Endings 1); distances found and proved with verify";

/// In the order of asking.
#[rustfmt::skip]
static RULES: [RuleAndTest<Bishops>; 18] = [
    (Rule::new("the pawn can be taken", DEFENDER, Outcome::Draw,
        "The bishop takes the pawn, or the king takes it where nothing protects it.", GAME), takes_the_pawn, &[]),
    (Rule::new("opposite bishops, and the path is guarded", DEFENDER, Outcome::Draw,
        "The bishops run on different colors, and the defender's hits a square in front of the pawn and is not attacked.", FINE), guards_the_path, GUARDS_THE_PATH),
    (Rule::new("opposite bishops, and the guard comes", DEFENDER, Outcome::Draw,
        "The bishops run on different colors, and the defender's has a safe move after which it hits a square in front of the pawn.", FINE), reaches_the_path, REACHES_THE_PATH),
    (Rule::new("opposite bishops, and the guard is out of reach", ATTACKER, Outcome::Draw,
        "The bishops run on different colors, and the defender's hits a square in front of the pawn, three or more squares from the king.", FINE), guards_out_of_reach, GUARDS_OUT_OF_REACH),
    (Rule::new("opposite bishops, and the guard is in time", ATTACKER, Outcome::Draw,
        "The bishops run on different colors, the pawn has not passed its fifth rank, and the defender's has two safe moves to its path.", VERIFY), comes_in_time, COMES_IN_TIME),
    (Rule::new("the king blocks the pawn", DEFENDER, Outcome::Draw,
        "The defender's king stands in front of the pawn on a square that the attacker's bishop cannot hit, and his bishop is not attacked.", FINE), blocks_the_pawn, BLOCKS_THE_PAWN),
    (Rule::new("the king steps in front of the pawn", DEFENDER, Outcome::Draw,
        "The defender's king steps in front of the pawn to a square that the attacker's bishop cannot hit, and his bishop has room.", FINE), steps_in_front, STEPS_IN_FRONT),
    (Rule::new("the king cannot be driven away", ATTACKER, Outcome::Draw,
        "The defender's king stands in front of the pawn where the bishop cannot hit, his bishop has room, and without bishops it is drawn.", AVERBAKH), cannot_be_driven_away, CANNOT_BE_DRIVEN_AWAY),
    (Rule::new("the bishop can be taken", ATTACKER, Outcome::StrongWins,
        "The attacker takes an unprotected bishop; the bare king is far from the pawn, whose corner the bishop controls if it is a rook pawn.", GAME), takes_the_bishop, &[]),
    (Rule::new("the exchange wins", ATTACKER, Outcome::StrongWins,
        "The bishop takes the other, which only the king protects, and the pawn ending is won.", PAWN_ENDING), wins_by_exchange, WINS_BY_EXCHANGE),
    (Rule::new("the pawn promotes", ATTACKER, Outcome::StrongWins,
        "The pawn becomes a queen that is not lost to a capture, a check or a pin, and it is not stalemate.", GAME), promotes, PROMOTES),
    (Rule::new("king and bishop hold the far pawn", DEFENDER, Outcome::Draw,
        "The bishops run on one color, the pawn has not passed its fourth rank, king and bishop are ahead of it, and without bishops it is drawn.", VERIFY), hold_the_far_pawn, HOLD_THE_FAR_PAWN),
    (Rule::new("the pawn cannot be stopped", DEFENDER, Outcome::StrongWins,
        "The pawn is on its seventh rank, the king three squares from where it promotes, and the bishop has neither a safe guard nor a check.", VERIFY), cannot_stop_the_pawn, CANNOT_STOP_THE_PAWN),
    (Rule::new("a move makes the pawn unstoppable", ATTACKER, Outcome::StrongWins,
        "After a push, or a move of king or bishop, the pawn on its seventh rank cannot be stopped.", VERIFY), makes_the_pawn_unstoppable, &[]),
    (Rule::new("the king gets in front of the pawn", None, Outcome::Draw,
        "The king is before pawn and king on a square of the path that the bishop cannot hit; his bishop has room, and without bishops it is drawn.", VERIFY), gets_in_front, GETS_IN_FRONT),
    (Rule::new("the bishop is driven off", ATTACKER, Outcome::StrongWins,
        "The bishops run on one color, the defender's king is far from the far-advanced pawn's path, and his bishop has no line to it that is long enough.", CENTURINI), drives_the_bishop_off, DRIVES_THE_BISHOP_OFF),
    (Rule::new("the defender has no answer", DEFENDER, Outcome::StrongWins,
        "Whatever king or bishop does, the pawn then promotes, cannot be stopped, or the bishop is taken, exchanged or driven off.", VERIFY), has_no_answer, &[]),
    (Rule::new("a move leaves no answer", ATTACKER, Outcome::StrongWins,
        "After a push, or a move of king or bishop, the defender has no answer.", VERIFY), leaves_no_answer, &[]),
];

/// What takes with the bishop must not be pinned; afterwards two bishops, or one, are left.
///
/// KBPvKB: asked 267,646,802, spoke 49,035,322, wrong 0; asked about everything it speaks on 49,035,322, wrong 0.
fn takes_the_pawn(b: &Bishops) -> bool {
    let by_bishop = b.guard_hits().has(b.pawn) && !b.bishop_hits().has(b.weak_king) && !b.is_guard_pinned();
    let protected = get_king_moves(b.king) | b.bishop_hits_through(b.weak_king.bitboard());
    let by_king = get_king_moves(b.weak_king).has(b.pawn) && !protected.has(b.pawn);
    (by_bishop || by_king) && !b.may_be_mated()
}

told! {
    /// ```text
    /// 8  . . . . . . . .      Black to move. The bishop gives itself for the pawn on d5, and White's, which
    /// 7  . . . . . . . k      runs on dark squares, can neither stand on the line nor drive it off.
    /// 6  . . . . b . . .
    /// 5  . . . . . . . .
    /// 4  . . . P K . . .
    /// 3  . . B . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KBPvKB: asked 218,611,480, spoke 31,637,250, wrong 0; asked about everything it speaks on 35,411,607, wrong 0.
    fn guards_the_path as GUARDS_THE_PATH(b: &Bishops), in_turn {
        "the bishops run on different colors", "gets a bishop of the other color" => b.are_opposite();
        "the defender's bishop hits a square in front of the pawn", "takes the bishop off the pawn's path" =>
            b.is_path_guarded();
        "the defender's bishop is not attacked", "attacks the bishop" => !b.is_guard_attacked();
        "the defender's king is not in check", "gives check" => !b.is_in_check();
        "the attacker's king cannot be mated", "puts the king where it may be mated" => !b.may_be_mated();
    }
}

told! {
    /// As [`guards_the_path`], a move before.
    ///
    /// KBPvKB: asked 186,974,230, spoke 31,118,787, wrong 0; asked about everything it speaks on 70,980,365, wrong 0.
    fn reaches_the_path as REACHES_THE_PATH(b: &Bishops), in_turn {
        "the bishops run on different colors", "gets a bishop of the other color" => b.are_opposite();
        "the defender's bishop has a safe move to a square from where it hits the path", "lets the bishop be kept off the path" =>
            !b.ways_to_the_path().is_empty();
        "there is no corner in which the bishop might be shut in", "lets the bishop be shut in" => b.pawn != Square::A6;
        "the defender's king is not in check", "gives check" => !b.is_in_check();
        "the attacker's king cannot be mated", "puts the king where it may be mated" => !b.may_be_mated();
        "nothing is discovered", "lets an attack be discovered" => !b.may_discover();
        "the defender's king is not shut in", "lets the king be shut in" => !b.may_be_shut_in();
    }
}

told! {
    /// The attacker's king needs two moves to attack the bishop, which then goes on hitting the path from elsewhere.
    ///
    /// KBPvKB: asked 259,886,959, spoke 27,332,989, wrong 0; asked about everything it speaks on 27,332,989, wrong 0.
    fn guards_out_of_reach as GUARDS_OUT_OF_REACH(b: &Bishops), in_turn {
        "the bishops run on different colors", "gets a bishop of the other color" => b.are_opposite();
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
}

told! {
    /// KBPvKB: asked 232,553,970, spoke 9,108,009, wrong 0; asked about everything it speaks on 26,980,444, wrong 0.
    fn comes_in_time as COMES_IN_TIME(b: &Bishops), in_turn {
        "the bishops run on different colors", "gets a bishop of the other color" => b.are_opposite();
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
}

told! {
    /// ```text
    /// 8  . . . . . . . .      Black to move. White's bishop runs on dark squares and cannot drive the king off
    /// 7  . . . . . . . .      d5; Black moves his bishop to and fro.
    /// 6  . . . . . . . .
    /// 5  . . . k . . . .
    /// 4  . . . P . . . .
    /// 3  . . . . K . . .
    /// 2  . . . . . . . b
    /// 1  . . B . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KBPvKB: asked 155,855,443, spoke 1,721,771, wrong 0; asked about everything it speaks on 5,166,422, wrong 0.
    fn blocks_the_pawn as BLOCKS_THE_PAWN(b: &Bishops), in_turn {
        "the king stands in front of the pawn where the bishop cannot hit", "leaves the square in front of the pawn" =>
            b.is_blocked();
        "the defender's bishop is not attacked", "attacks the bishop" => !b.is_guard_attacked();
        "the defender's king is not in check", "gives check" => !b.is_in_check();
        "the attacker's king cannot be mated", "puts the king where it may be mated" => !b.may_be_mated();
    }
}

told! {
    /// As [`blocks_the_pawn`], a move before. The defender's bishop needs room: cornered it may be exchanged.
    ///
    /// KBPvKB: asked 154,133,672, spoke 2,489,405, wrong 0; asked about everything it speaks on 8,127,601, wrong 0.
    fn steps_in_front as STEPS_IN_FRONT(b: &Bishops), in_turn {
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

    /// KBPvKB: asked 223,445,961, spoke 1,951,617, wrong 0; asked about everything it speaks on 3,119,989, wrong 0.
    fn cannot_be_driven_away as CANNOT_BE_DRIVEN_AWAY(b: &Bishops), in_turn {
        "the king stands in front of the pawn where the bishop cannot hit", "leaves the square in front of the pawn" =>
            b.is_blocked();
        "the defender's bishop is three squares from the attacker's king and not attacked",
            "lets the king near the bishop" => b.is_guard_at_ease();
        "the defender's bishop is in no corner and has five safe moves", "leaves the bishop too little room" =>
            corner_distance(b.guard) > 0 && b.guard_room() >= 5;
        "nothing is discovered", "lets an attack be discovered" => !b.may_discover();
        "without bishops it is drawn", "makes the pawn ending won" => b.is_drawn_without_bishops();
        "the attacker's king cannot be mated", "puts the king where it may be mated" => !b.may_be_mated();
    }
}

told! {
    /// KBPvKB: asked 151,644,267, spoke 927,848, wrong 0; asked about everything it speaks on 2,176,255, wrong 0.
    fn hold_the_far_pawn as HOLD_THE_FAR_PAWN(b: &Bishops), in_turn {
        "the bishops run on one color", "gets a bishop of the other color" => !b.are_opposite();
        "the pawn is no rook pawn and has not passed its fourth rank", "lets the pawn pass its fourth rank" =>
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
}

told! {
    /// KBPvKB: asked 324,264,712, spoke 3,126,628, wrong 0; asked about everything it speaks on 14,496,774, wrong 0.
    fn gets_in_front as GETS_IN_FRONT(b: &Bishops), in_turn {
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
