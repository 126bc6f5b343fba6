//! King, rook and bishop against king and rook: KRBvKR.
//!
//! Drawn as a rule, and hard to hold: the defender stays off the edge as long as he can, and at the edge he needs to know Cochrane's pin or
//! the second rank. Philidor showed in 1749 how to win with the kings in opposition at the edge and the bishop behind the attacker's king.
//! Most other wins are forks and pins. The side with the bishop is called attacker, the other defender. See Fine, *Basic Chess Endings*,
//! chapter 8, and <https://en.wikipedia.org/wiki/Rook_and_bishop_versus_rook_endgame>.
//!
//! The figures in the rules' docs are those of `verify KRBvKR` and, for the second part, of `verify KRBvKR --rules`.

mod features;
mod men;
mod tactics;

use board::Piece;
use board::sets::distance;

use crate::endings::sources::{GAME, VERIFY};
use crate::geometry::{corner_distance, edge_distance, is_aligned};
use crate::recognizer::book::RuleAndTest;
use crate::recognizer::{InSearch, RuleBook};
use crate::rule::{Outcome, Rule, Side, told};
use men::{RooksAndBishop, files_apart, ranks_apart};
use tactics::{is_lost_in_check, is_pinned_and_lost, takes_the_rook, wins_by_check, wins_by_pin};

/// The recognizer of KRBvKR.
pub(crate) static RECOGNIZER: RuleBook<RooksAndBishop> =
    RuleBook::new(&[Piece::Rook, Piece::Bishop], &[Piece::Rook], &RULES)
        .with_mined(&features::TABLE)
        .asked_in_search(InSearch::AtFewMen);

const ATTACKER: Option<Side> = Some(Side::Strong);
const DEFENDER: Option<Side> = Some(Side::Weak);

const PHILIDOR: &str = "Philidor 1749; en.wikipedia.org/wiki/Rook_and_bishop_versus_rook_endgame";
const COCHRANE: &str = "Cochrane; en.wikipedia.org/wiki/Rook_and_bishop_versus_rook_endgame";
const SECOND_RANK: &str =
    "the second-rank defence; en.wikipedia.org/wiki/Rook_and_bishop_versus_rook_endgame";
const FINE: &str = "Fine, Basic Chess Endings, chapter 8";

/// In the order of asking.
#[rustfmt::skip]
static RULES: [RuleAndTest<RooksAndBishop>; 21] = [
    (Rule::new("the rook can be taken", ATTACKER, Outcome::StrongWins,
        "The attacker takes the rook: with the bishop, or with rook or king where nothing protects it, and it is not stalemate.", GAME), takes_the_rook, &[]),
    (Rule::new("the bishop pins the rook", ATTACKER, Outcome::StrongWins,
        "The bishop pins the rook to its king, and wherever the king goes the rook is taken.", GAME), wins_by_pin, &[]),
    (Rule::new("a check wins the rook", ATTACKER, Outcome::StrongWins,
        "A check, discovered or not, forks or skewers king and rook so that nothing saves the rook; or it mates.", GAME), wins_by_check, &[]),
    (Rule::new("Philidor's position", ATTACKER, Outcome::StrongWins,
        "The kings are in opposition at the edge, the bishop is behind its king, and the defender's rook is beside the square between the kings.", PHILIDOR), is_philidors_position, PHILIDORS_POSITION),
    (Rule::new("Philidor's position, the rook at a distance", ATTACKER, Outcome::StrongWins,
        "The kings are in opposition at the edge, the bishop is behind its king, and the defender's rook is three lines from the edge or further.", PHILIDOR), is_philidors_position_from_afar, PHILIDORS_POSITION_FROM_AFAR),
    (Rule::new("a far king, and the rook off the bishop's color", ATTACKER, Outcome::Draw,
        "The kings are four squares apart, the defender's is off the edge, the rook on the color that the bishop never hits, and nothing is won at once.", VERIFY), is_rook_off_the_color, ROOK_OFF_THE_COLOR),
    (Rule::new("a far king off the bishop's color", ATTACKER, Outcome::Draw,
        "The kings are four squares apart, the defender's is off the edge and the bishop's color and on no line with a rook, and nothing is won at once.", VERIFY), is_king_off_the_color, KING_OFF_THE_COLOR),
    (Rule::new("the king off the edge and the bishop's color", ATTACKER, Outcome::Draw,
        "The defender's king is off the edge and the bishop's color, no rook is attacked or protected, and nothing is won at once.", FINE), is_king_off_edge_and_color, KING_OFF_EDGE_AND_COLOR),
    (Rule::new("the rook stays near its far king", ATTACKER, Outcome::Draw,
        "The kings are five squares apart, the rook is within three of its king, off the bishop's color, with seven safe moves, and nothing is won at once.", VERIFY), stays_near_its_king, STAYS_NEAR_ITS_KING),
    (Rule::new("the second-rank defence against the move", ATTACKER, Outcome::Draw,
        "King and rook are apart on the second rank, the king off the bishop's color and away from the corners, and nothing is won at once.", SECOND_RANK), holds_the_second_rank_against_the_move, SECOND_RANK_AGAINST_THE_MOVE),
    (Rule::new("Cochrane's defence against the move", ATTACKER, Outcome::Draw,
        "The rook pins the bishop to its king on a line in the middle; the kings are four lines apart along it, and nothing is won at once.", COCHRANE), pins_against_the_move, PINS_AGAINST_THE_MOVE),
    (Rule::new("the rook is lost in check", DEFENDER, Outcome::StrongWins,
        "The king is in check, and after every move the rook is taken; or it is mate.", GAME), is_lost_in_check, &[]),
    (Rule::new("the rook is pinned and lost", DEFENDER, Outcome::StrongWins,
        "The bishop pins the rook, and after every step of the king it is taken.", GAME), is_pinned_and_lost, &[]),
    (Rule::new("the kings are far apart", DEFENDER, Outcome::Draw,
        "The kings are four squares apart, the defender's in no corner; no check, the rook is not attacked, has five safe moves, and is on no diagonal of the bishop's with its king.", FINE), has_far_king, FAR_KING),
    (Rule::new("the king is off the edge", DEFENDER, Outcome::Draw,
        "The king is off the edge, two squares from every corner and three from the other king, which is off the edge, too; nothing is attacked or in line.", FINE), is_off_the_edge, OFF_THE_EDGE),
    (Rule::new("the king is in the middle", DEFENDER, Outcome::Draw,
        "The king is three squares from every corner and off the edge, as is the other; no check, no rook on its lines, and the rook is not attacked.", FINE), is_in_the_middle, IN_THE_MIDDLE),
    (Rule::new("the rooks are exchanged", DEFENDER, Outcome::Draw,
        "The rook takes the other, which is protected: with the bishop alone nobody wins.", GAME), exchanges_rooks, EXCHANGES_ROOKS),
    (Rule::new("the bishop can be taken", DEFENDER, Outcome::Draw,
        "The defender takes the bishop, the kings are three squares apart, off edge and corners, and the other rook is far and on no line with the king.", GAME), takes_the_bishop, TAKES_THE_BISHOP),
    (Rule::new("the second-rank defence", DEFENDER, Outcome::Draw,
        "King and rook are apart on the second rank; no check, the rook is neither attacked nor next to the bishop.", SECOND_RANK), holds_the_second_rank, SECOND_RANK_HELD),
    (Rule::new("Cochrane's defence", DEFENDER, Outcome::Draw,
        "The rook pins the bishop to its king; the kings are three lines apart along the pin or more, the other rook is off it, and no check.", COCHRANE), pins_the_bishop, PINS_THE_BISHOP),
    (Rule::new("the kings are five squares apart", DEFENDER, Outcome::Draw,
        "The kings are five squares apart; no check, the rook is not attacked and on no diagonal of the bishop's with its king.", VERIFY), has_very_far_king, VERY_FAR_KING),
];

told! {
    /// ```text
    /// 8  . . . k . . . .      White to move. Philidor's position: he begins 1.Rf8+ Re8 2.Rf7.
    /// 7  . . . . r . . .
    /// 6  . . . K . . . .
    /// 5  . . . B . . . .
    ///    . . .
    /// 1  . . . . . R . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KRBvKR: asked 43,143,528, spoke 60, wrong 0; asked about everything it speaks on 120, wrong 0.
    fn is_philidors_position as PHILIDORS_POSITION(m: &RooksAndBishop), in_turn {
        "the kings are in opposition at the edge and the bishop is right behind its king, not on the outer two lines",
            "leaves Philidor's position" => m.stands_behind_its_king();
        "the defender's rook is on the line between the kings, beside that between them", "lets the rook go" =>
            m.guard_depth() == 1 && distance(m.guard, m.king) == 1 && !is_aligned(m.guard, m.king);
        "the attacker's rook is two ranks and two files from the king", "takes the rook near the king" =>
            files_apart(m.rook, m.weak_king).min(ranks_apart(m.rook, m.weak_king)) >= 2;
    }

    /// KRBvKR: asked 43,143,468, spoke 932, wrong 0; asked about everything it speaks on 3,550, wrong 0.
    fn is_philidors_position_from_afar as PHILIDORS_POSITION_FROM_AFAR(m: &RooksAndBishop), in_turn {
        "the kings are in opposition at the edge and the bishop is right behind its king, not on the outer two lines",
            "leaves Philidor's position" => m.stands_behind_its_king();
        "the defender's rook is three lines from the edge or further", "lets the rook near the edge" => m.guard_depth() >= 3;
        "the rooks are not next to one another", "puts the rook next to the other" => distance(m.rook, m.guard) >= 2;
    }

    /// KRBvKR: asked 43,142,536, spoke 4,146,488, wrong 0; asked about everything it speaks on 4,146,488, wrong 0.
    fn is_rook_off_the_color as ROOK_OFF_THE_COLOR(m: &RooksAndBishop), in_turn {
        "the kings are four squares apart", "lets the king come near" => m.kings_apart() >= 4;
        "the defender's rook is off the bishop's color", "puts the rook on the bishop's color" =>
            !m.is_guard_on_bishops_color();
        "the defender's king is off the edge", "takes the king to the edge" => edge_distance(m.weak_king) >= 1;
        "the defender's rook is three squares from the attacker's king", "puts the rook near the king" =>
            distance(m.king, m.guard) >= 3;
        "the bishop is not attacked" => !m.is_bishop_attacked();
        "no capture, check or pin wins the rook", "lets the rook be won at once" => !m.is_rook_won_at_once();
    }

    /// KRBvKR: asked 38,996,048, spoke 2,774,137, wrong 0; asked about everything it speaks on 4,153,132, wrong 0.
    fn is_king_off_the_color as KING_OFF_THE_COLOR(m: &RooksAndBishop), in_turn {
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

    /// KRBvKR: asked 36,221,911, spoke 1,700,579, wrong 0; asked about everything it speaks on 3,585,080, wrong 0.
    fn is_king_off_edge_and_color as KING_OFF_EDGE_AND_COLOR(m: &RooksAndBishop), in_turn {
        "the defender's king is off the edge, two squares from every corner and three from the other king",
            "takes the king to the edge or to the other king" =>
            edge_distance(m.weak_king) >= 1 && corner_distance(m.weak_king) >= 2 && m.kings_apart() >= 3;
        "the defender's king is off the bishop's color", "puts the king on the bishop's color" =>
            !m.is_king_on_bishops_color();
        "the attacker's rook is on no line with the king and not protected", "puts the king on a line with the rook" =>
            !is_aligned(m.weak_king, m.rook) && !m.is_rook_protected();
        "the attacker's king is not in check" => !m.is_attacker_in_check();
        "neither the bishop nor the defender's rook is attacked", "lets the rook be attacked" =>
            !m.is_bishop_attacked() && !m.is_guard_attacked();
        "no capture, check or pin wins the rook", "lets the rook be won at once" => !m.is_rook_won_at_once();
    }

    /// KRBvKR: asked 34,521,332, spoke 659,025, wrong 0; asked about everything it speaks on 1,594,013, wrong 0.
    fn stays_near_its_king as STAYS_NEAR_ITS_KING(m: &RooksAndBishop), in_turn {
        "the kings are five squares apart", "lets the king come near" => m.kings_apart() >= 5;
        "the defender's rook is off the bishop's color", "puts the rook on the bishop's color" =>
            !m.is_guard_on_bishops_color();
        "the defender's rook is within three squares of its king", "takes the rook away from its king" =>
            distance(m.weak_king, m.guard) <= 3;
        "the defender's king is two squares from every corner", "takes the king near a corner" =>
            corner_distance(m.weak_king) >= 2;
        "the attacker's rook is on no line with the king", "puts the king on a line with the rook" =>
            !is_aligned(m.weak_king, m.rook);
        "the defender's rook has seven safe moves", "leaves the rook too little room" => m.guard_room() >= 7;
        "the defender's king has three squares to go to", "leaves the king too few squares" => m.steps().len() >= 3;
        "the bishop is not attacked" => !m.is_bishop_attacked();
        "no capture, check or pin wins the rook", "lets the rook be won at once" => !m.is_rook_won_at_once();
    }

    /// KRBvKR: asked 33,862,307, spoke 82,384, wrong 0; asked about everything it speaks on 273,434, wrong 0.
    fn holds_the_second_rank_against_the_move as SECOND_RANK_AGAINST_THE_MOVE(m: &RooksAndBishop), in_turn {
        "king and rook are apart on the second rank", "leaves the second rank" =>
            m.is_on_second_rank() && distance(m.weak_king, m.guard) >= 2;
        "the defender's king is two squares from every corner and off the bishop's color", "takes the king to a corner" =>
            corner_distance(m.weak_king) >= 2 && !m.is_king_on_bishops_color();
        "the rooks are not next to one another", "puts the rook next to the other" => distance(m.rook, m.guard) >= 2;
        "neither the bishop nor the defender's rook is attacked", "lets the rook be attacked" =>
            !m.is_bishop_attacked() && !m.is_guard_attacked();
        "no capture, check or pin wins the rook", "lets the rook be won at once" => !m.is_rook_won_at_once();
    }

    /// KRBvKR: asked 33,779,923, spoke 3,600, wrong 0; asked about everything it speaks on 3,600, wrong 0.
    fn pins_against_the_move as PINS_AGAINST_THE_MOVE(m: &RooksAndBishop), in_turn {
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

    /// KRBvKR: asked 78,600,103, spoke 12,440,780, wrong 0; asked about everything it speaks on 12,440,780, wrong 0.
    fn has_far_king as FAR_KING(m: &RooksAndBishop), in_turn {
        "the kings are four squares apart", "lets the king come near" => m.kings_apart() >= 4;
        "the rook is not attacked", "attacks the rook" => !m.is_guard_attacked();
        "the king is not in check", "gives check" => !m.is_in_check();
        "king and rook are on no diagonal of the bishop's color", "puts king and rook on one diagonal" =>
            !m.is_on_bishops_diagonal();
        "the defender's rook has five safe moves", "leaves the rook too little room" => m.guard_room() >= 5;
        "the defender's king is in no corner and has two squares to go to", "leaves the king too few squares" =>
            corner_distance(m.weak_king) >= 1 && m.steps().len() >= 2;
        "the defender has nothing to take" => !m.has_defender_a_capture();
    }

    /// KRBvKR: asked 66,159,323, spoke 1,770,382, wrong 0; asked about everything it speaks on 3,561,915, wrong 0.
    fn is_off_the_edge as OFF_THE_EDGE(m: &RooksAndBishop), in_turn {
        "the king is off the edge and two squares from every corner", "drives the king to the edge" =>
            edge_distance(m.weak_king) >= 1 && corner_distance(m.weak_king) >= 2;
        "the kings are three squares apart and the attacker's is off the edge", "lets the king come near" =>
            m.kings_apart() >= 3 && edge_distance(m.king) >= 1;
        "king and rook are on no diagonal of the bishop's color", "puts king and rook on one diagonal" =>
            !m.is_on_bishops_diagonal();
        "the rook is not attacked", "attacks the rook" => !m.is_guard_attacked();
        "the king is not in check", "gives check" => !m.is_in_check();
        "the rooks are not next to one another", "puts the rook next to the other" => distance(m.rook, m.guard) >= 2;
        "the defender has nothing to take" => !m.has_defender_a_capture();
    }

    /// KRBvKR: asked 64,388,941, spoke 1,573,174, wrong 0; asked about everything it speaks on 3,525,052, wrong 0.
    fn is_in_the_middle as IN_THE_MIDDLE(m: &RooksAndBishop), in_turn {
        "the king is three squares from every corner and off the edge", "drives the king to the edge" =>
            edge_distance(m.weak_king) >= 1 && corner_distance(m.weak_king) >= 3;
        "the attacker's rook is two squares from the king and on no line with it", "puts the rook on a line with the king" =>
            distance(m.weak_king, m.rook) >= 2 && !is_aligned(m.weak_king, m.rook);
        "the rook is not attacked", "attacks the rook" => !m.is_guard_attacked();
        "the king is not in check", "gives check" => !m.is_in_check();
        "the attacker's king is off the edge and has three squares to go to", "leaves his king too few squares" =>
            edge_distance(m.king) >= 1 && m.attacker_steps().len() >= 3;
        "the defender has nothing to take" => !m.has_defender_a_capture();
    }

    /// KRBvKR: asked 62,815,767, spoke 2,637,209, wrong 0; asked about everything it speaks on 2,637,209, wrong 0.
    fn exchanges_rooks as EXCHANGES_ROOKS(m: &RooksAndBishop), in_turn {
        "the defender's rook attacks the other, which is protected", "lets go of the rook" =>
            m.guard_hits().has(m.rook) && m.is_rook_protected();
        "the bishop gives no check", "gives check" => !m.bishop_hits().has(m.weak_king);
        "the defender's rook is not pinned by the bishop", "pins the rook" =>
            !m.bishop_hits().has(m.guard) || !m.is_on_bishops_diagonal();
        "the attacker's rook gives no check and is not next to the king" =>
            !m.is_in_check() && distance(m.weak_king, m.rook) >= 2;
        "the attacker's king has three squares to go to", "leaves his king too few squares" => m.attacker_steps().len() >= 3;
    }

    /// KRBvKR: asked 60,178,558, spoke 618,048, wrong 0; asked about everything it speaks on 618,048, wrong 0.
    fn takes_the_bishop as TAKES_THE_BISHOP(m: &RooksAndBishop), in_turn {
        "the defender attacks the bishop, which nothing protects", "takes the bishop out of the attack" =>
            m.is_bishop_attacked() && !m.is_bishop_protected();
        "the defender does not attack the other rook" => !m.guard_hits().has(m.rook);
        "the king is not in check", "gives check" => !m.is_in_check();
        "the kings are three squares apart, the attacker's off the edge, the other off edge and corners", "lets the king come near" =>
            m.kings_apart() >= 3 && edge_distance(m.king) >= 1 && edge_distance(m.weak_king) >= 1
                && corner_distance(m.weak_king) >= 2;
        "the attacker's rook is three squares from the king and on no line with it", "lets the rook come near" =>
            distance(m.weak_king, m.rook) >= 3 && !is_aligned(m.weak_king, m.rook);
        "the attacker's rook is within four squares of the bishop" => distance(m.rook, m.bishop) <= 4;
    }

    /// ```text
    /// 8  . . . . . . . .      Black to move. The second-rank defence: when the bishop or the king attacks, the
    /// 7  . . . k . . r .      rook moves along the rank, or the king steps back to it.
    /// 6  . . . . . . . .
    /// 5  . . K B . . . .
    /// 4  . . . . . . . .
    /// 3  . . . . . . . .
    /// 2  . . . . . . . .
    /// 1  . . . R . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KRBvKR: asked 59,560,510, spoke 113,425, wrong 0; asked about everything it speaks on 627,622, wrong 0.
    fn holds_the_second_rank as SECOND_RANK_HELD(m: &RooksAndBishop), in_turn {
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
    /// 8  . . . . k . . .      Black to move. Cochrane's defence: the bishop is pinned, and White's king cannot
    /// 7  . . . . . . . .      come nearer without giving it up or leaving it; Black keeps to the file.
    /// 6  . . . . . . . .
    /// 5  . . . . K . . .
    /// 4  . . . . B . . .
    /// 3  . . . . . . . .
    /// 2  R . . . . . . .
    /// 1  . . . . r . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KRBvKR: asked 59,447,085, spoke 5,549, wrong 0; asked about everything it speaks on 20,556, wrong 0.
    fn pins_the_bishop as PINS_THE_BISHOP(m: &RooksAndBishop), in_turn {
        "the rook pins the bishop to its king on a line that runs away from the king's edge", "leaves the pin" =>
            m.is_bishop_pinned_from_the_edge();
        "the kings are three lines apart along the pin", "lets the king come near" => m.kings_apart_along_the_pin() >= 3;
        "the bishop is four squares from the defender's king", "lets the bishop come near" => distance(m.bishop, m.weak_king) >= 4;
        "the king is not in check", "gives check" => !m.is_in_check();
        "the attacker's rook is off the line of the pin", "puts the rook on the line of the pin" =>
            !is_on_line_of_pin(m);
        "the defender's king is in no corner and has a square to go to", "leaves the king no square" =>
            corner_distance(m.weak_king) >= 1 && !m.steps().is_empty();
        "the defender has nothing to take" => !m.has_defender_a_capture();
    }

    /// KRBvKR: asked 59,441,536, spoke 1,437,820, wrong 0; asked about everything it speaks on 9,304,090, wrong 0.
    fn has_very_far_king as VERY_FAR_KING(m: &RooksAndBishop), in_turn {
        "the kings are five squares apart", "lets the king come near" => m.kings_apart() >= 5;
        "the rook is not attacked", "attacks the rook" => !m.is_guard_attacked();
        "the king is not in check", "gives check" => !m.is_in_check();
        "king and rook are on no diagonal of the bishop's color", "puts king and rook on one diagonal" =>
            !m.is_on_bishops_diagonal();
        "the defender's rook has two safe moves", "leaves the rook too little room" => m.guard_room() >= 2;
        "the attacker's rook is two squares from the king", "lets the rook come near" => distance(m.rook, m.weak_king) >= 2;
        "the defender has nothing to take" => !m.has_defender_a_capture();
    }
}

/// The attacker's rook stands on the line on which the bishop is pinned.
fn is_on_line_of_pin(m: &RooksAndBishop) -> bool {
    if m.king.file() == m.guard.file() {
        m.rook.file() == m.king.file()
    } else {
        m.rook.rank() == m.king.rank()
    }
}
