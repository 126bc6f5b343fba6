//! Recognizers in two layers: named rules, asked one after the other, and a mined table asked when all are silent.

use std::sync::OnceLock;

use board::{BitBoard, Material, Piece};

use super::signature::Signature;
use super::verdict::{InSearch, Layer, Recognizer, RuleId, RuleSet, Verdict};
use crate::mined::{Answer, MINED_RULES, Mineable, Mined, Tree};
use crate::rule::distance::OfRule;
use crate::rule::{Checked, Condition, DISTANCES, Distance, Row, Rule, Side, View, parse_distances};

/// Most rules of one recognizer: as many as a [`RuleSet`] has bits.
const MAX_RULES: usize = u64::BITS as usize;

/// A rule, when it speaks, and the conditions in which that is told; without any where it is known as a whole.
pub(crate) type RuleAndTest<P> = (Rule, fn(&P) -> bool, &'static [Condition<P>]);

/// A recognizer made of rules about `P`, the form in which the ending's rules like to see a position.
///
/// The order of the rules is that of asking: cheap and frequent ones first. A rule may rely on those before
/// it having been silent only for its speed, never for its truth, since audits ask each one alone.
pub struct RuleBook<P: 'static> {
    strong: &'static [Piece],
    weak: &'static [Piece],
    signature: Signature,
    rules: &'static [RuleAndTest<P>],
    /// By side to move: which rules may speak, in the order of asking.
    asked: [Asked; 2],
    /// Asks as `asked` does, all tests compiled into one function.
    first_to_speak: Option<FirstToSpeak>,
    by_row: Option<ByRow<P>>,
    mined: Option<&'static dyn Mined>,
    in_search: InSearch,
    /// How far the wins of each rule of both layers are, once somebody has asked.
    distances: OnceLock<Box<[OfRule]>>,
}

/// The first rule that speaks.
type FirstToSpeak = fn(&View) -> Option<usize>;

/// Rules that judge a row at once when one man moves along it.
pub(crate) struct ByRow<P: 'static> {
    /// The man.
    pub(crate) man: (Side, Piece),
    /// Tells, of a position with him on all his squares, which rule is the first to speak about which of them.
    pub(crate) first: fn(P, Side, &mut dyn FnMut(usize, BitBoard)),
    /// The tests of the rules.
    pub(crate) tests: &'static [fn(&P) -> BitBoard],
}

/// Rules with their tests as a constant `RULES`, and a function `first_to_speak` that asks them in this order for
/// [`RuleBook::compiled`]. The compiler sees all the tests together: it leaves out those of the other side to move, and works
/// out but once what several of them need. Rules are separated by semicolons; those that commas separate are all asked before one
/// branch looks which of them is the first to speak: for cheap tests whose answers nobody foresees.
macro_rules! rules {
    ($position:ty: $($(($rule:expr, $test:expr, $conditions:expr)),+);+ $(;)?) => {
        const RULES: &[crate::recognizer::book::RuleAndTest<$position>] = &[$($(($rule, $test, $conditions)),+),+];

        fn first_to_speak(view: &crate::rule::View) -> Option<usize> {
            // What only the other side's rules want to know is not even worked out.
            match view.to_move() {
                crate::rule::Side::Strong => ask(&<$position>::from(view), crate::rule::Side::Strong),
                crate::rule::Side::Weak => ask(&<$position>::from(view), crate::rule::Side::Weak),
            }
        }

        #[inline(always)]
        fn ask(position: &$position, to_move: crate::rule::Side) -> Option<usize> {
            let mut next = 0..RULES.len();
            $({
                let mut speak = 0u64;
                $({
                    const RULE: crate::rule::Rule = $rule;
                    let index = next.next().unwrap_or_default();
                    if RULE.may_speak(to_move) {
                        speak |= u64::from($test(position)) << index;
                    }
                })+
                if speak != 0 {
                    return Some(speak.trailing_zeros() as usize);
                }
            })+
            None
        }
    };
}
pub(crate) use rules;

/// As [`rules!`], of tests that answer with a set: the squares, of those on which the position says that a man may stand, on
/// which they hold. The man's squares are named by a field of the position. Besides, `TESTS` and a function `first_in_row` for
/// [`ByRow`].
macro_rules! set_rules {
    ($position:ty, $squares:ident: $(($rule:expr, $test:expr, $conditions:expr)),+ $(,)?) => {
        crate::recognizer::book::rules! { $position: $(($rule, |position| !$test(position).is_empty(), $conditions));+ }

        const TESTS: &[fn(&$position) -> board::BitBoard] = &[$($test),+];

        fn first_in_row(position: $position, to_move: crate::rule::Side, say: &mut dyn FnMut(usize, board::BitBoard)) {
            match to_move {
                crate::rule::Side::Strong => ask_row(position, crate::rule::Side::Strong, say),
                crate::rule::Side::Weak => ask_row(position, crate::rule::Side::Weak, say),
            }
        }

        #[inline(always)]
        fn ask_row(mut position: $position, to_move: crate::rule::Side, say: &mut dyn FnMut(usize, board::BitBoard)) {
            let mut next = 0..RULES.len();
            $({
                const RULE: crate::rule::Rule = $rule;
                let index = next.next().unwrap_or_default();
                if RULE.may_speak(to_move) {
                    let holds = $test(&position);
                    if !holds.is_empty() {
                        say(index, holds);
                        position.$squares -= holds;
                        if position.$squares.is_empty() {
                            return;
                        }
                    }
                }
            })+
        }
    };
}
pub(crate) use set_rules;

/// Indices of the rules that one side to move is asked about.
struct Asked {
    indices: [u8; MAX_RULES],
    count: usize,
}

impl Asked {
    const fn of<P>(rules: &[RuleAndTest<P>], side: Side) -> Self {
        let mut asked = Self { indices: [0; MAX_RULES], count: 0 };
        let mut index = 0;
        while index < rules.len() {
            if rules[index].0.may_speak(side) {
                asked.indices[asked.count] = index as u8;
                asked.count += 1;
            }
            index += 1;
        }
        asked
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = usize> {
        self.indices[..self.count].iter().map(|&index| index as usize)
    }
}

impl<P> RuleBook<P> {
    /// Rules, with their tests, for an ending given by each side's men besides the king.
    ///
    /// # Panics
    /// With more than 64 rules.
    pub const fn new(
        strong: &'static [Piece],
        weak: &'static [Piece],
        rules: &'static [RuleAndTest<P>],
    ) -> Self {
        assert!(rules.len() <= MAX_RULES, "a rule set is a 64-bit word");
        Self {
            strong,
            weak,
            signature: Signature::of_men(strong, weak),
            rules,
            asked: [Asked::of(rules, Side::Strong), Asked::of(rules, Side::Weak)],
            first_to_speak: None,
            by_row: None,
            mined: None,
            in_search: InSearch::All,
            distances: OnceLock::new(),
        }
    }

    /// The same rules, asked by the function that [`rules!`] made of them.
    pub(crate) const fn compiled(mut self, first_to_speak: FirstToSpeak) -> Self {
        self.first_to_speak = Some(first_to_speak);
        self
    }

    /// The same rules, asked about rows by what [`set_rules!`] made of them.
    pub(crate) const fn by_row(mut self, by_row: ByRow<P>) -> Self {
        self.by_row = Some(by_row);
        self
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
}

impl<P: for<'a> From<&'a View>> RuleBook<P> {
    #[inline]
    fn by_row_of(&self, row: &Row) -> Option<&ByRow<P>> {
        self.by_row.as_ref().filter(|by_row| by_row.man == row.man())
    }

    #[inline]
    fn verdict(&'static self, index: usize, to_move: Side) -> Verdict {
        let bound = self.rules[index].0.outcome.bound(to_move);
        Verdict { bound, rule: RuleId { recognizer: self, index }, leaf: 0 }
    }

    #[inline]
    fn mined_verdict(&'static self, Answer { outcome, leaf }: Answer, to_move: Side) -> Verdict {
        let which = MINED_RULES.iter().position(|&said| said == outcome).expect("tables announce no bounds");
        let rule = RuleId { recognizer: self, index: self.rules.len() + which };
        Verdict { bound: outcome.bound(to_move), rule, leaf }
    }

    /// What the embedded file says of each rule of both layers.
    fn read_distances(&'static self) -> Box<[OfRule]> {
        let lines = parse_distances(DISTANCES).unwrap_or_default();
        let rules = (0..self.rule_count() + self.mined_rule_count()).map(|index| self.rule(index));
        rules.map(|rule| OfRule::find(&lines, self.material(), rule)).collect()
    }
}

impl<P: for<'a> From<&'a View>> Recognizer for RuleBook<P> {
    fn material(&self) -> Material {
        Material::new(self.strong, self.weak)
    }

    fn signature(&self) -> Signature {
        self.signature
    }

    fn rule_count(&self) -> usize {
        self.rules.len()
    }

    fn mined_rule_count(&self) -> usize {
        if self.mined.is_some() { MINED_RULES.len() } else { 0 }
    }

    fn rule(&self, index: usize) -> &'static Rule {
        let of_table = || {
            let mined = self.mined.expect("no rule has this index");
            &mined.rules()[index - self.rules.len()]
        };
        self.rules.get(index).map_or_else(of_table, |(rule, ..)| rule)
    }

    #[inline]
    fn judge_named(&'static self, view: &View) -> Option<Verdict> {
        let to_move = view.to_move();
        let index = if let Some(first_to_speak) = self.first_to_speak {
            first_to_speak(view)?
        } else {
            let position = P::from(view);
            self.asked[to_move as usize].iter().find(|&index| (self.rules[index].1)(&position))?
        };
        Some(self.verdict(index, to_move))
    }

    fn judge_row(&'static self, row: &Row, say: &mut dyn FnMut(Verdict, BitBoard)) {
        if let Some(by_row) = self.by_row_of(row) {
            let to_move = row.to_move();
            (by_row.first)(P::from(&row.at_once()), to_move, &mut |index, seen| {
                say(self.verdict(index, to_move), row.true_squares(seen));
            });
            return;
        }
        for square in row.squares() {
            if let Some(verdict) = self.judge_named(&row.at(square)) {
                say(verdict, square.bitboard());
            }
        }
    }

    #[inline]
    fn judge_mined(&'static self, view: &View) -> Option<Verdict> {
        Some(self.mined_verdict(self.mined?.answer(view)?, view.to_move()))
    }

    fn judge_mined_row(&'static self, row: &Row, say: &mut dyn FnMut(Verdict, BitBoard)) {
        if let Some(mined) = self.mined {
            let to_move = row.to_move();
            mined.row(row, &mut |answer, squares| say(self.mined_verdict(answer, to_move), squares));
        }
    }

    fn distance(&'static self, verdict: &Verdict) -> Option<Distance> {
        match self.tree() {
            // What is told of the whole table is for readers.
            Some(tree) if self.layer(verdict.rule.index) == Layer::Mined => {
                tree.distance(verdict.leaf as usize)
            }
            _ => {
                let distances = self.distances.get_or_init(|| self.read_distances());
                distances[verdict.rule.index].distance(verdict.bound)
            }
        }
    }

    fn tree(&self) -> Option<&Tree> {
        self.mined?.tree()
    }

    fn in_search(&self) -> InSearch {
        self.in_search
    }

    fn mineable(&self) -> Option<&'static dyn Mineable> {
        self.mined?.mineable()
    }

    fn conditions(&self, index: usize, view: &View) -> Vec<Checked> {
        let Some((_, _, conditions)) = self.rules.get(index) else { return Vec::new() };
        let position = P::from(view);
        conditions.iter().map(|condition| condition.check(&position)).collect()
    }

    fn path(&self, leaf: usize, view: &View) -> Vec<String> {
        self.mined.map(|mined| mined.path(leaf, view)).unwrap_or_default()
    }

    fn rules_that_hold(&self, view: &View) -> RuleSet {
        let position = P::from(view);
        let asked = self.asked[view.to_move() as usize].iter();
        RuleSet::of_bits(
            asked.fold(0, |set, index| set | u64::from((self.rules[index].1)(&position)) << index),
        )
    }

    fn rules_that_hold_in_row(&self, row: &Row, say: &mut dyn FnMut(usize, BitBoard)) {
        if let Some(by_row) = self.by_row_of(row) {
            let position = P::from(&row.at_once());
            for index in self.asked[row.to_move() as usize].iter() {
                say(index, row.true_squares((by_row.tests[index])(&position)));
            }
            return;
        }
        for square in row.squares() {
            self.rules_that_hold(&row.at(square)).iter().for_each(|index| say(index, square.bitboard()));
        }
    }
}
