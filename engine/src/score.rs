//! The score scale: heuristic, table and mate scores in one integer, always from the side to move's
//! view.
//!
//! | range                     | meaning                                                        |
//! |---------------------------|----------------------------------------------------------------|
//! | `abs <= 27_999`           | heuristic, in units of the evaluation                          |
//! | `28_000 ..= 29_000`       | won by a table without distance, `29_000 - plies from the root`|
//! | `29_800 ..= 31_000`       | mate, `31_000 - plies from the root`                           |
//! | `32_000`                  | infinite: outside every window, never a position's value       |
//!
//! Reported scores are centipawns, normalized so that 100 wins half of the games
//! ([`Score::centipawns`]); a unit of the evaluation is a little less. Parameters of the search and
//! the hand-crafted evaluation, which were tuned before, also call their units centipawns.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use board::Dtm;
use board::rules::FIFTY_MOVES_PLIES;

/// Longest line the search can hold, in plies from the root.
pub(crate) const MAX_PLY: usize = 128;

/// Units at which half of the games are won. This and [`WIN_SPREAD`] were fitted by maximum
/// likelihood to scores and results of 2.5 million positions of our own games at 300 nodes per
/// move: `docs/chances.md`.
const WIN_EVEN_CHANCE: f64 = 112.0;
/// Units by which the odds of winning grow by a factor of e.
const WIN_SPREAD: f64 = 130.0;

/// A value for the side to move; see the module for its ranges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// Greater than every value.
    pub(crate) const INFINITE: Self = Self(32_000);
    /// A drawn position.
    pub const DRAW: Self = Self(0);
    /// Checkmate on the board, from the winner's view.
    const MATE: i32 = 31_000;
    /// The least mate score: no mate is longer than those in our tables.
    const MATE_MIN: i32 = Self::MATE - 1_200;
    /// A table win on the board.
    const TABLE_WIN: i32 = 29_000;
    /// The least table win.
    const TABLE_WIN_MIN: i32 = 28_000;
    /// The greatest heuristic score.
    pub(crate) const HEURISTIC_MAX: Self = Self(Self::TABLE_WIN_MIN - 1);

    /// A heuristic score in units of the evaluation, kept inside the heuristic range.
    #[inline]
    pub(crate) fn heuristic(units: i32) -> Self {
        Self(units.clamp(-Self::HEURISTIC_MAX.0, Self::HEURISTIC_MAX.0))
    }

    /// The score as reported: at 100 half of the games are won.
    pub fn centipawns(self) -> i32 {
        (f64::from(self.0) * 100.0 / WIN_EVEN_CHANCE).round() as i32
    }

    /// A score given in centipawns.
    pub(crate) fn from_centipawns(centipawns: i32) -> Self {
        Self::heuristic((f64::from(centipawns) * WIN_EVEN_CHANCE / 100.0).round() as i32)
    }

    /// The score in pawns: `+0.35`.
    pub fn in_pawns(self) -> String {
        format!("{:+.2}", f64::from(self.centipawns()) / 100.0)
    }

    /// A score from White's view in words: `+0.35`, `White mates in 3`.
    pub fn in_words(self) -> String {
        match self.mate_moves() {
            Some(moves) if moves > 0 => format!("White mates in {moves}"),
            Some(moves) => format!("Black mates in {}", -moves),
            None => self.in_pawns(),
        }
    }

    /// The bare number, as stored and printed.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The score of a bare number.
    #[inline]
    pub const fn from_value(value: i32) -> Self {
        Self(value)
    }

    /// The side to move mates in this many plies from the root.
    #[inline]
    pub(crate) const fn mate_in(plies: i32) -> Self {
        Self(Self::MATE - plies)
    }

    /// The side to move is mated in this many plies from the root.
    #[inline]
    pub(crate) const fn mated_in(plies: i32) -> Self {
        Self(plies - Self::MATE)
    }

    /// Won by a table at this distance from the root.
    #[inline]
    pub(crate) const fn table_win(ply: usize) -> Self {
        Self(Self::TABLE_WIN - ply as i32)
    }

    /// An exact table value found `ply` plies from the root.
    pub fn from_dtm(dtm: Dtm, ply: usize) -> Self {
        match dtm {
            Dtm::Win(plies) => Self::mate_in(ply as i32 + i32::from(plies)),
            Dtm::Draw => Self::DRAW,
            Dtm::Loss(plies) => Self::mated_in(ply as i32 + i32::from(plies)),
        }
    }

    /// A forced mate for either side.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::MATE_MIN
    }

    /// Certainly won: mate or a table win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::TABLE_WIN_MIN
    }

    /// Certainly lost.
    #[inline]
    pub(crate) const fn is_loss(self) -> bool {
        self.0 <= -Self::TABLE_WIN_MIN
    }

    /// Certainly won or lost.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Moves to mate as UCI counts them, negative when the side to move is mated; `None` when it is
    /// not a mate score.
    pub const fn mate_moves(self) -> Option<i32> {
        if !self.is_mate() {
            None
        } else if self.0 > 0 {
            Some((Self::MATE - self.0 + 1) / 2)
        } else {
            Some(-i32::midpoint(Self::MATE, self.0))
        }
    }

    /// The score as stored in the transposition table: distances are counted from the node instead
    /// of the root.
    #[inline]
    pub(crate) const fn to_node(self, ply: usize) -> Self {
        if self.is_win() {
            Self(self.0 + ply as i32)
        } else if self.is_loss() {
            Self(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// The reverse of [`Score::to_node`]. A mate or table win that may come too late for the
    /// fifty-move counter becomes the greatest heuristic score: the line that stored it may have
    /// had a lower counter.
    #[inline]
    pub(crate) const fn to_root(self, ply: usize, fifty_move_clock: u8) -> Self {
        let plies_left = FIFTY_MOVES_PLIES as i32 - fifty_move_clock as i32;
        if self.is_win() {
            let distance = if self.is_mate() { Self::MATE - self.0 } else { Self::TABLE_WIN - self.0 };
            if distance > plies_left { Self::HEURISTIC_MAX } else { Self(self.0 - ply as i32) }
        } else if self.is_loss() {
            let distance = if self.is_mate() { Self::MATE + self.0 } else { Self::TABLE_WIN + self.0 };
            if distance > plies_left { Self(-Self::HEURISTIC_MAX.0) } else { Self(self.0 + ply as i32) }
        } else {
            self
        }
    }

    /// Chances to win, draw and lose, in thousandths: certain for decisive scores, else from two
    /// logistic curves.
    pub(crate) fn chances_permille(self) -> [u32; 3] {
        if self.is_win() {
            return [1_000, 0, 0];
        }
        if self.is_loss() {
            return [0, 0, 1_000];
        }
        let chance = |units: i32| {
            let steps = (f64::from(units) - WIN_EVEN_CHANCE) / WIN_SPREAD;
            (1_000.0 / (1.0 + (-steps).exp())).round() as u32
        };
        let (win, loss) = (chance(self.0), chance(-self.0));
        [win, 1_000 - win - loss, loss]
    }

    /// Halfway between two heuristic scores.
    #[inline]
    pub const fn midpoint(self, other: Self) -> Self {
        Self(i32::midpoint(self.0, other.0))
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    #[inline]
    fn add(self, centipawns: i32) -> Self {
        Self(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    #[inline]
    fn sub(self, centipawns: i32) -> Self {
        Self(self.0 - centipawns)
    }
}

impl Sub for Score {
    /// Centipawns.
    type Output = i32;
    #[inline]
    fn sub(self, other: Self) -> i32 {
        self.0 - other.0
    }
}

impl fmt::Display for Score {
    /// UCI notation: `cp 13`, `mate 3`, `mate -2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_moves() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.centipawns()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn mates_count_moves_as_uci_does() {
        assert_eq!(Score::mate_in(1).to_string(), "mate 1");
        assert_eq!(Score::mate_in(3).to_string(), "mate 2");
        assert_eq!(Score::mated_in(0).to_string(), "mate 0");
        assert_eq!(Score::mated_in(2).to_string(), "mate -1");
        assert_eq!(Score::heuristic(-13).to_string(), format!("cp {}", Score::heuristic(-13).centipawns()));
    }

    #[test]
    fn chances_add_up_and_mirror() {
        for value in (-31_000..=31_000).step_by(7) {
            let [win, draw, loss] = Score::from_value(value).chances_permille();
            assert_eq!(win + draw + loss, 1_000, "{value}");
            assert_eq!(Score::from_value(-value).chances_permille(), [loss, draw, win], "{value}");
        }
        assert_eq!(Score::from_centipawns(100).chances_permille()[0], 500);
    }

    #[test]
    fn ranges_do_not_touch() {
        assert!(Score::mated_in(0).is_mate() && Score::mate_in(1_023 + MAX_PLY as i32).is_mate());
        let table_win = Score::table_win(MAX_PLY);
        assert!(table_win.is_win() && !table_win.is_mate());
        assert!(!Score::table_win(0).is_mate());
        assert!(!Score::HEURISTIC_MAX.is_decisive());
    }

    #[test]
    fn a_stored_mate_that_the_counter_spoils_is_no_mate() {
        let stored = Score::mate_in(30).to_node(0);
        assert_eq!(stored.to_root(0, 0), Score::mate_in(30));
        assert_eq!(stored.to_root(0, 70), Score::mate_in(30));
        assert_eq!(stored.to_root(0, 71), Score::HEURISTIC_MAX);
    }

    #[test]
    fn what_is_told_comes_back() {
        for centipawns in -5_000..=5_000 {
            assert_eq!(Score::from_centipawns(centipawns).centipawns(), centipawns);
        }
        assert_eq!(Score::from_centipawns(-135).in_pawns(), "-1.35");
    }

    proptest! {
        #[test]
        fn distances_survive_the_table(value in -31_000..=31_000i32, ply in 0..MAX_PLY) {
            // Possible values of a node at this ply.
            let score = Score::from_value(value);
            prop_assume!(!score.is_decisive() || (ply as i32..=29_000 - 28_000).contains(&(31_000 - value.abs()))
                || (ply as i32..=700).contains(&(29_000 - value.abs())));
            let plies_left = if score.is_mate() { 31_000 - value.abs() } else { 29_000 - value.abs() } - ply as i32;
            prop_assume!(!score.is_decisive() || plies_left <= 100);
            prop_assert_eq!(score.to_node(ply).to_root(ply, 0), score);
        }
    }
}
