//! Distance to zeroing under the fifty-move rule, as Syzygy tables count it.

use std::ops::Neg;

use crate::Wdl;

/// Plies to the next capture or pawn move with best play under the fifty-move rule, for the side to
/// move, with the fifty-move counter at zero.
///
/// | value              | result         | meaning                                                       |
/// |--------------------|----------------|---------------------------------------------------------------|
/// | `1 <= n <= 100`    | win            | a zeroing move or mate can be forced in n plies               |
/// | `101 <= n`         | cursed win     | won, but the counter runs out first                           |
/// | `0`                | draw           |                                                               |
/// | `n <= -101`        | blessed loss   | lost, but the counter runs out first                          |
/// | `-100 <= n <= -1`  | loss           | the opponent forces a zeroing move or mate in -n plies        |
///
/// Checkmate on the board is `-1`, as Syzygy readers report it. Values read from a file whose
/// distances are kept in moves may be one ply too small; a value from our own solver is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Dtz(
    /// Plies, signed as in the table above.
    pub i16,
);

impl Dtz {
    /// Plies of play without a zeroing move after which the game can be claimed drawn.
    pub const FIFTY_MOVES_PLIES: i16 = 100;

    /// The result that this distance implies, with the fifty-move counter at zero.
    pub const fn wdl(self) -> Wdl {
        match self.0 {
            1..=Self::FIFTY_MOVES_PLIES => Wdl::Win,
            0 => Wdl::Draw,
            n if n > 0 => Wdl::CursedWin,
            n if n >= -Self::FIFTY_MOVES_PLIES => Wdl::Loss,
            _ => Wdl::BlessedLoss,
        }
    }
}

impl Neg for Dtz {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// A distance to zeroing as stored in a table file.
///
/// Files store distances in plies or, rounded, in moves: a rounded distance is at most one ply too
/// small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MaybeRounded {
    /// Exact to the ply.
    Precise(Dtz),
    /// This, or one ply farther from zero.
    Rounded(Dtz),
}

impl MaybeRounded {
    /// The distance as it was read.
    pub const fn dtz(self) -> Dtz {
        match self {
            Self::Precise(dtz) | Self::Rounded(dtz) => dtz,
        }
    }

    /// True when the distance may be one ply too small.
    pub const fn is_rounded(self) -> bool {
        matches!(self, Self::Rounded(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hundred_plies_still_count_and_one_more_does_not() {
        use Wdl::{BlessedLoss, CursedWin, Draw, Loss, Win};
        let results = [-101, -100, -1, 0, 1, 100, 101].map(|n| Dtz(n).wdl());
        assert_eq!(results, [BlessedLoss, Loss, Loss, Draw, Win, Win, CursedWin]);
    }
}
