//! Where exact results come from.

use board::{Board, Outcome, Wdl};
use oracle::{Answer, Oracle};
use tbgen::Probe;

/// Where exact results come from: values of tables, and proofs where no table knows a position.
pub trait Source: Probe {
    /// What is proved without tables: bounds of the distance, and a line that shows the result.
    fn proved(&self, board: &Board) -> Option<Answer>;

    /// The result for the side to move at the counter, with what the fifty-move rule spoils counted
    /// as a draw; `None` where it is not known or open.
    fn result(&self, board: &Board) -> Option<Wdl> {
        explain::outcome(self, board).and_then(Outcome::under_fifty_move_rule)
    }

    /// Plies to the end of a win or loss: to mate where tables know it, otherwise at most to the next
    /// capture, pawn move or mate as far as it is proved.
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
