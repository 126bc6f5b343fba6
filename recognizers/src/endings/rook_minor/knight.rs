//! Rook against knight: KRvKN.

use board::Piece;
use board::sets::distance;

use super::men::{RookDuel, can_attack_the_piece, can_take_the_piece, can_take_the_rook, is_piece_lost};
use crate::endings::four_men;
use crate::geometry::{corner_distance, edge_distance, is_aligned, same_color};
use crate::recognizer::{InSearch, Recognizer, RuleBook};
use crate::rule::rules;

const KNIGHT: usize = Piece::Knight as usize;

type KnightDuel = RookDuel<KNIGHT>;

/// The recognizer of KRvKN.
pub(crate) static AGAINST_KNIGHT: Recognizer = Recognizer::new(&[Piece::Rook], &[Piece::Knight], &RULES)
    .with_mined(&four_men::KRKN)
    .asked_in_search(InSearch::Rules);

/// In the order of testing.
#[rustfmt::skip]
static RULES: RuleBook<KnightDuel> = RuleBook::new(&[
    CAN_TAKE_THE_ROOK, KNIGHT_NEAR_ITS_KING, KNIGHT_LEFT_ALONE, FAR_KING_AND_NEAR_KNIGHT, STANDS_TOGETHER,
    IS_PIECE_LOST, CAN_TAKE_THE_PIECE, STAYS_WITH_FREE_KING, OUT_OF_REACH, KNIGHT_BESIDE_ITS_KING,
    FAR_ATTACKER, CAN_ATTACK_THE_PIECE, NEARER_TO_THE_KNIGHT, NEAR_AN_UNTHREATENED_KING,
    FAR_AND_UNTHREATENED,
]);

rules! {
    CAN_TAKE_THE_ROOK = "the rook can be taken", Weak to move: Draw,
        claim: "The defender takes the rook, with the knight or, if it is not protected, with the king.",
        source: GAME, example: "5k2/8/8/5n2/8/6R1/8/2K5 b - - 0 1",
        holds(KnightDuel) { can_take_the_rook }

    IS_PIECE_LOST = "the piece is lost", Weak to move: StrongWins,
        claim: "The knight is attacked or the king in check, and nothing saves the knight.",
        source: GAME, example: "4R3/8/4n3/8/8/8/8/K3k3 b - - 0 1",
        holds(KnightDuel) { is_piece_lost }

    CAN_TAKE_THE_PIECE = "the piece can be taken", Strong to move: StrongWins,
        claim: "The rook or its king takes the knight, and it is neither retaken nor stalemate.",
        source: GAME, example: "1k6/8/8/R2n4/8/8/2K5/8 w - - 0 1",
        holds(KnightDuel) { can_take_the_piece }

    CAN_ATTACK_THE_PIECE = "the attack wins the piece", Strong to move: StrongWins,
        claim: "A move of rook or king attacks the knight, with check or not, so that nothing saves it; or it mates.",
        source: AVERBAKH_2, example: "8/8/8/6R1/3K3n/8/8/7k w - - 0 1",
        holds(KnightDuel) { can_attack_the_piece }

    KNIGHT_NEAR_ITS_KING = "the knight is near its free king", Weak to move: Draw,
        claim: "The knight is within two squares of its king and has three safe moves, the king two; the other king is three or more from the knight.",
        plan: "Keep king and knight together and away from the edge.",
        source: FINE_8, example: "8/8/8/7R/5k2/7n/1K6/8 b - - 0 1",
        in_turn(KnightDuel as d) {
            "the defender's king is not in a corner", "takes the king into the corner" =>
                corner_distance(d.weak.king) > 0;
            "the knight is within two squares of its king", "takes king and knight too far apart" =>
                d.piece_distance() <= 2;
            "the attacker's king is three squares from the knight", "takes the knight too near the attacker's king" =>
                d.hunter_distance() >= 3;
            "the defender's king has two squares to go to", "leaves the king too few squares" => d.steps() >= 2;
            "the knight has three safe moves", "leaves the knight too few safe moves" => d.safe_moves() >= 3;
        }

    KNIGHT_LEFT_ALONE = "the attacker's king is far from the knight", Weak to move: Draw,
        claim: "The attacker's king is five or more squares from the knight, the rook three; no check, and the rook is not on a line with king and knight.",
        source: VERIFY, example: "8/8/3R4/6k1/8/8/8/K5n1 b - - 0 1",
        in_turn(KnightDuel as d) {
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

    FAR_KING_AND_NEAR_KNIGHT = "the kings are far apart", Weak to move: Draw,
        claim: "The king is off the edge, within three squares of the knight and four from the other king; no check, no line with king and knight.",
        source: FINE_8, example: "8/8/3k4/1R6/8/3n4/8/1K6 b - - 0 1",
        in_turn(KnightDuel as d) {
            "the defender's king is off the edge", "takes the king to the edge" => edge_distance(d.weak.king) > 0;
            "the kings are four squares apart", "takes the king near the other king" => d.king_distance() >= 4;
            "the knight is within three squares of its king", "takes king and knight too far apart" =>
                d.piece_distance() <= 3;
            "king, knight and rook are not on one line", "puts king and knight on one line with the rook" =>
                !d.is_lined_up();
            "the rook gives no check", "leaves the king in check" => !d.is_in_check();
        }

    STANDS_TOGETHER = "king and knight stand together", Weak to move: Draw,
        claim: "The knight is next to its king, which is off the edge and three or more squares from the other king.",
        source: FINE_8, example: "8/8/R7/8/4nk2/8/2K5/8 b - - 0 1",
        in_turn(KnightDuel as d) {
            "the knight is next to its king", "separates king and knight" => d.piece_distance() == 1;
            "the defender's king is off the edge", "takes the king to the edge" => edge_distance(d.weak.king) > 0;
            "the kings are three squares apart", "takes the king near the other king" => d.king_distance() >= 3;
        }

    STAYS_WITH_FREE_KING = "the knight stays with its free king", Strong to move: Draw,
        claim: "The knight is within two squares of its king, four from the other, not in a corner, not attacked; the king has four squares.",
        source: FINE_8, example: "8/8/2R5/8/8/8/8/1K3nk1 w - - 0 1",
        in_turn(KnightDuel as d) {
            "the knight is within two squares of its king", "takes king and knight too far apart" =>
                d.piece_distance() <= 2;
            "the attacker's king is four squares from the knight", "takes the knight too near the attacker's king" =>
                d.hunter_distance() >= 4;
            "the knight is not in a corner", "takes the knight into the corner" => corner_distance(d.weak.man) > 0;
            "the rook does not attack the knight", "lets the rook attack the knight" => !d.is_piece_attacked();
            "the defender's king has four squares to go to", "leaves the king too few squares" => d.steps() >= 4;
        }

    OUT_OF_REACH = "the knight is out of the king's reach", Strong to move: Draw,
        claim: "The knight is away from the edge and within two squares of its king; the other king cannot come next to it at once.",
        source: FINE_8, example: "8/8/8/5k2/3n4/8/R7/1K6 w - - 0 1",
        in_turn(KnightDuel as d) {
            "the knight is within two squares of its king", "takes king and knight too far apart" =>
                d.piece_distance() <= 2;
            "the knight is two squares from the edge", "takes the knight near the edge" =>
                edge_distance(d.weak.man) >= 2;
            "the attacker's king cannot come next to the knight at once", "lets the attacker's king approach the knight" =>
                d.approaches() == 0;
            "the rook does not attack the knight", "lets the rook attack the knight" => !d.is_piece_attacked();
        }

    KNIGHT_BESIDE_ITS_KING = "the knight is beside its king", Strong to move: Draw,
        claim: "The knight is next to its king and has four safe moves; the other king cannot come next to it at once.",
        source: FINE_8, example: "8/8/8/8/8/2R3nk/8/1K6 w - - 0 1",
        in_turn(KnightDuel as d) {
            "the knight is next to its king", "separates king and knight" => d.piece_distance() == 1;
            "the knight is two squares from every corner", "takes the knight near a corner" =>
                corner_distance(d.weak.man) >= 2;
            "the attacker's king cannot come next to the knight at once", "lets the attacker's king approach the knight" =>
                d.approaches() == 0;
            "the knight has four safe moves", "leaves the knight too few safe moves" => d.safe_moves() >= 4;
        }

    FAR_ATTACKER = "the attacker's king is far away", Strong to move: Draw,
        claim: "The attacker's king is six or more squares from the knight, which is not attacked and within three of its king, both on one color.",
        source: VERIFY, example: "7n/8/8/4k3/2R5/8/8/1K6 w - - 0 1",
        in_turn(KnightDuel as d) {
            "the attacker's king is six squares from the knight", "takes the knight too near the attacker's king" =>
                d.hunter_distance() >= 6;
            "the knight is within three squares of its king", "takes king and knight too far apart" =>
                d.piece_distance() <= 3;
            "king and knight stand on one color", "puts king and knight on different colors" =>
                same_color(d.weak.man).has(d.weak.king);
            "the rook does not attack the knight", "lets the rook attack the knight" => !d.is_piece_attacked();
        }

    NEARER_TO_THE_KNIGHT = "the defender's king is nearer to the knight", Weak to move: Draw,
        claim: "The king is within four squares of the knight, nearer than the other and not in a corner; the knight is not attacked and has four safe moves.",
        source: FINE_8, example: "8/3n4/8/8/8/5k1R/8/K7 b - - 0 1",
        in_turn(KnightDuel as d) {
            "the knight is within four squares of its king", "takes king and knight too far apart" =>
                d.piece_distance() <= 4;
            "the knight is nearer to its king than to the other", "leaves the other king no further from the knight" =>
                d.piece_distance() < d.hunter_distance();
            "the defender's king is not in a corner", "takes the king into the corner" =>
                corner_distance(d.weak.king) > 0;
            "the rook does not attack the knight", "lets the rook attack the knight" => !d.is_piece_attacked();
            "the knight has four safe moves", "leaves the knight too few safe moves" => d.safe_moves() >= 4;
        }

    NEAR_AN_UNTHREATENED_KING = "the knight is near a king that nothing threatens", Strong to move: Draw,
        claim: "The knight is within three squares of its king and five from the other, the rook is not on a line with the king, who has four squares, and no attack wins.",
        source: FINE_8, example: "2n5/3k4/2R5/8/8/8/8/1K6 w - - 0 1",
        in_turn(KnightDuel as d) {
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

    FAR_AND_UNTHREATENED = "the kings are far apart and no attack wins", Strong to move: Draw,
        claim: "Five squares between the kings, the knight within three of its own and three from the other; the rook is not on a line with the king, who is not in a corner.",
        source: FINE_8, example: "1k2n3/8/8/8/R7/8/2K5/8 w - - 0 1",
        in_turn(KnightDuel as d) {
            "the kings are five squares apart", "takes the king near the other king" => d.king_distance() >= 5;
            "the knight is within three squares of its king", "takes king and knight too far apart" =>
                d.piece_distance() <= 3;
            "the attacker's king is three squares from the knight", "takes the knight too near the attacker's king" =>
                d.hunter_distance() >= 3;
            "the defender's king is not in a corner", "takes the king into the corner" =>
                corner_distance(d.weak.king) > 0;
            "rook and defender's king are not on one line", "puts the rook on a line with the king" =>
                !is_aligned(d.strong.man, d.weak.king);
            "the knight cannot be taken", "lets the knight be taken" => !can_take_the_piece(d);
            "no move of rook or king attacks the knight so that it is lost", "threatens to win the knight" =>
                !can_attack_the_piece(d);
        }
}
