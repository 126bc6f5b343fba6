//! The 3-man tables in memory: exact distances to mate.

use board::{Board, Dtm, Move, Piece, legal_moves};
use tbgen::Tables;

/// Men of the largest table built at the start.
pub(super) const MAX_MEN: u32 = 3;

/// Plies of play without a capture or pawn move after which the game is drawn.
const FIFTY_MOVES_PLIES: u16 = 100;

/// The exact value under the fifty-move rule; `None` without a table, or when a mate is so far away that the counter runs
/// out first unless a pawn move resets it.
pub(super) fn probe(tables: &Tables, board: &Board) -> Option<Dtm> {
    let dtm = tables.probe_board(board)?;
    let in_time = |plies| plies + u16::from(board.halfmove_clock()) <= FIFTY_MOVES_PLIES;
    if dtm.plies().is_none_or(in_time) {
        return Some(dtm);
    }
    // Without pawns nothing but the loss of the piece resets the counter.
    board.pieces(Piece::Pawn).is_empty().then_some(Dtm::Draw)
}

/// Follows best play from the end of a line to the mate.
pub(super) fn extend_to_mate(tables: &Tables, board: &Board, mut line: Vec<Move>) -> Vec<Move> {
    let mut board = board.clone();
    for &mv in &line {
        board.play_unchecked(mv);
    }
    while board.occupied().len() <= MAX_MEN
        && let Some(Dtm::Win(_) | Dtm::Loss(2..)) = probe(tables, &board)
    {
        let Some(best) = best_move(tables, &board) else { break };
        board.play_unchecked(best);
        line.push(best);
    }
    line
}

fn best_move(tables: &Tables, board: &Board) -> Option<Move> {
    let value = |mv: &Move| {
        let mut child = board.clone();
        child.play_unchecked(*mv);
        tables.probe_board(&child).map(Dtm::from_parent)
    };
    legal_moves(board).into_iter().max_by_key(value)
}
