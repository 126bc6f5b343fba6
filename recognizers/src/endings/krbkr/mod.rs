//! King, rook and bishop against king and rook: KRBvKR.
//!
//! Usually drawn, but hard to hold: the defender stays off the edge as long as he can, and at the
//! edge he needs Cochrane's pin or the second-rank defense. Philidor showed in 1749 how to win with
//! the kings in opposition at the edge and the bishop behind the attacker's king. Most other wins
//! are forks and pins. The side with the bishop is called attacker, the other defender. See Fine,
//! *Basic Chess Endings*, chapter 8, and
//! <https://en.wikipedia.org/wiki/Rook_and_bishop_versus_rook_endgame>.

mod features;
mod men;
mod tactics;

use board::Piece;
use board::sets::distance;

use crate::geometry::{corner_distance, edge_distance, is_aligned};
use crate::recognizer::{InSearch, Recognizer, RuleBook};
use crate::rule::rules;
use men::{RooksAndBishop, files_apart, ranks_apart};
use tactics::{IS_LOST_IN_CHECK, IS_PINNED_AND_LOST, TAKES_THE_ROOK, WINS_BY_CHECK, WINS_BY_PIN};

/// The recognizer of KRBvKR.
pub(crate) static RECOGNIZER: Recognizer =
    Recognizer::new(&[Piece::Rook, Piece::Bishop], &[Piece::Rook], &RULES)
        .with_mined(&features::TABLE)
        .asked_in_search(InSearch::AtFewMen);

/// In the order of testing.
#[rustfmt::skip]
static RULES: RuleBook<RooksAndBishop> = RuleBook::new(&[
    TAKES_THE_ROOK, WINS_BY_PIN, WINS_BY_CHECK, PHILIDORS_POSITION, PHILIDORS_POSITION_FROM_AFAR,
    ROOK_OFF_THE_COLOR, KING_OFF_THE_COLOR, KING_OFF_EDGE_AND_COLOR, STAYS_NEAR_ITS_KING,
    SECOND_RANK_AGAINST_THE_MOVE, PINS_AGAINST_THE_MOVE, IS_LOST_IN_CHECK, IS_PINNED_AND_LOST, FAR_KING,
    OFF_THE_EDGE, IN_THE_MIDDLE, EXCHANGES_ROOKS, TAKES_THE_BISHOP, SECOND_RANK_HELD, PINS_THE_BISHOP,
    VERY_FAR_KING,
]);

rules! {
    /// ```text
    /// 8  . . . k . . . .      White to move. Philidor's position: he begins 1.Rf8+ Re8 2.Rf7.
    /// 7  . . . . r . . .
    /// 6  . . . K . . . .
    /// 5  . . . B . . . .
    ///    . . .
    /// 1  . . . . . R . .
    ///    a b c d e f g h
    /// ```
    PHILIDORS_POSITION = "Philidor's position", Strong to move: StrongWins,
        claim: "The kings are in opposition at the edge, the bishop is behind its king, and the defender's rook is beside the square between the kings.",
        plan: "Check on the edge, gain a move with the rook on the seventh rank, and drive the defender's rook to where the bishop can cover the file it checks on.",
        source: PHILIDOR_1749, example: "3k4/4r3/3K4/3B4/8/8/8/5R2 w - - 0 1",
        in_turn(RooksAndBishop as m) {
            "the kings are in opposition at the edge and the bishop is right behind its king, not on the outer two lines",
                "leaves Philidor's position" => m.stands_behind_its_king();
            "the defender's rook is on the line between the kings, beside that between them", "lets the rook go" =>
                m.guard_depth() == 1 && distance(m.guard, m.king) == 1 && !is_aligned(m.guard, m.king);
            "the attacker's rook is two ranks and two files from the king", "takes the rook near the king" =>
                files_apart(m.rook, m.weak_king).min(ranks_apart(m.rook, m.weak_king)) >= 2;
        }

    PHILIDORS_POSITION_FROM_AFAR = "Philidor's position, the rook at a distance", Strong to move: StrongWins,
        claim: "The kings are in opposition at the edge, the bishop is behind its king, and the defender's rook is three lines from the edge or further.",
        source: PHILIDOR_1749, example: "8/2R5/8/8/2B1r3/2K5/8/2k5 w - - 0 1",
        in_turn(RooksAndBishop as m) {
            "the kings are in opposition at the edge and the bishop is right behind its king, not on the outer two lines",
                "leaves Philidor's position" => m.stands_behind_its_king();
            "the defender's rook is three lines from the edge or further", "lets the rook near the edge" => m.guard_depth() >= 3;
            "the rooks are not next to one another", "puts the rook next to the other" => distance(m.rook, m.guard) >= 2;
        }

    ROOK_OFF_THE_COLOR = "a far king, and the rook off the bishop's color", Strong to move: Draw,
        claim: "The kings are four squares apart, the defender's is off the edge, the rook on the color that the bishop never hits, and nothing is won at once.",
        source: VERIFY, example: "4B3/8/5k2/8/3r4/4R3/8/2K5 w - - 0 1",
        in_turn(RooksAndBishop as m) {
            "the kings are four squares apart", "lets the king come near" => m.kings_apart() >= 4;
            "the defender's rook is off the bishop's color", "puts the rook on the bishop's color" =>
                !m.is_guard_on_bishops_color();
            "the defender's king is off the edge", "takes the king to the edge" => edge_distance(m.weak_king) >= 1;
            "the defender's rook is three squares from the attacker's king", "puts the rook near the king" =>
                distance(m.king, m.guard) >= 3;
            "the bishop is not attacked" => !m.is_bishop_attacked();
            "no capture, check or pin wins the rook", "lets the rook be won at once" => !m.is_rook_won_at_once();
        }

    KING_OFF_THE_COLOR = "a far king off the bishop's color", Strong to move: Draw,
        claim: "The kings are four squares apart, the defender's is off the edge and the bishop's color and not on a line with a rook, and nothing is won at once.",
        source: VERIFY, example: "1B5r/8/2k5/R7/8/8/8/1K6 w - - 0 1",
        in_turn(RooksAndBishop as m) {
            "the kings are four squares apart", "lets the king come near" => m.kings_apart() >= 4;
            "the defender's king is off the bishop's color", "puts the king on the bishop's color" =>
                !m.is_king_on_bishops_color();
            "the defender's king is off the edge and two squares from every corner", "takes the king to the edge" =>
                edge_distance(m.weak_king) >= 1 && corner_distance(m.weak_king) >= 2;
            "no rook is on a line with the defender's king", "puts the king on a line with a rook" =>
                !is_aligned(m.weak_king, m.guard) && !is_aligned(m.weak_king, m.rook);
            "the attacker's rook is two squares from the defender's king" => distance(m.weak_king, m.rook) >= 2;
            "no capture, check or pin wins the rook", "lets the rook be won at once" => !m.is_rook_won_at_once();
        }

    KING_OFF_EDGE_AND_COLOR = "the king off the edge and the bishop's color", Strong to move: Draw,
        claim: "The defender's king is off the edge and the bishop's color, no rook is attacked or protected, and nothing is won at once.",
        source: FINE_8, example: "8/8/8/3B2k1/r7/7R/3K4/8 w - - 0 1",
        in_turn(RooksAndBishop as m) {
            "the defender's king is off the edge, two squares from every corner and three from the other king",
                "takes the king to the edge or to the other king" =>
                edge_distance(m.weak_king) >= 1 && corner_distance(m.weak_king) >= 2 && m.kings_apart() >= 3;
            "the defender's king is off the bishop's color", "puts the king on the bishop's color" =>
                !m.is_king_on_bishops_color();
            "the attacker's rook is not on a line with the king and not protected", "puts the king on a line with the rook" =>
                !is_aligned(m.weak_king, m.rook) && !m.is_rook_protected();
            "the attacker's king is not in check" => !m.is_attacker_in_check();
            "neither the bishop nor the defender's rook is attacked", "lets the rook be attacked" =>
                !m.is_bishop_attacked() && !m.is_guard_attacked();
            "no capture, check or pin wins the rook", "lets the rook be won at once" => !m.is_rook_won_at_once();
        }

    STAYS_NEAR_ITS_KING = "the rook stays near its far king", Strong to move: Draw,
        claim: "The kings are five squares apart, the rook is within three of its king, off the bishop's color, with seven safe moves, and nothing is won at once.",
        source: VERIFY, example: "4k3/8/8/6r1/2R5/5B2/8/1K6 w - - 0 1",
        in_turn(RooksAndBishop as m) {
            "the kings are five squares apart", "lets the king come near" => m.kings_apart() >= 5;
            "the defender's rook is off the bishop's color", "puts the rook on the bishop's color" =>
                !m.is_guard_on_bishops_color();
            "the defender's rook is within three squares of its king", "takes the rook away from its king" =>
                distance(m.weak_king, m.guard) <= 3;
            "the defender's king is two squares from every corner", "takes the king near a corner" =>
                corner_distance(m.weak_king) >= 2;
            "the attacker's rook is not on a line with the king", "puts the king on a line with the rook" =>
                !is_aligned(m.weak_king, m.rook);
            "the defender's rook has seven safe moves", "leaves the rook too little room" => m.guard_room() >= 7;
            "the defender's king has three squares to go to", "leaves the king too few squares" => m.steps().len() >= 3;
            "the bishop is not attacked" => !m.is_bishop_attacked();
            "no capture, check or pin wins the rook", "lets the rook be won at once" => !m.is_rook_won_at_once();
        }

    SECOND_RANK_AGAINST_THE_MOVE = "the second-rank defense against the move", Strong to move: Draw,
        claim: "King and rook are apart on the second rank, the king off the bishop's color and away from the corners, and nothing is won at once.",
        source: SECOND_RANK, example: "6r1/8/8/B7/R2K2k1/8/8/8 w - - 0 1",
        in_turn(RooksAndBishop as m) {
            "king and rook are apart on the second rank", "leaves the second rank" =>
                m.is_on_second_rank() && distance(m.weak_king, m.guard) >= 2;
            "the defender's king is two squares from every corner and off the bishop's color", "takes the king to a corner" =>
                corner_distance(m.weak_king) >= 2 && !m.is_king_on_bishops_color();
            "the rooks are not next to one another", "puts the rook next to the other" => distance(m.rook, m.guard) >= 2;
            "neither the bishop nor the defender's rook is attacked", "lets the rook be attacked" =>
                !m.is_bishop_attacked() && !m.is_guard_attacked();
            "no capture, check or pin wins the rook", "lets the rook be won at once" => !m.is_rook_won_at_once();
        }

    PINS_AGAINST_THE_MOVE = "Cochrane's defense against the move", Strong to move: Draw,
        claim: "The rook pins the bishop to its king on a line in the middle; the kings are four lines apart along it, and nothing is won at once.",
        source: COCHRANE, example: "3k4/8/8/R7/8/2r5/2B5/2K5 w - - 0 1",
        in_turn(RooksAndBishop as m) {
            "the rook pins the bishop to its king on one of the four lines in the middle, away from the king's edge", "gives up the pin" =>
                m.is_bishop_pinned_from_the_edge() && m.is_pin_in_the_middle();
            "the kings are four lines apart along the pin", "lets the king come near" => m.kings_apart_along_the_pin() >= 4;
            "the defender's king is two squares from every corner", "takes the king near a corner" =>
                corner_distance(m.weak_king) >= 2;
            "the defender's rook is within three squares of the attacker's king", "takes the rook too far away" =>
                distance(m.king, m.guard) <= 3;
            "the attacker's rook is off the line of the pin, two squares from the other and three from the king", "lets the rook come near" =>
                !is_on_line_of_pin(m) && distance(m.rook, m.guard) >= 2 && distance(m.rook, m.weak_king) >= 3;
            "no capture, check or pin wins the rook", "lets the rook be won at once" => !m.is_rook_won_at_once();
        }

    FAR_KING = "the kings are far apart", Weak to move: Draw,
        claim: "The kings are four squares apart, the defender's not in a corner; no check, the rook is not attacked, has five safe moves, and is not on a diagonal of the bishop's with its king.",
        source: FINE_8, example: "8/8/2k5/8/6r1/3R2B1/8/1K6 b - - 0 1",
        in_turn(RooksAndBishop as m) {
            "the kings are four squares apart", "lets the king come near" => m.kings_apart() >= 4;
            "the rook is not attacked", "attacks the rook" => !m.is_guard_attacked();
            "the king is not in check", "gives check" => !m.is_in_check();
            "king and rook are not on a diagonal of the bishop's color", "puts king and rook on one diagonal" =>
                !m.is_on_bishops_diagonal();
            "the defender's rook has five safe moves", "leaves the rook too little room" => m.guard_room() >= 5;
            "the defender's king is not in a corner and has two squares to go to", "leaves the king too few squares" =>
                corner_distance(m.weak_king) >= 1 && m.steps().len() >= 2;
            "the defender has nothing to take" => !m.has_defender_a_capture();
        }

    OFF_THE_EDGE = "the king is off the edge", Weak to move: Draw,
        claim: "The king is off the edge, two squares from every corner and three from the other king, which is off the edge, too; nothing is attacked or in line.",
        source: FINE_8, example: "8/8/3B3r/5k2/8/2KR4/8/8 b - - 0 1",
        in_turn(RooksAndBishop as m) {
            "the king is off the edge and two squares from every corner", "drives the king to the edge" =>
                edge_distance(m.weak_king) >= 1 && corner_distance(m.weak_king) >= 2;
            "the kings are three squares apart and the attacker's is off the edge", "lets the king come near" =>
                m.kings_apart() >= 3 && edge_distance(m.king) >= 1;
            "king and rook are not on a diagonal of the bishop's color", "puts king and rook on one diagonal" =>
                !m.is_on_bishops_diagonal();
            "the rook is not attacked", "attacks the rook" => !m.is_guard_attacked();
            "the king is not in check", "gives check" => !m.is_in_check();
            "the rooks are not next to one another", "puts the rook next to the other" => distance(m.rook, m.guard) >= 2;
            "the defender has nothing to take" => !m.has_defender_a_capture();
        }

    IN_THE_MIDDLE = "the king is in the middle", Weak to move: Draw,
        claim: "The king is three squares from every corner and off the edge, as is the other; no check, no rook on its lines, and the rook is not attacked.",
        source: FINE_8, example: "4B3/8/2R5/1r2k3/8/3K4/8/8 b - - 0 1",
        in_turn(RooksAndBishop as m) {
            "the king is three squares from every corner and off the edge", "drives the king to the edge" =>
                edge_distance(m.weak_king) >= 1 && corner_distance(m.weak_king) >= 3;
            "the attacker's rook is two squares from the king and not on a line with it", "puts the rook on a line with the king" =>
                distance(m.weak_king, m.rook) >= 2 && !is_aligned(m.weak_king, m.rook);
            "the rook is not attacked", "attacks the rook" => !m.is_guard_attacked();
            "the king is not in check", "gives check" => !m.is_in_check();
            "the attacker's king is off the edge and has three squares to go to", "leaves his king too few squares" =>
                edge_distance(m.king) >= 1 && m.attacker_steps().len() >= 3;
            "the defender has nothing to take" => !m.has_defender_a_capture();
        }

    EXCHANGES_ROOKS = "the rooks are exchanged", Weak to move: Draw,
        claim: "The rook takes the other, which is protected: the bishop alone cannot win.",
        source: GAME, example: "8/6k1/4B3/8/8/4R2r/3K4/8 b - - 0 1",
        in_turn(RooksAndBishop as m) {
            "the defender's rook attacks the other, which is protected", "gives up the attack on the rook" =>
                m.guard_hits().has(m.rook) && m.is_rook_protected();
            "the bishop gives no check", "gives check" => !m.bishop_hits().has(m.weak_king);
            "the defender's rook is not pinned by the bishop", "pins the rook" =>
                !m.bishop_hits().has(m.guard) || !m.is_on_bishops_diagonal();
            "the attacker's rook gives no check and is not next to the king" =>
                !m.is_in_check() && distance(m.weak_king, m.rook) >= 2;
            "the attacker's king has three squares to go to", "leaves his king too few squares" => m.attacker_steps().len() >= 3;
        }

    TAKES_THE_BISHOP = "the bishop can be taken", Weak to move: Draw,
        claim: "The defender takes the bishop, the kings are three squares apart, off edge and corners, and the other rook is far and not on a line with the king.",
        source: GAME, example: "8/6r1/3R4/8/3K4/6k1/6B1/8 b - - 0 1",
        in_turn(RooksAndBishop as m) {
            "the defender attacks the bishop, which nothing protects", "takes the bishop out of the attack" =>
                m.is_bishop_attacked() && !m.is_bishop_protected();
            "the defender does not attack the other rook" => !m.guard_hits().has(m.rook);
            "the king is not in check", "gives check" => !m.is_in_check();
            "the kings are three squares apart, the attacker's off the edge, the other off edge and corners", "lets the king come near" =>
                m.kings_apart() >= 3 && edge_distance(m.king) >= 1 && edge_distance(m.weak_king) >= 1
                    && corner_distance(m.weak_king) >= 2;
            "the attacker's rook is three squares from the king and not on a line with it", "lets the rook come near" =>
                distance(m.weak_king, m.rook) >= 3 && !is_aligned(m.weak_king, m.rook);
            "the attacker's rook is within four squares of the bishop" => distance(m.rook, m.bishop) <= 4;
        }

    /// ```text
    /// 8  . . . . . . . .      Black to move. The second-rank defense: when the bishop or the king
    /// 7  . . . k . . r .      attacks, the rook moves along the rank, or the king steps back to
    /// 6  . . . . . . . .      it.
    /// 5  . . K B . . . .
    /// 4  . . . . . . . .
    /// 3  . . . . . . . .
    /// 2  . . . . . . . .
    /// 1  . . . R . . . .
    ///    a b c d e f g h
    /// ```
    SECOND_RANK_HELD = "the second-rank defense", Weak to move: Draw,
        claim: "King and rook are apart on the second rank; no check, the rook is neither attacked nor next to the bishop.",
        plan: "King and rook stay apart on the second rank; when the bishop covers the square between the kings, give check or move the rook along the rank.",
        source: SECOND_RANK, example: "8/3k2r1/8/2KB4/8/8/8/3R4 b - - 0 1",
        in_turn(RooksAndBishop as m) {
            "king and rook are apart on the second rank, the king off the other edges", "drives king or rook from the second rank" =>
                m.is_on_second_rank() && edge_distance(m.weak_king) >= 1 && distance(m.weak_king, m.guard) >= 2;
            "the king is not in check", "gives check" => !m.is_in_check();
            "the rook is not attacked", "attacks the rook" => !m.is_guard_attacked();
            "the rook is two squares from the bishop", "puts the bishop next to the rook" => distance(m.bishop, m.guard) >= 2;
            "no check of the bishop is discovered", "lets a check be discovered" => !m.may_bishop_discover();
            "the attacker's king has four squares to go to", "leaves his king too few squares" => m.attacker_steps().len() >= 4;
            "the defender has nothing to take" => !m.has_defender_a_capture();
        }

    /// ```text
    /// 8  . . . . k . . .      Black to move. Cochrane's defense: the bishop is pinned, and White's
    /// 7  . . . . . . . .      king cannot come nearer without giving it up or leaving it; Black
    /// 6  . . . . . . . .      keeps to the file.
    /// 5  . . . . K . . .
    /// 4  . . . . B . . .
    /// 3  . . . . . . . .
    /// 2  R . . . . . . .
    /// 1  . . . . r . . .
    ///    a b c d e f g h
    /// ```
    PINS_THE_BISHOP = "Cochrane's defense", Weak to move: Draw,
        claim: "The rook pins the bishop to its king; the kings are three lines apart along the pin or more, the other rook is off it, and no check.",
        plan: "Keep the bishop pinned; when the king leaves the line on one side, the king goes to the other side, and the rook pins again.",
        source: COCHRANE, example: "4k3/8/8/4K3/4B3/8/R7/4r3 b - - 0 1",
        in_turn(RooksAndBishop as m) {
            "the rook pins the bishop to its king on a line that runs away from the king's edge", "leaves the pin" =>
                m.is_bishop_pinned_from_the_edge();
            "the kings are three lines apart along the pin", "lets the king come near" => m.kings_apart_along_the_pin() >= 3;
            "the bishop is four squares from the defender's king", "lets the bishop come near" => distance(m.bishop, m.weak_king) >= 4;
            "the king is not in check", "gives check" => !m.is_in_check();
            "the attacker's rook is off the line of the pin", "puts the rook on the line of the pin" =>
                !is_on_line_of_pin(m);
            "the defender's king is not in a corner and has a square to go to", "leaves the king no square" =>
                corner_distance(m.weak_king) >= 1 && !m.steps().is_empty();
            "the defender has nothing to take" => !m.has_defender_a_capture();
        }

    VERY_FAR_KING = "the kings are five squares apart", Weak to move: Draw,
        claim: "The kings are five squares apart; no check, the rook is not attacked and not on a diagonal of the bishop's with its king.",
        source: VERIFY, example: "7k/2B5/8/8/2R5/8/4r3/1K6 b - - 0 1",
        in_turn(RooksAndBishop as m) {
            "the kings are five squares apart", "lets the king come near" => m.kings_apart() >= 5;
            "the rook is not attacked", "attacks the rook" => !m.is_guard_attacked();
            "the king is not in check", "gives check" => !m.is_in_check();
            "king and rook are not on a diagonal of the bishop's color", "puts king and rook on one diagonal" =>
                !m.is_on_bishops_diagonal();
            "the defender's rook has two safe moves", "leaves the rook too little room" => m.guard_room() >= 2;
            "the attacker's rook is two squares from the king", "lets the rook come near" => distance(m.rook, m.weak_king) >= 2;
            "the defender has nothing to take" => !m.has_defender_a_capture();
        }
}

/// True if the attacker's rook is on the line of the pin.
fn is_on_line_of_pin(m: &RooksAndBishop) -> bool {
    if m.king.file() == m.guard.file() {
        m.rook.file() == m.king.file()
    } else {
        m.rook.rank() == m.king.rank()
    }
}
