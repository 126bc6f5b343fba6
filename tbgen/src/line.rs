//! Moves with their exact values, and best play to the end.

use board::{Board, Dtm, Move};

use crate::error::TbgenError;
use crate::tables::Tables;

/// A legal move and what it is worth to the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedMove {
    /// The move.
    pub mv: Move,
    /// Its value for the side that makes it.
    pub value: Dtm,
}

impl Tables {
    /// The exact value of a position, with the reason when there is none.
    ///
    /// # Errors
    /// [`TbgenError::Placement`] for positions no table holds, [`TbgenError::Missing`] when the table has not been built.
    pub fn value(&self, board: &Board) -> Result<Dtm, TbgenError> {
        let placement = board::Placement::from_board(board)?;
        self.probe_board(board).ok_or_else(|| TbgenError::Missing(placement.material().canonical().0))
    }

    /// All legal moves, best first: quicker wins before slower ones, longer losses before shorter ones.
    ///
    /// # Errors
    /// As [`Tables::value`].
    pub fn rated_moves(&self, board: &Board) -> Result<Vec<RatedMove>, TbgenError> {
        let rate = |mv: Move| {
            let mut child = board.clone();
            child.play_unchecked(mv);
            Ok(RatedMove { mv, value: self.value(&child)?.from_parent() })
        };
        let mut moves =
            board::legal_moves(board).into_iter().map(rate).collect::<Result<Vec<_>, TbgenError>>()?;
        moves.sort_by_key(|m| std::cmp::Reverse(m.value));
        Ok(moves)
    }

    /// Best play by both sides from a decided position to mate; empty for a draw or a finished game.
    ///
    /// # Errors
    /// As [`Tables::value`].
    pub fn mating_line(&self, board: &Board) -> Result<Vec<Move>, TbgenError> {
        let mut line = Vec::new();
        let mut position = board.clone();
        if self.value(board)? == Dtm::Draw {
            return Ok(line);
        }
        while let Some(best) = self.rated_moves(&position)?.first() {
            line.push(best.mv);
            position.play_unchecked(best.mv);
        }
        Ok(line)
    }
}
