//! Rook and pawn against bishop: KRPvKB.
//!
//! The rook's side wins 410,097,342 of 505,951,496 positions. Of the 95,849,198 draws only 8,643,500 are quiet: in the others a man falls at
//! once. The named rules tell draws, the rarer result, 76,452,455 of them and 2,498,418 of the quiet ones (28.90 %): the defender takes a man,
//! or wins one by a check, a pin or an attack, so that bishop against pawn or rook against bishop is left; or he holds the corner against
//! a rook pawn. Wins are told by the mined table alone. The rook's side is called attacker, the other defender. See Fine, *Basic Chess
//! Endings*, chapter 8.
//!
//! A search asks for draws alone: of 60 wins (`engine/tests/recognized_endings.rs` with the small network of then) 24 were brought home with
//! all that the table says, 29 without it, 33 with its draws.
//!
//! The figures in the rules' docs are those of `verify KRPvKB --rules`.

mod fortress;
mod men;
mod tactics;

use board::Piece;
use board::sets::distance;

use crate::endings::own;
use crate::endings::sources::VERIFY;
use crate::mined::{Derived, Men, MinedTable, Own};
use crate::recognizer::book::RuleAndTest;
use crate::recognizer::{InSearch, RuleBook};
use crate::rule::Side::{self, Strong, Weak};
use crate::rule::{Outcome, Rule, told};
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
pub(crate) static RECOGNIZER: RuleBook<RookAndPawn> =
    RuleBook::new(&[Piece::Rook, Piece::Pawn], &[Piece::Bishop], &RULES)
        .with_mined(&TABLE)
        .asked_in_search(InSearch::DrawsAtFewMen);

const ATTACKER: Option<Side> = Some(Strong);
const DEFENDER: Option<Side> = Some(Weak);

const FOUR_MEN: &str = "the rules and tables of KRvKB and KBvKP";

/// In the order of asking.
#[rustfmt::skip]
static RULES: [RuleAndTest<RookAndPawn>; 8] = [
    (Rule::new("rook or pawn can be taken", DEFENDER, Outcome::Draw,
        "The defender takes the rook or the pawn, and what is left is drawn.", FOUR_MEN), takes, TAKES),
    (Rule::new("a check wins rook or pawn", DEFENDER, Outcome::Draw,
        "The bishop gives a check, and after every answer rook or pawn is taken, and what is left is drawn.", FOUR_MEN), wins_by_check, CHECK),
    (Rule::new("the bishop pins the rook", DEFENDER, Outcome::Draw,
        "The bishop pins the rook to its king, and whatever is played rook or pawn is taken, and what is left is drawn.", FOUR_MEN), wins_by_pin, PIN),
    (Rule::new("the king wins rook or pawn", DEFENDER, Outcome::Draw,
        "The king attacks the rook or the pawn, after every answer one of them is taken, and what is left is drawn.", FOUR_MEN), wins_by_king, BY_KING),
    (Rule::new("the bishop wins the pawn", DEFENDER, Outcome::Draw,
        "The bishop attacks the pawn, after every answer it or the rook is taken, and what is left is drawn.", FOUR_MEN), wins_by_bishop, BY_BISHOP),
    (Rule::new("the corner holds against a far king", DEFENDER, Outcome::Draw,
        "Against a rook pawn on its fifth or sixth rank the king is at the corner, the bishop off the corner's color and not attacked, the other king six files away.", VERIFY), holds_against_a_far_king, FAR_KING),
    (Rule::new("the corner holds against a far rook", DEFENDER, Outcome::Draw,
        "Against a rook pawn on its fifth or sixth rank the king is at the corner, the bishop off the corner's color and not attacked; rook and king are three squares from them, the king five from his pawn.", VERIFY), holds_against_a_far_rook, FAR_ROOK),
    (Rule::new("the corner holds against the move", ATTACKER, Outcome::Draw,
        "Against a rook pawn on its fifth or sixth rank the king is at the corner, an unattacked bishop guards the square before it from afar, the other king is four squares from his pawn.", VERIFY), holds_against_the_move, AGAINST_THE_MOVE),
];

/// What the attacker's king must not be: only there can he be mated, which is more than a draw.
const MATE: &str =
    "the attacker's king is not in opposition on the file of his rook pawn, where it may be mated";

told! {
    /// KRPvKB: asked 267,646,802, spoke 72,124,728, of these quiet 269,022, wrong 0; asked about everything it speaks on 72,124,728, wrong 0.
    fn takes as TAKES(m: &RookAndPawn), in_turn {
        MATE => !m.may_be_mated();
        "the defender takes rook or pawn, and what is left is drawn", "lets rook and pawn go" => m.can_take();
    }
}

told! {
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
    ///
    /// KRPvKB: asked 195,522,074, spoke 2,459,126, of these quiet 1,257,259, wrong 0; asked about everything it speaks on 8,306,900, wrong 0.
    fn wins_by_check as CHECK(m: &RookAndPawn), in_turn {
        MATE => !m.may_be_mated();
        "a check of the bishop wins rook or pawn", "leaves no check that wins rook or pawn" => m.wins_by_check();
    }
}

told! {
    /// ```text
    /// 8  . . . . . . . .      Black to move: 1...Be3 pins the rook, and its king comes too late to guard it.
    /// 7  K . . . . . . k
    /// 6  . . . . . . . .
    /// 5  . . . . . . b .
    /// 4  . P . R . . . .
    /// 3  . . . . . . . .
    /// 2  . . . . . . . .
    /// 1  . . . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KRPvKB: asked 193,062,948, spoke 559,601, of these quiet 357,611, wrong 0; asked about everything it speaks on 893,314, wrong 0.
    fn wins_by_pin as PIN(m: &RookAndPawn), in_turn {
        MATE => !m.may_be_mated();
        "the bishop pins the rook and wins it", "leaves no pin that wins the rook" => m.wins_by_pin();
    }
}

told! {
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
    ///
    /// KRPvKB: asked 192,503,347, spoke 753,798, of these quiet 376,482, wrong 0; asked about everything it speaks on 3,557,168, wrong 0.
    fn wins_by_king as BY_KING(m: &RookAndPawn), in_turn {
        MATE => !m.may_be_mated();
        "the king attacks rook or pawn, and one of them falls", "lets neither rook nor pawn be attacked" => m.wins_by_king_attack();
    }
}

told! {
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
    ///
    /// KRPvKB: asked 191,749,549, spoke 422,235, of these quiet 125,495, wrong 0; asked about everything it speaks on 3,882,572, wrong 0.
    fn wins_by_bishop as BY_BISHOP(m: &RookAndPawn), in_turn {
        MATE => !m.may_be_mated();
        "the bishop attacks the pawn, and it or the rook falls", "does not let the pawn be attacked" => m.wins_by_attack_on_the_pawn();
    }
}

told! {
    /// ```text
    /// 8  . k . . . . . .      Black to move keeps the bishop on the diagonal to a7; White's king comes too late.
    /// 7  . . . . . . . .
    /// 6  P . . . . . . .
    /// 5  . . . . . . . .
    /// 4  . . . b . . . .
    /// 3  . . . . . . . K
    /// 2  . . . . R . . .
    /// 1  . . . . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// KRPvKB: asked 191,327,314, spoke 64,988, of these quiet 61,457, wrong 0; asked about everything it speaks on 108,918, wrong 0.
    fn holds_against_a_far_king as FAR_KING(m: &RookAndPawn), in_turn {
        "a rook pawn is on its fifth or sixth rank, and the bishop does not run on the corner's color" => m.is_bishop_off_the_corner();
        "the defender's king is at the corner", "leaves the corner" => m.is_at_the_corner();
        "the defender's king is not in check" => !m.is_in_check();
        "the bishop is not attacked", "lets the bishop be attacked" => !m.is_bishop_attacked() && m.king_to_bishop() >= 2;
        "the attacker's king is six files from his pawn" => m.king_to_file() >= 6;
    }
}

told! {
    /// KRPvKB: asked 191,262,326, spoke 29,445, of these quiet 27,853, wrong 0; asked about everything it speaks on 133,453, wrong 0.
    fn holds_against_a_far_rook as FAR_ROOK(m: &RookAndPawn), in_turn {
        "a rook pawn is on its fifth or sixth rank, and the bishop does not run on the corner's color" => m.is_bishop_off_the_corner();
        "the defender's king is at the corner", "leaves the corner" => m.is_at_the_corner();
        "the defender's king is not in check" => !m.is_in_check();
        "the bishop is not attacked, and the king three squares from it", "lets the bishop be attacked" =>
            !m.is_bishop_attacked() && m.king_to_bishop() >= 3;
        "the attacker's king is five squares from his pawn" => m.king_to_pawn() >= 5;
        "the rook is three squares from the defender's king" => distance(m.rook, m.weak_king) >= 3;
    }
}

told! {
    /// KRPvKB: asked 238,304,694, spoke 38,534, of these quiet 23,239, wrong 0; asked about everything it speaks on 38,534, wrong 0.
    fn holds_against_the_move as AGAINST_THE_MOVE(m: &RookAndPawn), in_turn {
        "a rook pawn is on its fifth or sixth rank, and the bishop does not run on the corner's color" => m.is_bishop_off_the_corner();
        "the defender's king is at the corner", "leaves the corner" => m.is_at_the_corner();
        "the bishop is not attacked", "lets the bishop be attacked" => !m.is_bishop_attacked() && m.king_to_bishop() >= 2;
        "the bishop guards the square before the corner, three squares from its king", "takes the bishop off the square before the corner" =>
            m.guards_before_the_corner() && distance(m.bishop, m.weak_king) >= 3;
        "the attacker's king is four squares from his pawn" => m.king_to_pawn() >= 4;
    }
}
