//! Positions in the representation of C programs.

use board::{Board, BoardBuilder, Color, Piece, Square, fen};
use syzygy::Position;

use crate::refusal::Refusal;

/// `vcr_men`. Every bit pattern is valid; [`Men::board`] and probes check whether it is a legal
/// position.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Men {
    white: u64,
    black: u64,
    /// Pawns, knights, bishops, rooks, queens, kings.
    pieces: [u64; 6],
    /// The en passant square (passed over by the last double push), 0 without one.
    ep: u8,
    white_to_move: u8,
    castling: u8,
    halfmove_clock: u8,
}

// As documented in the header.
const _: () = assert!(size_of::<Men>() == 72 && align_of::<Men>() == align_of::<u64>());

impl Position for Men {
    #[inline]
    fn men(&self) -> syzygy::Men {
        let &Self { white, black, pieces, ep, .. } = self;
        syzygy::Men { white, black, pieces, ep, white_to_move: self.white_to_move != 0 }
    }

    #[inline]
    fn castling(&self) -> bool {
        self.castling != 0
    }

    #[inline]
    fn halfmove_clock(&self) -> u8 {
        self.halfmove_clock
    }
}

impl Men {
    /// Reads a position in FEN.
    pub(crate) fn from_fen(text: &str) -> Result<Self, Refusal> {
        let board = fen::parse(text)?;
        let syzygy::Men { white, black, pieces, ep, white_to_move } = board.men();
        let (white_to_move, castling) = (white_to_move.into(), board.castling().into());
        Ok(Self { white, black, pieces, ep, white_to_move, castling, halfmove_clock: board.halfmove_clock() })
    }

    /// The position in FEN.
    pub(crate) fn fen(&self) -> Result<String, Refusal> {
        self.board().map(|board| fen::write(&board))
    }

    /// The position as a board for rules and the oracle; an en passant square without a pawn behind
    /// it is ignored.
    ///
    /// # Errors
    /// Positions that are not legal, and those with castling rights.
    pub(crate) fn board(&self) -> Result<Board, Refusal> {
        if self.castling() {
            return Err(syzygy::Error::CastlingRights.into());
        }
        if !self.men().is_legal() {
            return Err(syzygy::Error::Illegal.into());
        }
        let mut builder = BoardBuilder::empty();
        builder.side_to_move = if self.white_to_move == 0 { Color::Black } else { Color::White };
        builder.halfmove_clock = self.halfmove_clock.min(board::rules::FIFTY_MOVES_PLIES);
        for (set, piece) in self.pieces.into_iter().zip(Piece::ALL) {
            for square in board::BitBoard(set) {
                let color = if square.bitboard().0 & self.white == 0 { Color::Black } else { Color::White };
                *builder.square_mut(square) = Some((piece, color));
            }
        }
        let passed = Square::try_index(self.ep.into()).filter(|_| self.ep != 0);
        let with = |en_passant| BoardBuilder { en_passant, ..builder.clone() }.build();
        with(passed).or_else(|_| with(None)).map_err(|_| syzygy::Error::Illegal.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fen_comes_back_as_it_went() {
        for text in [
            "8/8/8/3k4/8/8/4P3/4K3 w - - 0 1",
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
            "k7/8/1K6/8/8/8/8/7R b - - 42 1",
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPPKPPP/RNBQ1B1R b - - 3 1",
        ] {
            assert_eq!(Men::from_fen(text).unwrap().fen().unwrap(), text);
        }
        let castling = Men::from_fen(fen::STARTPOS).unwrap();
        assert_eq!(castling.fen().unwrap_err().code(), crate::refusal::CASTLING);
    }

    #[test]
    fn an_en_passant_square_without_a_pawn_is_left_out() {
        let men = Men::from_fen("8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1").unwrap();
        for ep in 0..=u8::MAX {
            let board = Men { ep, ..men }.board().unwrap();
            assert_eq!(board.en_passant().is_some(), ep == Square::D3 as u8, "{ep}");
        }
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let men = Men::from_fen("8/8/8/3k4/8/8/4P3/4K3 w - - 0 1").unwrap();
        let pieces = |at: usize, set| {
            let mut pieces = men.pieces;
            pieces[at] = set;
            Men { pieces, ..men }
        };
        for bad in [
            pieces(0, 0),
            pieces(3, u64::MAX),
            Men { white: 0, ..men },
            Men { white: u64::MAX, black: u64::MAX, pieces: [u64::MAX; 6], ..men },
        ] {
            assert_eq!(bad.board().unwrap_err().to_string(), syzygy::Error::Illegal.to_string());
        }
        let strange = Men { white_to_move: 255, halfmove_clock: 255, ..men };
        assert_eq!(strange.fen().unwrap(), "8/8/8/3k4/8/8/4P3/4K3 w - - 100 1");
    }
}
