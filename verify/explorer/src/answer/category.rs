//! Results with the fifty-move counter as it stands, in the words of the lichess API.
//!
//! A distance to zeroing of `n` plies is good as long as `n` and the counter are 100 together at most. A distance from a file may be one
//! ply too small: where the sum is exactly 100 the result is then not known, unless the counter is 0, which files are made for.

use board::{Board, Dtz, Wdl, rules};
use serde::{Deserialize, Serialize};
use tbgen::Values;

use crate::knowledge::Known;

/// A result for the side to move. The order is that in which moves are listed by the position that they lead to, best first for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Category {
    /// Lost.
    Loss,
    /// Nobody knows.
    Unknown,
    /// Lost or saved by the fifty-move rule: the file rounds.
    SyzygyLoss,
    /// Lost or saved by the fifty-move rule: there is no distance.
    MaybeLoss,
    /// Lost, but the counter runs out first.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but the counter runs out first.
    CursedWin,
    /// Won or spoiled by the fifty-move rule: there is no distance.
    MaybeWin,
    /// Won or spoiled by the fifty-move rule: the file rounds.
    SyzygyWin,
    /// Won.
    Win,
}

impl Category {
    /// What is known of a position at its own counter.
    pub(crate) fn of(board: &Board, known: Option<&Known>) -> Self {
        if rules::is_checkmate(board) {
            return Self::Loss;
        }
        if !rules::has_legal_move(board) {
            return Self::Draw;
        }
        let counter = i32::from(board.halfmove_clock());
        known.map_or(Self::Unknown, |known| at_counter(&known.values, known.is_precise, counter))
    }

    /// True where the result hangs on a rounded or missing distance.
    pub(crate) fn is_ambiguous(self) -> bool {
        matches!(self, Self::SyzygyLoss | Self::MaybeLoss | Self::MaybeWin | Self::SyzygyWin)
    }

    /// The result of play; `None` where it is not known.
    pub(crate) fn result(self) -> Option<Wdl> {
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

    /// The same result seen from the other side.
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

/// The result of a position that is not over, with `counter` plies since the last capture or pawn move.
pub(crate) fn at_counter(values: &Values, is_precise: bool, counter: i32) -> Category {
    let limit = i32::from(Dtz::FIFTY_MOVES_PLIES);
    let Some(wdl) = values.wdl else {
        // Distances to mate alone ignore the rule; a draw is a draw.
        return match values.dtm.map(board::Dtm::wdl) {
            Some(Wdl::Draw) => Category::Draw,
            Some(Wdl::Win) => Category::MaybeWin,
            Some(_) => Category::MaybeLoss,
            None => Category::Unknown,
        };
    };
    let plain = match wdl {
        Wdl::Loss => Category::Loss,
        Wdl::BlessedLoss => return Category::BlessedLoss,
        Wdl::Draw => return Category::Draw,
        Wdl::CursedWin => return Category::CursedWin,
        Wdl::Win => Category::Win,
    };
    let spoiled = if plain == Category::Win { Category::CursedWin } else { Category::BlessedLoss };
    let unsure = |win: Category| if plain == Category::Win { win } else { -win };
    match values.dtz {
        _ if counter == 0 => plain,
        _ if counter >= limit => spoiled,
        None => unsure(Category::MaybeWin),
        Some(dtz) => match i32::from(dtz.0.unsigned_abs()) + counter {
            sum if sum > limit => spoiled,
            sum if sum == limit && !is_precise => unsure(Category::SyzygyWin),
            _ => plain,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(dtz: i16) -> Values {
        Values { wdl: Some(Dtz(dtz).wdl()), dtz: Some(Dtz(dtz)), dtm: None }
    }

    #[test]
    fn the_counter_and_the_distance_may_be_a_hundred_together() {
        use Category::{BlessedLoss, CursedWin, Draw, Loss, SyzygyLoss, SyzygyWin, Win};
        for (dtz, counter, precise, rounded) in [
            (3, 0, Win, Win),
            (3, 96, Win, Win),
            (3, 97, Win, SyzygyWin),
            (3, 98, CursedWin, CursedWin),
            (100, 0, Win, Win),
            (-3, 97, Loss, SyzygyLoss),
            (-3, 98, BlessedLoss, BlessedLoss),
            (1, 99, Win, SyzygyWin),
            (1, 100, CursedWin, CursedWin),
            (0, 100, Draw, Draw),
            (102, 0, CursedWin, CursedWin),
        ] {
            assert_eq!(at_counter(&values(dtz), true, counter), precise, "{dtz} {counter}");
            assert_eq!(at_counter(&values(dtz), false, counter), rounded, "{dtz} {counter} rounded");
        }
    }

    #[test]
    fn without_a_distance_only_the_counter_zero_is_sure() {
        let result = |counter| at_counter(&Values { dtz: None, ..values(5) }, false, counter);
        assert_eq!([0, 1, 100].map(result), [Category::Win, Category::MaybeWin, Category::CursedWin]);
    }

    #[test]
    fn turning_round_twice_changes_nothing() {
        for category in [Category::Loss, Category::SyzygyLoss, Category::Unknown, Category::CursedWin] {
            assert_eq!(-(-category), category);
        }
    }
}
