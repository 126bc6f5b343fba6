//! Recognizers in two layers, named rules and then a mined table; what they announce, and which
//! rule made them say so.

use std::fmt;
use std::sync::OnceLock;

use board::{BitBoard, Material, Piece};
use serde::Serialize;

use super::book::{RuleBook, RuleSet, Rules};
use super::signature::Signature;
use crate::mined::{Answer, MINED_RULES, Mineable, Mined, Tree};
use crate::rule::distance::OfRule;
use crate::rule::{Bound, Checked, DISTANCES, Distance, Row, Rule, Side, View, parse_distances};

/// Announces results of one ending from rules alone, and is never wrong.
///
/// Rules are numbered through both layers: the named ones first, in the order of asking, then those
/// that stand for the mined table, if there is one: one for each result that it can announce.
pub struct Recognizer {
    strong: &'static [Piece],
    weak: &'static [Piece],
    signature: Signature,
    named: &'static dyn Rules,
    mined: Option<&'static dyn Mined>,
    in_search: InSearch,
    /// How far the wins of each rule of both layers are, once somebody has asked.
    distances: OnceLock<Box<[OfRule]>>,
}

/// What rules see that look at nothing: for endings that a table alone knows.
struct Unseen;

impl From<&View> for Unseen {
    fn from(_: &View) -> Self {
        Self
    }
}

static NO_RULES: RuleBook<Unseen> = RuleBook::new(&[]);

impl Recognizer {
    /// The rules of an ending given by each side's pieces and pawns.
    pub const fn new(strong: &'static [Piece], weak: &'static [Piece], named: &'static dyn Rules) -> Self {
        let signature = Signature::of_men(strong, weak);
        Self {
            strong,
            weak,
            signature,
            named,
            mined: None,
            in_search: InSearch::All,
            distances: OnceLock::new(),
        }
    }

    /// An ending that a mined table alone knows.
    pub(crate) const fn of_table(
        strong: &'static [Piece],
        weak: &'static [Piece],
        mined: &'static dyn Mined,
    ) -> Self {
        Self::new(strong, weak, &NO_RULES).with_mined(mined)
    }

    /// The same rules with a mined table to be asked when all of them are silent.
    pub const fn with_mined(mut self, mined: &'static dyn Mined) -> Self {
        self.mined = Some(mined);
        self
    }

    /// The same rules and table, of which a search asks for this only.
    pub(crate) const fn asked_in_search(mut self, in_search: InSearch) -> Self {
        self.in_search = in_search;
        self
    }

    /// The ending, the strong side being White.
    pub fn material(&self) -> Material {
        Material::new(self.strong, self.weak)
    }

    /// The ending as a number, the strong side's men first.
    pub(crate) fn signature(&self) -> Signature {
        self.signature
    }

    /// The named rules.
    pub fn named(&self) -> &'static dyn Rules {
        self.named
    }

    /// The mined table.
    pub fn mined(&self) -> Option<&'static dyn Mined> {
        self.mined
    }

    /// How many named rules there are.
    pub fn rule_count(&self) -> usize {
        self.named.count()
    }

    /// How many rules stand for the mined table: one for each entry of [`MINED_RULES`], or none
    /// without a table.
    pub fn mined_rule_count(&self) -> usize {
        if self.mined.is_some() { MINED_RULES.len() } else { 0 }
    }

    /// A rule.
    ///
    /// # Panics
    /// When `index` is not below the number of rules of both layers.
    pub fn rule(&self, index: usize) -> &'static Rule {
        let of_table = || {
            let mined = self.mined.expect("no rule has this index");
            &mined.rules()[index - self.rule_count()]
        };
        self.named.rule(index).unwrap_or_else(of_table)
    }

    /// The layer of a rule.
    pub fn layer(&self, index: usize) -> Layer {
        if index < self.rule_count() { Layer::Named } else { Layer::Mined }
    }

    /// What is known about a position of this material: what the first named rule that speaks says,
    /// else what the mined table says.
    #[inline]
    pub fn judge(&'static self, view: &View) -> Option<Verdict> {
        self.judge_named(view).or_else(|| self.judge_mined(view))
    }

    /// What the first named rule that speaks says.
    #[inline]
    pub fn judge_named(&'static self, view: &View) -> Option<Verdict> {
        self.named.first(view).map(|(index, outcome)| self.verdict(index, outcome.bound(view.to_move())))
    }

    /// What the first named rule that speaks says about each position of a row: `say` is given a
    /// verdict and the squares of the row's man with which it holds, each square at most once.
    pub fn judge_row(&'static self, row: &Row, say: &mut dyn FnMut(Verdict, BitBoard)) {
        let to_move = row.to_move();
        self.named.first_in_row(row, &mut |(index, outcome), squares| {
            say(self.verdict(index, outcome.bound(to_move)), squares);
        });
    }

    /// What the mined table says, whatever the named rules say: it is true on its own.
    #[inline]
    pub fn judge_mined(&'static self, view: &View) -> Option<Verdict> {
        Some(self.mined_verdict(self.mined?.answer(view)?, view.to_move()))
    }

    /// What the mined table says about each position of a row, told as [`Recognizer::judge_row`]
    /// tells it.
    pub fn judge_mined_row(&'static self, row: &Row, say: &mut dyn FnMut(Verdict, BitBoard)) {
        if let Some(mined) = self.mined {
            let to_move = row.to_move();
            mined.row(row, &mut |answer, squares| say(self.mined_verdict(answer, to_move), squares));
        }
    }

    #[inline]
    fn verdict(&'static self, number: usize, bound: Bound) -> Verdict {
        Verdict { bound, rule: RuleId { recognizer: self, layer: Layer::Named, number }, leaf: 0 }
    }

    #[inline]
    fn mined_verdict(&'static self, Answer { outcome, leaf }: Answer, to_move: Side) -> Verdict {
        let number = MINED_RULES.iter().position(|&said| said == outcome).expect("tables announce no bounds");
        let rule = RuleId { recognizer: self, layer: Layer::Mined, number };
        Verdict { bound: outcome.bound(to_move), rule, leaf }
    }

    /// See [`Rules::holding`].
    pub fn rules_that_hold(&self, view: &View) -> RuleSet {
        self.named.holding(view)
    }

    /// See [`Rules::conditions`].
    pub fn conditions(&self, index: usize, view: &View) -> Vec<Checked> {
        self.named.conditions(index, view)
    }

    /// See [`Verdict::distance`].
    fn distance(&'static self, verdict: &Verdict) -> Option<Distance> {
        match self.tree() {
            // What is told of the whole table is for readers.
            Some(tree) if verdict.rule.layer == Layer::Mined => tree.distance(verdict.leaf as usize),
            _ => {
                let distances = self.distances.get_or_init(|| self.read_distances());
                distances[verdict.rule.index()].distance(verdict.bound)
            }
        }
    }

    /// What the embedded file says of each rule of both layers.
    fn read_distances(&self) -> Box<[OfRule]> {
        let lines = parse_distances(DISTANCES).unwrap_or_default();
        let rules = (0..self.rule_count() + self.mined_rule_count()).map(|index| self.rule(index));
        rules.map(|rule| OfRule::find(&lines, self.material(), rule)).collect()
    }

    /// The tree of the mined table, if there is one and it is sound.
    pub fn tree(&self) -> Option<&Tree> {
        self.mined?.tree()
    }

    /// What a search asks of it.
    pub fn in_search(&self) -> InSearch {
        self.in_search
    }

    /// What is needed to mine the mined table anew, if it is one that is mined.
    pub fn mineable(&self) -> Option<&'static dyn Mineable> {
        self.mined?.mineable()
    }
}

/// What a search asks of a recognizer. Explanations and audits ask for everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InSearch {
    /// Nothing.
    Nothing,
    /// Draws, if the search begins with few men.
    DrawsAtFewMen,
    /// Everything, if the search begins with few men; with more, no games have been played with it.
    AtFewMen,
    /// The named rules, and the mined table if the search begins with few men.
    Rules,
    /// Everything.
    All,
}

/// The two layers of a recognizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Layer {
    /// Rules that a chess player can read.
    Named,
    /// The table that was mined from the solved ending.
    Mined,
}

/// One rule of one recognizer; a rule that stands for the mined table counts as one.
#[derive(Clone, Copy)]
pub struct RuleId {
    recognizer: &'static Recognizer,
    layer: Layer,
    /// Among the rules of its layer.
    number: usize,
}

impl RuleId {
    /// The rule itself.
    pub fn rule(self) -> &'static Rule {
        self.recognizer.rule(self.index())
    }

    /// The rule's name.
    pub fn name(self) -> &'static str {
        self.rule().name
    }

    /// The rule's place among its recognizer's rules, the order in which they are asked; the mined
    /// table comes last.
    pub fn index(self) -> usize {
        match self.layer {
            Layer::Named => self.number,
            Layer::Mined => self.recognizer.rule_count() + self.number,
        }
    }

    /// The layer of the rule.
    pub fn layer(self) -> Layer {
        self.layer
    }

    /// The ending the rule belongs to, under its table name.
    pub fn material(self) -> Material {
        self.recognizer.material().canonical().0
    }
}

impl PartialEq for RuleId {
    fn eq(&self, other: &Self) -> bool {
        self.layer == other.layer && self.number == other.number && self.material() == other.material()
    }
}

impl Eq for RuleId {}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.material(), self.name())
    }
}

impl fmt::Debug for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RuleId({self})")
    }
}

/// A recognizer's announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What is known, seen by the side to move.
    pub bound: Bound,
    /// Why.
    pub rule: RuleId,
    /// The leaf of a mined table that says so; 0 when there is none.
    leaf: u32,
}

impl Verdict {
    /// How far the win or loss is from the next capture, pawn move or mate: measured over all
    /// positions of the named rule, or of the leaf of a mined table, that gives the verdict. `None`
    /// for draws and bounds, and when nobody has measured it.
    ///
    /// Cheap: the leaf is known, nothing is searched again.
    ///
    /// ```
    /// use board::fen;
    /// // Lucena's position.
    /// let board = fen::parse("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1").unwrap();
    /// let verdict = vancura_recognizers::judge(&board).unwrap();
    /// let distance = verdict.distance().unwrap();
    /// assert!(0 < distance.mean && distance.mean <= distance.greatest && distance.greatest <= 100);
    /// ```
    pub fn distance(&self) -> Option<Distance> {
        self.rule.recognizer.distance(self)
    }

    /// The number of the leaf that gives the verdict, in the mined table's tree; `None` when no
    /// leaf does.
    pub fn leaf(&self) -> Option<usize> {
        let of_tree = self.rule.layer() == Layer::Mined && self.rule.recognizer.tree().is_some();
        of_tree.then_some(self.leaf as usize)
    }
}
