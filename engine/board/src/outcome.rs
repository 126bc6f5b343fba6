//! The result of a position at its own fifty-move counter, also where a rounded or missing distance
//! leaves it open.

use std::fmt;
use std::ops::Neg;

use serde::{Deserialize, Serialize};

use crate::rules::FIFTY_MOVES_PLIES;
use crate::{MaybeRounded, Wdl};

/// The result for the side to move at the current counter, with best play.
///
/// Two outcomes are open: won or lost with the counter at zero, but it is not known whether the
/// next capture, pawn move or mate comes in time. The order is that of preference.
///
/// ```
/// use vancura_board::Outcome;
/// assert_eq!(-Outcome::OpenWin, Outcome::OpenLoss);
/// assert!(Outcome::Loss < Outcome::OpenLoss && Outcome::OpenLoss < Outcome::BlessedLoss);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// Lost.
    Loss,
    /// Lost, or saved by the fifty-move rule.
    OpenLoss,
    /// Lost, but saved by the fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but spoiled by the fifty-move rule.
    CursedWin,
    /// Won, or spoiled by the fifty-move rule.
    OpenWin,
    /// Won.
    Win,
}

impl Outcome {
    /// What a result with the counter at zero becomes `counter` plies after the last capture or
    /// pawn move, in a position that is not over.
    ///
    /// A win needs its next capture, pawn move or mate within the plies that the counter leaves. A
    /// rounded distance may be one ply too small, so the outcome is open where it needs exactly
    /// those plies, or where there is no distance.
    ///
    /// ```
    /// use vancura_board::{Dtz, MaybeRounded, Outcome, Wdl};
    /// let rounded = Some(MaybeRounded::Rounded(Dtz(3)));
    /// let at = |counter| Outcome::at_counter(Wdl::Win, rounded, counter);
    /// assert_eq!([96, 97, 98].map(at), [Outcome::Win, Outcome::OpenWin, Outcome::CursedWin]);
    /// ```
    pub fn at_counter(wdl: Wdl, dtz: Option<MaybeRounded>, counter: u8) -> Self {
        let (spoiled, open) = match wdl {
            Wdl::Win => (Self::CursedWin, Self::OpenWin),
            Wdl::Loss => (Self::BlessedLoss, Self::OpenLoss),
            _ => return wdl.into(),
        };
        let limit = u16::from(FIFTY_MOVES_PLIES);
        let counter = u16::from(counter);
        let least = dtz.map_or(1, |dtz| dtz.dtz().0.unsigned_abs()) + counter;
        if counter == 0 {
            wdl.into()
        } else if least > limit {
            spoiled
        } else if dtz.is_none_or(|dtz| dtz.is_rounded() && least == limit) {
            open
        } else {
            wdl.into()
        }
    }

    /// The result; `None` where it is open.
    pub const fn wdl(self) -> Option<Wdl> {
        Some(match self {
            Self::Loss => Wdl::Loss,
            Self::BlessedLoss => Wdl::BlessedLoss,
            Self::Draw => Wdl::Draw,
            Self::CursedWin => Wdl::CursedWin,
            Self::Win => Wdl::Win,
            Self::OpenLoss | Self::OpenWin => return None,
        })
    }

    /// Win, draw or loss as the game ends under the fifty-move rule; `None` where it is open.
    pub fn under_fifty_move_rule(self) -> Option<Wdl> {
        self.wdl().map(Wdl::with_fifty_move_rule)
    }
}

impl From<Wdl> for Outcome {
    fn from(wdl: Wdl) -> Self {
        match wdl {
            Wdl::Loss => Self::Loss,
            Wdl::BlessedLoss => Self::BlessedLoss,
            Wdl::Draw => Self::Draw,
            Wdl::CursedWin => Self::CursedWin,
            Wdl::Win => Self::Win,
        }
    }
}

impl Neg for Outcome {
    type Output = Self;

    /// The same outcome seen from the other side.
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::OpenLoss => Self::OpenWin,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::OpenWin => Self::OpenLoss,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OpenLoss => f.pad("loss or draw"),
            Self::OpenWin => f.pad("win or draw"),
            known => known.wdl().unwrap_or(Wdl::Draw).fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dtz;

    const ALL: [Outcome; 7] = [
        Outcome::Loss,
        Outcome::OpenLoss,
        Outcome::BlessedLoss,
        Outcome::Draw,
        Outcome::CursedWin,
        Outcome::OpenWin,
        Outcome::Win,
    ];

    #[test]
    fn distance_and_counter_may_be_a_hundred_together_and_rounding_hides_one_ply() {
        use Outcome::{BlessedLoss, CursedWin, Draw, Loss, OpenLoss, OpenWin, Win};
        for (dtz, counter, precise, rounded) in [
            (3, 0, Win, Win),
            (3, 96, Win, Win),
            (3, 97, Win, OpenWin),
            (3, 98, CursedWin, CursedWin),
            (100, 0, Win, Win),
            (-3, 97, Loss, OpenLoss),
            (-3, 98, BlessedLoss, BlessedLoss),
            (1, 99, Win, OpenWin),
            (1, 100, CursedWin, CursedWin),
            (0, 100, Draw, Draw),
            (102, 0, CursedWin, CursedWin),
        ] {
            let dtz = Dtz(dtz);
            let at = |dtz: MaybeRounded| Outcome::at_counter(dtz.dtz().wdl(), Some(dtz), counter);
            assert_eq!(at(MaybeRounded::Precise(dtz)), precise, "{dtz:?} {counter}");
            assert_eq!(at(MaybeRounded::Rounded(dtz)), rounded, "{dtz:?} {counter} rounded");
        }
    }

    #[test]
    fn without_a_distance_only_the_counter_zero_is_sure() {
        let at = |counter| Outcome::at_counter(Wdl::Win, None, counter);
        assert_eq!([0, 1, 99, 100].map(at), {
            use Outcome::{CursedWin, OpenWin, Win};
            [Win, OpenWin, OpenWin, CursedWin]
        });
    }

    #[test]
    fn negation_is_an_involution_that_reverses_the_order() {
        for a in ALL {
            assert_eq!(-(-a), a);
            for b in ALL {
                assert_eq!(a < b, -b < -a);
            }
        }
    }
}
