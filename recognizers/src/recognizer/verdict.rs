//! Recognizers and their verdicts: a bound and the rule that proves it.

use std::fmt;
use std::sync::OnceLock;

use board::{BitBoard, Material, Piece};
use serde::Serialize;

use super::book::{RuleBook, RuleSet, Rules};
use super::signature::Signature;
use crate::mined::{Answer, MINED_RULES, Mineable, Mined, Tree};
use crate::rule::distance::OfRule;
use crate::rule::{Bound, Checked, DISTANCES, Distance, Row, Rule, Side, View, parse_distances};

/// Gives results of one ending, from named rules and a mined table, and is never wrong.
///
/// Rules are numbered across both layers: first the named rules, in the order of testing, then
/// those that represent the mined table, one for each result that it can announce.
pub struct Recognizer {
    strong: &'static [Piece],
    weak: &'static [Piece],
    signature: Signature,
    named: &'static dyn Rules,
    mined: Option<&'static dyn Mined>,
    in_search: InSearch,
    /// The distances of each rule's wins in both layers, read on first use.
    distances: OnceLock<Box<[OfRule]>>,
}

/// The empty representation of positions, for endings without named rules.
struct Unseen;

impl From<&View> for Unseen {
    fn from(_: &View) -> Self {
        Self
    }
}

static NO_RULES: RuleBook<Unseen> = RuleBook::new(&[]);

impl Recognizer {
    /// The recognizer of an ending, given by each side's pieces and pawns, with these rules.
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

    /// The recognizer of an ending without named rules.
    pub(crate) const fn of_table(
        strong: &'static [Piece],
        weak: &'static [Piece],
        mined: &'static dyn Mined,
    ) -> Self {
        Self::new(strong, weak, &NO_RULES).with_mined(mined)
    }

    /// The same rules with a mined table, used where none of them applies.
    pub const fn with_mined(mut self, mined: &'static dyn Mined) -> Self {
        self.mined = Some(mined);
        self
    }

    /// The same recognizer, of which a search uses only this part.
    pub(crate) const fn asked_in_search(mut self, in_search: InSearch) -> Self {
        self.in_search = in_search;
        self
    }

    /// The ending, with the strong side as White.
    pub fn material(&self) -> Material {
        Material::new(self.strong, self.weak)
    }

    /// The ending as a number, the strong side's pieces first.
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

    /// Number of named rules.
    pub fn rule_count(&self) -> usize {
        self.named.count()
    }

    /// Number of rules that represent the mined table: one for each entry of [`MINED_RULES`], or
    /// none without a table.
    pub fn mined_rule_count(&self) -> usize {
        if self.mined.is_some() { MINED_RULES.len() } else { 0 }
    }

    /// A rule by index.
    ///
    /// # Panics
    /// If `index` is not below the number of rules of both layers.
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

    /// The verdict on a position of this material: by the first named rule that applies, otherwise
    /// by the mined table.
    #[inline]
    pub fn judge(&'static self, view: &View) -> Option<Verdict> {
        self.judge_named(view).or_else(|| self.judge_mined(view))
    }

    /// The verdict of the first named rule that applies.
    #[inline]
    pub fn judge_named(&'static self, view: &View) -> Option<Verdict> {
        self.named.first(view).map(|(index, outcome)| self.verdict(index, outcome.bound(view.to_move())))
    }

    /// The verdicts of the named rules on each position of a row: calls `say` with a verdict and
    /// the squares of the row's piece for which it is given, each square at most once.
    pub fn judge_row(&'static self, row: &Row, say: &mut dyn FnMut(Verdict, BitBoard)) {
        let to_move = row.to_move();
        self.named.first_in_row(row, &mut |(index, outcome), squares| {
            say(self.verdict(index, outcome.bound(to_move)), squares);
        });
    }

    /// The verdict of the mined table, which is true independent of the named rules.
    #[inline]
    pub fn judge_mined(&'static self, view: &View) -> Option<Verdict> {
        Some(self.mined_verdict(self.mined?.answer(view)?, view.to_move()))
    }

    /// The verdicts of the mined table on each position of a row, as in [`Recognizer::judge_row`].
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
            // The file's distances of whole tables are only for people.
            Some(tree) if verdict.rule.layer == Layer::Mined => tree.distance(verdict.leaf as usize),
            _ => {
                let distances = self.distances.get_or_init(|| self.read_distances());
                distances[verdict.rule.index()].distance(verdict.bound)
            }
        }
    }

    /// The distances of each rule of both layers, from the embedded file.
    fn read_distances(&self) -> Box<[OfRule]> {
        let lines = parse_distances(DISTANCES).unwrap_or_default();
        let rules = (0..self.rule_count() + self.mined_rule_count()).map(|index| self.rule(index));
        rules.map(|rule| OfRule::find(&lines, self.material(), rule)).collect()
    }

    /// The tree of the mined table, if there is a valid one.
    pub fn tree(&self) -> Option<&Tree> {
        self.mined?.tree()
    }

    /// The part of the recognizer that a search uses.
    pub fn in_search(&self) -> InSearch {
        self.in_search
    }

    /// What is needed to mine the table again, if it is a mined one.
    pub fn mineable(&self) -> Option<&'static dyn Mineable> {
        self.mined?.mineable()
    }
}

/// The part of a recognizer that a search uses. Explanations and audits use everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InSearch {
    /// Nothing.
    Nothing,
    /// Draws, if the root has few pieces.
    DrawsAtFewMen,
    /// Everything, if the root has few pieces; with more it has not been tested in games.
    AtFewMen,
    /// The named rules, and the mined table if the root has few pieces.
    Rules,
    /// Everything.
    All,
}

/// The two layers of a recognizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Layer {
    /// Rules that chess players can read.
    Named,
    /// The table mined from the solved ending.
    Mined,
}

/// A rule of a recognizer, including those that represent the mined table.
#[derive(Clone, Copy)]
pub struct RuleId {
    recognizer: &'static Recognizer,
    layer: Layer,
    /// Index within its layer.
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

    /// The rule's index among its recognizer's rules, in the order of testing; those of the mined
    /// table come last.
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

    /// The ending that the rule belongs to, under its table name.
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

/// A recognizer's verdict on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The result or bound for the side to move.
    pub bound: Bound,
    /// The rule that proves it.
    pub rule: RuleId,
    /// The leaf of a mined table that gives it; 0 if there is none.
    leaf: u32,
}

impl Verdict {
    /// The distance of a win or loss to the next capture, pawn move or mate: mean and greatest over
    /// all positions of the named rule or the leaf that gives the verdict. `None` for draws and
    /// bounds, and if it has not been measured.
    ///
    /// This is cheap: the leaf is stored in the verdict.
    ///
    /// ```
    /// use board::fen;
    /// // Lucena's position.
    /// let board = fen::parse("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1").unwrap();
    /// let verdict = vancura_recognizers::judge(&board).unwrap();
    /// let distance = verdict.distance().unwrap();
    /// assert!(0 < distance.mean && distance.mean <= distance.greatest);
    /// assert!(distance.greatest <= 100);
    /// ```
    pub fn distance(&self) -> Option<Distance> {
        self.rule.recognizer.distance(self)
    }

    /// The number of the leaf that gives the verdict, in the mined table's tree; `None` if no leaf
    /// does.
    pub fn leaf(&self) -> Option<usize> {
        let of_tree = self.rule.layer() == Layer::Mined && self.rule.recognizer.tree().is_some();
        of_tree.then_some(self.leaf as usize)
    }
}
