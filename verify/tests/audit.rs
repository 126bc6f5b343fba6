//! Audits through the library: the true recognizers pass, false ones are caught.

use std::path::PathBuf;

use board::Piece;
use recognizers::{Outcome, RECOGNIZERS, Recognizer, Rule, RuleBook, View, kbkp, kpk};
use verify::report::grouped;
use verify::{Audit, OracleKind, Oracles, Report, Universe, audit};

fn run(recognizer: &'static dyn Recognizer, universe: Universe, threads: usize, oracles: &Oracles) -> Report {
    audit(&Audit { recognizer, oracles, universe, threads, examples: 3, progress: &|_, _| {} }).unwrap()
}

fn built(recognizer: &dyn Recognizer) -> Oracles {
    Oracles::open(OracleKind::Tbgen, recognizer.material(), None).unwrap()
}

/// The recognizers whose endings are small enough for every run of the tests.
fn small() -> impl Iterator<Item = &'static dyn Recognizer> {
    RECOGNIZERS.into_iter().filter(|recognizer| recognizer.material().men() <= 4)
}

#[test]
fn every_small_recognizer_is_proved_and_does_what_it_did() {
    for recognizer in small() {
        let oracles = built(recognizer);
        for universe in [Universe::All, Universe::Ice] {
            let report = run(recognizer, universe, 2, &oracles);
            assert!(report.is_proved(), "{}", report.to_text(false));
            insta::assert_snapshot!(format!("{}-{universe}", report.material), report.to_text(false));
        }
    }
}

#[test]
fn bishop_against_pawn_beats_the_published_figure() {
    let report = run(&kbkp::RECOGNIZER, Universe::Ice, 2, &built(&kbkp::RECOGNIZER));
    assert_eq!((report.draws.all, report.strong_wins.all + report.weak_wins.all), (6_963_523, 1_248_570));
    assert!(report.draws.spotted > 6_355_575);
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let oracles = built(&kpk::RECOGNIZER);
    let reports =
        [1, 2, 3].map(|threads| run(&kpk::RECOGNIZER, Universe::All, threads, &oracles).to_text(false));
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0], reports[2]);
}

/// A recognizer that needs to know nothing.
struct Anything;

impl From<&View> for Anything {
    fn from(_: &View) -> Self {
        Self
    }
}

const fn always(outcome: Outcome) -> (Rule, fn(&Anything) -> bool) {
    let rule = Rule { name: "always", claim: "It is always so.", source: "nowhere", to_move: None, outcome };
    (rule, |_| true)
}

static ALWAYS_DRAWN: RuleBook<Anything> = RuleBook::new(&[Piece::Pawn], &[], &[always(Outcome::Draw)]);
static NEVER_LOST: RuleBook<Anything> =
    RuleBook::new(&[Piece::Pawn], &[], &[always(Outcome::StrongAtLeastDraw)]);
/// The second rule is false, but the first always speaks before it.
static HIDDEN: RuleBook<Anything> =
    RuleBook::new(&[Piece::Pawn], &[], &[always(Outcome::StrongAtLeastDraw), always(Outcome::Draw)]);

#[test]
fn a_false_rule_is_caught_with_examples() {
    let report = run(&ALWAYS_DRAWN, Universe::All, 2, &built(&ALWAYS_DRAWN));
    assert!(!report.is_proved());
    assert_eq!((report.wrong, report.draws.spotted), (111_282, 54_394));
    assert_eq!(report.wrong_examples.len(), 3);
    let text = report.to_text(false);
    assert!(text.ends_with("NOT PROVED\n") && text.contains("claimed: draw (always)"), "{text}");
}

#[test]
fn a_true_bound_is_proved_but_is_no_result() {
    let report = run(&NEVER_LOST, Universe::All, 2, &built(&NEVER_LOST));
    assert!(report.is_proved());
    assert_eq!((report.bounded, report.draws.spotted, report.strong_wins.spotted), (165_676, 0, 0));
}

#[test]
fn a_false_rule_is_caught_even_behind_a_true_one() {
    let report = run(&HIDDEN, Universe::All, 2, &built(&HIDDEN));
    assert_eq!(report.wrong, 0);
    assert!(!report.is_proved());
}

#[test]
fn syzygy_files_and_our_tables_agree_on_bishop_against_pawn() {
    let Some(folder) = shared("syzygy") else { return };
    let material = kbkp::RECOGNIZER.material();
    let oracles = Oracles::open(OracleKind::Both, material, Some(&folder)).unwrap();
    let report = run(&kbkp::RECOGNIZER, Universe::All, 2, &oracles);
    assert_eq!(report.disagreements, 0);
    assert!(report.is_proved());
}

/// Test material that is not part of the sources.
fn shared(name: &str) -> Option<PathBuf> {
    let workspace = PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent()?.to_owned();
    let shared =
        std::env::var_os("VANCURA_SHARED").map_or_else(|| workspace.join("../shared"), PathBuf::from);
    let folder = shared.join(name);
    if !folder.is_dir() {
        eprintln!("SKIPPED: {} is not there (set VANCURA_SHARED)", folder.display());
        return None;
    }
    Some(folder)
}

#[test]
fn the_figures_in_the_documentation_are_those_of_the_audit() {
    let sources = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../recognizers");
    let files = ["README.md", "src/kpk.rs", "src/kbkp/attacker.rs", "src/kbkp/defender.rs"];
    let words = files.map(|file| std::fs::read_to_string(sources.join(file)).unwrap()).join("\n");
    let words = words.replace("///", " ").split_whitespace().collect::<Vec<_>>().join(" ");
    for recognizer in small() {
        let report = run(recognizer, Universe::All, 2, &built(recognizer));
        for rule in &report.rules[..recognizer.rule_count()] {
            let line = format!(
                "{}: asked {}, spoke {}, wrong {}; asked about everything it speaks on {}, wrong {}.",
                report.material,
                grouped(rule.asked),
                grouped(rule.spoke),
                rule.wrong,
                grouped(rule.holds),
                rule.wrong_alone
            );
            assert!(words.contains(&line), "{}: not documented: {line}", rule.name);
        }
        let wins = report.strong_wins.spotted + report.weak_wins.spotted;
        let all_wins = report.strong_wins.all + report.weak_wins.all;
        for (spotted, all) in [(report.draws.spotted, report.draws.all), (wins, all_wins)] {
            let line = format!("{} of {}", grouped(spotted), grouped(all));
            assert!(words.contains(&line), "{}: not in the README: {line}", report.material);
        }
    }
}
