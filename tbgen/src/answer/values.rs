//! The known values of a position, and where they come from.

use board::rules::FIFTY_MOVES_PLIES;
use board::{Board, Dtm, Dtz, MaybeRounded, Outcome, Wdl};
use serde::Serialize;

/// The values of a position for its side to move; `None` where no table has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Values {
    /// The result under the fifty-move rule with the counter at zero.
    pub wdl: Option<Wdl>,
    /// The distance to the next capture or pawn move.
    pub dtz: Option<Dtz>,
    /// Whether that distance is from a file that rounds, so that it may be one ply too small.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub rounded: bool,
    /// The distance to mate, fifty-move rule ignored.
    pub dtm: Option<Dtm>,
}

impl Values {
    /// The result with the fifty-move counter at `counter` plies, as far as these values determine
    /// it, in a game that is not over; `None` if no result is known. A mate within the counter
    /// counts even if only its distance is known.
    pub fn at_counter(&self, counter: u8) -> Option<Outcome> {
        let in_time = |plies: u16| plies + u16::from(counter) <= u16::from(FIFTY_MOVES_PLIES);
        match self.dtm {
            Some(Dtm::Win(plies)) if in_time(plies) => return Some(Outcome::Win),
            Some(Dtm::Loss(plies)) if in_time(plies) => return Some(Outcome::Loss),
            _ => {}
        }
        let kept = |dtz| if self.rounded { MaybeRounded::Rounded(dtz) } else { MaybeRounded::Precise(dtz) };
        match (self.wdl, self.dtm.map(Dtm::wdl)) {
            (Some(wdl), _) => Some(Outcome::at_counter(wdl, self.dtz.map(kept), counter)),
            // Distances to mate alone ignore the rule.
            (None, Some(wdl)) => Some(Outcome::at_counter(wdl, None, counter.max(1))),
            (None, None) => None,
        }
    }
}

/// A source of values of positions: solved tables in memory or table files.
pub trait Probe {
    /// Why a probe failed.
    type Error;

    /// The known values of a position, en passant included.
    ///
    /// # Errors
    /// When tables do not contain such positions, or a table is damaged.
    fn values(&self, board: &Board) -> Result<Values, Self::Error>;

    /// The result of an unfinished game with its counter, without examining moves; prefer
    /// [`outcome`](crate::outcome).
    ///
    /// # Errors
    /// As [`Probe::values`].
    fn at_counter(&self, board: &Board) -> Result<Option<Outcome>, Self::Error> {
        Ok(self.values(board)?.at_counter(board.halfmove_clock()))
    }
}
