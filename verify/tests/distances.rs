//! Distances of wins: embedded distances equal the measured ones, by rows and position by position.

use crate::wanted::is_wanted;

use std::collections::BTreeMap;

use board::{Color, Piece};
use recognizers::mined::Mineable;
use recognizers::{
    Bound, DISTANCES, Named, Outcome, RECOGNIZERS, Recognizer, Rule, RuleBook, View, judge_placement,
    parse_distances,
};
use tbgen::DtzTables;
use verify::distances::{Measured, Plies, measure, merge};
use verify::{Domain, Universe, VerifyError};

fn measured(ending: &str) -> Measured {
    let (recognizer, _) = recognizers::find(ending.parse().unwrap()).unwrap();
    measure(recognizer, &|_, _| ()).unwrap()
}

/// Asserts that embedded and measured distances are equal: lines of the text, and the file beside
/// the mined table if there is one.
fn assert_as_embedded(ending: &str) {
    let measured = measured(ending);
    let (recognizer, _) = recognizers::find(ending.parse().unwrap()).unwrap();
    let name = recognizer.mineable().map(Mineable::name);
    assert!(!measured.rules.is_empty());
    assert_eq!(merge(DISTANCES, std::slice::from_ref(&measured)).unwrap(), DISTANCES, "{ending}");
    let path = |name| format!("{}/../data/recognizers/{name}.distances", env!("CARGO_MANIFEST_DIR"));
    let embedded = name.map(|name| std::fs::read(path(name)).unwrap());
    assert!(
        measured.leaf_file() == embedded,
        "the distances beside the mined table of {ending} are out of date"
    );
    // Recognizers report the embedded distances.
    for leaf in &measured.leaves {
        assert_eq!(
            recognizer.tree().unwrap().distance(leaf.leaf),
            leaf.both().distance(),
            "leaf {}",
            leaf.leaf
        );
    }
}

#[test]
fn small_endings_are_as_embedded() {
    assert_as_embedded("KPvK");
    assert_as_embedded("KBvKP");
    assert_as_embedded("KRvKB");
}

#[test]
#[ignore = "measures all other endings of four pieces: half a minute on an idle machine"]
fn all_endings_of_four_men_are_as_embedded() {
    for recognizer in RECOGNIZERS.into_iter().filter(|recognizer| recognizer.material().men() <= 4) {
        assert_as_embedded(&recognizer.material().to_string());
    }
}

#[test]
#[ignore = "solves all endings of five pieces: a quarter of an hour"]
fn five_men_are_as_embedded() {
    let materials = RECOGNIZERS.into_iter().map(Recognizer::material);
    let mut measured = 0;
    for material in materials.filter(|material| material.men() == 5 && is_wanted(*material)) {
        assert_as_embedded(&material.to_string());
        measured += 1;
    }
    assert!(measured > 0, "no such ending");
}

/// The slow reference: positions one by one, as an engine queries them.
#[test]
fn position_by_position_results_are_equal_and_no_win_is_farther_than_its_verdict_allows() {
    for ending in ["KPvK", "KQvKR"] {
        let (recognizer, _) = recognizers::find(ending.parse().unwrap()).unwrap();
        let mut tables = DtzTables::new();
        tables.build_all(&[recognizer.material()]).unwrap();
        let mut sums: BTreeMap<(usize, bool), Plies> = BTreeMap::new();
        let domain = Domain::new(recognizer.material(), Universe::All).unwrap();
        for chunk in 0..domain.chunks() {
            domain.visit(chunk, |position| {
                let Some(verdict) = judge_placement(position) else { return };
                if !matches!(verdict.bound, Bound::Win | Bound::Loss) {
                    assert_eq!(verdict.distance(), None);
                    return;
                }
                let plies = tables.dtz(position).unwrap().0.unsigned_abs();
                let distance = verdict.distance().unwrap();
                assert!(plies <= u16::from(distance.greatest), "{position:?}");
                // The strong side is White in both.
                let is_weak = position.side_to_move() == Color::Black;
                let sum = sums.entry((verdict.rule.index(), is_weak)).or_default();
                sum.positions += 1;
                sum.sum += u64::from(plies);
                sum.greatest = sum.greatest.max(plies);
            });
        }
        let lines = measured(&recognizer.material().to_string()).rules;
        let found: Vec<(u64, f64, u16)> =
            lines.iter().map(|line| (line.positions, line.mean, u16::from(line.greatest))).collect();
        let expected: Vec<_> = sums.values().map(|sum| (sum.positions, sum.mean(), sum.greatest)).collect();
        assert_eq!(found, expected);
    }
}

/// The features of a recognizer that needs none.
struct Anything;

impl From<&View> for Anything {
    fn from(_: &View) -> Self {
        Self
    }
}

const ALWAYS: Rule = Rule::new("always", None, Outcome::StrongWins, "It is always so.", "nowhere");
static RULES: RuleBook<Anything> = RuleBook::new(&[Named::new(ALWAYS, |_| true)]);
static ALWAYS_WON: Recognizer = Recognizer::new(&[Piece::Pawn], &[], &RULES);

#[test]
fn false_wins_are_no_distances() {
    let error = measure(&ALWAYS_WON, &|_, _| ()).err().unwrap();
    assert!(matches!(error, VerifyError::NotWon("always", 54_394)), "{error}");
}

#[test]
fn only_lines_of_endings_that_were_measured_change() {
    let measured = [measured("KNNvK")];
    let knnk = |line: &&str| line.starts_with("KNNvK ");
    let without: String = DISTANCES.split_inclusive('\n').filter(|line| !knnk(line)).collect();
    assert_eq!(merge(&without, &measured).unwrap(), DISTANCES);
    let spoiled = DISTANCES.replacen("KNNvK   strong ", "KNNvK   either ", 1);
    assert_eq!(merge(&spoiled, &measured).unwrap_err().column, "winner");
    let alone = parse_distances(&merge("", &measured).unwrap()).unwrap();
    assert_eq!(alone.len(), DISTANCES.lines().filter(knnk).count());
}
