//! The conditions of rules: they agree with the tests of the rules, and their descriptions are well
//! formed.

use std::collections::BTreeSet;

use board::{Man, Placement, Square, fen};
use recognizers::{Recognizer, View, find};

fn name(recognizer: &Recognizer, index: usize) -> String {
    format!("{}: {}", recognizer.material().canonical().0, recognizer.rule(index).name)
}

/// The examples of the rules, and all positions that differ from one of them in the square of one
/// piece.
fn positions() -> impl Iterator<Item = Placement> {
    crate::rules::examples().flat_map(|(text, ..)| {
        let example = Placement::from_board(&fen::parse(text).unwrap()).unwrap();
        let men = example.men().to_vec();
        let moved = (0..men.len()).flat_map(|which| Square::ALL.map(|square| (which, square)));
        let placement = move |(which, square)| {
            let mut men = men.clone();
            men[which] = Man { square, ..men[which] };
            Placement::new(example.side_to_move(), &men).ok()
        };
        moved.filter_map(placement).filter(Placement::is_legal).collect::<Vec<_>>()
    })
}

#[test]
fn rules_around_their_examples_hold_exactly_when_their_conditions_do() {
    let mut held = BTreeSet::new();
    for placement in positions() {
        let (recognizer, strong) = find(placement.material()).unwrap();
        let view = View::of_placement(&placement, strong);
        let holding = recognizer.rules_that_hold(&view);
        for index in (0..recognizer.rule_count()).filter(|&i| recognizer.rule(i).may_speak(view.to_move())) {
            let conditions = recognizer.conditions(index, &view);
            if conditions.is_empty() {
                continue;
            }
            let all = conditions.iter().all(|condition| condition.holds);
            let holds = holding.iter().any(|held| held == index);
            assert_eq!(all, holds, "{} {placement:?}", name(recognizer, index));
            if holds {
                held.insert(name(recognizer, index));
            }
        }
    }
    // Each rule with separate conditions has held at least once.
    let told: BTreeSet<String> = crate::rules::examples()
        .filter(|(text, rule)| {
            let placement = Placement::from_board(&fen::parse(text).unwrap()).unwrap();
            let (recognizer, strong) = find(placement.material()).unwrap();
            let index = (0..recognizer.rule_count()).find(|&index| name(recognizer, index) == *rule).unwrap();
            !recognizer.conditions(index, &View::of_placement(&placement, strong)).is_empty()
        })
        .map(|(_, rule)| rule)
        .collect();
    assert_eq!(told, held);
    assert!(told.len() > 200);
}

#[test]
fn conditions_are_told_in_words_that_go_on_after_a_move() {
    for placement in positions().step_by(101) {
        let (recognizer, strong) = find(placement.material()).unwrap();
        let view = View::of_placement(&placement, strong);
        for index in 0..recognizer.rule_count() {
            let conditions = recognizer.conditions(index, &view);
            let said: BTreeSet<_> = conditions.iter().map(|condition| condition.says).collect();
            assert_eq!(said.len(), conditions.len(), "{}", name(recognizer, index));
            for condition in conditions {
                for words in [Some(condition.says), condition.broken].into_iter().flatten() {
                    let is_clause = words.starts_with(char::is_lowercase) && !words.ends_with('.');
                    assert!(is_clause && words.trim() == words, "{words}");
                }
                // A move "leaves", "lets", "would make": verbs of the third person.
                let verb = condition.broken.map_or("lets", |broken| broken.split(' ').next().unwrap());
                assert!(verb.ends_with('s') || verb == "would", "{verb}");
            }
        }
    }
}
