//! One textbook position for each rule, and what is told about it.

use board::fen;
use recognizers::{Bound, RECOGNIZERS, judge};

/// A position, the rule that speaks about it, and what it says for the side to move.
const EXAMPLES: &[(&str, &str, Bound)] = &[
    ("8/8/8/8/8/2k5/3P4/K7 b - - 0 1", "KPvK: the king takes the pawn", Bound::Draw),
    ("8/4k3/8/8/2P5/8/2K5/8 w - - 0 1", "KPvK: the king is first at the heart square", Bound::Draw),
    ("8/8/2k5/8/P7/2K5/8/8 w - - 0 1", "KPvK: the king gets in front of the rook pawn", Bound::Draw),
    ("8/2k5/8/8/8/K7/P7/8 b - - 0 1", "KPvK: the king reaches the rook pawn's corner", Bound::Draw),
    ("8/8/3k4/1K1P4/8/8/8/8 w - - 0 1", "KPvK: the king blocks the pawn", Bound::Draw),
    ("k7/2P5/8/8/6K1/8/8/8 b - - 0 1", "KPvK: the king covers the queening square in time", Bound::Draw),
    ("8/8/8/2P5/k5K1/8/8/8 b - - 0 1", "KPvK: the king runs the pawn down", Bound::Draw),
    ("8/8/8/4P3/3k4/8/8/4K3 w - - 0 1", "KPvK: the king is left behind", Bound::Win),
    ("7k/8/8/8/P7/8/8/K7 w - - 0 1", "KPvK: the king is outside the square", Bound::Win),
    ("4k3/8/3K4/8/3P4/8/8/8 b - - 0 1", "KPvK: the pawn's king is first at the heart square", Bound::Loss),
    ("8/8/5k2/2P5/1K6/8/8/8 w - - 0 1", "KPvK: the pawn's king has a key square", Bound::Win),
    ("8/8/8/4K3/8/1k1b4/2P5/8 b - - 0 1", "KBvKP: the pawn can be taken", Bound::Draw),
    ("7k/8/8/3K4/2P5/4b3/8/8 b - - 0 1", "KBvKP: the bishop guards the path", Bound::Draw),
    ("8/P7/4K3/8/8/8/4b3/7k b - - 0 1", "KBvKP: the bishop reaches the path", Bound::Draw),
    ("8/8/8/3k4/1P6/1K6/8/7b b - - 0 1", "KBvKP: the pawn has far to go", Bound::Draw),
    ("8/3P4/b4k2/8/1K6/8/8/8 b - - 0 1", "KBvKP: the king holds alone", Bound::Draw),
    ("4K3/3P4/8/k7/8/8/4b3/8 b - - 0 1", "KBvKP: the bishop hits the stuck pawn", Bound::Draw),
    ("8/8/P7/8/3k4/7b/5K2/8 b - - 0 1", "KBvKP: the bishop arrives in two moves", Bound::Draw),
    ("8/1P6/8/4k3/8/6b1/K7/8 b - - 0 1", "KBvKP: the king clears the line", Bound::Draw),
    ("5b2/4k3/8/1P1K4/8/8/8/8 b - - 0 1", "KBvKP: king and bishop work together", Bound::Draw),
    ("8/K1k5/1P6/8/8/5b2/8/8 b - - 0 1", "KBvKP: the check does no harm", Bound::Draw),
    ("8/8/8/8/8/8/P4b2/K1k5 b - - 0 1", "KBvKP: mate in the corner", Bound::Win),
    ("8/6b1/8/8/8/2k5/P7/K7 b - - 0 1", "KBvKP: mate in the corner", Bound::Win),
    ("8/P7/8/3K4/6k1/8/7b/8 b - - 0 1", "KBvKP: the pawn cannot be stopped", Bound::Loss),
    ("b7/8/8/8/3P4/4K3/8/7k w - - 0 1", "KBvKP: the bishop guards out of reach", Bound::Draw),
    ("8/8/8/8/P5b1/5K2/8/1k6 w - - 0 1", "KBvKP: the bishop is lost and the pawn wins", Bound::Win),
    ("8/P7/8/3K4/6k1/8/7b/8 w - - 0 1", "KBvKP: the pawn promotes", Bound::Win),
    ("6b1/8/8/1k6/8/K7/P7/8 w - - 0 1", "KBvKP: the king holds alone against the move", Bound::Draw),
    ("8/8/8/8/6b1/5K1k/P7/8 w - - 0 1", "KBvKP: every move leads to a draw", Bound::Draw),
    ("7k/8/1P2b3/8/4K3/8/8/8 w - - 0 1", "KBvKP: a move makes the pawn unstoppable", Bound::Win),
    ("8/8/8/8/3b4/8/P7/K1k5 w - - 0 1", "KBvKP: mated in the corner", Bound::Loss),
];

#[test]
fn textbook_positions_are_told_by_the_rule_they_stand_for() {
    for &(text, rule, bound) in EXAMPLES {
        let verdict =
            judge(&fen::parse(text).unwrap()).unwrap_or_else(|| panic!("{rule}: silent about {text}"));
        assert_eq!((verdict.rule.to_string().as_str(), verdict.bound), (rule, bound), "{text}");
    }
}

#[test]
fn every_rule_has_an_example() {
    for recognizer in RECOGNIZERS {
        for index in 0..recognizer.rule_count() {
            let name = format!("{}: {}", recognizer.material().canonical().0, recognizer.rule(index).name);
            assert!(EXAMPLES.iter().any(|example| example.1 == name), "{name}");
        }
    }
}
