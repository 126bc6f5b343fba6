//! Bishop and two pawns against the bare king: KBPPvK.
//!
//! The bishop's side wins 207,386,680 of 209,039,191 positions. Of the 1,652,511 draws 409,519 are quiet, most of them with both pawns
//! on a rook file whose corner the bishop does not control: the second pawn helps little, since the bare king cannot be driven from the corner. The
//! named rules tell 292,794 quiet draws, 74,817 of them stalemates and the others of this kind; the mined table knows nearly all. See Fine,
//! *Basic Chess Endings*, chapter 5.
//!
//! The figures are those of `verify KBPPvK --rules`.

use board::Piece;

use crate::endings::own;
use crate::endings::sources::{GAME, VERIFY};
use crate::endings::wrong_corner::CornerRace;
use crate::mined::{Derived, Men, MinedTable, Own};
use crate::recognizer::book::RuleAndTest;
use crate::recognizer::{InSearch, RuleBook};
use crate::rule::Side::{self, Strong, Weak};
use crate::rule::{Outcome, Rule, told};

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
pub(crate) static RECOGNIZER: RuleBook<CornerRace> =
    RuleBook::new(&[Piece::Bishop, Piece::Pawn, Piece::Pawn], &[], &RULES)
        .with_mined(&TABLE)
        .asked_in_search(InSearch::AtFewMen);

const FINE: &str = "Fine, Basic Chess Endings, chapter 5";

/// In the order of asking.
#[rustfmt::skip]
static RULES: [RuleAndTest<CornerRace>; 4] = [
    (Rule::new("the king is stalemated", Some(Weak), Outcome::Draw,
        "The bare king has no move and is not in check.", GAME), is_stalemated, STALEMATED),
    (Rule::new("the king is at the wrong corner", None, Outcome::Draw,
        "Two pawns on one rook file, the bishop does not control their corner, and the bare king is in the corner or next to it.", FINE), is_at_the_wrong_corner, AT_THE_WRONG_CORNER),
    (Rule::new("the king has a sure way to the wrong corner", None, Outcome::Draw,
        "Two pawns on one rook file and the wrong bishop; before a pawn promotes, the bare king gets next to the corner on squares that king, foremost pawn and bishop cannot hit by then.", VERIFY), has_a_sure_way, SURE_WAY),
    (Rule::new("the king is first at the wrong corner's gate", None, Outcome::Draw,
        "Two pawns on one rook file and the wrong bishop, which is not on it; the bare king is in the foremost pawn's square, first at the square diagonal to the corner, and has two steps to the corner.", VERIFY), is_first_at_the_gate, FIRST_AT_THE_GATE),
];

told! {
    /// KBPPvK: asked 114,742,320, spoke 104,897, wrong 0; asked about everything it speaks on 104,897, wrong 0.
    fn is_stalemated as STALEMATED(r: &CornerRace), in_turn {
        "the bare king has no move and is not in check" => r.is_stalemate();
    }

    /// ```text
    /// 8  . k . . . . . .      White to move. Black goes back and forth between the squares at the corner; king and bishop only
    /// 7  . . . . . . . .      stalemate him.
    /// 6  P . K . . . . .
    /// 5  P . . . . . . .
    /// 4  . . . . . . . .
    /// 3  . . . . B . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KBPPvK: asked 208,934,294, spoke 160,577, wrong 0; asked about everything it speaks on 161,574, wrong 0.
    fn is_at_the_wrong_corner as AT_THE_WRONG_CORNER(r: &CornerRace), in_turn {
        "both pawns are on one rook file, and the bishop does not control their corner", "gets a bishop for the corner" =>
            r.has_wrong_bishop();
        "the bare king is in the corner or next to it", "leaves the corner" => r.is_at_corner();
    }

    /// ```text
    /// 8  . . . . . . . .      White to move: Black goes to c6 and b7, light squares, which the bishop never hits; the other
    /// 7  . . . . . . . .      king and the foremost pawn come too late to bar them.
    /// 6  . . . . . . . .
    /// 5  . . . k . . . .
    /// 4  . . . . . . . .
    /// 3  P . . . B . . .
    /// 2  P . . . . K . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KBPPvK: asked 208,773,717, spoke 153,703, wrong 0; asked about everything it speaks on 315,277, wrong 0.
    fn has_a_sure_way as SURE_WAY(r: &CornerRace), in_turn {
        "both pawns are on one rook file, and the bishop does not control their corner", "gets a bishop for the corner" =>
            r.has_wrong_bishop();
        "the bare king has a way next to the corner, before a pawn promotes, that king, foremost pawn and bishop cannot bar in time",
            "leaves no way to the corner that cannot be barred in time" => r.has_sure_way();
    }

    /// ```text
    /// 6  . . . k . . . .      Black to move: the steps to c6 and c7 bring him nearer to the corner, and the other king is five moves
    /// 5  P . . . . . . .      from b7.
    /// 4  P . . B . . K .
    ///    a b c d e f g h
    /// ```
    ///
    /// KBPPvK: asked 208,620,014, spoke 39,031, wrong 0; asked about everything it speaks on 90,783, wrong 0.
    fn is_first_at_the_gate as FIRST_AT_THE_GATE(r: &CornerRace), in_turn {
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
