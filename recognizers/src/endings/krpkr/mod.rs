//! Rook and pawn against rook, by rules.
//!
//! Most of this ending is not decided by the positions that have names but by what can be taken, and by
//! who is at home: *a quiet position is drawn when the defender's king is in the square of the pawn with a
//! move to spare and the attacker's king is three or four files away.* The rules come in four groups: what the
//! side with the pawn (`attacker`) or without it (`defender`) wins or saves at once, the draws of the textbooks
//! (`textbook`), and the races of the kings (`race`). What makes a position quiet for them is in
//! [`RookEnding`] and `danger`: nobody is in check, nothing hangs, and there is no skewer, discovered
//! check, mate or forced exchange in sight. Audits count as quiet a little more: see `verify`.
//!
//! In the rules White has the pawn, moving up on the files a to d. The theory of the ending is in Levenfish and
//! Smyslov, *Rook Endings*, and in Dvoretsky, *Endgame Manual*, chapter 8; where a rule names no book it was
//! found with `verify` and is proved by it, as all are.
//!
//! The figures in the rules' docs are of all 483,352,468 positions, both sides to move.

mod attacker;
mod danger;
mod defender;
pub(in crate::endings) mod features;
mod king_and_rook;
mod men;
mod phrases;
mod race;
#[cfg(test)]
mod tests;
mod textbook;

use features::TABLE;
pub use king_and_rook::KingAndRook;
pub use men::RookEnding;

use board::Piece;

use crate::endings::sources::{GAME, PAWN_ENDING, VERIFY};
use crate::recognizer::RuleBook;
use crate::recognizer::book::{ByRow, set_rules};
use crate::rule::{Outcome, Rule, Side};

/// The recognizer of KRPvKR.
pub static RECOGNIZER: RuleBook<RookEnding> =
    RuleBook::new(&[Piece::Rook, Piece::Pawn], &[Piece::Rook], RULES)
        .compiled(first_to_speak)
        .by_row(ByRow { man: (Side::Weak, Piece::Rook), first: first_in_row, tests: TESTS })
        .with_mined(&TABLE);

const DEFENDER: Option<Side> = Some(Side::Weak);
const ATTACKER: Option<Side> = Some(Side::Strong);

const LUCENA: &str = "Salvio, 1634, called Lucena's position: Dvoretsky, Endgame Manual, chapter 8";
const PHILIDOR: &str = "Philidor, Analyse du jeu des échecs, 1777";
const DVORETSKY: &str = "Dvoretsky, Endgame Manual, chapter 8";
const VANCURA: &str = "Vančura, 1924: Dvoretsky, Endgame Manual, chapter 8";
const LEVENFISH: &str = "Levenfish and Smyslov, Rook Endings";

// In the order of asking: what is cheap and frequent comes first, and what has a name before what has none.
#[rustfmt::skip]
set_rules! { RookEnding, rooks:
    (Rule::new("the attacker takes the rook", ATTACKER, Outcome::StrongWins,
        "The attacker takes the rook, without stalemate and without losing the own rook in return.",
        GAME), attacker::takes_the_rook, &[]),
    (Rule::new("the defender takes the pawn", DEFENDER, Outcome::Draw,
        "The defender takes the pawn, and neither side can win the other's rook before or after.",
        GAME), defender::takes_the_pawn, &[]),
    (Rule::new("the defender takes the rook and stops the pawn", DEFENDER, Outcome::WeakWins,
        "The defender takes the rook and the king is in time against the pawn.",
        LEVENFISH), defender::takes_the_rook, &[]),
    (Rule::new("the pawn promotes", ATTACKER, Outcome::StrongWins,
        "The pawn becomes a queen that is not lost, and no mate or skewer answers it.",
        GAME), attacker::promotes, &[]),
    (Rule::new("the back-rank defence", None, Outcome::Draw,
        "Against a knight or rook pawn the defender's king and rook hold the back rank.",
        DVORETSKY), textbook::back_rank, textbook::BACK_RANK),
    (Rule::new("the third-rank defence", None, Outcome::Draw,
        "The rook holds the sixth rank in front of pawn and king, the defender's king the back rank.",
        PHILIDOR), textbook::third_rank, textbook::THIRD_RANK),
    (Rule::new("the short-side defence", None, Outcome::Draw,
        "The defender's king is on the short side of the pawn and ahead of it, the rook three files away on the long side.",
        DVORETSKY), textbook::short_side, textbook::SHORT_SIDE),
    (Rule::new("the frontal defence", None, Outcome::Draw,
        "The defender's rook is in front of the pawn with three ranks to check on, the king not more than two files away.",
        DVORETSKY), textbook::frontal, textbook::FRONTAL),
    (Rule::new("the checking-distance defence", None, Outcome::Draw,
        "The defender's rook has four files to give checks on, the king stands by the square in front of the pawn.",
        DVORETSKY), textbook::checking_distance, textbook::CHECKING_DISTANCE),
    (Rule::new("the Vancura defence", None, Outcome::Draw,
        "The defender's rook attacks a rook pawn from the side, the king on g7 or h7, the attacker's rook in front of the pawn.",
        VANCURA), textbook::vancura, textbook::VANCURA),
    (Rule::new("the king stands by the pawn", None, Outcome::Draw,
        "The defender's king is next to the pawn's file and in its square, the attacker's three files away.",
        VERIFY), race::stands_by_the_pawn, race::STANDS_BY_THE_PAWN),
    (Rule::new("the pawn is left alone", None, Outcome::Draw,
        "The attacker's king is four files from the pawn, the defender's king ahead in the pawn's square.",
        VERIFY), race::is_left_alone, race::IS_LEFT_ALONE),
    (Rule::new("the king is far ahead", None, Outcome::Draw,
        "The defender's king is five moves nearer to the queening square.",
        VERIFY), race::is_far_ahead, race::IS_FAR_AHEAD),
    (Rule::new("the king is ahead with the move", DEFENDER, Outcome::Draw,
        "The defender's king is not cut off, and three moves nearer to the queening square.",
        VERIFY), race::is_ahead_with_the_move, race::IS_AHEAD_WITH_THE_MOVE),
    (Rule::new("the king is first in front of the pawn", None, Outcome::Draw,
        "The defender's king is nearer to the square in front of the pawn, which has not passed its fifth rank, and to the next.",
        VERIFY), race::is_first_in_front, race::IS_FIRST_IN_FRONT),
    (Rule::new("the king holds the heart square", None, Outcome::Draw,
        "The defender's king is clearly first at the square two in front of the pawn.",
        VERIFY), race::holds_the_heart_square, race::HOLDS_THE_HEART_SQUARE),
    (Rule::new("the king stands in front", None, Outcome::Draw,
        "The defender's king blocks the pawn, the attacker's is three squares away and not ahead of it.",
        LEVENFISH), textbook::king_in_front, textbook::KING_IN_FRONT),
    (Rule::new("the attacker exchanges rooks", ATTACKER, Outcome::StrongWins,
        "The attacker exchanges rooks and wins the pawn ending.",
        PAWN_ENDING), attacker::exchanges_rooks, &[]),
    (Rule::new("the defender exchanges rooks", DEFENDER, Outcome::Draw,
        "The defender exchanges rooks and draws the pawn ending.",
        PAWN_ENDING), defender::exchanges_rooks, &[]),
    (Rule::new("the attacker skewers the rook", ATTACKER, Outcome::StrongWins,
        "A safe check drives the defender's king off the line on which its rook stands far behind.",
        GAME), attacker::skewers, &[]),
    (Rule::new("the defender is skewered", DEFENDER, Outcome::StrongWins,
        "The defender's king is in check and must leave the line on which its rook stands far behind.",
        GAME), defender::is_skewered, &[]),
    (Rule::new("the rook is lost in check", DEFENDER, Outcome::StrongWins,
        "The defender is in check, and the attacked rook can neither help nor be helped.",
        GAME), defender::loses_the_rook_in_check, &[]),
    (Rule::new("the king is left behind", ATTACKER, Outcome::StrongWins,
        "The defender's king is behind the pawn, and the attacker's far nearer to the squares in front of it.",
        VERIFY), attacker::leaves_the_king_behind, attacker::LEAVES_THE_KING_BEHIND),
    (Rule::new("the attacker builds the bridge", None, Outcome::StrongWins,
        "The attacker's king is in front of the pawn on its seventh rank, or gets there, the defender's kept two files away.",
        LUCENA), attacker::builds_the_bridge, attacker::BUILDS_THE_BRIDGE),
    (Rule::new("the king is cut off", ATTACKER, Outcome::StrongWins,
        "The defender's king is cut off by four files, the attacker's leads the pawn, which has come to its fourth rank.",
        DVORETSKY), attacker::cuts_the_king_off, attacker::CUTS_THE_KING_OFF),
}
