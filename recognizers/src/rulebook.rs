//! Recognizers as lists of rules, asked one after the other.

use board::{BitBoard, Board, Color, Material, Piece};

use crate::{Rule, RuleId, Side, Verdict, View};

/// Announces results of one ending from rules alone, and is never wrong.
pub trait Recognizer: Sync {
    /// The ending, the strong side being White.
    fn material(&self) -> Material;

    /// The ending as a number, the strong side's men first.
    fn signature(&self) -> Signature;

    /// How many rules there are.
    fn rule_count(&self) -> usize;

    /// A rule.
    ///
    /// # Panics
    /// When `index` is not below [`Recognizer::rule_count`].
    fn rule(&self, index: usize) -> &'static Rule;

    /// What the first rule that speaks says about a position of this material.
    fn judge(&'static self, view: &View) -> Option<Verdict>;

    /// All rules that would speak, were they asked alone: what audits need to find out what a rule is worth.
    fn rules_that_hold(&self, view: &View) -> RuleSet;
}

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
        assert!(rules.len() <= u64::BITS as usize, "a rule set is a 64-bit word");
        Self { strong, weak, signature: Signature::of_men(strong, weak), rules }
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

    fn rule(&self, index: usize) -> &'static Rule {
        &self.rules[index].0
    }

    #[inline]
    fn judge(&'static self, view: &View) -> Option<Verdict> {
        let position = P::from(view);
        let to_move = view.to_move();
        let index =
            self.rules.iter().position(|(rule, holds)| may_speak(rule, to_move) && holds(&position))?;
        let bound = self.rules[index].0.outcome.bound(to_move);
        Some(Verdict { bound, rule: RuleId { recognizer: self, index } })
    }

    fn rules_that_hold(&self, view: &View) -> RuleSet {
        let position = P::from(view);
        let holds = |(rule, holds): &RuleAndTest<P>| may_speak(rule, view.to_move()) && holds(&position);
        let bits = self.rules.iter().enumerate().map(|(index, rule)| u64::from(holds(rule)) << index);
        RuleSet(bits.fold(0, |set, bit| set | bit))
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

    /// The same men with the sides exchanged.
    #[inline]
    pub(crate) const fn flip(self) -> Self {
        let side = (1 << Self::BITS_A_SIDE) - 1;
        Self((self.0 & side) << Self::BITS_A_SIDE | self.0 >> Self::BITS_A_SIDE)
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

#[inline]
fn may_speak(rule: &Rule, to_move: Side) -> bool {
    rule.to_move.is_none_or(|side| side == to_move)
}
