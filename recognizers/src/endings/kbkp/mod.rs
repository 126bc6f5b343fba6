//! Bishop against pawn, by rules.
//!
//! The bishop draws if it can give itself for the pawn, and the theory turns out to be short: *when the
//! bishop side is to move, not in check, and the bishop safely hits a square of the pawn's path, or can with
//! its next move, the bishop side does not lose.* One trap apart (the king on c6, the pawn on a6, the bishop
//! going to b8) this is true of every position. What it does not cover is decided by the kings, which is the
//! ending [`kpk`](crate::endings::kpk), and by tactics around the queening square. With the pawn side to move, a
//! position is drawn when every move leads to such a draw, and won when some move leads to a won one.
//!
//! The pawn side is called attacker, the bishop side defender. The theory of the ending is in Averbakh,
//! *Comprehensive Chess Endings* 1; where a rule names no book it was found with `verify` and is proved by
//! it, as all are.
//!
//! The figures in the rules' docs are those of `verify KBvKP`: 9,427,184 positions, both sides to move.

mod attacker;
mod defender;
mod features;
mod men;
mod phrases;

pub(in crate::endings) use attacker::promotes;
pub use features::{Kbkp, TABLE};
pub use men::BishopVsPawn;

use board::Piece;

use crate::endings::sources::{GAME, PAWN_ENDING, VERIFY};
use crate::recognizer::RuleBook;
use crate::recognizer::book::rules;
use crate::rule::{Outcome, Rule, Side};

/// The recognizer of KBvKP.
pub static RECOGNIZER: RuleBook<BishopVsPawn> =
    RuleBook::new(&[Piece::Pawn], &[Piece::Bishop], RULES).compiled(first_to_speak).with_mined(&TABLE);

const DEFENDER: Option<Side> = Some(Side::Weak);
const ATTACKER: Option<Side> = Some(Side::Strong);

const AVERBAKH: &str = "Averbakh, Comprehensive Chess Endings 1";

// In the order of asking: what is cheap and frequent comes first. Commas join rules that are asked together.
#[rustfmt::skip]
rules! { BishopVsPawn:
    (Rule::new("the pawn can be taken", DEFENDER, Outcome::Draw,
        "The bishop takes the pawn, or the king takes it undefended.",
        GAME), defender::takes_the_pawn, defender::TAKES_THE_PAWN),
    (Rule::new("the bishop guards the path", DEFENDER, Outcome::Draw,
        "A safe bishop hits a square in front of the pawn and will give itself for it there.",
        AVERBAKH), defender::guards_the_path, defender::GUARDS_THE_PATH),
    (Rule::new("the bishop reaches the path", DEFENDER, Outcome::Draw,
        "The bishop has a safe move after which it hits a square in front of the pawn.",
        AVERBAKH), defender::reaches_the_path, defender::REACHES_THE_PATH);
    (Rule::new("the pawn has far to go", DEFENDER, Outcome::Draw,
        "Against a pawn that has not passed its fourth rank the bishop is in time, if it is not locked in.",
        VERIFY), defender::has_time, defender::HAS_TIME);
    (Rule::new("the king holds alone", DEFENDER, Outcome::Draw,
        "The king has a move and stops the pawn even without the bishop.",
        PAWN_ENDING), defender::king_holds_alone, defender::KING_HOLDS_ALONE);
    (Rule::new("the bishop hits the stuck pawn", DEFENDER, Outcome::Draw,
        "The bishop attacks the pawn while it cannot step, being blocked or pinned or its king in check.",
        VERIFY), defender::hits_the_stuck_pawn, defender::HITS_THE_STUCK_PAWN);
    (Rule::new("the bishop arrives in two moves", DEFENDER, Outcome::Draw,
        "The pawn is on its fifth or sixth rank, and the bishop reaches a guard out of the king's reach in two moves.",
        AVERBAKH), defender::arrives_in_two, defender::ARRIVES_IN_TWO);
    (Rule::new("the king clears the line", DEFENDER, Outcome::Draw,
        "The bishop hits the path as soon as its own king steps aside.",
        VERIFY), defender::clears_the_line, defender::CLEARS_THE_LINE);
    (Rule::new("king and bishop work together", DEFENDER, Outcome::Draw,
        "The pawn is on its fifth rank, and the king is within three squares of the queening square.",
        VERIFY), defender::king_helps, defender::KING_HELPS);
    (Rule::new("the check does no harm", DEFENDER, Outcome::Draw,
        "The pawn gives check from its fifth rank or before, or the bishop guards the path and the king can step aside.",
        VERIFY), defender::check_is_harmless, &[]);
    (Rule::new("mate in the corner", DEFENDER, Outcome::WeakWins,
        "The attacker's king is shut in the corner by its own rook pawn, and the bishop mates it.",
        AVERBAKH), defender::mates_in_the_corner, defender::MATES_IN_THE_CORNER);
    (Rule::new("the pawn cannot be stopped", DEFENDER, Outcome::StrongWins,
        "The pawn promotes with its next move; neither bishop nor king gets there, and no check or pin helps.",
        VERIFY), defender::cannot_stop_the_pawn, defender::CANNOT_STOP_THE_PAWN);
    (Rule::new("the bishop guards out of reach", ATTACKER, Outcome::Draw,
        "A safe bishop guards the path three or more squares from the king, which cannot chase it in time.",
        AVERBAKH), attacker::faces_a_distant_guard, attacker::DISTANT_GUARD);
    (Rule::new("the bishop is lost and the pawn wins", ATTACKER, Outcome::StrongWins,
        "The attacker takes the bishop and wins the pawn ending.",
        PAWN_ENDING), attacker::takes_the_bishop, &[]);
    (Rule::new("the pawn promotes", ATTACKER, Outcome::StrongWins,
        "The pawn becomes a queen that is not lost to a capture, a check or a pin, and it is not stalemate.",
        GAME), attacker::promotes, attacker::PROMOTES);
    (Rule::new("the king holds alone against the move", ATTACKER, Outcome::Draw,
        "The king stops the pawn even without the bishop, which is neither in danger nor in its way.",
        PAWN_ENDING), attacker::cannot_pass_the_king, attacker::CANNOT_PASS_THE_KING);
    (Rule::new("every move leads to a draw", ATTACKER, Outcome::Draw,
        "Whatever the attacker plays, the defender to move holds by one of the rules above.",
        VERIFY), attacker::has_only_drawing_moves, &[]);
    (Rule::new("a move makes the pawn unstoppable", ATTACKER, Outcome::StrongWins,
        "After a push or a king move the pawn, on its seventh rank, cannot be stopped.",
        VERIFY), attacker::makes_the_pawn_unstoppable, &[]);
    (Rule::new("mated in the corner", ATTACKER, Outcome::WeakWins,
        "The attacker's king is checkmated in the corner in front of or behind its own rook pawn.",
        AVERBAKH), attacker::is_mated, attacker::IS_MATED);
}
