//! Bishop against pawn, by rules.
//!
//! The bishop draws if it can give itself for the pawn, and the theory turns out to be short: *when
//! the bishop side is to move, not in check, and the bishop safely hits a square of the pawn's
//! path, or can with its next move, the bishop side does not lose.* One trap apart (the king on c6,
//! the pawn on a6, the bishop going to b8) this is true of every position. What it does not cover
//! is decided by the kings, which is the ending [`kpk`](crate::endings::kpk), and by tactics around
//! the queening square. With the pawn side to move, a position is drawn when every move leads to
//! such a draw, and won when some move leads to a won one.
//!
//! The pawn side is called attacker, the bishop side defender. The theory of the ending is in
//! Averbakh, *Comprehensive Chess Endings* 1; where a rule names no book it was found with `verify`
//! and is proved by it, as all are.

mod attacker;
mod defender;
mod features;
mod men;
mod phrases;

pub(in crate::endings) use attacker::PROMOTES;
pub use features::Kbkp;
pub(crate) use features::TABLE;
pub(crate) use men::BishopVsPawn;

use board::Piece;

use crate::recognizer::Recognizer;
use crate::recognizer::book::in_order;

/// The recognizer of KBvKP.
pub(crate) static RECOGNIZER: Recognizer =
    Recognizer::new(&[Piece::Pawn], &[Piece::Bishop], &RULES).with_mined(&TABLE);

// In the order of asking: what is cheap and frequent comes first. Commas join rules that are asked
// together.
in_order! { BishopVsPawn:
    defender::TAKES_THE_PAWN, defender::GUARDS_THE_PATH, defender::REACHES_THE_PATH;
    defender::HAS_TIME;
    defender::KING_HOLDS_ALONE;
    defender::HITS_THE_STUCK_PAWN;
    defender::ARRIVES_IN_TWO;
    defender::CLEARS_THE_LINE;
    defender::KING_HELPS;
    defender::CHECK_IS_HARMLESS;
    defender::MATES_IN_THE_CORNER;
    defender::CANNOT_STOP_THE_PAWN;
    attacker::DISTANT_GUARD;
    attacker::TAKES_THE_BISHOP;
    attacker::PROMOTES;
    attacker::CANNOT_PASS_THE_KING;
    attacker::HAS_ONLY_DRAWING_MOVES;
    attacker::MAKES_THE_PAWN_UNSTOPPABLE;
    attacker::IS_MATED;
}
