//! Rook and pawn against bishop: KRPvKB.
//!
//! The named rules cover draws, the rarer result. In most of them a piece falls at once: the
//! defender takes rook or pawn, or wins one by a check, a pin or an attack, and bishop against pawn
//! or rook against bishop is left. In the others he holds the corner against a rook pawn. Wins are
//! left to the mined table. The rook's side is called attacker, the other defender. See Fine,
//! *Basic Chess Endings*, chapter 8.
//!
//! The search uses only draws: of 60 wins (`engine/tests/recognized_endings.rs`, with the small
//! network of that time) the engine won 24 with all verdicts of the table, 29 without it, and 33
//! with its draws.

mod fortress;
mod men;
mod tactics;

use board::Piece;
use board::sets::distance;

use crate::endings::own;
use crate::mined::{Derived, Men, MinedTable, Own};
use crate::recognizer::{InSearch, Recognizer, RuleBook};
use crate::rule::Side::{self, Strong, Weak};
use crate::rule::rules;
use men::RookAndPawn;

/// King, rook and pawn (strong) against king and bishop.
pub(crate) struct Krpkb;

impl Men for Krpkb {
    const MEN: &'static [(Side, Piece)] = &[
        (Strong, Piece::Pawn),
        (Strong, Piece::King),
        (Weak, Piece::King),
        (Strong, Piece::Rook),
        (Weak, Piece::Bishop),
    ];

    const OWN: &'static [Own] = own::PAWN_ALONE;
}

pub(super) static TABLE: MinedTable<Derived<Krpkb>> = MinedTable::embedded(&data::KRPKB);

/// The recognizer of KRPvKB.
pub(crate) static RECOGNIZER: Recognizer =
    Recognizer::new(&[Piece::Rook, Piece::Pawn], &[Piece::Bishop], &RULES)
        .with_mined(&TABLE)
        .asked_in_search(InSearch::DrawsAtFewMen);

/// In the order of testing.
#[rustfmt::skip]
static RULES: RuleBook<RookAndPawn> = RuleBook::new(&[
    TAKES, CHECK, PIN, BY_KING, BY_BISHOP, FAR_KING, FAR_ROOK, AGAINST_THE_MOVE,
]);

/// A condition of all draws: elsewhere the attacker's king might be mated.
const MATE: &str =
    "the attacker's king is not in opposition on the file of his rook pawn, where it may be mated";

rules! {
    TAKES = "rook or pawn can be taken", Weak to move: Draw,
        claim: "The defender takes the rook or the pawn, and what is left is drawn.",
        source: FOUR_MEN, example: "8/7k/8/4b3/8/1P6/6K1/R7 b - - 0 1",
        in_turn(RookAndPawn as m) {
            MATE => !m.may_be_mated();
            "the defender takes rook or pawn, and what is left is drawn", "lets rook and pawn go" => m.can_take();
        }

    /// ```text
    /// 8  . . . . . . . .      Black to move: 1...Bd3+ forks king and rook.
    /// 7  . . . . . . . .
    /// 6  b . . . . . . .
    /// 5  . . P . . K . .
    /// 4  . . . . . . . .
    /// 3  . . . . k . . .
    /// 2  . . R . . . . .
    /// 1  . . . . . . . .
    ///    a b c d e f g h
    /// ```
    CHECK = "a check wins rook or pawn", Weak to move: Draw,
        claim: "The bishop gives a check, and after every answer rook or pawn is taken, and what is left is drawn.",
        source: FOUR_MEN, example: "8/8/b7/2P2K2/8/4k3/2R5/8 b - - 0 1",
        in_turn(RookAndPawn as m) {
            MATE => !m.may_be_mated();
            "a check of the bishop wins rook or pawn", "leaves no check that wins rook or pawn" => m.wins_by_check();
        }

    /// ```text
    /// 8  . . . . . . . .      Black to move: 1...Be3 pins the rook, and its king comes too late to
    /// 7  K . . . . . . k      guard it.
    /// 6  . . . . . . . .
    /// 5  . . . . . . b .
    /// 4  . P . R . . . .
    /// 3  . . . . . . . .
    /// 2  . . . . . . . .
    /// 1  . . . . . . . .
    ///    a b c d e f g h
    /// ```
    PIN = "the bishop pins the rook", Weak to move: Draw,
        claim: "The bishop pins the rook to its king, and whatever is played rook or pawn is taken, and what is left is drawn.",
        source: FOUR_MEN, example: "8/K6k/8/6b1/1P1R4/8/8/8 b - - 0 1",
        in_turn(RookAndPawn as m) {
            MATE => !m.may_be_mated();
            "the bishop pins the rook and wins it", "leaves no pin that wins the rook" => m.wins_by_pin();
        }

    /// ```text
    /// 7  . . . . . . . .      Black to move: 1...Kc4 attacks the pawn for the second time.
    /// 6  . . . . . . . .
    /// 5  . . k . . . . .
    /// 4  . . . . . . . .
    /// 3  . . P . . . . R
    /// 2  . b . . . . . .
    /// 1  . . . . . . K .
    ///    a b c d e f g h
    /// ```
    BY_KING = "the king wins rook or pawn", Weak to move: Draw,
        claim: "The king attacks the rook or the pawn, after every answer one of them is taken, and what is left is drawn.",
        source: FOUR_MEN, example: "8/8/8/2k5/8/2P4R/1b6/6K1 b - - 0 1",
        in_turn(RookAndPawn as m) {
            MATE => !m.may_be_mated();
            "the king attacks rook or pawn, and one of them falls", "lets neither rook nor pawn be attacked" => m.wins_by_king_attack();
        }

    /// ```text
    /// 8  . . b . . . . .      Black to move: 1...Bb7 attacks the pawn for the second time.
    /// 7  . . . . . . . K
    /// 6  . . . R . . . .
    /// 5  . . . P . . . .
    /// 4  . . k . . . . .
    /// 3  . . . . . . . .
    /// 2  . . . . . . . .
    /// 1  . . . . . . . .
    ///    a b c d e f g h
    /// ```
    BY_BISHOP = "the bishop wins the pawn", Weak to move: Draw,
        claim: "The bishop attacks the pawn, after every answer it or the rook is taken, and what is left is drawn.",
        source: FOUR_MEN, example: "2b5/7K/3R4/3P4/2k5/8/8/8 b - - 0 1",
        in_turn(RookAndPawn as m) {
            MATE => !m.may_be_mated();
            "the bishop attacks the pawn, and it or the rook falls", "does not let the pawn be attacked" => m.wins_by_attack_on_the_pawn();
        }

    /// ```text
    /// 8  . k . . . . . .      Black to move keeps the bishop on the diagonal to a7; White's king
    /// 7  . . . . . . . .      comes too late.
    /// 6  P . . . . . . .
    /// 5  . . . . . . . .
    /// 4  . . . b . . . .
    /// 3  . . . . . . . K
    /// 2  . . . . R . . .
    /// 1  . . . . . . . .
    ///    a b c d e f g h
    /// ```
    FAR_KING = "the corner holds against a far king", Weak to move: Draw,
        claim: "Against a rook pawn on its fifth or sixth rank the king is at the corner, the bishop off the corner's color and not attacked, the other king six files away.",
        plan: "Stay in the corner, with the bishop on the diagonal that ends on the square before it: there it checks the king that comes beside the pawn.",
        source: VERIFY, example: "1k6/8/P7/8/3b4/7K/4R3/8 b - - 0 1",
        in_turn(RookAndPawn as m) {
            "a rook pawn is on its fifth or sixth rank, and the bishop is not on the corner's color" => m.is_bishop_off_the_corner();
            "the defender's king is at the corner", "leaves the corner" => m.is_at_the_corner();
            "the defender's king is not in check" => !m.is_in_check();
            "the bishop is not attacked", "lets the bishop be attacked" => !m.is_bishop_attacked() && m.king_to_bishop() >= 2;
            "the attacker's king is six files from his pawn" => m.king_to_file() >= 6;
        }

    FAR_ROOK = "the corner holds against a far rook", Weak to move: Draw,
        claim: "Against a rook pawn on its fifth or sixth rank the king is at the corner, the bishop off the corner's color and not attacked; rook and king are three squares from them, the king five from his pawn.",
        plan: "Stay in the corner, with the bishop on the diagonal that ends on the square before it: there it checks the king that comes beside the pawn.",
        source: VERIFY, example: "1k6/8/P7/8/3b4/8/4R3/5K2 b - - 0 1",
        in_turn(RookAndPawn as m) {
            "a rook pawn is on its fifth or sixth rank, and the bishop is not on the corner's color" => m.is_bishop_off_the_corner();
            "the defender's king is at the corner", "leaves the corner" => m.is_at_the_corner();
            "the defender's king is not in check" => !m.is_in_check();
            "the bishop is not attacked, and the king three squares from it", "lets the bishop be attacked" =>
                !m.is_bishop_attacked() && m.king_to_bishop() >= 3;
            "the attacker's king is five squares from his pawn" => m.king_to_pawn() >= 5;
            "the rook is three squares from the defender's king" => distance(m.rook, m.weak_king) >= 3;
        }

    AGAINST_THE_MOVE = "the corner holds against the move", Strong to move: Draw,
        claim: "Against a rook pawn on its fifth or sixth rank the king is at the corner, an unattacked bishop guards the square before it from afar, the other king is four squares from his pawn.",
        plan: "Stay in the corner, with the bishop on the diagonal that ends on the square before it: there it checks the king that comes beside the pawn.",
        source: VERIFY, example: "k7/8/P7/8/3b4/8/4R3/5K2 w - - 0 1",
        in_turn(RookAndPawn as m) {
            "a rook pawn is on its fifth or sixth rank, and the bishop is not on the corner's color" => m.is_bishop_off_the_corner();
            "the defender's king is at the corner", "leaves the corner" => m.is_at_the_corner();
            "the bishop is not attacked", "lets the bishop be attacked" => !m.is_bishop_attacked() && m.king_to_bishop() >= 2;
            "the bishop guards the square before the corner, three squares from its king", "takes the bishop off the square before the corner" =>
                m.guards_before_the_corner() && distance(m.bishop, m.weak_king) >= 3;
            "the attacker's king is four squares from his pawn" => m.king_to_pawn() >= 4;
        }
}
