//! The source of exact results.

use board::{Board, Outcome, Wdl};
use oracle::{Answer, Oracle};
use tbgen::Probe;

/// The source of exact results: values of tables, and proofs where no table covers a position.
pub trait Source: Probe {
    /// The answer without tables: a bound on the distance, and a line that shows the result.
    fn proved(&self, board: &Board) -> Option<Answer>;

    /// The result for the side to move at the position's counter; wins that the fifty-move rule
    /// spoils count as draws. `None` if it is unknown or undecided.
    fn result(&self, board: &Board) -> Option<Wdl> {
        explain::outcome(self, board).and_then(Outcome::under_fifty_move_rule)
    }

    /// Distance of a win or loss in plies: to mate where tables have it, otherwise a proved upper
    /// bound on the distance to the next capture, pawn move or mate.
    fn distance(&self, board: &Board) -> Option<u16> {
        let mate = self.values(board).ok().and_then(|values| values.dtm).and_then(board::Dtm::plies);
        mate.or_else(|| self.proved(board)?.range.plies().map(u16::from))
    }
}

impl Source for Oracle {
    fn proved(&self, board: &Board) -> Option<Answer> {
        self.pocket(board)
    }
}
