//! One false claim about one position is caught, in every layer of every ending.

use std::sync::atomic::{AtomicUsize, Ordering};

use board::random::Random;
use board::{BitBoard, Material};
use recognizers::mined::{Mineable, Tree};
use recognizers::{
    Bound, Checked, Distance, InSearch, Layer, RECOGNIZERS, Recognizer, Row, Rule, RuleSet, Signature,
    Verdict, View, kbkp, kpk,
};
use tbgen::TableFolders;
use verify::{Audit, Examples, OracleKind, Report, Shard, Truth, Universe};

/// A recognizer with one false claim.
struct Spoiled {
    inner: &'static dyn Recognizer,
    /// The layer with the false claim.
    layer: Layer,
    /// The number of verdicts on rows so far.
    spoken: AtomicUsize,
    /// The index of the false verdict, which is false for the first of its positions.
    lie: usize,
}

impl Spoiled {
    /// Passes a verdict of a layer with these squares to the audit.
    fn say(&self, layer: Layer, verdict: Verdict, squares: BitBoard, say: &mut dyn FnMut(Verdict, BitBoard)) {
        if layer != self.layer || self.spoken.fetch_add(1, Ordering::Relaxed) != self.lie {
            return say(verdict, squares);
        }
        let one = squares.into_iter().next().expect("a verdict is about some position").bitboard();
        let mut lie = verdict;
        lie.bound = match verdict.bound {
            Bound::Win | Bound::Loss => Bound::Draw,
            Bound::Draw | Bound::AtMostDraw => Bound::Win,
            Bound::AtLeastDraw => Bound::Loss,
        };
        say(lie, one);
        say(verdict, squares - one);
    }
}

impl Recognizer for Spoiled {
    fn material(&self) -> Material {
        self.inner.material()
    }

    fn signature(&self) -> Signature {
        self.inner.signature()
    }

    fn rule_count(&self) -> usize {
        self.inner.rule_count()
    }

    fn mined_rule_count(&self) -> usize {
        self.inner.mined_rule_count()
    }

    fn rule(&self, index: usize) -> &'static Rule {
        self.inner.rule(index)
    }

    fn judge_named(&'static self, view: &View) -> Option<Verdict> {
        self.inner.judge_named(view)
    }

    fn judge_row(&'static self, row: &Row, say: &mut dyn FnMut(Verdict, BitBoard)) {
        self.inner.judge_row(row, &mut |verdict, squares| self.say(Layer::Named, verdict, squares, say));
    }

    fn judge_mined(&'static self, view: &View) -> Option<Verdict> {
        self.inner.judge_mined(view)
    }

    fn judge_mined_row(&'static self, row: &Row, say: &mut dyn FnMut(Verdict, BitBoard)) {
        self.inner
            .judge_mined_row(row, &mut |verdict, squares| self.say(Layer::Mined, verdict, squares, say));
    }

    fn rules_that_hold(&self, view: &View) -> RuleSet {
        self.inner.rules_that_hold(view)
    }

    fn rules_that_hold_in_row(&self, row: &Row, say: &mut dyn FnMut(usize, BitBoard)) {
        self.inner.rules_that_hold_in_row(row, say);
    }

    fn distance(&'static self, verdict: &Verdict) -> Option<Distance> {
        self.inner.distance(verdict)
    }

    fn tree(&self) -> Option<&Tree> {
        self.inner.tree()
    }

    fn in_search(&self) -> InSearch {
        self.inner.in_search()
    }

    fn mineable(&self) -> Option<&'static dyn Mineable> {
        self.inner.mineable()
    }

    fn conditions(&self, index: usize, view: &View) -> Vec<Checked> {
        self.inner.conditions(index, view)
    }

    fn path(&self, leaf: usize, view: &View) -> Vec<String> {
        self.inner.path(leaf, view)
    }
}

/// Audits a recognizer whose layer makes a false claim in this verdict, and returns the report and
/// the number of the layer's verdicts.
fn audited(inner: &'static dyn Recognizer, layer: Layer, lie: usize, truth: &Truth) -> (Report, usize) {
    let spoiled: &'static Spoiled =
        Box::leak(Box::new(Spoiled { inner, layer, spoken: AtomicUsize::new(0), lie }));
    let audit = Audit {
        recognizer: spoiled,
        truth,
        universe: Universe::All,
        shard: Shard::WHOLE,
        named_only: false,
        each_rule: false,
        examples: Examples { wrong: 3, missed: 0, spotted: 0 },
        build: "test",
        progress: &|_, _| {},
    };
    (Report::new(verify::audit(&audit), 0.0), spoiled.spoken.load(Ordering::Relaxed))
}

/// Spoils each layer of an ending that announces anything, and returns the number of such layers.
fn spoil(inner: &'static dyn Recognizer) -> usize {
    let truth = Truth::open(OracleKind::Tbgen, inner.material(), &TableFolders::default()).unwrap();
    let name = inner.material().to_string();
    let mut random = Random::stream(21, name.bytes().fold(0, |number, byte| number << 8 | u64::from(byte)));
    let mut spoil = |layer| {
        let (honest, spoken) = audited(inner, layer, usize::MAX, &truth);
        assert!(honest.is_proved(), "{}", honest.to_text(false));
        if spoken == 0 {
            return 0;
        }
        let (report, _) = audited(inner, layer, random.below(spoken), &truth);
        let text = report.to_text(false);
        assert!(!report.is_proved() && report.wrong == 1, "{layer:?} of {name}: {text}");
        assert_eq!(report.wrong_examples.len(), 1, "{text}");
        1
    };
    spoil(Layer::Named) + spoil(Layer::Mined)
}

#[test]
fn one_lie_of_a_layer_is_caught() {
    assert_eq!((spoil(&kpk::RECOGNIZER), spoil(&kbkp::RECOGNIZER)), (2, 2));
}

#[test]
#[ignore = "minutes: walks through each ending up to four times"]
fn one_lie_of_a_layer_of_any_ending_is_caught() {
    let layers: usize = RECOGNIZERS.into_iter().map(spoil).sum();
    assert!(layers > RECOGNIZERS.len(), "{layers} layers of {} endings", RECOGNIZERS.len());
}
