//! A minor piece and a pawn against the bare king: KBPvK and KNPvK.
//!
//! Won except in a few well-known cases: a bishop that does not control the corner of its rook
//! pawn, a knight that guards a rook pawn on the seventh rank, and positions in which the bare king
//! can take something. See Fine, *Basic Chess Endings*, chapters 4 and 5, and Averbakh,
//! *Comprehensive Chess Endings* 1.

use board::sets::distance;
use board::{Piece, get_king_moves};

use super::escort::{BishopEscort, Escort, KnightEscort};
use super::unpromoted::{
    AT_THE_WRONG_CORNER, FIRST_AT_THE_GATE, FROM_AHEAD, OPEN_WAY, OTHER_KING_FAR, PAWN_AND_STOP, STALEMATED,
    SURE_WAY, UNDER_ITS_BISHOP,
};
use crate::endings::four_men;
use crate::geometry::{is_rook_pawn, pushes, queening_square, stop_square};
use crate::recognizer::{InSearch, Recognizer, RuleBook};
use crate::rule::{Side, rules};

/// The recognizer of KBPvK.
pub(crate) static BISHOP_AND_PAWN: Recognizer =
    Recognizer::new(&[Piece::Bishop, Piece::Pawn], &[], &BISHOP_RULES)
        .with_mined(&four_men::KBPK)
        .asked_in_search(InSearch::Rules);

/// The recognizer of KNPvK.
pub(crate) static KNIGHT_AND_PAWN: Recognizer =
    Recognizer::new(&[Piece::Knight, Piece::Pawn], &[], &KNIGHT_RULES)
        .with_mined(&four_men::KNPK)
        .asked_in_search(InSearch::Rules);

/// In the order of testing.
#[rustfmt::skip]
static BISHOP_RULES: RuleBook<BishopEscort> = RuleBook::new(&[
    BishopEscort::TAKES_THE_PAWN, BishopEscort::TAKES_THE_PIECE, HOLDS_THE_CORNER,
    REACHES_THE_CORNER, ALL_PROTECTED, BishopEscort::WINS_ALONE, COVERS_THE_PAWN, RUNS_TO_THE_CORNER,
    IN_THE_CORNER_SQUARE, STALEMATED, AT_THE_WRONG_CORNER, SURE_WAY, OTHER_KING_FAR, FIRST_AT_THE_GATE,
    OPEN_WAY, FROM_AHEAD, PAWN_AND_STOP, UNDER_ITS_BISHOP,
]);

/// In the order of testing.
#[rustfmt::skip]
static KNIGHT_RULES: RuleBook<KnightEscort> = RuleBook::new(&[
    KnightEscort::TAKES_THE_PAWN.shown_by("8/8/5N2/2k5/K1P5/8/8/8 b - - 0 1"),
    KnightEscort::TAKES_THE_PIECE.shown_by("3kN3/8/7K/2P5/8/8/8/8 b - - 0 1"),
    KnightEscort::WINS_ALONE.shown_by("8/2P5/k6N/8/8/8/1K6/8 w - - 0 1"), TOGETHER, SITS_IN_THE_CORNER,
    AT_THE_CORNER, KING_FAR, STANDS_BY_THE_PAWN, KING_FAR_FROM_BOTH,
]);

impl<const PIECE: usize> Escort<PIECE> {
    rules! {
        TAKES_THE_PAWN = "the king takes the pawn", Weak to move: Draw,
            claim: "The bare king takes an undefended pawn.",
            source: GAME, example: "8/8/5B2/2k5/K1P5/8/8/8 b - - 0 1",
            in_turn(Self as e) {
                "the bare king is next to the pawn", "goes away from the pawn" => get_king_moves(e.weak_king).has(e.pawn);
                "the pawn is not protected", "lets the pawn be protected" => !e.guarded().has(e.pawn);
            }

        TAKES_THE_PIECE = "the king takes the piece and holds", Weak to move: Draw,
            claim: "The bare king takes the undefended piece, and the pawn ending is drawn.",
            source: PAWN_ENDING, example: "3kB3/8/7K/2P5/8/8/8/8 b - - 0 1",
            in_turn(Self as e) {
                "the bare king is next to the piece", "goes away from the piece" =>
                    get_king_moves(e.weak_king).has(e.piece);
                "the piece is not protected", "lets the piece be protected" => !e.guarded().has(e.piece);
                "the pawn ending is drawn", "makes the pawn ending a win" => !e.after_taking_the_piece().is_won_exactly();
            }

        WINS_ALONE = "the pawn wins alone", Either to move: StrongWins,
            claim: "The pawn ending is won without the piece, which is not on the pawn's file; the bare king is not at the pawn's next square and has squares of his own.",
            source: PAWN_ENDING, example: "8/2P5/k6B/8/8/8/1K6/8 w - - 0 1",
            in_turn(Self as e) {
                "the bare king is not at the square in front of the pawn", "lets the bare king at the square in front of the pawn" =>
                    distance(e.weak_king, stop_square(e.pawn)) >= if e.to_move == Side::Strong { 1 } else { 2 };
                "the bare king has squares to go to", "leaves the bare king too few squares: stalemate threatens" =>
                    e.weak_king_steps() >= if e.to_move == Side::Strong { 2 } else { 1 };
                "the piece is not on the pawn's file", "puts the piece on the pawn's file" => e.piece.file() != e.pawn.file();
                "the pawn ending is won without the piece", "spoils the pawn ending" => e.without_piece().is_won_exactly();
            }
    }
}

rules! {
    HOLDS_THE_CORNER = "the king holds the wrong corner", Either to move: Draw,
        claim: "A rook pawn whose corner the bishop does not control, and the bare king is in the corner.",
        plan: "Stay in the corner: the bishop cannot drive the king from it, only stalemate.",
        source: FINE_4_5, example: "k7/8/8/8/8/B7/P7/4K3 w - - 0 1",
        in_turn(BishopEscort as e) {
            "the bishop does not control the rook pawn's corner", "gets a bishop for the corner" =>
                e.has_wrong_bishop();
            "the bare king is in the corner", "leaves the corner" => e.weak_king == queening_square(e.pawn);
        }

    REACHES_THE_CORNER = "the king reaches the wrong corner", Either to move: Draw,
        claim: "A rook pawn whose corner the bishop does not control, and the bare king is there clearly before the other.",
        plan: "Go to the corner in front of the rook pawn, which the bishop does not control, and stay there.",
        source: FINE_4_5, example: "2k5/8/8/6K1/8/P7/7B/8 w - - 0 1",
        in_turn(BishopEscort as e) {
            "the bishop does not control the rook pawn's corner", "gets a bishop for the corner" =>
                e.has_wrong_bishop();
            "the bare king is at the corner before the pawn", "comes to the corner after the pawn" =>
                e.moves_to_corner() < pushes(e.pawn);
            "the bare king is at the corner clearly before the other king", "lets the other king to the corner" =>
                e.moves_to_corner() + 1 < distance(e.king, queening_square(e.pawn));
            "the bare king has a square and can take nothing", "leaves the bare king no square, or a man to take" =>
                e.is_quiet();
        }

    ALL_PROTECTED = "all is protected", Either to move: StrongWins,
        claim: "The king is next to pawn and piece, the pawn is not a rook pawn, and the bare king is not stalemated.",
        source: FINE_4_5, example: "8/k7/2P5/3KB3/8/8/8/8 w - - 0 1",
        in_turn(BishopEscort as e) {
            "the pawn is not a rook pawn", "makes it a rook pawn" => !is_rook_pawn(e.pawn);
            "the king is next to its pawn", "takes the king away from the pawn" => distance(e.king, e.pawn) == 1;
            "the king is next to its bishop", "separates king and bishop" => distance(e.king, e.piece) == 1;
            "the bare king has a square and can take nothing", "leaves the bare king no square, or a man to take" =>
                e.to_move == Side::Strong || e.is_quiet();
        }

    /// The bishop may be given up to gain time: the pawn's king is at most three moves late.
    COVERS_THE_PAWN = "the bishop covers for the pawn", Strong to move: StrongWins,
        claim: "The bishop controls the corner if it is a rook pawn, the bare king is three squares from the pawn and at most three moves ahead at its heart square.",
        source: FINE_4_5, example: "3K2k1/2P5/8/8/8/8/8/2B5 w - - 0 1",
        in_turn(BishopEscort as e) {
            "the bishop controls the corner if it is a rook pawn", "turns it into the wrong rook pawn" =>
                !e.has_wrong_bishop();
            "the bare king is three squares from the pawn", "lets the bare king near the pawn" =>
                distance(e.weak_king, e.pawn) >= 3;
            "the pawn's king is at most three moves late", "takes the king too far from the square two in front of the pawn" =>
                e.lead_at_the_heart() <= 3;
            "the bishop is not far ahead of the pawn", "takes the bishop too far ahead of the pawn" =>
                e.piece_ranks_ahead() <= 5;
        }

    /// ```text
    /// 8  . . . . . . . .      Black to move is in time: the bishop may drive him back, but not out
    /// 7  . . . . . . . .      of the corner, once he is nearer than the other king.
    /// 6  . . . k . . . .
    ///    . . .
    /// 3  P . . . . . . .
    /// 2  . . . . K B . .
    ///    a b c d e f g h
    /// ```
    RUNS_TO_THE_CORNER = "the king runs to the wrong corner", Weak to move: Draw,
        claim: "A rook pawn not beyond its fourth rank whose corner the bishop does not control; the bare king is ahead of it, in its square, and nearer to the corner.",
        plan: "Go to the corner in front of the rook pawn, which the bishop does not control, and stay there.",
        source: FINE_4_5, example: "2k5/8/8/1K6/P7/8/8/6B1 b - - 0 1",
        in_turn(BishopEscort as e) {
            "the bishop does not control the rook pawn's corner", "gets a bishop for the corner" =>
                e.has_wrong_bishop();
            "the pawn has not passed its fourth rank", "lets the pawn pass its fourth rank" => pushes(e.pawn) >= 4;
            "the bare king is ahead of the pawn", "lets the pawn get past the bare king" =>
                e.weak_king.rank() > e.pawn.rank();
            "the bare king is in the square of the pawn", "leaves the square of the pawn" =>
                distance(e.weak_king, queening_square(e.pawn)) <= pushes(e.pawn);
            "the bare king is nearer to the corner than the other", "lets the other king nearer to the corner" =>
                distance(e.weak_king, queening_square(e.pawn)) < distance(e.king, queening_square(e.pawn));
            "the bishop is not far ahead of the pawn", "takes the bishop too far ahead of the pawn" =>
                e.piece_ranks_ahead() <= 5;
            "the bare king can take nothing", "lets the bare king take a man" => !e.can_be_taken();
        }

    IN_THE_CORNER_SQUARE = "the king is in the wrong corner's square", Strong to move: Draw,
        claim: "A rook pawn not beyond its third rank whose corner the bishop does not control; the bare king is in its square and two moves nearer to the corner.",
        plan: "Go to the corner in front of the rook pawn, which the bishop does not control, and stay there.",
        source: FINE_4_5, example: "8/8/4k3/8/8/P7/8/1KB5 w - - 0 1",
        in_turn(BishopEscort as e) {
            "the bishop does not control the rook pawn's corner", "gets a bishop for the corner" =>
                e.has_wrong_bishop();
            "the pawn has not passed its third rank", "lets the pawn pass its third rank" => pushes(e.pawn) >= 5;
            "the bare king is in the square of the pawn", "leaves the square of the pawn" =>
                distance(e.weak_king, queening_square(e.pawn)) < pushes(e.pawn);
            "the bare king is two moves nearer to the corner than the other", "lets the other king too near the corner" =>
                distance(e.weak_king, queening_square(e.pawn)) + 2 <= distance(e.king, queening_square(e.pawn));
            "the bishop is not far ahead of the pawn", "takes the bishop too far ahead of the pawn" =>
                e.piece_ranks_ahead() <= 4;
            "the bare king can take nothing", "lets the bare king take a man" => !e.can_be_taken();
        }

    TOGETHER = "king and pawn are together", Strong to move: StrongWins,
        claim: "The king is within two squares of its pawn, which is not on its seventh rank, the bare king three or more from pawn and knight.",
        source: FINE_4_5, example: "8/8/4k3/8/8/P7/8/1KN5 w - - 0 1",
        in_turn(KnightEscort as e) {
            "the pawn has not reached its seventh rank", "pushes the pawn too far" => pushes(e.pawn) >= 2;
            "the king is within two squares of its pawn", "takes the king away from the pawn" =>
                distance(e.king, e.pawn) <= 2;
            "the bare king is three squares from the pawn", "lets the bare king near the pawn" =>
                distance(e.weak_king, e.pawn) >= 3;
            "the bare king is three squares from the knight", "lets the bare king near the knight" =>
                distance(e.weak_king, e.piece) >= 3;
        }

    /// ```text
    /// 8  k . . . . . . .      The knight guards the pawn, and the king must not come near:
    /// 7  P . . . . . . .      stalemate.
    /// 6  . . . . K . . .
    /// 5  . N . . . . . .
    ///    a b c d e f g h
    /// ```
    SITS_IN_THE_CORNER = "the king sits in front of the rook pawn", Either to move: Draw,
        claim: "A rook pawn on its seventh rank, the bare king in front of it, and the other king not beside the pawn.",
        plan: "Stay in the corner: the knight guards the pawn on its seventh rank, but to drive the king away is stalemate.",
        source: FINE_4_5, example: "k7/PN6/8/7K/8/8/8/8 w - - 0 1",
        in_turn(KnightEscort as e) {
            "the pawn is a rook pawn", "takes the pawn off the rook file" => is_rook_pawn(e.pawn);
            "the pawn is on its seventh rank", "leaves the pawn off its seventh rank" => pushes(e.pawn) == 1;
            "the bare king is in front of the pawn", "leaves the corner" => e.weak_king == queening_square(e.pawn);
            "the other king is not beside the pawn", "comes beside the pawn" => distance(e.king, e.pawn) > 1;
        }

    AT_THE_CORNER = "the king gets to the corner", Weak to move: Draw,
        claim: "A rook pawn on its seventh rank, the bare king at the corner, and the other king four or more squares from it.",
        source: FINE_4_5, example: "2N5/Pk6/8/8/8/8/8/5K2 b - - 0 1",
        in_turn(KnightEscort as e) {
            "the pawn is a rook pawn", "takes the pawn off the rook file" => is_rook_pawn(e.pawn);
            "the pawn is on its seventh rank", "leaves the pawn off its seventh rank" => pushes(e.pawn) == 1;
            "the bare king is at the corner", "leaves the corner" =>
                distance(e.weak_king, queening_square(e.pawn)) <= 1;
            "the other king is four squares from the corner", "lets the other king near the corner" =>
                distance(e.king, queening_square(e.pawn)) >= 4;
        }

    KING_FAR = "the king is far from pawn and knight", Strong to move: StrongWins,
        claim: "The bare king is four squares from the pawn and has two of his own, and the knight is not lost far ahead of the pawn.",
        source: FINE_4_5, example: "3K2k1/2P5/8/8/8/8/8/2N5 w - - 0 1",
        in_turn(KnightEscort as e) {
            "the bare king is four squares from the pawn", "lets the bare king near the pawn" =>
                distance(e.weak_king, e.pawn) >= 4;
            "the bare king has two squares to go to", "leaves the bare king too few squares: stalemate threatens" =>
                e.weak_king_steps() >= 2;
            "the knight is not far ahead of the pawn", "takes the knight too far ahead of the pawn" =>
                e.piece_ranks_ahead() <= 4;
        }

    STANDS_BY_THE_PAWN = "the knight stands by the pawn", Weak to move: StrongWins,
        claim: "The knight is within two squares of the pawn, the bare king four or more, and has a square of his own; the pawn alone does not win.",
        source: FINE_4_5, example: "5k2/8/1N6/8/3P4/8/2K5/8 b - - 0 1",
        in_turn(KnightEscort as e) {
            "the bare king is four squares from the pawn", "lets the bare king near the pawn" =>
                distance(e.weak_king, e.pawn) >= 4;
            "the knight is within two squares of the pawn", "takes the knight away from the pawn" =>
                distance(e.piece, e.pawn) <= 2;
            "the bare king has a square to go to", "leaves the bare king no square: stalemate" =>
                e.weak_king_steps() >= 1;
            "the pawn alone does not win", "makes the pawn win alone" => !e.without_piece().is_won_exactly();
        }

    KING_FAR_FROM_BOTH = "the king is far from stop square and knight", Weak to move: StrongWins,
        claim: "The bare king is five squares from the square in front of the pawn and four from the knight, which is not far ahead of the pawn.",
        source: FINE_4_5, example: "8/8/8/8/P6k/8/N7/7K b - - 0 1",
        in_turn(KnightEscort as e) {
            "the bare king is five squares from the square in front of the pawn", "gets near the square in front of the pawn" =>
                distance(e.weak_king, stop_square(e.pawn)) >= 5;
            "the bare king is four squares from the knight", "gets near the knight" =>
                distance(e.weak_king, e.piece) >= 4;
            "the knight is not far ahead of the pawn", "takes the knight too far ahead of the pawn" =>
                e.piece_ranks_ahead() <= 4;
        }
}
