//! Results at the current fifty-move counter, as named by the lichess API.
//!
//! The effect of the counter on a result is computed in `tbgen`, for all programs.

use board::{Board, Outcome, Wdl};
use serde::{Deserialize, Serialize};
use tbgen::syzygy::Error as SyzygyError;

use crate::knowledge::Knowledge;

/// A result for the side to move. Moves are listed in this order of the results of the positions
/// they lead to, best first for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// Lost.
    Loss,
    /// Unknown.
    Unknown,
    /// Lost, or saved by the fifty-move rule: the distance is rounded.
    SyzygyLoss,
    /// Lost, or saved by the fifty-move rule: there is no distance.
    MaybeLoss,
    /// Lost, but the counter runs out first.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but the counter runs out first.
    CursedWin,
    /// Won, or spoiled by the fifty-move rule: there is no distance.
    MaybeWin,
    /// Won, or spoiled by the fifty-move rule: the distance is rounded.
    SyzygyWin,
    /// Won.
    Win,
}

/// Whether results proved by rules count where there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Proved rules and mined tables count.
    Count,
    /// Only tables count.
    Ignored,
}

impl Category {
    /// The result of a position at its counter.
    ///
    /// # Errors
    /// A damaged file.
    pub fn of(knowledge: &Knowledge, board: &Board, rules: Rules) -> Result<Self, SyzygyError> {
        Self::among(1, knowledge, board, rules)
    }

    /// The same for one of `count` positions that are part of one answer and share its search
    /// budget.
    ///
    /// # Errors
    /// As [`Category::of`].
    pub(crate) fn among(
        count: usize,
        knowledge: &Knowledge,
        board: &Board,
        rules: Rules,
    ) -> Result<Self, SyzygyError> {
        let by_tables = knowledge.outcome(board)?;
        let by_rules = || if rules == Rules::Count { knowledge.proved(board, count) } else { None };
        Ok(match by_tables.or_else(by_rules) {
            None => Self::Unknown,
            Some(Outcome::Loss) => Self::Loss,
            Some(Outcome::BlessedLoss) => Self::BlessedLoss,
            Some(Outcome::Draw) => Self::Draw,
            Some(Outcome::CursedWin) => Self::CursedWin,
            Some(Outcome::Win) => Self::Win,
            Some(open) => {
                // The API has separate names for results with rounded distances.
                let known = knowledge.look_up(board)?;
                let rounds = known.is_some_and(|known| known.values.dtz.is_some());
                let win = if rounds { Self::SyzygyWin } else { Self::MaybeWin };
                if open == Outcome::OpenWin { win } else { -win }
            }
        })
    }

    /// True where the result depends on a rounded or missing distance.
    pub(crate) fn is_ambiguous(self) -> bool {
        matches!(self, Self::SyzygyLoss | Self::MaybeLoss | Self::MaybeWin | Self::SyzygyWin)
    }

    /// The result with best play; `None` where it is not known.
    pub fn result(self) -> Option<Wdl> {
        Some(match self {
            Self::Loss => Wdl::Loss,
            Self::BlessedLoss => Wdl::BlessedLoss,
            Self::Draw => Wdl::Draw,
            Self::CursedWin => Wdl::CursedWin,
            Self::Win => Wdl::Win,
            _ => return None,
        })
    }
}

impl std::ops::Neg for Category {
    type Output = Self;

    /// The same result from the other side's point of view.
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Unknown => Self::Unknown,
            Self::SyzygyLoss => Self::SyzygyWin,
            Self::MaybeLoss => Self::MaybeWin,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::MaybeWin => Self::MaybeLoss,
            Self::SyzygyWin => Self::SyzygyLoss,
            Self::Win => Self::Loss,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_round_twice_changes_nothing() {
        for category in [Category::Loss, Category::SyzygyLoss, Category::Unknown, Category::CursedWin] {
            assert_eq!(-(-category), category);
        }
    }
}
