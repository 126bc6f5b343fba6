//! The conditions that rules are told in: they are what the rules test, and they are fit to be read.

use std::collections::BTreeSet;

use board::{Man, Placement, Square, fen};
use recognizers::{EXAMPLES, RECOGNIZERS, Recognizer, View, find};

/// Rules that are known as a whole: tactics, looks ahead, and single facts. All others are told condition by condition.
const KNOWN_AS_A_WHOLE: &[&str] = &[
    "KPvKP: a move wins",
    "KPvKP: every move loses",
    "KPvKP: every move draws or loses",
    "KBvKP: the check does no harm",
    "KBvKP: the bishop is lost and the pawn wins",
    "KBvKP: every move leads to a draw",
    "KBvKP: a move makes the pawn unstoppable",
    "KNNvK: the king is not driven to the edge",
    "KRvKB: the rook can be taken",
    "KRvKB: the piece is lost",
    "KRvKB: the piece can be taken",
    "KRvKB: the attack wins the piece",
    "KRvKN: the rook can be taken",
    "KRvKN: the piece is lost",
    "KRvKN: the piece can be taken",
    "KRvKN: the attack wins the piece",
    "KQvKR: the queen can be taken",
    "KQvKR: the rook wins the queen",
    "KQvKR: the rook can be taken",
    "KQvKR: the attack wins the rook",
    "KQvKR: the rook is lost",
    "KBNvKN: the knight can be taken",
    "KBNvKN: the bishop skewers king and knight",
    "KBPvKB: the pawn can be taken",
    "KBPvKB: the bishop can be taken",
    "KBPvKB: a move makes the pawn unstoppable",
    "KBPvKB: the defender has no answer",
    "KBPvKB: a move leaves no answer",
    "KRBvKR: the rook can be taken",
    "KRBvKR: the bishop pins the rook",
    "KRBvKR: a check wins the rook",
    "KRBvKR: the rook is lost in check",
    "KRBvKR: the rook is pinned and lost",
    "KRPvKR: the attacker takes the rook",
    "KRPvKR: the defender takes the pawn",
    "KRPvKR: the defender takes the rook and stops the pawn",
    "KRPvKR: the pawn promotes",
    "KRPvKR: the attacker exchanges rooks",
    "KRPvKR: the defender exchanges rooks",
    "KRPvKR: the attacker skewers the rook",
    "KRPvKR: the defender is skewered",
    "KRPvKR: the rook is lost in check",
];

fn name(recognizer: &dyn Recognizer, index: usize) -> String {
    format!("{}: {}", recognizer.material().canonical().0, recognizer.rule(index).name)
}

/// The positions that show the rules, and all that differ from one of them in the place of one man.
fn positions() -> impl Iterator<Item = Placement> {
    EXAMPLES.iter().flat_map(|&(text, ..)| {
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
    // The test has seen each of them hold.
    let whole: BTreeSet<String> = KNOWN_AS_A_WHOLE.iter().map(ToString::to_string).collect();
    let all: BTreeSet<String> = RECOGNIZERS
        .into_iter()
        .flat_map(|recognizer| (0..recognizer.rule_count()).map(move |index| name(recognizer, index)))
        .collect();
    assert!(whole.is_subset(&all), "{:?}", whole.difference(&all).collect::<Vec<_>>());
    let told: BTreeSet<String> = all.difference(&whole).cloned().collect();
    let missing: Vec<_> = told.difference(&held).collect();
    let unexpected: Vec<_> = held.difference(&told).collect();
    assert!(missing.is_empty() && unexpected.is_empty(), "missing: {missing:?}, unexpected: {unexpected:?}");
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
