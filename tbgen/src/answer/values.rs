//! What is known of a position, and who knows it.

use board::rules::FIFTY_MOVES_PLIES;
use board::{Board, Dtm, Dtz, MaybeRounded, Outcome, Wdl};
use serde::Serialize;

/// What is known of a position, for its side to move; `None` where no table says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Values {
    /// The result under the fifty-move rule, its counter at zero.
    pub wdl: Option<Wdl>,
    /// The distance to the next capture or pawn move.
    pub dtz: Option<Dtz>,
    /// That distance comes from a file that rounds: it may be one ply too small.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub rounded: bool,
    /// The distance to mate, fifty-move rule ignored.
    pub dtm: Option<Dtm>,
}

impl Values {
    /// What these values alone say of the result with the counter at `counter` plies, in a position
    /// that is not over; `None` where no result is known. A mate within the counter counts, also
    /// where nothing but its distance is known.
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
            // Distances to mate alone know nothing of the rule.
            (None, Some(wdl)) => Some(Outcome::at_counter(wdl, None, counter.max(1))),
            (None, None) => None,
        }
    }
}

/// Something that knows values of positions: solved tables in memory or table files.
pub trait Probe {
    /// Why a position has no answer.
    type Error;

    /// What is known of a position, en passant right included.
    ///
    /// # Errors
    /// When the position is not one that tables hold, or a table is not sound.
    fn values(&self, board: &Board) -> Result<Values, Self::Error>;

    /// What it says by itself of a position that is not over at its counter, no move looked at;
    /// better asked for through [`outcome`](crate::outcome).
    ///
    /// # Errors
    /// As [`Probe::values`].
    fn at_counter(&self, board: &Board) -> Result<Option<Outcome>, Self::Error> {
        Ok(self.values(board)?.at_counter(board.halfmove_clock()))
    }
}
