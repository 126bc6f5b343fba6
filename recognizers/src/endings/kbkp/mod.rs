//! Bishop against pawn: KBvKP.
//!
//! The bishop draws if it can give itself for the pawn, and the theory turns out to be short: *when
//! the bishop side is to move, not in check, and the bishop safely hits a square of the pawn's
//! path, or can with its next move, the bishop side does not lose.* With one exception, a trap
//! (king on c6, pawn on a6, bishop to b8), this is true in every position. The rest is decided by
//! the kings, as in [`kpk`](crate::endings::kpk), and by tactics around the queening square. With
//! the pawn side to move, a position is drawn if every move leads to such a draw, and won if some
//! move leads to a won position.
//!
//! The pawn side is called attacker, the bishop side defender. The theory of the ending is in
//! Averbakh, *Comprehensive Chess Endings* 1; rules without a book were found with `verify`, which
//! proves all of them.

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

// In the order of testing: cheap and frequent rules first. Rules joined by commas are tested
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
