//! The numbers of moves.

use board::{Board, Move, Piece, legal_moves};

/// All legal moves in the order in which files number them: by origin, target (castling is the king
/// taking its own rook), then promotion from knight to queen.
pub fn sorted_moves(board: &Board) -> Vec<Move> {
    let mut moves = legal_moves(board);
    moves.sort_unstable_by_key(|mv| {
        (mv.from as usize) << 9
            | (mv.to as usize) << 3
            | mv.promotion.map_or(0, |piece: Piece| piece as usize)
    });
    moves
}
