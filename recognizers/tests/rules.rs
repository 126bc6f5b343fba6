//! One position for each rule, and what is told about it.

use board::fen;
use recognizers::{EXAMPLES, RECOGNIZERS, judge, judge_in_search};

#[test]
fn textbook_positions_are_told_by_the_rule_they_stand_for() {
    for &(text, rule) in EXAMPLES {
        let verdict =
            judge(&fen::parse(text).unwrap()).unwrap_or_else(|| panic!("{rule}: silent about {text}"));
        assert_eq!(verdict.rule.to_string(), rule, "{text}");
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

#[test]
fn a_search_asks_for_what_helps_it() {
    for (text, at_few_men, at_more) in [
        // Queen against rook: never.
        ("8/8/8/1k6/8/5r2/8/K2Q4 w - - 0 1", false, false),
        // Rook and pawn against bishop: draws alone, if the search begins with few men.
        ("6b1/8/8/4k3/4P3/4K3/8/6R1 w - - 0 1", false, false),
        ("1k6/8/P7/8/3b4/7K/4R3/8 b - - 0 1", true, false),
        // Rook and bishop against rook: if it begins with few men.
        ("8/8/8/8/5k2/8/2r5/RB2K3 w - - 0 1", true, false),
        ("8/8/8/8/8/2k5/3P4/K7 b - - 0 1", true, true),
    ] {
        let board = fen::parse(text).unwrap();
        let told = judge(&board);
        assert!(told.is_some(), "{text}");
        assert_eq!(judge_in_search(&board, true), told.filter(|_| at_few_men), "{text}");
        assert_eq!(judge_in_search(&board, false), told.filter(|_| at_more), "{text}");
    }
}
