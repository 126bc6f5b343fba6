//! A range of possible results, and a bound on the distance of wins and losses.

use board::rules::FIFTY_MOVES_PLIES;
use board::{Board, Wdl};
use recognizers::Bound;
use serde::Serialize;

/// The least and the greatest possible result for the side to move, with the fifty-move counter at
/// zero.
///
/// For a win or loss it also holds the greatest number of plies to the next capture, pawn move or
/// mate, where that is known: the results at other counters follow from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Range {
    /// The least possible result.
    pub low: Wdl,
    /// The greatest possible result.
    pub high: Wdl,
    /// [`Range::plies`], or [`UNKNOWN`].
    plies: u8,
}

/// The distance is not bounded.
const UNKNOWN: u8 = u8::MAX;

impl Range {
    /// Any result is possible.
    pub const ALL: Self = Self { low: Wdl::Loss, high: Wdl::Win, plies: UNKNOWN };
    /// Checkmate.
    pub(crate) const MATED: Self = Self { low: Wdl::Loss, high: Wdl::Loss, plies: 0 };
    /// A draw.
    pub(crate) const DRAW: Self = Self::exact(Wdl::Draw, None);

    /// The result of a position without legal moves.
    pub(crate) fn of_finished(board: &Board) -> Self {
        if board.checkers().is_empty() { Self::DRAW } else { Self::MATED }
    }

    /// One result; for a win or loss `plies` is the greatest number of plies to the next capture,
    /// pawn move or mate.
    pub const fn exact(wdl: Wdl, plies: Option<u8>) -> Self {
        let plies = match plies {
            Some(plies) => plies,
            None => UNKNOWN,
        };
        Self { low: wdl, high: wdl, plies }
    }

    /// A range of results.
    pub(crate) const fn between(low: Wdl, high: Wdl) -> Self {
        Self { low, high, plies: UNKNOWN }
    }

    /// The range of a rule's bound; `plies` is the greatest distance of the rule's wins, where it
    /// has been measured.
    pub fn of_rule(bound: Bound, plies: Option<u8>) -> Self {
        match bound {
            Bound::Loss => Self::exact(Wdl::Loss, plies),
            Bound::AtMostDraw => Self { high: Wdl::Draw, ..Self::ALL },
            Bound::Draw => Self::DRAW,
            Bound::AtLeastDraw => Self { low: Wdl::Draw, ..Self::ALL },
            Bound::Win => Self::exact(Wdl::Win, plies),
        }
    }

    /// The result, if only one is possible.
    pub fn result(self) -> Option<Wdl> {
        (self.low == self.high).then_some(self.low)
    }

    /// True if only one result is possible.
    pub fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// For a win or loss, the greatest number of plies to the next capture, pawn move or mate;
    /// otherwise, and where it is not known, `None`.
    pub fn plies(self) -> Option<u8> {
        let is_decided = matches!(self.result(), Some(Wdl::Win | Wdl::Loss));
        (is_decided && self.plies != UNKNOWN).then_some(self.plies)
    }

    /// True if this result is within the range.
    pub fn allows(self, truth: Wdl) -> bool {
        self.low <= truth && truth <= self.high
    }

    /// The range for the other side.
    pub(crate) fn turned(self) -> Self {
        Self { low: -self.high, high: -self.low, plies: self.plies }
    }

    /// The range of a move, for the side that moves, from the range of the position after it. A
    /// zeroing move makes a decided result one ply from zeroing. After any other move the counter
    /// is at one, so a win that may need all hundred plies may come too late.
    pub(crate) fn of_move(self, is_zeroing: bool) -> Self {
        let mut value = self.turned();
        if is_zeroing || self == Self::MATED {
            value.plies = 1;
            return value;
        }
        value.plies = self.plies.saturating_add(1);
        if value.plies > FIFTY_MOVES_PLIES {
            match value.result() {
                Some(Wdl::Win) => value.low = Wdl::CursedWin,
                Some(Wdl::Loss) => value.high = Wdl::BlessedLoss,
                _ => {}
            }
        }
        value
    }

    /// The intersection of two ranges of the same position.
    pub(crate) fn and(self, other: Self) -> Self {
        let both = Self { low: self.low.max(other.low), high: self.high.min(other.high), plies: UNKNOWN };
        debug_assert!(both.low <= both.high, "{self:?} contradicts {other:?}");
        let plies = [self, other].into_iter().filter_map(Self::plies).min();
        Self { plies: if both.is_exact() { plies.unwrap_or(UNKNOWN) } else { UNKNOWN }, ..both }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quiet_move_takes_a_ply_of_the_counter() {
        let lost = |plies| Range::exact(Wdl::Loss, plies);
        assert_eq!(lost(Some(99)).of_move(false), Range::exact(Wdl::Win, Some(100)));
        // A win that may take all hundred plies may be a cursed win one ply earlier.
        let late = lost(Some(100)).of_move(false);
        assert_eq!((late.low, late.high, late.plies()), (Wdl::CursedWin, Wdl::Win, None));
        assert_eq!(lost(None).of_move(false).low, Wdl::CursedWin);
        let won = Range::exact(Wdl::Win, Some(100)).of_move(false);
        assert_eq!((won.low, won.high), (Wdl::Loss, Wdl::BlessedLoss));
        // A capture resets the counter, so the distance does not matter.
        assert_eq!(lost(None).of_move(true), Range::exact(Wdl::Win, Some(1)));
        assert_eq!(Range::MATED.of_move(false).plies(), Some(1));
    }

    #[test]
    fn draws_and_bounds_take_no_ply() {
        assert_eq!(Range::DRAW.of_move(false), Range { plies: 255, ..Range::DRAW });
        let bound = Range::of_rule(Bound::AtMostDraw, None).of_move(false);
        assert_eq!((bound.low, bound.high), (Wdl::Draw, Wdl::Win));
    }

    #[test]
    fn two_ranges_leave_what_both_allow() {
        let (most, least) =
            (Range::of_rule(Bound::AtMostDraw, None), Range::of_rule(Bound::AtLeastDraw, None));
        assert_eq!(most.and(least).result(), Some(Wdl::Draw));
        let won = Range::exact(Wdl::Win, Some(31)).and(Range::exact(Wdl::Win, Some(9)));
        assert_eq!(won.plies(), Some(9));
        for truth in Wdl::ALL {
            assert_eq!(most.allows(truth), least.allows(-truth));
        }
    }
}
