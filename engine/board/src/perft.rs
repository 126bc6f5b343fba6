//! Perft: counts of leaf positions, the customary check of a move generator.

use crate::{Board, Move};

/// Number of legal move sequences of `depth` plies from a position; 1 at depth 0.
///
/// ```
/// assert_eq!(vancura_board::perft(&vancura_board::Board::startpos(), 3), 8_902);
/// ```
pub fn perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    match depth {
        0 => nodes = 1,
        1 => {
            board.generate_moves(|moves| {
                nodes += moves.len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut child = board.clone();
                    child.play_unchecked(mv);
                    nodes += perft(&child, depth - 1);
                }
                false
            });
        }
    }
    nodes
}

/// [`perft`] split by the first move; empty at depth 0.
pub fn divide(board: &Board, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let count = |mv| {
        let mut child = board.clone();
        child.play_unchecked(mv);
        (mv, perft(&child, depth - 1))
    };
    crate::rules::legal_moves(board).into_iter().map(count).collect()
}
