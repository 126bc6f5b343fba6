//! Each rule at its limits.

use board::{Color, fen};

use super::{BishopKnightVsKnight, attacker, defender};
use crate::rule::{Named, View};

/// Rules, each with a position similar to its example in which its claim would be false.
#[rustfmt::skip]
const LIMITS: &[(Named<BishopKnightVsKnight>, &str)] = &[
    (defender::KING_TAKES, "3k4/4B3/8/5N2/8/8/8/1nK5 b - - 0 1"),
    (defender::KNIGHT_TAKES, "8/8/k7/8/3K2B1/6N1/8/6n1 b - - 0 1"),
    (defender::RANGES_NEAR_HOME, "8/8/8/7n/8/2N2B2/1K6/3k4 b - - 0 1"),
    (defender::BOTH_RANGE, "2N5/4k3/8/8/8/7n/2K3B1/8 b - - 0 1"),
    (defender::CORNERED_KING, "8/8/7k/8/8/4n2N/1K6/2B5 b - - 0 1"),
    (defender::NO_BISHOP_CHECK, "6N1/n7/8/8/8/4k3/8/3K2B1 b - - 0 1"),
    (defender::FORKS, "8/1k6/8/3n4/8/3K4/2N3B1/8 b - - 0 1"),
    (defender::ESCAPES, "8/k3n3/8/2B3N1/8/2K5/8/8 b - - 0 1"),
    (defender::ESCAPES_ON_EVEN_TERMS, "8/8/B7/1n6/8/8/1K2k3/1N6 b - - 0 1"),
    (defender::HELD_BY_ITS_KING, "n7/8/2k2N2/8/8/8/6B1/3K4 b - - 0 1"),
    (defender::KING_AT_THE_EDGE, "8/8/8/1N2k3/8/8/8/B2Kn3 b - - 0 1"),
    (defender::FAR_FROM_BOTH_KINGS, "4Nn2/8/8/2B5/8/8/2K5/6k1 b - - 0 1"),
    (defender::FREE_KING, "4k3/8/6B1/7n/8/N7/3K4/8 b - - 0 1"),
    (defender::KINGS_APART, "8/1k3N2/8/8/4n3/8/6B1/2K5 b - - 0 1"),
    (attacker::TAKES_THE_KNIGHT, "8/N7/8/8/2k5/5Bn1/3K4/8 w - - 0 1"),
    (attacker::RANGING_KING, "7B/3k4/5n2/8/8/5N2/8/1K6 w - - 0 1"),
    (attacker::KNIGHT_OFF_COLOR, "8/5N2/1n6/8/1k6/8/8/1K4B1 w - - 0 1"),
    (attacker::HOMING_KNIGHT, "7k/8/8/7n/1N4B1/8/8/3K4 w - - 0 1"),
    (attacker::NO_CHECK_NEAR_HOME, "6B1/5n2/8/3N2k1/8/8/8/3K4 w - - 0 1"),
    (attacker::HIDING_PLACES, "k7/6N1/8/n7/8/8/1K1B4/8 w - - 0 1"),
    (attacker::TWO_HIDING_PLACES, "8/7N/5B2/k7/8/2n5/8/K7 w - - 0 1"),
    (attacker::GUARDED_KNIGHT, "5B2/3N4/5n2/8/8/6k1/8/2K5 w - - 0 1"),
    (attacker::FAR_AWAY, "8/4k3/8/8/2B5/7N/4n3/K7 w - - 0 1"),
    (attacker::NO_CHECK_OFF_COLOR, "8/8/1k6/8/8/5N2/B6n/K7 w - - 0 1"),
    (attacker::NO_CHECK_FROM_AFAR, "8/n7/5N2/8/k2B4/8/8/K7 w - - 0 1"),
    (attacker::SKEWERS, "8/8/8/8/3k2N1/8/2KB4/5n2 w - - 0 1"),
];

#[test]
fn every_rule_speaks_and_is_silent_when_one_man_stands_elsewhere() {
    for (named, silent) in LIMITS {
        let holds = |text| {
            let view = View::of_board(&fen::parse(text).unwrap(), Color::White).unwrap();
            named.holds(&BishopKnightVsKnight::from(&view))
        };
        assert!(holds(named.rule.example.unwrap()), "{}", named.rule.name);
        assert!(!holds(silent), "{}: {silent}", named.rule.name);
    }
}
