//! Outcomes, bounds, and the description of a rule.

use std::fmt;

use board::Wdl;
use serde::Serialize;

use super::view::Side;

/// The result that a rule proves, in terms of the strong and the weak side.
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
    /// The side to move wins: for symmetric endings.
    MoverWins,
    /// The side to move loses.
    MoverLoses,
}

/// A result or bound for the side to move.
///
/// The fifty-move rule counts: a win that it spoils is neither a win nor a draw here, so no exact
/// bound fits it.
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
    /// The outcome as a bound for the side to move.
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
    /// True if the bound is right for a position with this exact result.
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

    /// True for a win or a loss.
    pub fn is_decided(self) -> bool {
        matches!(self, Self::Loss | Self::Win)
    }

    /// True if the bound settles the result.
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

/// The description of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// A short name, written after the ending: `KBvKP: the pawn can be taken`.
    pub name: &'static str,
    /// Its claim, in one sentence.
    pub claim: &'static str,
    /// Its source.
    pub source: &'static str,
    /// The plan of the side that the rule favors, if textbooks have one.
    pub plan: Option<&'static str>,
    /// A position in FEN to which the rule is the first to apply; rules of tables have none.
    pub example: Option<&'static str>,
    /// The side to move for which it applies; `None` for both.
    pub to_move: Option<Side>,
    /// The result that it proves.
    pub outcome: Outcome,
}

impl Rule {
    /// A rule without plan and example; `to_move` is `None` if it applies with either side to move.
    pub const fn new(
        name: &'static str,
        to_move: Option<Side>,
        outcome: Outcome,
        claim: &'static str,
        source: &'static str,
    ) -> Self {
        Self { name, claim, source, plan: None, example: None, to_move, outcome }
    }

    /// True if the rule can apply with this side to move.
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
