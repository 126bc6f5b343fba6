//! Rook against bishop: KRvKB.

use board::Piece;
use board::sets::distance;

use super::men::{RookDuel, can_attack_the_piece, can_take_the_piece, can_take_the_rook, is_piece_lost};
use crate::endings::four_men;
use crate::geometry::{corner_distance, edge_distance};
use crate::recognizer::{InSearch, Recognizer, RuleBook};
use crate::rule::rules;

const BISHOP: usize = Piece::Bishop as usize;

type BishopDuel = RookDuel<BISHOP>;

/// The recognizer of KRvKB.
pub(crate) static AGAINST_BISHOP: Recognizer = Recognizer::new(&[Piece::Rook], &[Piece::Bishop], &RULES)
    .with_mined(&four_men::KRKB)
    .asked_in_search(InSearch::Rules);

/// In the order of testing.
#[rustfmt::skip]
static RULES: RuleBook<BishopDuel> = RuleBook::new(&[
    CAN_TAKE_THE_ROOK, NO_KING_NEAR, KING_FREE, RANGING_BISHOP, CHASES_THE_ROOK, FAR_RANGING_BISHOP,
    STAND_TOGETHER, IS_PIECE_LOST, CAN_TAKE_THE_PIECE, STAYS_WITH_FAR_KING, CAN_ATTACK_THE_PIECE,
    KEEPS_NEAR_THE_ROOK, GIVES_CHECK, BESIDE_ITS_KING,
]);

rules! {
    CAN_TAKE_THE_ROOK = "the rook can be taken", Weak to move: Draw,
        claim: "The defender takes the rook, with the bishop or, if it is not protected, with the king.",
        source: GAME, example: "8/8/8/2k1b3/8/8/1R6/2K5 b - - 0 1",
        holds(BishopDuel) { can_take_the_rook }

    IS_PIECE_LOST = "the piece is lost", Weak to move: StrongWins,
        claim: "The bishop is attacked or the king in check, and nothing saves the bishop.",
        source: GAME, example: "4R3/8/4b3/8/8/8/8/K3k3 b - - 0 1",
        holds(BishopDuel) { is_piece_lost }

    CAN_TAKE_THE_PIECE = "the piece can be taken", Strong to move: StrongWins,
        claim: "The rook or its king takes the bishop, and it is neither retaken nor stalemate.",
        source: GAME, example: "1k6/8/8/R2b4/8/8/2K5/8 w - - 0 1",
        holds(BishopDuel) { can_take_the_piece }

    CAN_ATTACK_THE_PIECE = "the attack wins the piece", Strong to move: StrongWins,
        claim: "A move of rook or king attacks the bishop, with check or not, so that nothing saves it; or it mates.",
        source: AVERBAKH_2, example: "8/8/8/6R1/3K3b/8/8/7k w - - 0 1",
        holds(BishopDuel) { can_attack_the_piece }

    NO_KING_NEAR = "the kings are far apart", Weak to move: Draw,
        claim: "The king is four or more squares from the other and not in a corner; no check, and the rook is not on a line with king and bishop.",
        source: FINE_8, example: "8/8/8/7R/5k2/7b/1K6/8 b - - 0 1",
        in_turn(BishopDuel as d) {
            "the defender's king is not in a corner", "takes the king into the corner" =>
                corner_distance(d.weak.king) > 0;
            "the kings are four squares apart", "takes the king near the other king" => d.king_distance() >= 4;
            "king, bishop and rook are not on one line", "puts king and bishop on one line with the rook" =>
                !d.is_lined_up();
            "the rook gives no check", "leaves the king in check" => !d.is_in_check();
        }

    KING_FREE = "the king is free", Weak to move: Draw,
        claim: "The king is away from the corners and has four squares to go to, and the bishop is not attacked by the rook.",
        plan: "Keep the king off the edge; if driven there, go to a corner of the color that the bishop does not have.",
        source: FINE_8, example: "8/8/8/R7/3K4/8/3k4/4b3 b - - 0 1",
        in_turn(BishopDuel as d) {
            "the defender's king is two squares from every corner", "takes the king near a corner" =>
                corner_distance(d.weak.king) >= 2;
            "the bishop is within five squares of its king", "takes king and bishop too far apart" =>
                d.piece_distance() <= 5;
            "the attacker's king is not next to the bishop", "puts the bishop next to the attacker's king" =>
                d.hunter_distance() >= 2;
            "the rook does not attack the bishop", "lets the rook attack the bishop" => !d.is_piece_attacked();
            "the defender's king has four squares to go to", "leaves the king too few squares" => d.steps() >= 4;
        }

    RANGING_BISHOP = "the bishop ranges", Weak to move: Draw,
        claim: "The king is off the edge, not in check, and the bishop has three safe moves and is not on a line with king and rook.",
        source: FINE_8, example: "8/3b4/8/8/8/8/2K1k3/6R1 b - - 0 1",
        in_turn(BishopDuel as d) {
            "the defender's king is two squares from every corner", "takes the king near a corner" =>
                corner_distance(d.weak.king) >= 2;
            "the defender's king is off the edge", "takes the king to the edge" => edge_distance(d.weak.king) > 0;
            "king, bishop and rook are not on one line", "puts king and bishop on one line with the rook" =>
                !d.is_lined_up();
            "the rook gives no check", "leaves the king in check" => !d.is_in_check();
            "the attacker's king can come next to the bishop on two squares at most", "lets the attacker's king approach the bishop" =>
                d.approaches() <= 2;
            "the bishop has three safe moves", "leaves the bishop too few safe moves" => d.safe_moves() >= 3;
        }

    CHASES_THE_ROOK = "the king chases the rook", Weak to move: Draw,
        claim: "The rook is next to or one square from the defender's king and far from its own, and does not attack the bishop.",
        source: VERIFY, example: "8/4b3/7R/8/3K3k/8/8/8 b - - 0 1",
        in_turn(BishopDuel as d) {
            "the rook is three squares from its own king", "lets the rook back to its king" =>
                distance(d.strong.king, d.strong.man) >= 3;
            "the defender's king is within two squares of the rook", "takes the king away from the rook" =>
                distance(d.weak.king, d.strong.man) <= 2;
            "the rook does not attack the bishop", "lets the rook attack the bishop" => !d.is_piece_attacked();
        }

    FAR_RANGING_BISHOP = "the bishop ranges far from the kings", Weak to move: Draw,
        claim: "Kings far apart, the rook far from the defender's king, no check, and five safe moves for a bishop that is not on a line with king and rook.",
        source: VERIFY, example: "7k/8/8/8/3K4/8/8/2bR4 b - - 0 1",
        in_turn(BishopDuel as d) {
            "the kings are four squares apart", "takes the king near the other king" => d.king_distance() >= 4;
            "the rook is three squares from the defender's king", "takes the king near the rook" =>
                distance(d.weak.king, d.strong.man) >= 3;
            "king, bishop and rook are not on one line", "puts king and bishop on one line with the rook" =>
                !d.is_lined_up();
            "the rook gives no check", "leaves the king in check" => !d.is_in_check();
            "the bishop has five safe moves", "leaves the bishop too few safe moves" => d.safe_moves() >= 5;
        }

    STAND_TOGETHER = "king and bishop stand together", Weak to move: Draw,
        claim: "The bishop is next to its king, which is off the edge, has two squares, and is three squares from the other king.",
        source: FINE_8, example: "8/8/8/8/8/3K2b1/6k1/1R6 b - - 0 1",
        in_turn(BishopDuel as d) {
            "the bishop is next to its king", "separates king and bishop" => d.piece_distance() == 1;
            "the defender's king is off the edge", "takes the king to the edge" => edge_distance(d.weak.king) > 0;
            "the kings are three squares apart", "takes the king near the other king" => d.king_distance() >= 3;
            "the defender's king has two squares to go to", "leaves the king too few squares" => d.steps() >= 2;
        }

    STAYS_WITH_FAR_KING = "the bishop stays with its king", Strong to move: Draw,
        claim: "The kings are five or more squares apart, the bishop is within two of its own, and cannot be taken.",
        source: FINE_8, example: "8/8/8/8/8/2R3bk/8/1K6 w - - 0 1",
        in_turn(BishopDuel as d) {
            "the kings are five squares apart", "takes the king near the other king" => d.king_distance() >= 5;
            "the bishop is within two squares of its king", "takes king and bishop too far apart" =>
                d.piece_distance() <= 2;
            "the bishop cannot be taken", "lets the bishop be taken" => !can_take_the_piece(d);
        }

    KEEPS_NEAR_THE_ROOK = "the king keeps near the rook", Strong to move: Draw,
        claim: "The kings are four or more squares apart, the defender's is off the edge and within three squares of the rook, and no attack wins.",
        source: VERIFY, example: "8/8/5k2/6b1/2R5/8/2K5/8 w - - 0 1",
        in_turn(BishopDuel as d) {
            "the defender's king is off the edge", "takes the king to the edge" => edge_distance(d.weak.king) > 0;
            "the kings are four squares apart", "takes the king near the other king" => d.king_distance() >= 4;
            "the defender's king is within three squares of the rook", "takes the rook away from the king" =>
                distance(d.weak.king, d.strong.man) <= 3;
            "the bishop cannot be taken", "lets the bishop be taken" => !can_take_the_piece(d);
            "no move of rook or king attacks the bishop so that it is lost", "threatens to win the bishop" =>
                !can_attack_the_piece(d);
        }

    GIVES_CHECK = "the bishop gives check", Strong to move: Draw,
        claim: "The defender's king is off the edge, and the bishop gives check, cannot be taken and has three safe moves.",
        source: VERIFY, example: "8/8/1R6/8/8/1b6/1k6/3K4 w - - 0 1",
        in_turn(BishopDuel as d) {
            "the defender's king is off the edge", "takes the king to the edge" => edge_distance(d.weak.king) > 0;
            "the bishop gives check", "leaves the check" => d.weak.hits(d.occupied()).has(d.strong.king);
            "the bishop cannot be taken", "lets the bishop be taken" => !can_take_the_piece(d);
            "the bishop has three safe moves", "leaves the bishop too few safe moves" => d.safe_moves() >= 3;
        }

    BESIDE_ITS_KING = "the bishop is beside its king", Strong to move: Draw,
        claim: "The bishop is next to its king, which is away from the corners, and the attacker's king is four or more squares from the bishop.",
        source: FINE_8, example: "8/8/8/6b1/5k2/R7/8/1K6 w - - 0 1",
        in_turn(BishopDuel as d) {
            "the bishop is next to its king", "separates king and bishop" => d.piece_distance() == 1;
            "the defender's king is two squares from every corner", "takes the king near a corner" =>
                corner_distance(d.weak.king) >= 2;
            "the attacker's king is four squares from the bishop", "takes the bishop too near the attacker's king" =>
                d.hunter_distance() >= 4;
        }
}
