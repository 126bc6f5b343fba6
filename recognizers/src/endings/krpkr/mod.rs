//! Rook and pawn against rook: KRPvKR.
//!
//! Captures and the distances of the kings decide most positions, rather than the famous named
//! positions: *a quiet position is drawn if the defender's king is in the square of the pawn with a
//! move to spare and the attacker's king is three or four files away.* The rules form groups:
//! immediate gains of the side with the pawn (`attacker`) or without it (`defender`), the draws of
//! the textbooks (`textbook`), and the races of the kings, which are won (`late`) or drawn (`race`;
//! `in_time`, with a check on the board or a drawn pawn ending; `in_spite`, with a check or an
//! attacked rook; `nearer`, with the defender's king nearer to the pawn). [`RookEnding`] and
//! `danger` define when a position is quiet: neither king is in check, nothing hangs, and no
//! skewer, discovered check, mate or forced exchange threatens. Audits define quiet a little more
//! broadly: see `verify`.
//!
//! In the rules White has the pawn, moving up on the files a to d. The theory of the ending is in
//! Levenfish and Smyslov, *Rook Endings*, and in Dvoretsky, *Endgame Manual*, chapter 8; rules
//! without a book were found with `verify`, which proves all of them.

mod attacker;
mod danger;
mod defender;
pub(in crate::endings) mod features;
mod in_spite;
mod in_time;
mod king_and_rook;
mod late;
mod men;
mod nearer;
mod phrases;
mod race;
#[cfg(test)]
mod tests;
mod textbook;

use features::TABLE;
pub(crate) use men::RookEnding;

use board::Piece;

use crate::recognizer::Recognizer;
use crate::recognizer::book::in_order;
use crate::rule::Side;

/// The recognizer of KRPvKR.
pub(crate) static RECOGNIZER: Recognizer =
    Recognizer::new(&[Piece::Rook, Piece::Pawn], &[Piece::Rook], &RULES).with_mined(&TABLE);

// In the order of testing: cheap and frequent rules first, textbook rules before others.
in_order! { RookEnding, rooks of (Side::Weak, Piece::Rook);
    attacker::TAKES_THE_ROOK, defender::TAKES_THE_PAWN, defender::TAKES_THE_ROOK, attacker::PROMOTES,
    textbook::BACK_RANK, textbook::THIRD_RANK, textbook::SHORT_SIDE, textbook::FRONTAL,
    textbook::CHECKING_DISTANCE, textbook::VANCURA, race::STANDS_BY_THE_PAWN, race::IS_LEFT_ALONE,
    race::IS_FAR_AHEAD, race::IS_FIRST_IN_FRONT,
    textbook::KING_IN_FRONT, attacker::EXCHANGES_ROOKS, defender::EXCHANGES_ROOKS, attacker::SKEWERS,
    defender::IS_SKEWERED, defender::LOSES_THE_ROOK_IN_CHECK,
    attacker::BUILDS_THE_BRIDGE, attacker::CUTS_THE_KING_OFF, late::OUTSIDE_THE_SQUARE,
    late::FAR_FROM_THE_FILE, late::ATTACKED_BUT_AHEAD, late::LATE_WITH_THE_MOVE, in_time::CHECK_CHANGES_NOTHING,
    in_time::PAWN_ENDING_IN_RESERVE, in_time::CHECKS_FROM_AFAR, in_time::HELD_WITHOUT_ROOKS,
    in_spite::ROOK_GETS_AWAY, in_spite::PAWN_COSTS_THE_ROOK, in_spite::STEPS_OUT_OF_CHECK,
    nearer::NEARER_WITH_THE_MOVE, nearer::ROOK_PAWN_HELD, nearer::NEARER_TO_THE_PAWN,
}
