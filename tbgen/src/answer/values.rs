//! What is known of a position, and who knows it.

use board::{Board, Dtm, Dtz, Wdl};
use serde::Serialize;

/// What is known of a position, for its side to move; `None` where no table says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Values {
    /// The result under the fifty-move rule, its counter at zero.
    pub wdl: Option<Wdl>,
    /// The distance to the next capture or pawn move; from files possibly one ply too small, see [`Dtz`].
    pub dtz: Option<Dtz>,
    /// The distance to mate, fifty-move rule ignored.
    pub dtm: Option<Dtm>,
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
}
