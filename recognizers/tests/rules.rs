//! One position for each rule, and what is told about it.

use board::fen;
use recognizers::{EXAMPLES, RECOGNIZERS, judge, judge_tried};

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

#[test]
fn a_search_is_told_by_rules_alone_with_which_games_have_been_played() {
    let mut untried = 0;
    for &(text, ..) in EXAMPLES {
        let board = fen::parse(text).unwrap();
        let told = judge(&board).unwrap();
        let is_tried = told.rule.rule().is_tried;
        assert_eq!(judge_tried(&board), is_tried.then_some(told), "{text}");
        untried += usize::from(!is_tried);
    }
    assert!(0 < untried && untried < EXAMPLES.len());
}
