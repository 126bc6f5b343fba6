//! A minor piece and a pawn against the bare king: KBPvK and KNPvK.
//!
//! Won but for a few famous positions: the bishop that does not control the corner of its rook pawn, the knight that guards a rook pawn on the
//! seventh rank, and whatever the bare king can take. See Fine, *Basic Chess Endings*, chapters 4 and 5, and Averbakh, *Comprehensive Chess
//! Endings* 1.
//!
//! The figures in the rules' docs are those of `verify KBPvK` and `verify KNPvK`.

use board::sets::distance;
use board::{Piece, get_king_moves};

use super::escort::{BISHOP, Escort, KNIGHT};
use super::unpromoted::{
    AT_THE_WRONG_CORNER, FIRST_AT_THE_GATE, FROM_AHEAD, OPEN_WAY, OTHER_KING_FAR, PAWN_AND_STOP, STALEMATED,
    SURE_WAY, UNDER_ITS_BISHOP, gets_at_pawn_and_stop, gets_at_the_pawn_from_ahead,
    gets_at_the_pawn_under_its_bishop, has_a_sure_way, has_an_open_way, is_at_the_wrong_corner,
    is_first_at_the_gate, is_stalemated, is_the_other_king_far,
};
use crate::endings::four_men;
use crate::endings::sources::{GAME, PAWN_ENDING, VERIFY};
use crate::geometry::{is_rook_pawn, pushes, queening_square, stop_square};
use crate::recognizer::{InSearch, RuleBook, book};
use crate::rule::{Outcome, Rule, Side, told};

/// The recognizer of KBPvK.
pub static BISHOP_AND_PAWN: RuleBook<Escort<BISHOP>> =
    RuleBook::new(&[Piece::Bishop, Piece::Pawn], &[], &BISHOP_RULES)
        .with_mined(&four_men::KBPK)
        .asked_in_search(InSearch::Rules);

/// The recognizer of KNPvK.
pub static KNIGHT_AND_PAWN: RuleBook<Escort<KNIGHT>> =
    RuleBook::new(&[Piece::Knight, Piece::Pawn], &[], &KNIGHT_RULES)
        .with_mined(&four_men::KNPK)
        .asked_in_search(InSearch::Rules);

type RuleAndTest<const PIECE: usize> = book::RuleAndTest<Escort<PIECE>>;

const STRONG: Option<Side> = Some(Side::Strong);
const BARE_KING: Option<Side> = Some(Side::Weak);

const FINE: &str = "Fine, Basic Chess Endings, chapters 4 and 5";

/// In the order of asking.
#[rustfmt::skip]
static BISHOP_RULES: [RuleAndTest<BISHOP>; 18] = [
    (Rule::new("the king takes the pawn", BARE_KING, Outcome::Draw,
        "The bare king takes an undefended pawn.", GAME), Escort::takes_the_pawn, Escort::<BISHOP>::TAKES_THE_PAWN),
    (Rule::new("the king takes the piece and holds", BARE_KING, Outcome::Draw,
        "The bare king takes the undefended piece, and the pawn ending is drawn.", PAWN_ENDING), Escort::takes_the_piece_and_holds, Escort::<BISHOP>::TAKES_THE_PIECE),
    (Rule::new("the king holds the wrong corner", None, Outcome::Draw,
        "A rook pawn whose corner the bishop does not control, and the bare king is in the corner.", FINE), holds_the_corner, HOLDS_THE_CORNER),
    (Rule::new("the king reaches the wrong corner", None, Outcome::Draw,
        "A rook pawn whose corner the bishop does not control, and the bare king is there clearly before the other.", FINE), reaches_the_corner, REACHES_THE_CORNER),
    (Rule::new("all is protected", None, Outcome::StrongWins,
        "The king is next to pawn and piece, the pawn is no rook pawn, and the bare king is not stalemated.", FINE), is_all_protected, ALL_PROTECTED),
    (Rule::new("the pawn wins alone", None, Outcome::StrongWins,
        "The pawn ending is won without the piece, which is not on the pawn's file; the bare king is not at the pawn's next square and has squares of his own.", PAWN_ENDING), Escort::wins_alone, Escort::<BISHOP>::WINS_ALONE),
    (Rule::new("the bishop covers for the pawn", STRONG, Outcome::StrongWins,
        "The bishop controls the corner if it is a rook pawn, the bare king is three squares from the pawn and at most three moves ahead at its heart square.", FINE), covers_the_pawn, COVERS_THE_PAWN),
    (Rule::new("the king runs to the wrong corner", BARE_KING, Outcome::Draw,
        "A rook pawn not beyond its fourth rank whose corner the bishop does not control; the bare king is ahead of it, in its square, and nearer to the corner.", FINE), runs_to_the_corner, RUNS_TO_THE_CORNER),
    (Rule::new("the king is in the wrong corner's square", STRONG, Outcome::Draw,
        "A rook pawn not beyond its third rank whose corner the bishop does not control; the bare king is in its square and two moves nearer to the corner.", FINE), is_in_the_corner_square, IN_THE_CORNER_SQUARE),
    (Rule::new("the king is stalemated", BARE_KING, Outcome::Draw,
        "The bare king has no move and is not in check.", GAME), is_stalemated, STALEMATED),
    (Rule::new("the king is at the wrong corner", None, Outcome::Draw,
        "A rook pawn whose corner the bishop does not control, and the bare king is in the corner or next to it.", FINE), is_at_the_wrong_corner, AT_THE_WRONG_CORNER),
    (Rule::new("the king has a sure way to the wrong corner", None, Outcome::Draw,
        "Rook pawn and wrong bishop; before the pawn promotes, the bare king gets next to the corner on squares that the other king, pawn and bishop cannot hit by then.", VERIFY), has_a_sure_way, SURE_WAY),
    (Rule::new("the other king is far from the wrong corner", None, Outcome::Draw,
        "Rook pawn and wrong bishop; the other king is six squares from the corner, and the bare king's way is out of his reach and the pawn's.", VERIFY), is_the_other_king_far, OTHER_KING_FAR),
    (Rule::new("the king is first at the wrong corner's gate", None, Outcome::Draw,
        "Rook pawn and wrong bishop, which is not on the pawn's file; the bare king is in the pawn's square, first at the square diagonal to the corner, and has two steps to the corner.", VERIFY), is_first_at_the_gate, FIRST_AT_THE_GATE),
    (Rule::new("the king has an open way to the wrong corner", None, Outcome::Draw,
        "Rook pawn and wrong bishop; the other king is seven squares from the corner, nobody hits the bare king's way to it now, and he has three steps nearer.", VERIFY), has_an_open_way, OPEN_WAY),
    (Rule::new("the king gets at the pawn from ahead", BARE_KING, Outcome::Draw,
        "The bishop cannot protect the pawn, the other king is three squares from it; the bare king, two ranks ahead, steps next to it and to the square in front of it.", VERIFY), gets_at_the_pawn_from_ahead, FROM_AHEAD),
    (Rule::new("the king gets at the pawn and its next square", BARE_KING, Outcome::Draw,
        "The bishop protects neither the pawn nor its next square, the other king is three squares from it; the bare king steps next to both.", VERIFY), gets_at_pawn_and_stop, PAWN_AND_STOP),
    (Rule::new("the king gets at the pawn under its bishop", BARE_KING, Outcome::Draw,
        "The bishop stands next to the pawn, ahead of it and off its color, the other king is three squares from it; the bare king steps next to it.", VERIFY), gets_at_the_pawn_under_its_bishop, UNDER_ITS_BISHOP),
];

/// In the order of asking.
#[rustfmt::skip]
static KNIGHT_RULES: [RuleAndTest<KNIGHT>; 9] = [
    (Rule::new("the king takes the pawn", BARE_KING, Outcome::Draw,
        "The bare king takes an undefended pawn.", GAME), Escort::takes_the_pawn, Escort::<KNIGHT>::TAKES_THE_PAWN),
    (Rule::new("the king takes the piece and holds", BARE_KING, Outcome::Draw,
        "The bare king takes the undefended piece, and the pawn ending is drawn.", PAWN_ENDING), Escort::takes_the_piece_and_holds, Escort::<KNIGHT>::TAKES_THE_PIECE),
    (Rule::new("the pawn wins alone", None, Outcome::StrongWins,
        "The pawn ending is won without the piece, which is not on the pawn's file; the bare king is not at the pawn's next square and has squares of his own.", PAWN_ENDING), Escort::wins_alone, Escort::<KNIGHT>::WINS_ALONE),
    (Rule::new("king and pawn are together", STRONG, Outcome::StrongWins,
        "The king is within two squares of its pawn, which is not on its seventh rank, the bare king three or more from pawn and knight.",
        FINE), are_together, TOGETHER),
    (Rule::new("the king sits in front of the rook pawn", None, Outcome::Draw,
        "A rook pawn on its seventh rank, the bare king in front of it, and the other king not beside the pawn.",
        FINE), sits_in_the_corner, SITS_IN_THE_CORNER),
    (Rule::new("the king gets to the corner", BARE_KING, Outcome::Draw,
        "A rook pawn on its seventh rank, the bare king at the corner, and the other king four or more squares from it.",
        FINE), is_at_the_corner, AT_THE_CORNER),
    (Rule::new("the king is far from pawn and knight", STRONG, Outcome::StrongWins,
        "The bare king is four squares from the pawn and has two of his own, and the knight is not lost far ahead of the pawn.",
        FINE), is_king_far, KING_FAR),
    (Rule::new("the knight stands by the pawn", BARE_KING, Outcome::StrongWins,
        "The knight is within two squares of the pawn, the bare king four or more, and has a square of his own; the pawn alone does not win.",
        FINE), stands_by_the_pawn, STANDS_BY_THE_PAWN),
    (Rule::new("the king is far from stop square and knight", BARE_KING, Outcome::StrongWins,
        "The bare king is five squares from the square in front of the pawn and four from the knight, which is not far ahead of the pawn.",
        FINE), is_king_far_from_both, KING_FAR_FROM_BOTH),
];

impl<const PIECE: usize> Escort<PIECE> {
    told! {
        /// KBPvK: asked 5,124,732, spoke 474,434, wrong 0; asked about everything it speaks on 474,434, wrong 0.
        ///
        /// KNPvK: asked 5,124,732, spoke 500,200, wrong 0; asked about everything it speaks on 500,200, wrong 0.
        fn takes_the_pawn as TAKES_THE_PAWN(e: &Self), in_turn {
            "the bare king is next to the pawn", "goes away from the pawn" => get_king_moves(e.weak_king).has(e.pawn);
            "the pawn is not protected", "lets the pawn be protected" => !e.guarded().has(e.pawn);
        }
    }

    told! {
        /// KBPvK: asked 4,650,298, spoke 101,815, wrong 0; asked about everything it speaks on 122,846, wrong 0.
        ///
        /// KNPvK: asked 4,624,532, spoke 106,042, wrong 0; asked about everything it speaks on 122,846, wrong 0.
        fn takes_the_piece_and_holds as TAKES_THE_PIECE(e: &Self), in_turn {
            "the bare king is next to the piece", "goes away from the piece" =>
                get_king_moves(e.weak_king).has(e.piece);
            "the piece is not protected", "lets the piece be protected" => !e.guarded().has(e.piece);
            "the pawn ending is drawn", "makes the pawn ending a win" => !e.after_taking_the_piece().is_won_exactly();
        }
    }

    told! {
        /// KBPvK: asked 8,638,785, spoke 5,487,468, wrong 0; asked about everything it speaks on 5,546,258, wrong 0.
        ///
        /// KNPvK: asked 9,093,215, spoke 5,718,835, wrong 0; asked about everything it speaks on 5,718,835, wrong 0.
        fn wins_alone as WINS_ALONE(e: &Self), in_turn {
            "the bare king is not at the square in front of the pawn", "lets the bare king at the square in front of the pawn" =>
                distance(e.weak_king, stop_square(e.pawn)) >= if e.to_move == Side::Strong { 1 } else { 2 };
            "the bare king has squares to go to", "leaves the bare king too few squares: stalemate threatens" =>
                e.weak_king_steps() >= if e.to_move == Side::Strong { 2 } else { 1 };
            "the piece is not on the pawn's file", "puts the piece on the pawn's file" => e.piece.file() != e.pawn.file();
            "the pawn ending is won without the piece", "spoils the pawn ending" => e.without_piece().is_won_exactly();
        }
    }
}

told! {
    /// KBPvK: asked 8,865,098, spoke 20,059, wrong 0; asked about everything it speaks on 22,008, wrong 0.
    fn holds_the_corner as HOLDS_THE_CORNER(e: &Escort<BISHOP>), in_turn {
        "the bishop does not control the rook pawn's corner", "gets a bishop for the corner" =>
            e.has_wrong_bishop();
        "the bare king is in the corner", "leaves the corner" => e.weak_king == queening_square(e.pawn);
    }
}

told! {
    /// KBPvK: asked 8,845,039, spoke 113,406, wrong 0; asked about everything it speaks on 130,130, wrong 0.
    fn reaches_the_corner as REACHES_THE_CORNER(e: &Escort<BISHOP>), in_turn {
        "the bishop does not control the rook pawn's corner", "gets a bishop for the corner" =>
            e.has_wrong_bishop();
        "the bare king is at the corner before the pawn", "comes to the corner after the pawn" =>
            e.moves_to_corner() < pushes(e.pawn);
        "the bare king is at the corner clearly before the other king", "lets the other king to the corner" =>
            e.moves_to_corner() + 1 < distance(e.king, queening_square(e.pawn));
        "the bare king has a square and can take nothing", "leaves the bare king no square, or a man to take" =>
            e.is_quiet();
    }
}

told! {
    /// KBPvK: asked 8,731,633, spoke 92,848, wrong 0; asked about everything it speaks on 92,848, wrong 0.
    fn is_all_protected as ALL_PROTECTED(e: &Escort<BISHOP>), in_turn {
        "the pawn is no rook pawn", "makes it a rook pawn" => !is_rook_pawn(e.pawn);
        "the king is next to its pawn", "takes the king away from the pawn" => distance(e.king, e.pawn) == 1;
        "the king is next to its bishop", "parts king and bishop" => distance(e.king, e.piece) == 1;
        "the bare king has a square and can take nothing", "leaves the bare king no square, or a man to take" =>
            e.to_move == Side::Strong || e.is_quiet();
    }
}

told! {
    /// The bishop may be given up for nothing but time: the pawn's king is never more than three moves late.
    ///
    /// KBPvK: asked 1,339,840, spoke 634,152, wrong 0; asked about everything it speaks on 2,560,413, wrong 0.
    fn covers_the_pawn as COVERS_THE_PAWN(e: &Escort<BISHOP>), in_turn {
        "the bishop controls the corner if it is a rook pawn", "makes it a rook pawn of the wrong color" =>
            !e.has_wrong_bishop();
        "the bare king is three squares from the pawn", "lets the bare king near the pawn" =>
            distance(e.weak_king, e.pawn) >= 3;
        "the pawn's king is at most three moves late", "takes the king too far from the square two in front of the pawn" =>
            e.lead_at_the_heart() <= 3;
        "the bishop is not far ahead of the pawn", "takes the bishop too far ahead of the pawn" =>
            e.piece_ranks_ahead() <= 5;
    }
}

told! {
    /// ```text
    /// 8  . . . . . . . .      Black to move is in time: the bishop may drive him back, but not out of the
    /// 7  . . . . . . . .      corner, once he is nearer than the other king.
    /// 6  . . . k . . . .
    ///    . . .
    /// 3  P . . . . . . .
    /// 2  . . . . K B . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KBPvK: asked 1,811,477, spoke 20,622, wrong 0; asked about everything it speaks on 87,592, wrong 0.
    fn runs_to_the_corner as RUNS_TO_THE_CORNER(e: &Escort<BISHOP>), in_turn {
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
}

told! {
    /// KBPvK: asked 705,688, spoke 14,266, wrong 0; asked about everything it speaks on 38,259, wrong 0.
    fn is_in_the_corner_square as IN_THE_CORNER_SQUARE(e: &Escort<BISHOP>), in_turn {
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
}

told! {
    /// KNPvK: asked 1,489,640, spoke 164,813, wrong 0; asked about everything it speaks on 719,592, wrong 0.
    fn are_together as TOGETHER(e: &Escort<KNIGHT>), in_turn {
        "the pawn has not reached its seventh rank", "pushes the pawn too far" => pushes(e.pawn) >= 2;
        "the king is within two squares of its pawn", "takes the king away from the pawn" =>
            distance(e.king, e.pawn) <= 2;
        "the bare king is three squares from the pawn", "lets the bare king near the pawn" =>
            distance(e.weak_king, e.pawn) >= 3;
        "the bare king is three squares from the knight", "lets the bare king near the knight" =>
            distance(e.weak_king, e.piece) >= 3;
    }
}

told! {
    /// ```text
    /// 8  k . . . . . . .      The knight guards the pawn, and the king may not come near: stalemate.
    /// 7  P . . . . . . .
    /// 6  . . . . K . . .
    /// 5  . N . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KNPvK: asked 3,209,567, spoke 3,594, wrong 0; asked about everything it speaks on 6,961, wrong 0.
    fn sits_in_the_corner as SITS_IN_THE_CORNER(e: &Escort<KNIGHT>), in_turn {
        "the pawn is a rook pawn", "makes it no rook pawn" => is_rook_pawn(e.pawn);
        "the pawn is on its seventh rank", "leaves the pawn off its seventh rank" => pushes(e.pawn) == 1;
        "the bare king is in front of the pawn", "leaves the corner" => e.weak_king == queening_square(e.pawn);
        "the other king is not beside the pawn", "comes beside the pawn" => distance(e.king, e.pawn) > 1;
    }
}

told! {
    /// KNPvK: asked 1,884,569, spoke 288, wrong 0; asked about everything it speaks on 8,784, wrong 0.
    fn is_at_the_corner as AT_THE_CORNER(e: &Escort<KNIGHT>), in_turn {
        "the pawn is a rook pawn", "makes it no rook pawn" => is_rook_pawn(e.pawn);
        "the pawn is on its seventh rank", "leaves the pawn off its seventh rank" => pushes(e.pawn) == 1;
        "the bare king is at the corner", "leaves the corner" =>
            distance(e.weak_king, queening_square(e.pawn)) <= 1;
        "the other king is four squares from the corner", "lets the other king near the corner" =>
            distance(e.king, queening_square(e.pawn)) >= 4;
    }
}

told! {
    /// KNPvK: asked 1,321,404, spoke 385,999, wrong 0; asked about everything it speaks on 2,164,268, wrong 0.
    fn is_king_far as KING_FAR(e: &Escort<KNIGHT>), in_turn {
        "the bare king is four squares from the pawn", "lets the bare king near the pawn" =>
            distance(e.weak_king, e.pawn) >= 4;
        "the bare king has two squares to go to", "leaves the bare king too few squares: stalemate threatens" =>
            e.weak_king_steps() >= 2;
        "the knight is not far ahead of the pawn", "takes the knight too far ahead of the pawn" =>
            e.piece_ranks_ahead() <= 4;
    }
}

told! {
    /// KNPvK: asked 1,884,281, spoke 165,360, wrong 0; asked about everything it speaks on 165,360, wrong 0.
    fn stands_by_the_pawn as STANDS_BY_THE_PAWN(e: &Escort<KNIGHT>), in_turn {
        "the bare king is four squares from the pawn", "lets the bare king near the pawn" =>
            distance(e.weak_king, e.pawn) >= 4;
        "the knight is within two squares of the pawn", "takes the knight away from the pawn" =>
            distance(e.piece, e.pawn) <= 2;
        "the bare king has a square to go to", "leaves the bare king no square: stalemate" =>
            e.weak_king_steps() >= 1;
        "the pawn alone does not win", "makes the pawn win alone" => !e.without_piece().is_won_exactly();
    }
}

told! {
    /// KNPvK: asked 1,718,921, spoke 160,283, wrong 0; asked about everything it speaks on 918,121, wrong 0.
    fn is_king_far_from_both as KING_FAR_FROM_BOTH(e: &Escort<KNIGHT>), in_turn {
        "the bare king is five squares from the square in front of the pawn", "gets near the square in front of the pawn" =>
            distance(e.weak_king, stop_square(e.pawn)) >= 5;
        "the bare king is four squares from the knight", "gets near the knight" =>
            distance(e.weak_king, e.piece) >= 4;
        "the knight is not far ahead of the pawn", "takes the knight too far ahead of the pawn" =>
            e.piece_ranks_ahead() <= 4;
    }
}
