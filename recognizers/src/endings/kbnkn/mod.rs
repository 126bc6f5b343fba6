//! Bishop and knight against knight, by rules.
//!
//! The lone knight holds as long as it is not lost, and it is lost when it is taken for nothing, shut in, or
//! outplayed by checks while its king is away or at the edge. So nearly all draws are told by three things: how
//! far the knight gets in two safe moves, how free its king is, and which king is nearer to the knight (the
//! *lead*). With the defender to move little more is needed. With the attacker to move it matters whether the
//! bishop runs on the color to give check or to hit the knight at once.
//!
//! The side with the bishop is called attacker, the side with the lone knight defender. The conditions were
//! found by a search for short conjunctions that no won position of the solved ending meets, and are proved
//! position by position. T. Petzke's rules for his engine iCE (2012), the only others with published figures,
//! announce 36 % of the draws.
//!
//! The figures in the rules' docs are for the positions that he counted: 219,681,388, both sides to move.

mod attacker;
mod defender;
pub(in crate::endings) mod features;
mod men;
mod phrases;

use features::TABLE;
pub use men::BishopKnightVsKnight;

use board::Piece;

use crate::endings::sources::{GAME, VERIFY};
use crate::recognizer::RuleBook;
use crate::recognizer::book::rules;
use crate::rule::{Outcome, Rule, Side};

/// The recognizer of KBNvKN.
pub static RECOGNIZER: RuleBook<BishopKnightVsKnight> =
    RuleBook::new(&[Piece::Bishop, Piece::Knight], &[Piece::Knight], RULES)
        .compiled(first_to_speak)
        .with_mined(&TABLE);

const DEFENDER: Option<Side> = Some(Side::Weak);
const ATTACKER: Option<Side> = Some(Side::Strong);

// In the order of asking: what is cheap and frequent comes first. Commas join rules that are asked together.
#[rustfmt::skip]
rules! { BishopKnightVsKnight:
    (Rule::new("the king takes a minor", DEFENDER, Outcome::Draw,
        "The defender's king takes an undefended bishop or knight.",
        GAME), defender::king_takes_a_minor, defender::KING_TAKES),
    (Rule::new("the knight takes a minor", DEFENDER, Outcome::Draw,
        "The lone knight takes a bishop or knight, defended or not.",
        GAME), defender::knight_takes_a_minor, defender::KNIGHT_TAKES);
    (Rule::new("the knight ranges near home", DEFENDER, Outcome::Draw,
        "The knight has nine squares within two safe moves and is two king moves nearer to its own king.",
        VERIFY), defender::knight_ranges_near_home, defender::RANGES_NEAR_HOME),
    (Rule::new("knight and king both range", DEFENDER, Outcome::Draw,
        "The knight, nearer to its own king, has nine squares within two safe moves, the king seven beyond its next move.",
        VERIFY), defender::both_range, defender::BOTH_RANGE),
    (Rule::new("the attacker's king is in a corner", DEFENDER, Outcome::Draw,
        "The attacker's king is within one move of a corner, and the knight has fifteen squares within two safe moves.",
        VERIFY), defender::faces_a_cornered_king, defender::CORNERED_KING),
    (Rule::new("the bishop cannot check", DEFENDER, Outcome::Draw,
        "The bishop does not run on the king's color, and knight and king have eight squares each within two moves.",
        VERIFY), defender::cannot_be_checked_by_the_bishop, defender::NO_BISHOP_CHECK);
    (Rule::new("the knight forks", DEFENDER, Outcome::Draw,
        "A safe check of the knight also hits a minor.",
        GAME), defender::forks, defender::FORKS);
    (Rule::new("the knight escapes", DEFENDER, Outcome::Draw,
        "The knight is not lost where it stands and has thirteen squares within two safe moves, and its king is free.",
        VERIFY), defender::escapes, defender::ESCAPES),
    (Rule::new("the knight escapes on even terms", DEFENDER, Outcome::Draw,
        "The knight, not nearer to the other king, is not lost where it stands and has twelve squares within two safe moves.",
        VERIFY), defender::escapes_on_even_terms, defender::ESCAPES_ON_EVEN_TERMS),
    (Rule::new("the king holds its knight", DEFENDER, Outcome::Draw,
        "The knight is two king moves nearer to its own king, which has four moves, and is not lost where it stands.",
        VERIFY), defender::is_held_by_its_king, defender::HELD_BY_ITS_KING),
    (Rule::new("the attacker's king is at the edge", DEFENDER, Outcome::Draw,
        "The attacker's king is at the edge, and the bishop does not run on the king's color.",
        VERIFY), defender::faces_a_king_at_the_edge, defender::KING_AT_THE_EDGE),
    (Rule::new("the knight is far from both kings", DEFENDER, Outcome::Draw,
        "The knight is six king moves from its own king and no nearer to the other one.",
        VERIFY), defender::is_far_from_both_kings, defender::FAR_FROM_BOTH_KINGS),
    (Rule::new("the king is free", DEFENDER, Outcome::Draw,
        "The king has five moves, and the knight, not nearer to the other king, nine squares within two safe moves.",
        VERIFY), defender::has_a_free_king, defender::FREE_KING),
    (Rule::new("the kings are apart", DEFENDER, Outcome::Draw,
        "The kings are five moves apart, and the knight is within four of its own.",
        VERIFY), defender::kings_are_apart, defender::KINGS_APART);
    (Rule::new("the knight can be taken", ATTACKER, Outcome::StrongWins,
        "The lone knight is taken for nothing, and the bare king wins no man back nor is it stalemated.",
        GAME), attacker::takes_the_knight, &[]);
    (Rule::new("a ranging king", ATTACKER, Outcome::Draw,
        "The knight is two king moves nearer its own king, which has ten squares beyond its next move; the bishop cannot hit the knight.",
        VERIFY), attacker::faces_a_ranging_king, attacker::RANGING_KING),
    (Rule::new("a knight off the bishop's color", ATTACKER, Outcome::Draw,
        "The knight is two king moves nearer its own king and has twelve squares within two safe moves that the bishop can never hit.",
        VERIFY), attacker::faces_a_knight_off_color, attacker::KNIGHT_OFF_COLOR),
    (Rule::new("a homing knight", ATTACKER, Outcome::Draw,
        "The bishop cannot check, the kings are five moves apart, and the knight can go next to its king.",
        VERIFY), attacker::faces_a_homing_knight, attacker::HOMING_KNIGHT),
    (Rule::new("no check and a knight near home", ATTACKER, Outcome::Draw,
        "The bishop cannot check, and the knight is two king moves nearer its own king, which is not at the edge.",
        VERIFY), attacker::cannot_check_near_home, attacker::NO_CHECK_NEAR_HOME);
    (Rule::new("no check and hiding places", ATTACKER, Outcome::Draw,
        "The bishop cannot check, and the knight has four moves to squares where nobody can attack it at once.",
        VERIFY), attacker::faces_a_knight_with_hiding_places, attacker::HIDING_PLACES),
    (Rule::new("two hiding places and a ranging king", ATTACKER, Outcome::Draw,
        "The knight has two moves to squares where neither king nor knight can attack it at once, its king eight squares beyond its next move.",
        VERIFY), attacker::faces_two_hiding_places, attacker::TWO_HIDING_PLACES),
    (Rule::new("a guarded knight", ATTACKER, Outcome::Draw,
        "The king has three moves to the knight's side, and the attacker's king is four moves away.",
        VERIFY), attacker::faces_a_guarded_knight, attacker::GUARDED_KNIGHT),
    (Rule::new("the kings are six apart", ATTACKER, Outcome::Draw,
        "The kings are six moves apart, and the knight has fifteen squares within two safe moves that the bishop can never hit.",
        VERIFY), attacker::is_far_away, attacker::FAR_AWAY),
    (Rule::new("no check and room off the color", ATTACKER, Outcome::Draw,
        "The bishop cannot check, and the king has four moves to squares that it can never hit.",
        VERIFY), attacker::cannot_check_off_color, attacker::NO_CHECK_OFF_COLOR),
    (Rule::new("no check and a distant king", ATTACKER, Outcome::Draw,
        "The bishop cannot check, and the attacker's king is near a corner, three king moves from it or fewer.",
        VERIFY), attacker::cannot_check_from_afar, attacker::NO_CHECK_FROM_AFAR);
    (Rule::new("the bishop skewers king and knight", ATTACKER, Outcome::StrongWins,
        "A check of the bishop also hits the knight, which nobody can save.",
        GAME), attacker::skewers, &[]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::View;
    use board::{Color, fen};

    /// The rule speaks about the first position and not about the second, where its claim would be false.
    pub(super) fn assert_tells_apart(rule: fn(&BishopKnightVsKnight) -> bool, speaks: &str, silent: &str) {
        let holds = |text| {
            let board = fen::parse(text).unwrap();
            rule(&BishopKnightVsKnight::from(&View::of_board(&board, Color::White).unwrap()))
        };
        assert!(holds(speaks), "{speaks}");
        assert!(!holds(silent), "{silent}");
    }
}
