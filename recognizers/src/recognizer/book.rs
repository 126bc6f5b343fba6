//! The named rules of an ending, in the order of testing.

use board::{BitBoard, Piece};

use crate::rule::{Checked, Named, Outcome, Row, Rule, Side, View};

/// Most rules of one ending: as many as a [`RuleSet`] has bits.
const MAX_RULES: usize = u64::BITS as usize;

/// The named rules of an ending, independent of their representation of positions.
pub trait Rules: Sync {
    /// A rule by index; `None` beyond the last.
    fn rule(&self, index: usize) -> Option<&'static Rule>;

    /// Number of rules.
    fn count(&self) -> usize;

    /// The first rule that applies, and its outcome.
    fn first(&self, view: &View) -> Option<(usize, Outcome)>;

    /// The first rule that applies to each position of a row: calls `say` with the result of
    /// [`Rules::first`] and the squares of the row's piece for which it is returned, each square at
    /// most once.
    fn first_in_row(&self, row: &Row, say: &mut dyn FnMut((usize, Outcome), BitBoard));

    /// All rules that hold on their own, whether or not an earlier rule applies; audits use it.
    fn holding(&self, view: &View) -> RuleSet;

    /// The same for a row: calls `say` with a rule and the squares of the row's piece with which it
    /// holds.
    fn holding_in_row(&self, row: &Row, say: &mut dyn FnMut(usize, BitBoard));

    /// The conditions of a rule in a position, for either side to move; empty for rules without
    /// separate conditions.
    fn conditions(&self, index: usize, view: &View) -> Vec<Checked>;
}

/// Rules about positions represented as `P`.
///
/// Rules are tested in this order: cheap and frequent ones first. A rule may rely on the failure of
/// earlier rules for its speed only, never for its truth, since audits test each rule alone.
pub struct RuleBook<P: 'static> {
    rules: &'static [Named<P>],
    /// By side to move: the rules that may apply, in order.
    asked: [Asked; 2],
    /// The tests of `asked` compiled into one function.
    first: Option<First>,
    by_row: Option<ByRow<P>>,
}

/// Returns the first rule that applies.
type First = fn(&View) -> Option<usize>;

/// Rules that test all squares of one piece at once.
struct ByRow<P> {
    piece: (Side, Piece),
    /// Reports which rule is the first to apply for which squares of the piece; the position has
    /// the piece on all its squares.
    first: fn(P, Side, &mut dyn FnMut(usize, BitBoard)),
}

/// Rules as a static `RULES`, with a function that tests them in this order. The compiler sees all
/// tests together: it omits those for the other side to move and shares common subexpressions.
/// Rules separated by commas are all tested before one branch selects the first that applies (for
/// cheap tests with unpredictable results); semicolons separate such groups.
///
/// A field of the position that holds the squares of a piece can come first; the rules then return
/// sets of these squares, and are also tested for whole rows.
macro_rules! in_order {
    ($position:ident: $($($rule:path),+);+ $(;)?) => {
        static RULES: crate::recognizer::RuleBook<$position> =
            crate::recognizer::RuleBook::new(LIST).compiled(first);
        crate::recognizer::book::in_order! { @first $position: $($($rule),+);+ }
    };
    ($position:ident, $squares:ident of $piece:expr; $($rule:path),+ $(,)?) => {
        static RULES: crate::recognizer::RuleBook<$position> =
            crate::recognizer::RuleBook::new(LIST).compiled(first).by_row($piece, first_in_row);
        crate::recognizer::book::in_order! { @first $position: $($rule);+ }

        fn first_in_row(position: $position, to_move: crate::rule::Side, say: &mut dyn FnMut(usize, board::BitBoard)) {
            match to_move {
                crate::rule::Side::Strong => ask_row(position, crate::rule::Side::Strong, say),
                crate::rule::Side::Weak => ask_row(position, crate::rule::Side::Weak, say),
            }
        }

        #[inline(always)]
        fn ask_row(mut position: $position, to_move: crate::rule::Side, say: &mut dyn FnMut(usize, board::BitBoard)) {
            let mut next = 0..LIST.len();
            $({
                const RULE: crate::rule::Named<$position> = $rule;
                let index = next.next().unwrap_or_default();
                if let Some(squares) = RULE.squares && RULE.rule.may_speak(to_move) {
                    let holds = squares(&position);
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
    (@first $position:ident: $($($rule:path),+);+) => {
        const LIST: &[crate::rule::Named<$position>] = &[$($($rule),+),+];

        fn first(view: &crate::rule::View) -> Option<usize> {
            // What only the other side's rules need is not computed.
            match view.to_move() {
                crate::rule::Side::Strong => ask(&<$position>::from(view), crate::rule::Side::Strong),
                crate::rule::Side::Weak => ask(&<$position>::from(view), crate::rule::Side::Weak),
            }
        }

        #[inline(always)]
        fn ask(position: &$position, to_move: crate::rule::Side) -> Option<usize> {
            let mut next = 0..LIST.len();
            $({
                let mut speak = 0u64;
                $({
                    const RULE: crate::rule::Named<$position> = $rule;
                    let index = next.next().unwrap_or_default();
                    if RULE.rule.may_speak(to_move) {
                        speak |= u64::from(RULE.holds(position)) << index;
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
pub(crate) use in_order;

/// Indices of the rules that may apply for one side to move.
struct Asked {
    indices: [u8; MAX_RULES],
    count: usize,
}

impl Asked {
    const fn of<P>(rules: &[Named<P>], side: Side) -> Self {
        let mut asked = Self { indices: [0; MAX_RULES], count: 0 };
        let mut index = 0;
        while index < rules.len() {
            if rules[index].rule.may_speak(side) {
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
    /// Rules in the order of testing.
    ///
    /// # Panics
    /// If there are more than 64 rules.
    pub const fn new(rules: &'static [Named<P>]) -> Self {
        assert!(rules.len() <= MAX_RULES, "a rule set is a 64-bit word");
        let asked = [Asked::of(rules, Side::Strong), Asked::of(rules, Side::Weak)];
        Self { rules, asked, first: None, by_row: None }
    }

    /// The same rules, tested by a function that [`in_order!`] generated.
    pub(crate) const fn compiled(self, first: First) -> Self {
        Self { first: Some(first), ..self }
    }

    /// The same rules, tested for rows of a piece by a function that [`in_order!`] generated.
    pub(crate) const fn by_row(
        self,
        piece: (Side, Piece),
        first: fn(P, Side, &mut dyn FnMut(usize, BitBoard)),
    ) -> Self {
        Self { by_row: Some(ByRow { piece, first }), ..self }
    }

    fn by_row_of(&self, row: &Row) -> Option<&ByRow<P>> {
        self.by_row.as_ref().filter(|by_row| by_row.piece == row.man())
    }

    /// The rules and their tests.
    pub(crate) const fn named(&self) -> &'static [Named<P>] {
        self.rules
    }
}

impl<P: for<'a> From<&'a View>> Rules for RuleBook<P> {
    fn rule(&self, index: usize) -> Option<&'static Rule> {
        self.rules.get(index).map(|named| &named.rule)
    }

    fn count(&self) -> usize {
        self.rules.len()
    }

    #[inline]
    fn first(&self, view: &View) -> Option<(usize, Outcome)> {
        let index = if let Some(first) = self.first {
            first(view)?
        } else {
            let position = P::from(view);
            self.asked[view.to_move() as usize].iter().find(|&index| self.rules[index].holds(&position))?
        };
        Some((index, self.rules[index].rule.outcome))
    }

    fn first_in_row(&self, row: &Row, say: &mut dyn FnMut((usize, Outcome), BitBoard)) {
        if let Some(by_row) = self.by_row_of(row) {
            (by_row.first)(P::from(&row.at_once()), row.to_move(), &mut |index, seen| {
                say((index, self.rules[index].rule.outcome), row.true_squares(seen));
            });
            return;
        }
        for square in row.squares() {
            if let Some(first) = self.first(&row.at(square)) {
                say(first, square.bitboard());
            }
        }
    }

    fn holding(&self, view: &View) -> RuleSet {
        let position = P::from(view);
        let asked = self.asked[view.to_move() as usize].iter();
        RuleSet(asked.fold(0, |set, index| set | u64::from(self.rules[index].holds(&position)) << index))
    }

    fn holding_in_row(&self, row: &Row, say: &mut dyn FnMut(usize, BitBoard)) {
        if self.by_row_of(row).is_none() {
            for square in row.squares() {
                self.holding(&row.at(square)).iter().for_each(|index| say(index, square.bitboard()));
            }
            return;
        }
        let position = P::from(&row.at_once());
        for index in self.asked[row.to_move() as usize].iter() {
            if let Some(squares) = self.rules[index].squares {
                say(index, row.true_squares(squares(&position)));
            }
        }
    }

    fn conditions(&self, index: usize, view: &View) -> Vec<Checked> {
        let Some(named) = self.rules.get(index) else { return Vec::new() };
        let position = P::from(view);
        named.conditions.iter().map(|condition| condition.check(&position)).collect()
    }
}

/// A set of a recognizer's rules, by index (0 to 63).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleSet(u64);

impl RuleSet {
    /// Number of rules in the set.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True if the set is empty.
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
