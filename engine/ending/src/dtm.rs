//! Distance to mate.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;

use crate::Wdl;

/// Distance to mate in plies under best play by both sides, ignoring the fifty-move rule, for the
/// side to move.
///
/// | value      | meaning                                          | plies            |
/// |------------|--------------------------------------------------|------------------|
/// | `Win(n)`   | the side to move mates, its n-th ply from now on | odd, `1..=1023`  |
/// | `Draw`     | neither side can force mate                      | -                |
/// | `Loss(n)`  | the side to move is mated after n plies          | even, `0..=1022` |
///
/// `Loss(0)` is checkmate on the board. The order is that of preference for the side to move: a
/// quicker win is greater, a longer loss is greater.
///
/// ```
/// use vancura_ending::Dtm;
/// assert!(Dtm::Win(1) > Dtm::Win(3));
/// assert!(Dtm::Loss(10) > Dtm::Loss(0));
/// assert_eq!(Dtm::Loss(0).from_parent(), Dtm::Win(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Dtm {
    /// The side to move mates in this many plies.
    Win(u16),
    /// Neither side can force mate.
    Draw,
    /// The side to move is mated in this many plies.
    Loss(u16),
}

impl Dtm {
    /// The value of a move for the mover, `self` being the value of the position it leads to.
    pub const fn from_parent(self) -> Self {
        match self {
            Self::Win(n) => Self::Loss(n + 1),
            Self::Draw => Self::Draw,
            Self::Loss(n) => Self::Win(n + 1),
        }
    }

    /// Win, draw or loss without the fifty-move rule.
    pub const fn wdl(self) -> Wdl {
        match self {
            Self::Win(_) => Wdl::Win,
            Self::Draw => Wdl::Draw,
            Self::Loss(_) => Wdl::Loss,
        }
    }

    /// Plies to mate; `None` for a draw.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Self::Win(n) | Self::Loss(n) => Some(n),
            Self::Draw => None,
        }
    }

    /// Full moves of the mating side, as `mate N` counts them: positive when the side to move
    /// mates, zero or negative when it is mated; `None` for a draw.
    pub const fn moves(self) -> Option<i32> {
        match self {
            Self::Win(n) => Some((n as i32 + 1) / 2),
            Self::Loss(n) => Some(-(n as i32 / 2)),
            Self::Draw => None,
        }
    }

    /// A number that sorts values by preference of the side to move.
    const fn rank(self) -> i32 {
        match self {
            Self::Win(n) => 0x10000 - n as i32,
            Self::Draw => 0,
            Self::Loss(n) => n as i32 - 0x10000,
        }
    }
}

impl PartialOrd for Dtm {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dtm {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl Neg for Dtm {
    type Output = Self;

    /// The same distance seen from the other side.
    fn neg(self) -> Self {
        match self {
            Self::Win(n) => Self::Loss(n),
            Self::Draw => Self::Draw,
            Self::Loss(n) => Self::Win(n),
        }
    }
}

impl fmt::Display for Dtm {
    /// In words with both units: `mate in 16 (31 plies)`, `mated in 3 (6 plies)`, `checkmate`,
    /// `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(n) => f.pad(&format!("mate in {} ({n} {})", n.div_ceil(2), plies_word(*n))),
            Self::Draw => f.pad("draw"),
            Self::Loss(0) => f.pad("checkmate"),
            Self::Loss(n) => f.pad(&format!("mated in {} ({n} {})", n / 2, plies_word(*n))),
        }
    }
}

fn plies_word(n: u16) -> &'static str {
    if n == 1 { "ply" } else { "plies" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_preference_of_the_side_to_move() {
        let ordered = [Dtm::Loss(0), Dtm::Loss(2), Dtm::Draw, Dtm::Win(9), Dtm::Win(1)];
        assert!(ordered.is_sorted());
    }

    #[test]
    fn words_name_moves_and_plies() {
        assert_eq!(Dtm::Win(1).to_string(), "mate in 1 (1 ply)");
        assert_eq!(Dtm::Win(31).to_string(), "mate in 16 (31 plies)");
        assert_eq!(Dtm::Loss(6).to_string(), "mated in 3 (6 plies)");
        assert_eq!(Dtm::Loss(0).to_string(), "checkmate");
        assert_eq!(
            (Dtm::Win(31).moves(), Dtm::Loss(6).moves(), Dtm::Draw.moves()),
            (Some(16), Some(-3), None)
        );
    }
}
