//! Bishop and two pawns against the bare king: KBPPvK.
//!
//! Draws are rare. Most of the quiet ones have both pawns on a rook file whose corner the bishop
//! does not control: the second pawn helps little, since the bare king cannot be driven from the
//! corner. The named rules cover such draws and stalemates, the mined table nearly all draws. See
//! Fine, *Basic Chess Endings*, chapter 5.

use board::Piece;

use crate::endings::own;
use crate::endings::wrong_corner::CornerRace;
use crate::mined::{Derived, Men, MinedTable, Own};
use crate::recognizer::{InSearch, Recognizer, RuleBook};
use crate::rule::Side::{self, Strong, Weak};
use crate::rule::rules;

/// King, bishop and two pawns (strong) against king.
pub(crate) struct Kbppk;

impl Men for Kbppk {
    const MEN: &'static [(Side, Piece)] = &[
        (Strong, Piece::Pawn),
        (Strong, Piece::Pawn),
        (Strong, Piece::King),
        (Weak, Piece::King),
        (Strong, Piece::Bishop),
    ];

    const OWN: &'static [Own] = own::EITHER_PAWN_ALONE;
}

pub(super) static TABLE: MinedTable<Derived<Kbppk>> = MinedTable::embedded(&data::KBPPK);

/// The recognizer of KBPPvK.
pub(crate) static RECOGNIZER: Recognizer =
    Recognizer::new(&[Piece::Bishop, Piece::Pawn, Piece::Pawn], &[], &RULES)
        .with_mined(&TABLE)
        .asked_in_search(InSearch::AtFewMen);

/// In the order of testing.
#[rustfmt::skip]
static RULES: RuleBook<CornerRace> = RuleBook::new(&[
    STALEMATED, AT_THE_WRONG_CORNER, SURE_WAY, FIRST_AT_THE_GATE,
]);

rules! {
    STALEMATED = "the king is stalemated", Weak to move: Draw,
        claim: "The bare king has no move and is not in check.",
        source: GAME, example: "8/8/8/2B5/8/P6K/P7/7k b - - 0 1",
        in_turn(CornerRace as r) {
            "the bare king has no move and is not in check" => r.is_stalemate();
        }

    /// ```text
    /// 8  . k . . . . . .      White to move. Black goes back and forth between the squares at the
    /// 7  . . . . . . . .      corner; king and bishop only stalemate him.
    /// 6  P . K . . . . .
    /// 5  P . . . . . . .
    /// 4  . . . . . . . .
    /// 3  . . . . B . . .
    ///    a b c d e f g h
    /// ```
    AT_THE_WRONG_CORNER = "the king is at the wrong corner", Either to move: Draw,
        claim: "Two pawns on one rook file, the bishop does not control their corner, and the bare king is in the corner or next to it.",
        plan: "Stay at the corner: the bishop cannot drive the king from it, only stalemate.",
        source: FINE_5, example: "1k6/8/P1K5/P7/8/4B3/8/8 w - - 0 1",
        in_turn(CornerRace as r) {
            "both pawns are on one rook file, and the bishop does not control their corner", "gets a bishop for the corner" =>
                r.has_wrong_bishop();
            "the bare king is in the corner or next to it", "leaves the corner" => r.is_at_corner();
        }

    /// ```text
    /// 8  . . . . . . . .      White to move: Black goes to c6 and b7, light squares, which the
    /// 7  . . . . . . . .      bishop never hits; the other king and the foremost pawn come too
    /// 6  . . . . . . . .      late to bar them.
    /// 5  . . . k . . . .
    /// 4  . . . . . . . .
    /// 3  P . . . B . . .
    /// 2  P . . . . K . .
    ///    a b c d e f g h
    /// ```
    SURE_WAY = "the king has a sure way to the wrong corner", Either to move: Draw,
        claim: "Two pawns on one rook file and the wrong bishop; before a pawn promotes, the bare king gets next to the corner on squares that king, foremost pawn and bishop cannot hit by then.",
        plan: "Go to the corner in front of the rook pawns, which the bishop does not control, and stay there.",
        source: VERIFY, example: "8/8/8/3k4/8/P3B3/P4K2/8 w - - 0 1",
        in_turn(CornerRace as r) {
            "both pawns are on one rook file, and the bishop does not control their corner", "gets a bishop for the corner" =>
                r.has_wrong_bishop();
            "the bare king has a way next to the corner, before a pawn promotes, that king, foremost pawn and bishop cannot bar in time",
                "leaves no way to the corner that cannot be barred in time" => r.has_sure_way();
        }

    /// ```text
    /// 6  . . . k . . . .      Black to move: the steps to c6 and c7 bring him nearer to the
    /// 5  P . . . . . . .      corner, and the other king is five moves from b7.
    /// 4  P . . B . . K .
    ///    a b c d e f g h
    /// ```
    FIRST_AT_THE_GATE = "the king is first at the wrong corner's gate", Either to move: Draw,
        claim: "Two pawns on one rook file and the wrong bishop, which is not on it; the bare king is in the foremost pawn's square, first at the square diagonal to the corner, and has two steps to the corner.",
        plan: "Go to the corner in front of the rook pawns, which the bishop does not control, and stay there.",
        source: VERIFY, example: "8/8/3k4/P7/P2B2K1/8/8/8 b - - 0 1",
        in_turn(CornerRace as r) {
            "both pawns are on one rook file, and the bishop does not control their corner", "gets a bishop for the corner" =>
                r.has_wrong_bishop();
            "the bare king is in the square of the foremost pawn", "leaves the square of the foremost pawn" => r.is_in_the_square();
            "the bare king is first at the square diagonal to the corner", "lets the other king be first at the square diagonal to the corner" =>
                r.is_first_at_the_gate();
            "the bishop is not on the pawns' file", "puts the bishop on the pawns' file" => !r.is_bishop_on_the_file();
            "the bare king has two steps that bring him nearer to the corner", "leaves the bare king one step to the corner or none" =>
                r.nearer_steps() >= 2;
            "the bare king has nothing to take" => !r.can_take();
        }
}
