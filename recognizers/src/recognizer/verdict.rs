//! Recognizers as everybody sees them, what they announce, and which rule made them say so.

use std::fmt;

use board::{BitBoard, Material};
use serde::Serialize;

use super::signature::Signature;
use crate::mined::{Mineable, Tree};
use crate::rule::{Bound, Checked, Distance, Row, Rule, View};

/// Announces results of one ending from rules alone, and is never wrong.
///
/// Rules are numbered through both layers: the named ones first, in the order of asking, then those that stand
/// for the mined table, if there is one: one for each result that it can announce.
pub trait Recognizer: Sync {
    /// The ending, the strong side being White.
    fn material(&self) -> Material;

    /// The ending as a number, the strong side's men first.
    fn signature(&self) -> Signature;

    /// How many named rules there are.
    fn rule_count(&self) -> usize;

    /// How many rules stand for the mined table: one for each entry of [`MINED_RULES`](crate::mined::MINED_RULES), or none without a table.
    fn mined_rule_count(&self) -> usize;

    /// A rule.
    ///
    /// # Panics
    /// When `index` is not below the number of rules of both layers.
    fn rule(&self, index: usize) -> &'static Rule;

    /// What is known about a position of this material: what the first named rule that speaks says, else what the mined
    /// table says.
    #[inline]
    fn judge(&'static self, view: &View) -> Option<Verdict> {
        self.judge_named(view).or_else(|| self.judge_mined(view))
    }

    /// What the first named rule that speaks says.
    fn judge_named(&'static self, view: &View) -> Option<Verdict>;

    /// What the first named rule that speaks says about each position of a row: `say` is given a verdict and the squares of the
    /// row's man with which it holds, each square at most once.
    fn judge_row(&'static self, row: &Row, say: &mut dyn FnMut(Verdict, BitBoard));

    /// What the mined table says, whatever the named rules say: it is true on its own.
    fn judge_mined(&'static self, view: &View) -> Option<Verdict>;

    /// What the mined table says about each position of a row, told as [`Recognizer::judge_row`] tells it.
    fn judge_mined_row(&'static self, row: &Row, say: &mut dyn FnMut(Verdict, BitBoard));

    /// All named rules that would speak, were they asked alone: what audits need to find out what a rule is worth.
    fn rules_that_hold(&self, view: &View) -> RuleSet;

    /// The same of a row: `say` is given a rule and the squares of the row's man with which it holds.
    fn rules_that_hold_in_row(&self, row: &Row, say: &mut dyn FnMut(usize, BitBoard));

    /// See [`Verdict::distance`].
    fn distance(&'static self, verdict: &Verdict) -> Option<Distance>;

    /// The tree of the mined table, if there is one and it is sound.
    fn tree(&self) -> Option<&Tree>;

    /// What a search asks of it.
    fn in_search(&self) -> InSearch;

    /// What is needed to mine the mined table anew, if it is one that is mined.
    fn mineable(&self) -> Option<&'static dyn Mineable>;

    /// The conditions of a named rule in a position, whoever is to move in it; empty for rules that are not told in conditions.
    fn conditions(&self, index: usize, view: &View) -> Vec<Checked>;

    /// What the tests on the way to a leaf of the mined table say about a position that comes to it, one sentence each, in the order of
    /// the tests; empty without a tree.
    fn path(&self, leaf: usize, view: &View) -> Vec<String>;

    /// The layer of a rule.
    fn layer(&self, index: usize) -> Layer {
        if index < self.rule_count() { Layer::Named } else { Layer::Mined }
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
    pub(super) recognizer: &'static dyn Recognizer,
    pub(super) index: usize,
}

impl RuleId {
    /// The rule itself.
    pub fn rule(self) -> &'static Rule {
        self.recognizer.rule(self.index)
    }

    /// The rule's name.
    pub fn name(self) -> &'static str {
        self.rule().name
    }

    /// The rule's place among its recognizer's rules, the order in which they are asked; the mined table comes last.
    pub fn index(self) -> usize {
        self.index
    }

    /// The layer of the rule.
    pub fn layer(self) -> Layer {
        self.recognizer.layer(self.index)
    }

    /// The ending the rule belongs to, under its table name.
    pub fn material(self) -> Material {
        self.recognizer.material().canonical().0
    }
}

impl PartialEq for RuleId {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && self.material() == other.material()
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
    pub(super) leaf: u32,
}

impl Verdict {
    /// How far the win or loss is from the next capture, pawn move or mate: measured over all positions of the named rule, or of
    /// the leaf of a mined table, that gives the verdict. `None` for draws and bounds, and when nobody has measured it.
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

    /// The number of the leaf that gives the verdict, in the mined table's tree; `None` when no leaf does.
    pub fn leaf(&self) -> Option<usize> {
        let of_tree = self.rule.layer() == Layer::Mined && self.rule.recognizer.tree().is_some();
        of_tree.then_some(self.leaf as usize)
    }
}

/// Some of a recognizer's rules, by index (0 to 63).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleSet(u64);

impl RuleSet {
    /// The rules whose bits are set.
    pub(super) const fn of_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Number of rules in the set.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True when no rule is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The indices in ascending order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let index = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(index)
        })
    }
}
