//! What rules say: outcomes, bounds, and a rule as people know it.

use std::fmt;

use board::Wdl;
use serde::Serialize;

use super::view::Side;

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
/// The fifty-move rule counts: a win that it spoils is neither a win nor a draw here, so no bound
/// but silence fits it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
    /// use vancura_recognizers::Bound;
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

    /// True when the bound is a win or a loss.
    pub fn is_decided(self) -> bool {
        matches!(self, Self::Loss | Self::Win)
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
    /// What the side does that the rule favors, where the books have a plan.
    pub plan: Option<&'static str>,
    /// A position about which the rule is the first to speak, in FEN; rules of tables have none.
    pub example: Option<&'static str>,
    /// The side to move it needs; `None` when it speaks for either.
    pub to_move: Option<Side>,
    /// What it proves.
    pub outcome: Outcome,
}

impl Rule {
    /// A rule without plan and example; `to_move` is `None` when it speaks for either side to move.
    pub const fn new(
        name: &'static str,
        to_move: Option<Side>,
        outcome: Outcome,
        claim: &'static str,
        source: &'static str,
    ) -> Self {
        Self { name, claim, source, plan: None, example: None, to_move, outcome }
    }

    /// True when the rule can speak with this side to move.
    pub const fn may_speak(&self, to_move: Side) -> bool {
        match self.to_move {
            None => true,
            Some(needed) => needed as u8 == to_move as u8,
        }
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
