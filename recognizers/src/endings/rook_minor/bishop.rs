//! The bishop against the rook: KRvKB.

use board::Piece;
use board::sets::distance;

use super::men::{
    ATTACKER, AVERBAKH, DEFENDER, FINE, GAME, RookDuel, RuleAndTest, VERIFY, can_attack_the_piece,
    can_take_the_piece, can_take_the_rook, is_piece_lost,
};
use crate::endings::four_men;
use crate::geometry::{corner_distance, edge_distance};
use crate::recognizer::{InSearch, RuleBook};
use crate::rule::{Outcome, Rule, told};

const BISHOP: usize = Piece::Bishop as usize;

type BishopDuel = RookDuel<BISHOP>;

/// The recognizer of KRvKB.
pub static AGAINST_BISHOP: RuleBook<BishopDuel> = RuleBook::new(&[Piece::Rook], &[Piece::Bishop], &RULES)
    .with_mined(&four_men::KRKB)
    .asked_in_search(InSearch::Rules);

/// In the order of asking.
#[rustfmt::skip]
static RULES: [RuleAndTest<BISHOP>; 14] = [
    (Rule::new("the rook can be taken", DEFENDER, Outcome::Draw,
        "The defender takes the rook, with the bishop or, if it is not protected, with the king.",
        GAME), can_take_the_rook, &[]),
    (Rule::new("the kings are far apart", DEFENDER, Outcome::Draw,
        "The king is four or more squares from the other and not in a corner; no check, and the rook is on no line with king and bishop.",
        FINE), has_no_king_near, NO_KING_NEAR),
    (Rule::new("the king is free", DEFENDER, Outcome::Draw,
        "The king is away from the corners and has four squares to go to, and the bishop is not attacked by the rook.",
        FINE), is_king_free, KING_FREE),
    (Rule::new("the bishop ranges", DEFENDER, Outcome::Draw,
        "The king is off the edge, not in check, and the bishop has three safe moves and is not on a line with king and rook.",
        FINE), has_ranging_bishop, RANGING_BISHOP),
    (Rule::new("the king chases the rook", DEFENDER, Outcome::Draw,
        "The rook is next to or one square from the defender's king and far from its own, and does not attack the bishop.",
        VERIFY), chases_the_rook, CHASES_THE_ROOK),
    (Rule::new("the bishop ranges far from the kings", DEFENDER, Outcome::Draw,
        "Kings far apart, the rook far from the defender's king, no check, and five safe moves for a bishop that is on no line with king and rook.",
        VERIFY), has_far_ranging_bishop, FAR_RANGING_BISHOP),
    (Rule::new("king and bishop stand together", DEFENDER, Outcome::Draw,
        "The bishop is next to its king, which is off the edge, has two squares, and is three squares from the other king.",
        FINE), stand_together, STAND_TOGETHER),
    (Rule::new("the piece is lost", DEFENDER, Outcome::StrongWins,
        "The bishop is attacked or the king in check, and nothing saves the bishop.",
        GAME), is_piece_lost, &[]),
    (Rule::new("the piece can be taken", ATTACKER, Outcome::StrongWins,
        "The rook or its king takes the bishop, and it is neither retaken nor stalemate.",
        GAME), can_take_the_piece, &[]),
    (Rule::new("the bishop stays with its king", ATTACKER, Outcome::Draw,
        "The kings are five or more squares apart, the bishop is within two of its own, and cannot be taken.",
        FINE), stays_with_far_king, STAYS_WITH_FAR_KING),
    (Rule::new("the attack wins the piece", ATTACKER, Outcome::StrongWins,
        "A move of rook or king attacks the bishop, with check or not, so that nothing saves it; or it mates.",
        AVERBAKH), can_attack_the_piece, &[]),
    (Rule::new("the king keeps near the rook", ATTACKER, Outcome::Draw,
        "The kings are four or more squares apart, the defender's is off the edge and within three squares of the rook, and no attack wins.",
        VERIFY), keeps_near_the_rook, KEEPS_NEAR_THE_ROOK),
    (Rule::new("the bishop gives check", ATTACKER, Outcome::Draw,
        "The defender's king is off the edge, and the bishop gives check, cannot be taken and has three safe moves.",
        VERIFY), gives_check, GIVES_CHECK),
    (Rule::new("the bishop is beside its king", ATTACKER, Outcome::Draw,
        "The bishop is next to its king, which is away from the corners, and the attacker's king is four or more squares from the bishop.",
        FINE), is_beside_its_king, BESIDE_ITS_KING),
];

told! {
    /// KRvKB: asked 1,144,931, spoke 506,657, wrong 0; asked about everything it speaks on 623,876, wrong 0.
    fn has_no_king_near as NO_KING_NEAR(d: &BishopDuel), in_turn {
        "the defender's king is in no corner", "takes the king into the corner" =>
            corner_distance(d.weak.king) > 0;
        "the kings are four squares apart", "takes the king near the other king" => d.king_distance() >= 4;
        "king, bishop and rook are not on one line", "puts king and bishop on one line with the rook" =>
            !d.is_lined_up();
        "the rook gives no check", "leaves the king in check" => !d.is_in_check();
    }
}

told! {
    /// KRvKB: asked 638,274, spoke 229,562, wrong 0; asked about everything it speaks on 569,936, wrong 0.
    fn is_king_free as KING_FREE(d: &BishopDuel), in_turn {
        "the defender's king is two squares from every corner", "takes the king near a corner" =>
            corner_distance(d.weak.king) >= 2;
        "the bishop is within five squares of its king", "takes king and bishop too far apart" =>
            d.piece_distance() <= 5;
        "the attacker's king is not next to the bishop", "puts the bishop next to the attacker's king" =>
            d.hunter_distance() >= 2;
        "the rook does not attack the bishop", "lets the rook attack the bishop" => !d.is_piece_attacked();
        "the defender's king has four squares to go to", "leaves the king too few squares" => d.steps() >= 4;
    }
}

told! {
    /// KRvKB: asked 408,712, spoke 81,520, wrong 0; asked about everything it speaks on 487,461, wrong 0.
    fn has_ranging_bishop as RANGING_BISHOP(d: &BishopDuel), in_turn {
        "the defender's king is two squares from every corner", "takes the king near a corner" =>
            corner_distance(d.weak.king) >= 2;
        "the defender's king is off the edge", "takes the king to the edge" => edge_distance(d.weak.king) > 0;
        "king, bishop and rook are not on one line", "puts king and bishop on one line with the rook" =>
            !d.is_lined_up();
        "the rook gives no check", "leaves the king in check" => !d.is_in_check();
        "the attacker's king can come next to the bishop on two squares at most", "lets the attacker's king come at the bishop" =>
            d.approaches() <= 2;
        "the bishop has three safe moves", "leaves the bishop too few safe moves" => d.safe_moves() >= 3;
    }
}

told! {
    /// KRvKB: asked 327,192, spoke 24,652, wrong 0; asked about everything it speaks on 242,302, wrong 0.
    fn chases_the_rook as CHASES_THE_ROOK(d: &BishopDuel), in_turn {
        "the rook is three squares from its own king", "lets the rook back to its king" =>
            distance(d.strong.king, d.strong.man) >= 3;
        "the defender's king is within two squares of the rook", "takes the king away from the rook" =>
            distance(d.weak.king, d.strong.man) <= 2;
        "the rook does not attack the bishop", "lets the rook attack the bishop" => !d.is_piece_attacked();
    }
}

told! {
    /// KRvKB: asked 302,540, spoke 38,092, wrong 0; asked about everything it speaks on 426,046, wrong 0.
    fn has_far_ranging_bishop as FAR_RANGING_BISHOP(d: &BishopDuel), in_turn {
        "the kings are four squares apart", "takes the king near the other king" => d.king_distance() >= 4;
        "the rook is three squares from the defender's king", "takes the king near the rook" =>
            distance(d.weak.king, d.strong.man) >= 3;
        "king, bishop and rook are not on one line", "puts king and bishop on one line with the rook" =>
            !d.is_lined_up();
        "the rook gives no check", "leaves the king in check" => !d.is_in_check();
        "the bishop has five safe moves", "leaves the bishop too few safe moves" => d.safe_moves() >= 5;
    }
}

told! {
    /// KRvKB: asked 264,448, spoke 6,245, wrong 0; asked about everything it speaks on 84,205, wrong 0.
    fn stand_together as STAND_TOGETHER(d: &BishopDuel), in_turn {
        "the bishop is next to its king", "parts king and bishop" => d.piece_distance() == 1;
        "the defender's king is off the edge", "takes the king to the edge" => edge_distance(d.weak.king) > 0;
        "the kings are three squares apart", "takes the king near the other king" => d.king_distance() >= 3;
        "the defender's king has two squares to go to", "leaves the king too few squares" => d.steps() >= 2;
    }
}

told! {
    /// KRvKB: asked 975,187, spoke 108,660, wrong 0; asked about everything it speaks on 108,660, wrong 0.
    fn stays_with_far_king as STAYS_WITH_FAR_KING(d: &BishopDuel), in_turn {
        "the kings are five squares apart", "takes the king near the other king" => d.king_distance() >= 5;
        "the bishop is within two squares of its king", "takes king and bishop too far apart" =>
            d.piece_distance() <= 2;
        "the bishop cannot be taken", "lets the bishop be taken" => !can_take_the_piece(d);
    }
}

told! {
    /// KRvKB: asked 788,959, spoke 104,396, wrong 0; asked about everything it speaks on 128,014, wrong 0.
    fn keeps_near_the_rook as KEEPS_NEAR_THE_ROOK(d: &BishopDuel), in_turn {
        "the defender's king is off the edge", "takes the king to the edge" => edge_distance(d.weak.king) > 0;
        "the kings are four squares apart", "takes the king near the other king" => d.king_distance() >= 4;
        "the defender's king is within three squares of the rook", "takes the rook away from the king" =>
            distance(d.weak.king, d.strong.man) <= 3;
        "the bishop cannot be taken", "lets the bishop be taken" => !can_take_the_piece(d);
        "no move of rook or king attacks the bishop so that it is lost", "threatens to win the bishop" =>
            !can_attack_the_piece(d);
    }
}

told! {
    /// KRvKB: asked 684,563, spoke 30,831, wrong 0; asked about everything it speaks on 43,575, wrong 0.
    fn gives_check as GIVES_CHECK(d: &BishopDuel), in_turn {
        "the defender's king is off the edge", "takes the king to the edge" => edge_distance(d.weak.king) > 0;
        "the bishop gives check", "leaves the check" => d.weak.hits(d.occupied()).has(d.strong.king);
        "the bishop cannot be taken", "lets the bishop be taken" => !can_take_the_piece(d);
        "the bishop has three safe moves", "leaves the bishop too few safe moves" => d.safe_moves() >= 3;
    }
}

told! {
    /// KRvKB: asked 653,732, spoke 19,667, wrong 0; asked about everything it speaks on 61,730, wrong 0.
    fn is_beside_its_king as BESIDE_ITS_KING(d: &BishopDuel), in_turn {
        "the bishop is next to its king", "parts king and bishop" => d.piece_distance() == 1;
        "the defender's king is two squares from every corner", "takes the king near a corner" =>
            corner_distance(d.weak.king) >= 2;
        "the attacker's king is four squares from the bishop", "takes the bishop too near the attacker's king" =>
            d.hunter_distance() >= 4;
    }
}
