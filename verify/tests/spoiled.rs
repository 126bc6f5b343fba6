//! A single false claim on a single position is caught, in every layer of every ending.

use crate::wanted::is_wanted;

use std::sync::atomic::{AtomicUsize, Ordering};

use board::random::Random;
use board::{BitBoard, Color, Piece};
use recognizers::{
    Answer, Checked, Layer, MINED_RULES, Mined, Outcome, RECOGNIZERS, Recognizer, Row, Rule, RuleSet, Rules,
    View,
};
use tbgen::TableFolders;
use verify::{Audit, Examples, OracleKind, Report, Shard, Truth, Universe};

/// The rules and the table of a recognizer, with one false claim.
struct Spoiled {
    inner: &'static Recognizer,
    /// The layer with the false claim.
    layer: Layer,
    /// The number of verdicts on rows so far.
    spoken: AtomicUsize,
    /// The index of the false verdict, which is false for the first of its positions.
    lie: usize,
}

/// The rules of false claims, added after all others.
static LIES: [Rule; 2] = [
    Rule::new("a lie", None, Outcome::Draw, "It is drawn.", "nowhere"),
    Rule::new("another lie", None, Outcome::StrongWins, "It is won.", "nowhere"),
];

impl Spoiled {
    /// Passes on the verdict of a layer on these squares, or a false one for the first of them.
    fn say<T>(
        &self,
        layer: Layer,
        [truth, lie]: [T; 2],
        squares: BitBoard,
        say: &mut dyn FnMut(T, BitBoard),
    ) {
        if layer != self.layer || self.spoken.fetch_add(1, Ordering::Relaxed) != self.lie {
            return say(truth, squares);
        }
        let one = squares.into_iter().next().expect("a verdict is about some position").bitboard();
        say(lie, one);
        say(truth, squares - one);
    }
}

/// An outcome that contradicts this one.
fn false_outcome(outcome: Outcome) -> Outcome {
    if outcome == Outcome::Draw { Outcome::StrongWins } else { Outcome::Draw }
}

impl Rules for Spoiled {
    fn rule(&self, index: usize) -> Option<&'static Rule> {
        let inner = self.inner.named();
        inner.rule(index).or_else(|| LIES.get(index - inner.count()))
    }

    fn count(&self) -> usize {
        self.inner.rule_count() + LIES.len()
    }

    fn first(&self, view: &View) -> Option<(usize, Outcome)> {
        self.inner.named().first(view)
    }

    fn first_in_row(&self, row: &Row, say: &mut dyn FnMut((usize, Outcome), BitBoard)) {
        self.inner.named().first_in_row(row, &mut |(index, outcome), squares| {
            let lie = false_outcome(outcome);
            let liar = LIES.iter().position(|rule| rule.outcome == lie).expect("a rule for either lie");
            let said = [(index, outcome), (self.inner.rule_count() + liar, lie)];
            self.say(Layer::Named, said, squares, say);
        });
    }

    fn holding(&self, view: &View) -> RuleSet {
        self.inner.named().holding(view)
    }

    fn holding_in_row(&self, row: &Row, say: &mut dyn FnMut(usize, BitBoard)) {
        self.inner.named().holding_in_row(row, say);
    }

    fn conditions(&self, index: usize, view: &View) -> Vec<Checked> {
        self.inner.conditions(index, view)
    }
}

impl Spoiled {
    fn table(&self) -> &'static dyn Mined {
        self.inner.mined().expect("called only for endings with a table")
    }
}

impl Mined for Spoiled {
    fn rules(&self) -> &'static [Rule; MINED_RULES.len()] {
        self.table().rules()
    }

    fn answer(&self, view: &View) -> Option<Answer> {
        self.table().answer(view)
    }

    fn row(&self, row: &Row, say: &mut dyn FnMut(Answer, BitBoard)) {
        self.table().row(row, &mut |answer, squares| {
            let lie = Answer { outcome: false_outcome(answer.outcome), ..answer };
            self.say(Layer::Mined, [answer, lie], squares, say);
        });
    }
}

/// Audits a recognizer whose layer has this false verdict, and returns the report and the number of
/// verdicts of the layer on rows.
fn audited(inner: &'static Recognizer, layer: Layer, lie: usize, truth: &Truth) -> (Report, usize) {
    let spoiled: &'static Spoiled =
        Box::leak(Box::new(Spoiled { inner, layer, spoken: AtomicUsize::new(0), lie }));
    let [strong, weak] = Color::ALL.map(|color| {
        let pieces: &'static [Piece] = inner.material().pieces(color).collect::<Vec<_>>().leak();
        pieces
    });
    let mut recognizer = Recognizer::new(strong, weak, spoiled);
    if inner.mined().is_some() {
        recognizer = recognizer.with_mined(spoiled);
    }
    let audit = Audit {
        recognizer: Box::leak(Box::new(recognizer)),
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

/// Spoils each layer of an ending that has verdicts, and returns the number of these layers.
fn spoil(inner: &'static Recognizer) -> usize {
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

fn find(ending: &str) -> &'static Recognizer {
    recognizers::find(ending.parse().unwrap()).unwrap().0
}

#[test]
fn one_lie_of_a_layer_is_caught() {
    assert_eq!((spoil(find("KPvK")), spoil(find("KBvKP"))), (2, 2));
}

#[test]
#[ignore = "minutes: audits each ending up to four times"]
fn one_lie_of_a_layer_of_any_ending_is_caught() {
    let endings: Vec<_> = RECOGNIZERS.into_iter().filter(|inner| is_wanted(inner.material())).collect();
    assert!(!endings.is_empty(), "no such ending");
    let layers: usize = endings.iter().map(|inner| spoil(inner)).sum();
    assert!(layers > endings.len(), "{layers} layers of {} endings", endings.len());
}
