//! Boards of cozy-chess as positions for probing.

use cozy_chess::{BitBoard, Board, Color, Piece};

use crate::men::{Men, Position};

impl Position for Board {
    #[inline]
    fn men(&self) -> Men {
        let white_to_move = self.side_to_move() == Color::White;
        let rank = if white_to_move { 5 } else { 2 };
        let BitBoard(white) = self.colors(Color::White);
        let BitBoard(black) = self.colors(Color::Black);
        Men {
            white,
            black,
            pieces: Piece::ALL.map(|piece| self.pieces(piece).0),
            ep: self.en_passant().map_or(0, |file| rank * 8 + file as u8),
            white_to_move,
        }
    }

    #[inline]
    fn castling(&self) -> bool {
        Color::ALL.into_iter().map(|color| self.castle_rights(color)).any(|c| c.short.or(c.long).is_some())
    }

    #[inline]
    fn halfmove_clock(&self) -> u8 {
        Self::halfmove_clock(self)
    }
}
