//! Win, draw or loss, with the two results that depend on the fifty-move rule.

use std::fmt;
use std::ops::Neg;

/// The result of a position for the side to move, fifty-move counter at zero.
///
/// The order is that of preference: `Loss < BlessedLoss < Draw < CursedWin < Win`.
///
/// ```
/// use vancura_ending::Wdl;
/// assert_eq!(-Wdl::CursedWin, Wdl::BlessedLoss);
/// assert!(Wdl::Draw > Wdl::BlessedLoss);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(i8)]
pub enum Wdl {
    /// Lost.
    Loss = -2,
    /// Lost, but saved by the fifty-move rule.
    BlessedLoss = -1,
    /// Drawn.
    Draw = 0,
    /// Won, but spoiled by the fifty-move rule.
    CursedWin = 1,
    /// Won.
    Win = 2,
}

impl Wdl {
    /// All five values from worst to best.
    pub const ALL: [Self; 5] = [Self::Loss, Self::BlessedLoss, Self::Draw, Self::CursedWin, Self::Win];

    /// The result without the fifty-move rule: cursed wins are wins, blessed losses are losses.
    pub const fn without_fifty_move_rule(self) -> Self {
        match self {
            Self::Loss | Self::BlessedLoss => Self::Loss,
            Self::Draw => Self::Draw,
            Self::CursedWin | Self::Win => Self::Win,
        }
    }

    /// The result under the fifty-move rule: cursed wins and blessed losses are draws.
    pub const fn with_fifty_move_rule(self) -> Self {
        match self {
            Self::Loss => Self::Loss,
            Self::BlessedLoss | Self::Draw | Self::CursedWin => Self::Draw,
            Self::Win => Self::Win,
        }
    }
}

impl Neg for Wdl {
    type Output = Self;

    /// The same result seen from the other side.
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::BlessedLoss => "blessed loss",
            Self::Draw => "draw",
            Self::CursedWin => "cursed win",
            Self::Win => "win",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negation_is_an_involution_that_reverses_the_order() {
        for a in Wdl::ALL {
            assert_eq!(-(-a), a);
            for b in Wdl::ALL {
                assert_eq!(a < b, -b < -a);
            }
        }
    }
}
