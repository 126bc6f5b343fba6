//! The knight against the rook: KRvKN.

use board::Piece;
use board::sets::distance;

use super::men::{
    ATTACKER, AVERBAKH, DEFENDER, FINE, GAME, RookDuel, RuleAndTest, VERIFY, can_attack_the_piece,
    can_take_the_piece, can_take_the_rook, is_piece_lost,
};
use crate::endings::four_men;
use crate::geometry::{corner_distance, edge_distance, is_aligned, same_color};
use crate::recognizer::{InSearch, RuleBook};
use crate::rule::{Outcome, Rule, told};

const KNIGHT: usize = Piece::Knight as usize;

type KnightDuel = RookDuel<KNIGHT>;

/// The recognizer of KRvKN.
pub static AGAINST_KNIGHT: RuleBook<KnightDuel> = RuleBook::new(&[Piece::Rook], &[Piece::Knight], &RULES)
    .with_mined(&four_men::KRKN)
    .asked_in_search(InSearch::Rules);

/// In the order of asking.
#[rustfmt::skip]
static RULES: [RuleAndTest<KNIGHT>; 15] = [
    (Rule::new("the rook can be taken", DEFENDER, Outcome::Draw,
        "The defender takes the rook, with the knight or, if it is not protected, with the king.",
        GAME), can_take_the_rook, &[]),
    (Rule::new("the knight is near its free king", DEFENDER, Outcome::Draw,
        "The knight is within two squares of its king and has three safe moves, the king two; the other king is three or more from the knight.",
        FINE), is_knight_near_its_king, KNIGHT_NEAR_ITS_KING),
    (Rule::new("the attacker's king is far from the knight", DEFENDER, Outcome::Draw,
        "The attacker's king is five or more squares from the knight, the rook three; no check, and the rook is on no line with king and knight.",
        VERIFY), is_knight_left_alone, KNIGHT_LEFT_ALONE),
    (Rule::new("the kings are far apart", DEFENDER, Outcome::Draw,
        "The king is off the edge, within three squares of the knight and four from the other king; no check, no line with king and knight.",
        FINE), has_far_king_and_near_knight, FAR_KING_AND_NEAR_KNIGHT),
    (Rule::new("king and knight stand together", DEFENDER, Outcome::Draw,
        "The knight is next to its king, which is off the edge and three or more squares from the other king.",
        FINE), stands_together_with_knight, STANDS_TOGETHER),
    (Rule::new("the piece is lost", DEFENDER, Outcome::StrongWins,
        "The knight is attacked or the king in check, and nothing saves the knight.",
        GAME), is_piece_lost, &[]),
    (Rule::new("the piece can be taken", ATTACKER, Outcome::StrongWins,
        "The rook or its king takes the knight, and it is neither retaken nor stalemate.",
        GAME), can_take_the_piece, &[]),
    (Rule::new("the knight stays with its free king", ATTACKER, Outcome::Draw,
        "The knight is within two squares of its king, four from the other, not in a corner, not attacked; the king has four squares.",
        FINE), stays_with_free_king, STAYS_WITH_FREE_KING),
    (Rule::new("the knight is out of the king's reach", ATTACKER, Outcome::Draw,
        "The knight is away from the edge and within two squares of its king; the other king cannot come next to it at once.",
        FINE), is_out_of_reach, OUT_OF_REACH),
    (Rule::new("the knight is beside its king", ATTACKER, Outcome::Draw,
        "The knight is next to its king and has four safe moves; the other king cannot come next to it at once.",
        FINE), is_knight_beside_its_king, KNIGHT_BESIDE_ITS_KING),
    (Rule::new("the attacker's king is far away", ATTACKER, Outcome::Draw,
        "The attacker's king is six or more squares from the knight, which is not attacked and within three of its king, both on one color.",
        VERIFY), has_far_attacker, FAR_ATTACKER),
    (Rule::new("the attack wins the piece", ATTACKER, Outcome::StrongWins,
        "A move of rook or king attacks the knight, with check or not, so that nothing saves it; or it mates.",
        AVERBAKH), can_attack_the_piece, &[]),
    (Rule::new("the defender's king is nearer to the knight", DEFENDER, Outcome::Draw,
        "The king is within four squares of the knight, nearer than the other and in no corner; the knight is not attacked and has four safe moves.",
        FINE), is_nearer_to_the_knight, NEARER_TO_THE_KNIGHT),
    (Rule::new("the knight is near a king that nothing threatens", ATTACKER, Outcome::Draw,
        "The knight is within three squares of its king and five from the other, the rook is on no line with the king, who has four squares, and no attack wins.",
        FINE), is_near_an_unthreatened_king, NEAR_AN_UNTHREATENED_KING),
    (Rule::new("the kings are far apart and no attack wins", ATTACKER, Outcome::Draw,
        "Five squares between the kings, the knight within three of its own and three from the other; the rook is on no line with the king, who is in no corner.",
        FINE), is_far_and_unthreatened, FAR_AND_UNTHREATENED),
];

told! {
    /// KRvKN: asked 1,294,975, spoke 238,835, wrong 0; asked about everything it speaks on 284,548, wrong 0.
    fn is_knight_near_its_king as KNIGHT_NEAR_ITS_KING(d: &KnightDuel), in_turn {
        "the defender's king is in no corner", "takes the king into the corner" =>
            corner_distance(d.weak.king) > 0;
        "the knight is within two squares of its king", "takes king and knight too far apart" =>
            d.piece_distance() <= 2;
        "the attacker's king is three squares from the knight", "takes the knight too near the attacker's king" =>
            d.hunter_distance() >= 3;
        "the defender's king has two squares to go to", "leaves the king too few squares" => d.steps() >= 2;
        "the knight has three safe moves", "leaves the knight too few safe moves" => d.safe_moves() >= 3;
    }
}

told! {
    /// KRvKN: asked 1,056,140, spoke 136,557, wrong 0; asked about everything it speaks on 220,167, wrong 0.
    fn is_knight_left_alone as KNIGHT_LEFT_ALONE(d: &KnightDuel), in_turn {
        "the knight is within four squares of its king", "takes king and knight too far apart" =>
            d.piece_distance() <= 4;
        "the attacker's king is five squares from the knight", "takes the knight too near the attacker's king" =>
            d.hunter_distance() >= 5;
        "the rook is three squares from the knight", "takes the knight near the rook" =>
            distance(d.strong.man, d.weak.man) >= 3;
        "king, knight and rook are not on one line", "puts king and knight on one line with the rook" =>
            !d.is_lined_up();
        "the rook gives no check", "leaves the king in check" => !d.is_in_check();
    }
}

told! {
    /// KRvKN: asked 919,583, spoke 44,443, wrong 0; asked about everything it speaks on 183,896, wrong 0.
    fn has_far_king_and_near_knight as FAR_KING_AND_NEAR_KNIGHT(d: &KnightDuel), in_turn {
        "the defender's king is off the edge", "takes the king to the edge" => edge_distance(d.weak.king) > 0;
        "the kings are four squares apart", "takes the king near the other king" => d.king_distance() >= 4;
        "the knight is within three squares of its king", "takes king and knight too far apart" =>
            d.piece_distance() <= 3;
        "king, knight and rook are not on one line", "puts king and knight on one line with the rook" =>
            !d.is_lined_up();
        "the rook gives no check", "leaves the king in check" => !d.is_in_check();
    }
}

told! {
    /// KRvKN: asked 875,140, spoke 6,112, wrong 0; asked about everything it speaks on 88,622, wrong 0.
    fn stands_together_with_knight as STANDS_TOGETHER(d: &KnightDuel), in_turn {
        "the knight is next to its king", "parts king and knight" => d.piece_distance() == 1;
        "the defender's king is off the edge", "takes the king to the edge" => edge_distance(d.weak.king) > 0;
        "the kings are three squares apart", "takes the king near the other king" => d.king_distance() >= 3;
    }
}

told! {
    /// KRvKN: asked 975,187, spoke 129,402, wrong 0; asked about everything it speaks on 129,402, wrong 0.
    fn stays_with_free_king as STAYS_WITH_FREE_KING(d: &KnightDuel), in_turn {
        "the knight is within two squares of its king", "takes king and knight too far apart" =>
            d.piece_distance() <= 2;
        "the attacker's king is four squares from the knight", "takes the knight too near the attacker's king" =>
            d.hunter_distance() >= 4;
        "the knight is in no corner", "takes the knight into the corner" => corner_distance(d.weak.man) > 0;
        "the rook does not attack the knight", "lets the rook attack the knight" => !d.is_piece_attacked();
        "the defender's king has four squares to go to", "leaves the king too few squares" => d.steps() >= 4;
    }
}

told! {
    /// KRvKN: asked 845,785, spoke 34,970, wrong 0; asked about everything it speaks on 69,165, wrong 0.
    fn is_out_of_reach as OUT_OF_REACH(d: &KnightDuel), in_turn {
        "the knight is within two squares of its king", "takes king and knight too far apart" =>
            d.piece_distance() <= 2;
        "the knight is two squares from the edge", "takes the knight near the edge" =>
            edge_distance(d.weak.man) >= 2;
        "the attacker's king cannot come next to the knight at once", "lets the attacker's king come at the knight" =>
            d.approaches() == 0;
        "the rook does not attack the knight", "lets the rook attack the knight" => !d.is_piece_attacked();
    }
}

told! {
    /// KRvKN: asked 810,815, spoke 28,079, wrong 0; asked about everything it speaks on 76,945, wrong 0.
    fn is_knight_beside_its_king as KNIGHT_BESIDE_ITS_KING(d: &KnightDuel), in_turn {
        "the knight is next to its king", "parts king and knight" => d.piece_distance() == 1;
        "the knight is two squares from every corner", "takes the knight near a corner" =>
            corner_distance(d.weak.man) >= 2;
        "the attacker's king cannot come next to the knight at once", "lets the attacker's king come at the knight" =>
            d.approaches() == 0;
        "the knight has four safe moves", "leaves the knight too few safe moves" => d.safe_moves() >= 4;
    }
}

told! {
    /// KRvKN: asked 782,736, spoke 20,440, wrong 0; asked about everything it speaks on 37,369, wrong 0.
    fn has_far_attacker as FAR_ATTACKER(d: &KnightDuel), in_turn {
        "the attacker's king is six squares from the knight", "takes the knight too near the attacker's king" =>
            d.hunter_distance() >= 6;
        "the knight is within three squares of its king", "takes king and knight too far apart" =>
            d.piece_distance() <= 3;
        "king and knight stand on one color", "puts king and knight on different colors" =>
            same_color(d.weak.man).has(d.weak.king);
        "the rook does not attack the knight", "lets the rook attack the knight" => !d.is_piece_attacked();
    }
}

told! {
    /// KRvKN: asked 825,194, spoke 38,571, wrong 0; asked about everything it speaks on 278,326, wrong 0.
    fn is_nearer_to_the_knight as NEARER_TO_THE_KNIGHT(d: &KnightDuel), in_turn {
        "the knight is within four squares of its king", "takes king and knight too far apart" =>
            d.piece_distance() <= 4;
        "the knight is nearer to its king than to the other", "leaves the other king no further from the knight" =>
            d.piece_distance() < d.hunter_distance();
        "the defender's king is in no corner", "takes the king into the corner" =>
            corner_distance(d.weak.king) > 0;
        "the rook does not attack the knight", "lets the rook attack the knight" => !d.is_piece_attacked();
        "the knight has four safe moves", "leaves the knight too few safe moves" => d.safe_moves() >= 4;
    }
}

told! {
    /// KRvKN: asked 669,723, spoke 36,630, wrong 0; asked about everything it speaks on 133,298, wrong 0.
    fn is_near_an_unthreatened_king as NEAR_AN_UNTHREATENED_KING(d: &KnightDuel), in_turn {
        "the knight is within three squares of its king", "takes king and knight too far apart" =>
            d.piece_distance() <= 3;
        "the attacker's king is five squares from the knight", "takes the knight too near the attacker's king" =>
            d.hunter_distance() >= 5;
        "rook and defender's king are not on one line", "puts the rook on a line with the king" =>
            !is_aligned(d.strong.man, d.weak.king);
        "the defender's king has four squares to go to", "leaves the king too few squares" => d.steps() >= 4;
        "the knight cannot be taken", "lets the knight be taken" => !can_take_the_piece(d);
        "no move of rook or king attacks the knight so that it is lost", "threatens to win the knight" =>
            !can_attack_the_piece(d);
    }
}

told! {
    /// KRvKN: asked 633,093, spoke 37,803, wrong 0; asked about everything it speaks on 142,015, wrong 0.
    fn is_far_and_unthreatened as FAR_AND_UNTHREATENED(d: &KnightDuel), in_turn {
        "the kings are five squares apart", "takes the king near the other king" => d.king_distance() >= 5;
        "the knight is within three squares of its king", "takes king and knight too far apart" =>
            d.piece_distance() <= 3;
        "the attacker's king is three squares from the knight", "takes the knight too near the attacker's king" =>
            d.hunter_distance() >= 3;
        "the defender's king is in no corner", "takes the king into the corner" =>
            corner_distance(d.weak.king) > 0;
        "rook and defender's king are not on one line", "puts the rook on a line with the king" =>
            !is_aligned(d.strong.man, d.weak.king);
        "the knight cannot be taken", "lets the knight be taken" => !can_take_the_piece(d);
        "no move of rook or king attacks the knight so that it is lost", "threatens to win the knight" =>
            !can_attack_the_piece(d);
    }
}
