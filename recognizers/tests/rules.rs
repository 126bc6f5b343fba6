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
    ("3k4/4B3/8/8/6N1/8/8/1nK5 b - - 0 1", "KBNvKN: the king takes a minor", Bound::Draw),
    ("8/8/k7/8/3K2B1/6N1/8/7n b - - 0 1", "KBNvKN: the knight takes a minor", Bound::Draw),
    ("8/8/8/7n/8/2N2B2/1K1k4/8 b - - 0 1", "KBNvKN: the knight ranges near home", Bound::Draw),
    ("2N5/5k2/8/8/8/7n/2K3B1/8 b - - 0 1", "KBNvKN: knight and king both range", Bound::Draw),
    ("8/7k/8/8/8/4n2N/1K6/2B5 b - - 0 1", "KBNvKN: the attacker's king is in a corner", Bound::Draw),
    ("6N1/n7/8/8/8/4k3/6B1/3K4 b - - 0 1", "KBNvKN: the bishop cannot check", Bound::Draw),
    ("1k6/8/8/3n4/8/3K4/2N3B1/8 b - - 0 1", "KBNvKN: the knight forks", Bound::Draw),
    ("8/k3n3/8/1B4N1/8/2K5/8/8 b - - 0 1", "KBNvKN: the knight escapes", Bound::Draw),
    ("8/1B6/8/1n6/8/8/1K2k3/1N6 b - - 0 1", "KBNvKN: the knight escapes on even terms", Bound::Draw),
    ("n7/8/2k2N2/8/8/7B/8/3K4 b - - 0 1", "KBNvKN: the king holds its knight", Bound::Draw),
    ("8/8/8/1N6/4k3/8/8/B2Kn3 b - - 0 1", "KBNvKN: the attacker's king is at the edge", Bound::Draw),
    ("4Nn2/8/8/2B5/8/8/2K3k1/8 b - - 0 1", "KBNvKN: the knight is far from both kings", Bound::Draw),
    ("8/3k4/6B1/7n/8/N7/3K4/8 b - - 0 1", "KBNvKN: the king is free", Bound::Draw),
    ("1k6/5N2/8/8/4n3/8/6B1/2K5 b - - 0 1", "KBNvKN: the kings are apart", Bound::Draw),
    ("8/N7/8/8/2k3n1/5B2/3K4/8 w - - 0 1", "KBNvKN: the knight can be taken", Bound::Win),
    ("7B/3k1n2/8/8/8/5N2/8/1K6 w - - 0 1", "KBNvKN: a ranging king", Bound::Draw),
    ("8/5N2/n7/8/1k6/8/8/1K4B1 w - - 0 1", "KBNvKN: a knight off the bishop's color", Bound::Draw),
    ("7k/8/7n/8/1N4B1/8/8/3K4 w - - 0 1", "KBNvKN: a homing knight", Bound::Draw),
    ("6B1/8/6n1/3N2k1/8/8/8/3K4 w - - 0 1", "KBNvKN: no check and a knight near home", Bound::Draw),
    ("k7/6N1/1n6/8/8/8/1K1B4/8 w - - 0 1", "KBNvKN: no check and hiding places", Bound::Draw),
    ("8/7N/5B2/k7/2n5/8/8/K7 w - - 0 1", "KBNvKN: two hiding places and a ranging king", Bound::Draw),
    ("5B2/3N4/8/6n1/8/6k1/8/2K5 w - - 0 1", "KBNvKN: a guarded knight", Bound::Draw),
    ("8/4k3/8/8/2B5/4n2N/8/K7 w - - 0 1", "KBNvKN: the kings are six apart", Bound::Draw),
    ("8/8/1k6/8/8/5N1n/B7/K7 w - - 0 1", "KBNvKN: no check and room off the color", Bound::Draw),
    ("8/n7/5N2/8/k7/2B5/8/K7 w - - 0 1", "KBNvKN: no check and a distant king", Bound::Draw),
    ("8/8/8/8/3k2N1/8/2KB4/6n1 w - - 0 1", "KBNvKN: the bishop skewers king and knight", Bound::Win),
    ("8/8/4k3/8/2P5/8/4K3/R6r w - - 0 1", "KRPvKR: the attacker takes the rook", Bound::Win),
    ("8/5k2/8/8/2P4r/8/6K1/R7 b - - 0 1", "KRPvKR: the defender takes the pawn", Bound::Draw),
    (
        "8/8/2k5/8/2P5/8/6K1/3R3r b - - 0 1",
        "KRPvKR: the defender takes the rook and stops the pawn",
        Bound::Win,
    ),
    ("8/2P5/8/8/8/4K3/k6r/3R4 w - - 0 1", "KRPvKR: the pawn promotes", Bound::Win),
    ("8/2k5/7r/5K2/2P5/8/8/4R3 w - - 0 1", "KRPvKR: the king stands by the pawn", Bound::Draw),
    ("1r6/8/4k3/8/2P5/6K1/8/3R4 w - - 0 1", "KRPvKR: the pawn is left alone", Bound::Draw),
    ("5r2/8/3k4/8/8/2P5/7R/3K4 w - - 0 1", "KRPvKR: the king is far ahead", Bound::Draw),
    ("8/3k4/8/4R3/8/2KP4/8/3r4 b - - 0 1", "KRPvKR: the king is ahead with the move", Bound::Draw),
    ("3r4/8/3k4/1K6/8/8/3P4/2R5 b - - 0 1", "KRPvKR: the king is nearer with the move", Bound::Draw),
    ("8/4k3/2R5/1r6/7K/1P6/8/8 w - - 0 1", "KRPvKR: the king holds the heart square", Bound::Draw),
    ("8/1k6/1P6/8/3r4/8/2K4R/8 w - - 0 1", "KRPvKR: the king stands in front", Bound::Draw),
    ("8/8/8/8/2P5/8/4K1k1/R6r w - - 0 1", "KRPvKR: the attacker exchanges rooks", Bound::Win),
    ("1k6/8/8/8/1P6/8/8/2r1RK2 b - - 0 1", "KRPvKR: the defender exchanges rooks", Bound::Draw),
    ("8/8/8/3k3r/8/8/1P6/R5K1 w - - 0 1", "KRPvKR: the attacker skewers the rook", Bound::Win),
    ("8/8/R2k2r1/8/8/8/1P6/7K b - - 0 1", "KRPvKR: the defender is skewered", Bound::Loss),
    ("8/8/2k2R2/8/8/3P4/1K6/r7 b - - 0 1", "KRPvKR: the rook is lost in check", Bound::Loss),
    ("8/8/1K6/2P5/8/8/3R4/r6k w - - 0 1", "KRPvKR: the king is left behind", Bound::Win),
    ("1K6/1P2k3/8/8/8/8/r7/3R4 w - - 0 1", "KRPvKR: the attacker builds the bridge", Bound::Win),
    ("8/KP2k3/8/8/8/8/2r5/3R4 b - - 0 1", "KRPvKR: the bridge is near", Bound::Loss),
    ("8/8/8/2K2k2/1P6/8/r7/4R3 w - - 0 1", "KRPvKR: the king is cut off", Bound::Win),
    ("1k6/8/4r3/3R4/2P5/3K4/8/8 w - - 0 1", "KRPvKR: the third-rank defence", Bound::Draw),
    ("5r2/1k6/8/P2R4/1K6/8/8/8 w - - 0 1", "KRPvKR: the back-rank defence", Bound::Draw),
    ("8/2k5/4K3/3P4/8/8/7r/4R3 b - - 0 1", "KRPvKR: the short-side defence", Bound::Draw),
    ("2r5/8/4k3/8/2P5/1K1R4/8/8 b - - 0 1", "KRPvKR: the frontal defence", Bound::Draw),
    ("2k5/4K3/3P4/8/8/8/R7/7r b - - 0 1", "KRPvKR: the checking-distance defence", Bound::Draw),
    ("R7/6k1/P4r2/8/1K6/8/8/8 b - - 0 1", "KRPvKR: the Vancura defence", Bound::Draw),
    ("R7/P5k1/8/8/2K5/8/r7/8 w - - 0 1", "KRPvKR: the rook behind the pawn", Bound::Draw),
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
