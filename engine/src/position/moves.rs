//! Properties of a legal move before it is played.

use board::{Move, Piece, attacks, get_bishop_moves, get_rook_moves};

use super::Position;

impl Position {
    /// The piece that a move moves.
    ///
    /// # Panics
    /// When the move starts from an empty square.
    #[inline]
    pub(crate) fn moved_piece(&self, mv: Move) -> Piece {
        self.piece_on(mv.from).expect("a legal move starts from a piece")
    }

    /// The piece that a move captures, en passant included; castling captures nothing.
    #[inline]
    pub(crate) fn captured_piece(&self, mv: Move) -> Option<Piece> {
        let Some(found) = self.piece_on(mv.to) else {
            // A single, well predicted branch.
            let takes_in_passing =
                (mv.from.file() != mv.to.file()) & (self.piece_on(mv.from) == Some(Piece::Pawn));
            return takes_in_passing.then_some(Piece::Pawn);
        };
        // Castling is encoded as king takes own rook.
        let castles = found == Piece::Rook && self.board().colors(self.side_to_move()).has(mv.to);
        (!castles).then_some(found)
    }

    /// True for captures and promotions to a queen.
    #[inline]
    pub fn is_tactical(&self, mv: Move) -> bool {
        mv.promotion == Some(Piece::Queen) || self.captured_piece(mv).is_some()
    }

    /// True when a legal move that is neither castling nor en passant gives check, directly or by
    /// discovery.
    pub fn gives_check(&self, mv: Move) -> bool {
        let board = self.board();
        let us = board.side_to_move();
        let king = board.king(!us);
        let occupied = (board.occupied() - mv.from.bitboard()) | mv.to.bitboard();
        let piece = mv.promotion.unwrap_or_else(|| self.moved_piece(mv));
        if attacks(piece, us, mv.to, occupied).has(king) {
            return true;
        }
        let own = board.colors(us) - mv.from.bitboard();
        let straight = (board.pieces(Piece::Rook) | board.pieces(Piece::Queen)) & own;
        let diagonal = (board.pieces(Piece::Bishop) | board.pieces(Piece::Queen)) & own;
        !(get_rook_moves(king, occupied) & straight).is_empty()
            || !(get_bishop_moves(king, occupied) & diagonal).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Board, legal_moves};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn checks_are_foreseen(start in 0..960u32, choices in proptest::collection::vec(any::<u32>(), 1..80)) {
            let mut line = Position::new(Board::chess960_startpos(start));
            for choice in choices {
                let moves = legal_moves(line.board());
                for &mv in &moves {
                    let castles = line.board().colors(line.side_to_move()).has(mv.to);
                    let takes_en_passant = line.captured_piece(mv).is_some() && line.board().piece_on(mv.to).is_none();
                    if !castles && !takes_en_passant {
                        let foreseen = line.gives_check(mv);
                        line.play(mv);
                        prop_assert_eq!(line.in_check(), foreseen);
                        line.undo();
                    }
                }
                if moves.is_empty() {
                    break;
                }
                line.play(moves[choice as usize % moves.len()]);
            }
        }
    }
}
