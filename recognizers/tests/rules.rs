//! Each rule gives the verdict on its example.

use board::fen;
use recognizers::{RECOGNIZERS, Recognizer, judge, judge_in_search};

/// The examples of all named rules, with the rules' full names.
pub(crate) fn examples() -> impl Iterator<Item = (&'static str, String)> {
    let rules =
        |recognizer: &'static Recognizer| (0..recognizer.rule_count()).map(|index| recognizer.rule(index));
    RECOGNIZERS.into_iter().flat_map(move |recognizer| {
        let ending = recognizer.material().canonical().0;
        rules(recognizer).map(move |rule| {
            let name = format!("{ending}: {}", rule.name);
            (rule.example.unwrap_or_else(|| panic!("{name} has no example")), name)
        })
    })
}

#[test]
fn the_example_of_a_rule_is_told_by_that_rule() {
    for (text, rule) in examples() {
        let verdict =
            judge(&fen::parse(text).unwrap()).unwrap_or_else(|| panic!("{rule}: no verdict on {text}"));
        assert_eq!(verdict.rule.to_string(), rule, "{text}");
    }
    // The mate by a king move, too.
    let mate = judge(&fen::parse("8/6b1/8/8/8/2k5/P7/K7 b - - 0 1").unwrap()).unwrap();
    assert_eq!(mate.rule.to_string(), "KBvKP: mate in the corner");
}

#[test]
fn a_search_asks_for_what_helps_it() {
    for (text, at_few_men, at_more) in [
        // Queen against rook: not used.
        ("8/8/8/1k6/8/5r2/8/K2Q4 w - - 0 1", false, false),
        // Rook and pawn against bishop: only draws, if the root has few pieces.
        ("6b1/8/8/4k3/4P3/4K3/8/6R1 w - - 0 1", false, false),
        ("1k6/8/P7/8/3b4/7K/4R3/8 b - - 0 1", true, false),
        // Rook and bishop against rook: if the root has few pieces.
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
