//! Audits through the library: correct recognizers pass, false ones are caught.

use crate::wanted::is_wanted;

use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use board::{Material, Piece};
use recognizers::{LISTED, Named, Outcome, RECOGNIZERS, Recognizer, Rule, RuleBook, View};
use tbgen::TableFolders;
use verify::audit::published;
use verify::files::Check;
use verify::report::seal::to_json;
use verify::{Audit, Domain, Examples, OracleKind, Report, Shard, Truth, Universe};

/// The program name in the reports of these tests.
const BUILD: &str = "test";

/// An audit of everything, with each rule also checked on its own.
fn whole<'a>(recognizer: &'static Recognizer, truth: &'a Truth) -> Audit<'a> {
    Audit {
        recognizer,
        truth,
        universe: Universe::All,
        shard: Shard::WHOLE,
        named_only: false,
        each_rule: true,
        examples: Examples { wrong: 3, missed: 3, spotted: 1 },
        build: BUILD,
        progress: &|_, _| {},
    }
}

fn run(recognizer: &'static Recognizer, universe: Universe, threads: usize, truth: &Truth) -> Report {
    report(&Audit { universe, ..whole(recognizer, truth) }, threads)
}

/// The report of an audit with this number of threads.
fn report(audit: &Audit, threads: usize) -> Report {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    Report::new(pool.install(|| verify::audit(audit)), 0.0)
}

fn find(ending: &str) -> &'static Recognizer {
    recognizers::find(ending.parse().unwrap()).unwrap().0
}

fn kpk() -> &'static Recognizer {
    find("KPvK")
}

fn kbkp() -> &'static Recognizer {
    find("KBvKP")
}

fn built(recognizer: &Recognizer) -> Truth {
    Truth::open(OracleKind::Tbgen, recognizer.material(), &TableFolders::default()).unwrap()
}

/// The recognizers whose endings are small enough for every test run.
fn small() -> impl Iterator<Item = &'static Recognizer> {
    RECOGNIZERS.into_iter().filter(|recognizer| recognizer.material().men() <= 4)
}

/// The audits of the small endings, run once for all tests.
static SMALL: LazyLock<Vec<Report>> = LazyLock::new(|| {
    small().map(|recognizer| run(recognizer, Universe::All, 2, &built(recognizer))).collect()
});

/// Asserts that the report is as in its snapshot.
fn assert_as_before(report: &Report, universe: Universe) {
    assert!(report.is_proved(), "{}", report.to_text(false));
    insta::assert_snapshot!(format!("{}-{universe}", report.subject.material), report.to_text(false));
}

#[test]
fn every_small_recognizer_is_proved_and_does_what_it_did() {
    for report in SMALL.iter() {
        assert_as_before(report, Universe::All);
    }
    for recognizer in small().filter(|recognizer| published::ice(recognizer.material()).is_some()) {
        assert_as_before(&run(recognizer, Universe::Ice, 2, &built(recognizer)), Universe::Ice);
    }
}

#[test]
fn tables_fit_a_terminal_of_80_columns() {
    for report in SMALL.iter() {
        let text = report.to_text(true);
        let widest = text.lines().max_by_key(|line| line.chars().count()).unwrap();
        assert!(widest.chars().count() <= 80, "{}: {widest}", report.subject.material);
    }
}

/// A map with 100 % on every square is replaced by a sentence.
#[test]
fn maps_of_a_page_show_a_difference() {
    let mut boards = 0;
    for report in SMALL.iter() {
        let page = verify::report::html::page(std::slice::from_ref(report), &[]);
        for figure in page.split("<figure>").skip(1).filter(|figure| figure.contains("class=\"share\"")) {
            let figure = figure.split("</figure>").next().unwrap();
            let shares = figure.split("class=\"share\" fill=\"").skip(1);
            let shares: Vec<&str> =
                shares.map(|share| &share[share.find('>').unwrap()..share.find('<').unwrap()]).collect();
            assert!(shares.iter().any(|share| *share != ">100"), "{}: {figure}", report.subject.material);
            boards += 1;
        }
    }
    assert!(boards > 0, "some boards are left");
}

#[test]
fn bishop_against_pawn_beats_the_published_figure() {
    let report = run(kbkp(), Universe::Ice, 2, &built(kbkp()));
    assert_eq!((report.draws.all, report.strong_wins.all + report.weak_wins.all), (6_963_523, 1_248_570));
    assert!(report.draws.named > 6_355_575);
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let truth = built(kpk());
    let reports = [1, 2, 3].map(|threads| run(kpk(), Universe::All, threads, &truth).to_text(false));
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0], reports[2]);
}

/// The features of a recognizer that needs none.
struct Anything;

impl From<&View> for Anything {
    fn from(_: &View) -> Self {
        Self
    }
}

const fn always(outcome: Outcome) -> Named<Anything> {
    Named::new(Rule::new("always", None, outcome, "It is always so.", "nowhere"), |_| true)
}

static DRAWN: RuleBook<Anything> = RuleBook::new(&[always(Outcome::Draw)]);
static NOT_LOST: RuleBook<Anything> = RuleBook::new(&[always(Outcome::StrongAtLeastDraw)]);
static BOTH: RuleBook<Anything> = RuleBook::new(&[always(Outcome::StrongAtLeastDraw), always(Outcome::Draw)]);

static ALWAYS_DRAWN: Recognizer = Recognizer::new(&[Piece::Pawn], &[], &DRAWN);
static NEVER_LOST: Recognizer = Recognizer::new(&[Piece::Pawn], &[], &NOT_LOST);
/// The second rule is false, but the first always applies before it.
static HIDDEN: Recognizer = Recognizer::new(&[Piece::Pawn], &[], &BOTH);

#[test]
fn a_false_rule_is_caught_with_examples() {
    let report = run(&ALWAYS_DRAWN, Universe::All, 2, &built(&ALWAYS_DRAWN));
    assert!(!report.is_proved());
    assert_eq!((report.wrong, report.draws.spotted()), (111_282, 54_394));
    assert_eq!(report.wrong_examples.len(), 3);
    let text = report.to_text(false);
    assert!(text.ends_with("NOT PROVED\n") && text.contains("claimed: draw (always)"), "{text}");
}

#[test]
fn a_true_bound_is_proved_but_is_no_result() {
    let report = run(&NEVER_LOST, Universe::All, 2, &built(&NEVER_LOST));
    assert!(report.is_proved());
    assert_eq!((report.bounded, report.draws.spotted(), report.strong_wins.spotted()), (165_676, 0, 0));
}

#[test]
fn a_false_rule_is_caught_even_behind_a_true_one() {
    let report = run(&HIDDEN, Universe::All, 2, &built(&HIDDEN));
    assert_eq!(report.wrong, 0);
    assert!(!report.is_proved());
}

#[test]
fn a_false_rule_is_caught_in_order_without_asking_each_alone() {
    let truth = built(&ALWAYS_DRAWN);
    let report = report(&Audit { each_rule: false, ..whole(&ALWAYS_DRAWN, &truth) }, 2);
    assert!(!report.is_proved());
    assert_eq!((report.rules[0].spoke, report.rules[0].wrong), (165_676, 111_282));
    assert_eq!(report.rules[0].holds, None);
}

static NO_RULES: RuleBook<Anything> = RuleBook::new(&[]);

/// Recognizers without rules for endings that are hard to count: identical pieces, a king on the
/// diagonal, symmetric pawns.
static SILENT: [Recognizer; 6] = [
    Recognizer::new(&[Piece::Rook], &[], &NO_RULES),
    Recognizer::new(&[Piece::Pawn], &[], &NO_RULES),
    Recognizer::new(&[Piece::Knight, Piece::Knight], &[], &NO_RULES),
    Recognizer::new(&[Piece::Bishop], &[Piece::Knight], &NO_RULES),
    Recognizer::new(&[Piece::Pawn, Piece::Pawn], &[], &NO_RULES),
    Recognizer::new(&[Piece::Pawn], &[Piece::Pawn], &NO_RULES),
];

#[test]
fn rows_count_the_positions_that_plain_enumeration_counts() {
    for recognizer in &SILENT {
        let truth = built(recognizer);
        for universe in [Universe::All, Universe::Ice] {
            let report = report(&Audit { universe, ..whole(recognizer, &truth) }, 2);
            let domain = Domain::new(recognizer.material(), universe).unwrap();
            let mut positions = 0;
            for chunk in 0..domain.chunks() {
                domain.visit(chunk, |_| positions += 1);
            }
            assert_eq!(report.positions, positions, "{} {universe}", report.subject.material);
            assert_eq!(report.unanswered, 0);
            let classes = [report.draws, report.strong_wins, report.weak_wins];
            assert_eq!(classes.iter().map(|class| class.all).sum::<u64>() + report.cursed, positions);
        }
    }
}

#[test]
fn the_parts_of_an_audit_add_up_to_the_whole_and_no_others_do() {
    let truth = built(kpk());
    let part = |number, of, build| {
        let shard = Shard { number, of };
        let report = report(&Audit { shard, build, ..whole(kpk(), &truth) }, 2);
        assert!(report.positions < 165_676);
        (format!("{number}-of-{of}-by-{build}"), to_json(&[report]).unwrap())
    };
    let parts = [1, 2, 3].map(|number| part(number, 3, BUILD));
    let merged = Report::merge(&parts, BUILD).unwrap();
    let all = report(&whole(kpk(), &truth), 2);
    assert_eq!(merged.len(), 1);
    assert_eq!(merged[0].to_text(false), all.to_text(false));
    assert_eq!(merged[0].squares_to_text(), all.squares_to_text());

    let refusal = |parts: &[(String, String)]| Report::merge(parts, BUILD).unwrap_err().to_string();
    assert!(refusal(&parts[..2]).contains("missing parts: 3/3"), "{}", refusal(&parts[..2]));
    let [a, b, c] = parts;
    assert!(refusal(&[a.clone(), b.clone(), b.clone(), c.clone()]).contains("part 2/3 is in both"));
    assert!(refusal(&[a.clone(), b.clone(), part(3, 3, "other")]).contains("made by build other"));
    assert!(refusal(&[a.clone(), b, part(3, 4, BUILD)]).contains("not parts of the same audit"));
    let garbled = ("garbled".to_owned(), a.1[..a.1.len() / 2].to_owned());
    assert!(refusal(&[garbled]).contains("`garbled` is not a report"));
    assert!(refusal(&[]).contains("no reports"));
}

#[test]
fn syzygy_files_and_our_tables_agree_on_bishop_against_pawn() {
    let Some(folder) = reference::path("syzygy") else { return };
    let material = kbkp().material();
    let truth = Truth::open(OracleKind::Both, material, &TableFolders::compared(&[&folder])).unwrap();
    let report = run(kbkp(), Universe::All, 2, &truth);
    assert_eq!(report.disagreements, 0);
    assert!(report.is_proved());
}

/// Identical pieces, symmetric endings, pawns of both sides, capturing promotions.
#[test]
fn unpacked_files_agree_with_our_tables() {
    let Some(folder) = reference::path("syzygy") else { return };
    let names = ["KQvK", "KPvK", "KNNvK", "KRvKR", "KPPvK", "KPvKP", "KNvKP"];
    let endings = names.map(|name| name.parse::<Material>().unwrap());
    let mut check = Check::new(&folder, &endings, 101).unwrap();
    for material in check.endings().to_vec() {
        let most_parts = AtomicUsize::new(0);
        let checked = check
            .ending(material, &|parts, all| {
                assert!((1..=all).contains(&parts));
                most_parts.fetch_max(parts, Ordering::Relaxed);
            })
            .unwrap();
        assert!(checked.built > 0 && checked.named.is_empty(), "{checked}");
        assert!(
            checked.read.is_none_or(|positions| positions > 0 && most_parts.into_inner() > 0),
            "{checked}"
        );
    }
}

/// Recognizers without rules for the endings of five pieces that iCE counted.
static FIVE_MEN: [Recognizer; 2] = [
    Recognizer::new(&[Piece::Bishop, Piece::Knight], &[Piece::Knight], &NO_RULES),
    Recognizer::new(&[Piece::Rook, Piece::Pawn], &[Piece::Rook], &NO_RULES),
];

#[test]
#[ignore = "half a billion positions: half a minute of CPU time"]
fn files_of_five_men_hold_as_many_draws_as_were_counted_for_ice() {
    let Some(folder) = reference::path("syzygy") else { return };
    for recognizer in &FIVE_MEN {
        let truth =
            Truth::open(OracleKind::Syzygy, recognizer.material(), &TableFolders::compared(&[&folder]))
                .unwrap();
        let audit = Audit { universe: Universe::Ice, each_rule: false, ..whole(recognizer, &truth) };
        let report = report(&audit, 2);
        assert!(report.expected_draws.is_some() && report.is_proved(), "{}", report.to_text(false));
    }
}

/// Solves an ending of five pieces and audits its recognizer.
fn prove(recognizer: &'static Recognizer, universe: Universe) {
    let truth = built(recognizer);
    let audit = Audit { universe, each_rule: false, ..whole(recognizer, &truth) };
    assert_as_before(&report(&audit, 2), universe);
}

fn prove_as_ice_counted(ending: &str) {
    prove(find(ending), Universe::Ice);
}

#[test]
#[ignore = "solves KBNvKN and audits 220 million positions: a minute of CPU time, 1 GB"]
fn kbnkn_is_proved_as_ice_counted_and_does_what_it_did() {
    prove_as_ice_counted("KBNvKN");
}

#[test]
#[ignore = "solves KRPvKR and audits 483 million positions: two minutes of CPU time, 1.1 GB"]
fn krpkr_is_proved_as_ice_counted_and_does_what_it_did() {
    prove_as_ice_counted("KRPvKR");
}

#[test]
#[ignore = "every recognizer of five pieces in our own universe: minutes of CPU time, 1.5 GB"]
fn five_men_are_proved_everywhere_and_do_what_they_did() {
    let endings = RECOGNIZERS.into_iter().filter(|r| r.material().men() == 5 && is_wanted(r.material()));
    assert!(endings.map(|recognizer| prove(recognizer, Universe::All)).count() > 0, "no such ending");
}

#[test]
#[ignore = "the mined tables of all endings without rules: an hour of CPU time, 1.5 GB"]
fn endings_without_rules_are_proved_everywhere() {
    let mut proved = 0;
    for recognizer in LISTED.into_iter().filter(|r| r.tree().is_some() && is_wanted(r.material())) {
        let truth = built(recognizer);
        let report = report(&Audit { each_rule: false, ..whole(recognizer, &truth) }, 2);
        assert!(report.is_proved(), "{}", report.to_text(false));
        proved += 1;
    }
    assert!(proved > 0, "no such ending");
}
