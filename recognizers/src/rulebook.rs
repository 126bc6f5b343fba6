//! Recognizers in two layers: named rules, asked one after the other, and a mined table asked when all are silent.

use std::sync::OnceLock;

use board::{BitBoard, Board, Color, Material, Piece};

use crate::distance::{DISTANCES, OfRule, parse_distances};
use crate::mined::Tree;
use crate::{Distance, Layer, Outcome, Row, Rule, RuleId, Side, Verdict, View};

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

    /// How many rules stand for the mined table: one for each entry of [`MINED_RULES`], or none without a table.
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

    /// The layer of a rule.
    fn layer(&self, index: usize) -> Layer {
        if index < self.rule_count() { Layer::Named } else { Layer::Mined }
    }
}

/// Knows an ending by a table that was mined from the solved ending, or is the solved ending, and is true of every position.
pub trait Mined: Sync {
    /// The rules that stand for the table, one for each of [`MINED_RULES`].
    fn rules(&self) -> &'static [Rule; MINED_RULES.len()] {
        static RULES: [Rule; MINED_RULES.len()] =
            table_rules("mined table", "mined from the solved ending with verify, and proved by it");
        &RULES
    }

    /// What the table says; `None` when it does not know.
    fn answer(&self, view: &View) -> Option<Answer>;

    /// What the table says about each position of a row: `say` is given an answer and squares of the row's man with which it holds.
    fn row(&self, row: &Row, say: &mut dyn FnMut(Answer, BitBoard)) {
        for square in row.squares() {
            if let Some(answer) = self.answer(&row.at(square)) {
                say(answer, square.bitboard());
            }
        }
    }

    /// The tree of which the table is made, if it is made of one and that is sound.
    fn tree(&self) -> Option<&Tree> {
        None
    }
}

/// What a mined table says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The result. Never a bound.
    pub outcome: Outcome,
    /// The leaf that gives it, as its tree numbers nodes; 0 in a table that is no tree.
    pub leaf: u32,
}

/// The rules that stand for a mined table, in the order in which they follow the named rules.
pub const MINED_RULES: [Outcome; 3] = [Outcome::Draw, Outcome::StrongWins, Outcome::WeakWins];

/// Rules for the results that a table announces.
pub(crate) const fn table_rules(name: &'static str, source: &'static str) -> [Rule; MINED_RULES.len()] {
    let [draw, strong, weak] = MINED_RULES;
    [
        Rule::new(name, None, draw, "The table holds the position as drawn.", source),
        Rule::new(name, None, strong, "The table holds the position as won by the strong side.", source),
        Rule::new(name, None, weak, "The table holds the position as won by the weak side.", source),
    ]
}

/// Most rules of one recognizer: as many as a [`RuleSet`] has bits.
const MAX_RULES: usize = u64::BITS as usize;

/// A rule and when it speaks.
type RuleAndTest<P> = (Rule, fn(&P) -> bool);

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
    ($position:ty: $($(($rule:expr, $test:expr)),+);+ $(;)?) => {
        const RULES: &[(crate::Rule, fn(&$position) -> bool)] = &[$($(($rule, $test)),+),+];

        fn first_to_speak(view: &crate::View) -> Option<usize> {
            // What only the other side's rules want to know is not even worked out.
            match view.to_move() {
                crate::Side::Strong => ask(&<$position>::from(view), crate::Side::Strong),
                crate::Side::Weak => ask(&<$position>::from(view), crate::Side::Weak),
            }
        }

        #[inline(always)]
        fn ask(position: &$position, to_move: crate::Side) -> Option<usize> {
            let mut next = 0..RULES.len();
            $({
                let mut speak = 0u64;
                $({
                    const RULE: crate::Rule = $rule;
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
    ($position:ty, $squares:ident: $(($rule:expr, $test:expr)),+ $(,)?) => {
        crate::rulebook::rules! { $position: $(($rule, |position| !$test(position).is_empty()));+ }

        const TESTS: &[fn(&$position) -> board::BitBoard] = &[$($test),+];

        fn first_in_row(position: $position, to_move: crate::Side, say: &mut dyn FnMut(usize, board::BitBoard)) {
            match to_move {
                crate::Side::Strong => ask_row(position, crate::Side::Strong, say),
                crate::Side::Weak => ask_row(position, crate::Side::Weak, say),
            }
        }

        #[inline(always)]
        fn ask_row(mut position: $position, to_move: crate::Side, say: &mut dyn FnMut(usize, board::BitBoard)) {
            let mut next = 0..RULES.len();
            $({
                const RULE: crate::Rule = $rule;
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
        let asked = [Asked::of(rules, Side::Strong), Asked::of(rules, Side::Weak)];
        Self {
            strong,
            weak,
            signature: Signature::of_men(strong, weak),
            rules,
            asked,
            first_to_speak: None,
            by_row: None,
            mined: None,
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
        self.rules.get(index).map_or_else(of_table, |(rule, _)| rule)
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

    fn rules_that_hold(&self, view: &View) -> RuleSet {
        let position = P::from(view);
        let asked = self.asked[view.to_move() as usize].iter();
        RuleSet(asked.fold(0, |set, index| set | u64::from((self.rules[index].1)(&position)) << index))
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

/// How many men of each kind either side has, kings left out: four bits a kind, twenty bits a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature(u64);

impl Signature {
    const BITS_A_KIND: u32 = 4;
    const BITS_A_SIDE: u32 = 20;

    const fn of_men(first: &[Piece], second: &[Piece]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < first.len() {
            bits += 1 << (Self::BITS_A_KIND * first[i] as u32);
            i += 1;
        }
        i = 0;
        while i < second.len() {
            bits += 1 << (Self::BITS_A_SIDE + Self::BITS_A_KIND * second[i] as u32);
            i += 1;
        }
        Self(bits)
    }

    /// The men of a board that has few, White's first.
    #[inline]
    pub(crate) fn of_board(board: &Board) -> Self {
        const KINDS: [Piece; 5] = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
        let mut bits = 0;
        for color in Color::ALL {
            for piece in KINDS {
                // Counting by clearing bits: most of these sets are empty.
                let BitBoard(mut men) = board.colored_pieces(color, piece);
                while men != 0 {
                    men &= men - 1;
                    bits += 1 << (Self::BITS_A_SIDE * color as u32 + Self::BITS_A_KIND * piece as u32);
                }
            }
        }
        Self(bits)
    }

    /// The same for either color of the strong side.
    #[inline]
    pub(crate) fn canonical(self) -> Self {
        let side = (1 << Self::BITS_A_SIDE) - 1;
        let flipped = (self.0 & side) << Self::BITS_A_SIDE | self.0 >> Self::BITS_A_SIDE;
        Self(self.0.max(flipped))
    }
}

/// Some of a recognizer's rules, by index (0 to 63).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleSet(u64);

impl RuleSet {
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
