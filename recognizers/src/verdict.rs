//! What a recognizer says, and which rule made it say so.

use std::fmt;

use board::{Material, Wdl};

use crate::{Distance, Recognizer, Side};

/// What a rule proves, in terms of the strong and the weak side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The strong side wins.
    StrongWins,
    /// Neither side wins.
    Draw,
    /// The weak side wins.
    WeakWins,
    /// The strong side does not win.
    StrongAtMostDraw,
    /// The strong side does not lose.
    StrongAtLeastDraw,
    /// The side to move wins: for endings in which both sides have the same chances.
    MoverWins,
    /// The side to move loses.
    MoverLoses,
}

/// What is known about the result, seen by the side to move.
///
/// The fifty-move rule counts: a win that it spoils is neither a win nor a draw here, so no bound but silence
/// fits it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The side to move is lost.
    Loss,
    /// The side to move draws at best.
    AtMostDraw,
    /// Drawn.
    Draw,
    /// The side to move draws at worst.
    AtLeastDraw,
    /// The side to move wins.
    Win,
}

impl Outcome {
    /// The same outcome seen by the side to move.
    #[inline]
    pub const fn bound(self, to_move: Side) -> Bound {
        match (self, to_move) {
            (Self::Draw, _) => Bound::Draw,
            (Self::StrongWins, Side::Strong) | (Self::WeakWins, Side::Weak) | (Self::MoverWins, _) => {
                Bound::Win
            }
            (Self::StrongWins, Side::Weak) | (Self::WeakWins, Side::Strong) | (Self::MoverLoses, _) => {
                Bound::Loss
            }
            (Self::StrongAtMostDraw, Side::Strong) | (Self::StrongAtLeastDraw, Side::Weak) => {
                Bound::AtMostDraw
            }
            (Self::StrongAtMostDraw, Side::Weak) | (Self::StrongAtLeastDraw, Side::Strong) => {
                Bound::AtLeastDraw
            }
        }
    }
}

impl Bound {
    /// True when a position of this exact result bears the bound out.
    ///
    /// ```
    /// use board::Wdl;
    /// use recognizers::Bound;
    /// assert!(Bound::AtLeastDraw.allows(Wdl::Win));
    /// assert!(!Bound::Draw.allows(Wdl::CursedWin));
    /// ```
    pub fn allows(self, truth: Wdl) -> bool {
        match self {
            Self::Loss => truth == Wdl::Loss,
            Self::AtMostDraw => truth <= Wdl::Draw,
            Self::Draw => truth == Wdl::Draw,
            Self::AtLeastDraw => truth >= Wdl::Draw,
            Self::Win => truth == Wdl::Win,
        }
    }

    /// True when the bound settles the result.
    pub fn is_exact(self) -> bool {
        matches!(self, Self::Loss | Self::Draw | Self::Win)
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::AtMostDraw => "at most a draw",
            Self::Draw => "draw",
            Self::AtLeastDraw => "at least a draw",
            Self::Win => "win",
        })
    }
}

/// A rule as people know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// A short name that reads well after `KBvKP:`.
    pub name: &'static str,
    /// What it says, in one sentence.
    pub claim: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// The side to move it needs; `None` when it speaks for either.
    pub to_move: Option<Side>,
    /// What it proves.
    pub outcome: Outcome,
}

impl Rule {
    /// A rule; `to_move` is `None` when it speaks for either side to move.
    pub const fn new(
        name: &'static str,
        to_move: Option<Side>,
        outcome: Outcome,
        claim: &'static str,
        source: &'static str,
    ) -> Self {
        Self { name, claim, source, to_move, outcome }
    }

    /// True when the rule can speak with this side to move.
    pub const fn may_speak(&self, to_move: Side) -> bool {
        match self.to_move {
            None => true,
            Some(needed) => needed as u8 == to_move as u8,
        }
    }
}

/// The two layers of a recognizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Rules that a chess player can read.
    Named,
    /// The table that was mined from the solved ending.
    Mined,
}

/// One rule of one recognizer; a rule that stands for the mined table counts as one.
#[derive(Clone, Copy)]
pub struct RuleId {
    pub(crate) recognizer: &'static dyn Recognizer,
    pub(crate) index: usize,
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
    pub(crate) leaf: u32,
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
    /// let verdict = recognizers::judge(&board).unwrap();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_turn_round_with_the_side_to_move() {
        use Outcome::{Draw, StrongAtLeastDraw, StrongAtMostDraw, StrongWins, WeakWins};
        for outcome in [StrongWins, Draw, WeakWins, StrongAtMostDraw, StrongAtLeastDraw] {
            for truth in Wdl::ALL {
                assert_eq!(
                    outcome.bound(Side::Strong).allows(truth),
                    outcome.bound(Side::Weak).allows(-truth),
                    "{outcome:?} {truth}"
                );
            }
        }
    }

    #[test]
    fn a_cursed_win_is_neither_a_win_nor_a_draw() {
        for truth in [Wdl::CursedWin, Wdl::BlessedLoss] {
            assert!(![Bound::Win, Bound::Draw, Bound::Loss].into_iter().any(|bound| bound.allows(truth)));
        }
    }
}
