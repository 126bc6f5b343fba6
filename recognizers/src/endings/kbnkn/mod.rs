//! Bishop and knight against knight: KBNvKN.
//!
//! The defender holds as long as the lone knight is not lost: taken for nothing, trapped, or won by
//! checks while its king is away or at the edge. So three facts determine nearly all draws: how far
//! the knight gets in two safe moves, how much room its king has, and which king is nearer to the
//! knight (the *lead*). With the defender to move little more is needed. With the attacker to move
//! it matters whether the bishop is on the color to give check or to attack the knight at once.
//!
//! The side with the bishop is called attacker, the side with the lone knight defender. The
//! conditions were found by a search for short conjunctions that hold in no won position of the
//! solved ending, and are proved position by position. T. Petzke's rules for his engine iCE (2012),
//! the only others with published figures, announce 36 % of the draws.

mod attacker;
mod defender;
pub(in crate::endings) mod features;
mod men;
mod phrases;
#[cfg(test)]
mod tests;

use features::TABLE;
pub(crate) use men::BishopKnightVsKnight;

use board::Piece;

use crate::recognizer::Recognizer;
use crate::recognizer::book::in_order;

/// The recognizer of KBNvKN.
pub(crate) static RECOGNIZER: Recognizer =
    Recognizer::new(&[Piece::Bishop, Piece::Knight], &[Piece::Knight], &RULES).with_mined(&TABLE);

// In the order of testing: cheap and frequent rules first. Rules joined by commas are tested
// together.
in_order! { BishopKnightVsKnight:
    defender::KING_TAKES, defender::KNIGHT_TAKES;
    defender::RANGES_NEAR_HOME, defender::BOTH_RANGE, defender::CORNERED_KING, defender::NO_BISHOP_CHECK;
    defender::FORKS;
    defender::ESCAPES, defender::ESCAPES_ON_EVEN_TERMS, defender::HELD_BY_ITS_KING,
    defender::KING_AT_THE_EDGE, defender::FAR_FROM_BOTH_KINGS, defender::FREE_KING, defender::KINGS_APART;
    attacker::TAKES_THE_KNIGHT;
    attacker::RANGING_KING, attacker::KNIGHT_OFF_COLOR, attacker::HOMING_KNIGHT,
    attacker::NO_CHECK_NEAR_HOME;
    attacker::HIDING_PLACES, attacker::TWO_HIDING_PLACES, attacker::GUARDED_KNIGHT, attacker::FAR_AWAY,
    attacker::NO_CHECK_OFF_COLOR, attacker::NO_CHECK_FROM_AFAR;
    attacker::SKEWERS;
}
