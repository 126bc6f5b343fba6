//! Moves in Pyrrhic's encoding, and the positions after them.

use syzygy::{Men, RootMove};

/// The flag of an en passant capture.
const PASSING: u16 = 8;
/// The piece number of the king. The flag of a promotion to a queen is 1; rook, bishop and knight
/// follow.
const KING: u16 = 5;
const PAWN: usize = 0;

/// A legal move.
#[derive(Clone, Copy)]
pub(crate) struct Move {
    from: u8,
    to: u8,
    /// Piece that a pawn promotes to, an index into [`Men::pieces`]; 0 for other moves.
    promotion: u8,
}

impl From<&RootMove> for Move {
    fn from(&RootMove { from, to, promotion, .. }: &RootMove) -> Self {
        Self { from, to, promotion }
    }
}

/// A move in 16 bits: destination, origin, flags.
pub(crate) fn code(men: &Men, mv: Move) -> u16 {
    let flags = match mv.promotion {
        0 if is_passing(men, mv) => PASSING,
        0 => 0,
        kind => KING - u16::from(kind),
    };
    u16::from(mv.to) | u16::from(mv.from) << 6 | flags << 12
}

/// True for an en passant capture.
fn is_passing(men: &Men, mv: Move) -> bool {
    men.ep != 0 && mv.to == men.ep && men.pieces[PAWN] >> mv.from & 1 != 0 && mv.from % 8 != mv.to % 8
}

/// The position after a legal move.
pub(crate) fn after(men: &Men, mv: Move) -> Men {
    let (from, to) = (1u64 << (mv.from & 63), 1u64 << (mv.to & 63));
    let passed = if men.white_to_move { to >> 8 } else { to << 8 };
    let gone = from | to | if is_passing(men, mv) { passed } else { 0 };
    let moved = men.pieces.iter().position(|set| set & from != 0).unwrap_or(PAWN);
    let mut next = Men { ep: 0, white_to_move: !men.white_to_move, ..*men };
    next.white &= !gone;
    next.black &= !gone;
    *(if men.white_to_move { &mut next.white } else { &mut next.black }) |= to;
    for set in &mut next.pieces {
        *set &= !gone;
    }
    next.pieces[if mv.promotion == 0 { moved } else { mv.promotion.into() }] |= to;
    if moved == PAWN && mv.from.abs_diff(mv.to) == 16 {
        next.ep = mv.from.midpoint(mv.to);
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::fen;

    /// A board as men; the library itself has no board type.
    fn men(board: &board::Board) -> Men {
        let white_to_move = board.side_to_move() == board::Color::White;
        let rank = if white_to_move { 5 } else { 2 };
        Men {
            white: board.colors(board::Color::White).0,
            black: board.colors(board::Color::Black).0,
            pieces: board::Piece::ALL.map(|piece| board.pieces(piece).0),
            ep: board.en_passant().map_or(0, |file| rank * 8 + file as u8),
            white_to_move,
        }
    }

    #[test]
    fn positions_after_moves_are_those_of_the_board() {
        for text in [
            "8/2P5/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
            "1n6/P1k5/8/8/8/8/4P3/4K3 w - - 0 1",
            "8/8/8/3pP1k1/8/8/p7/1R2K3 w - d6 0 1",
            "8/8/8/3k4/8/8/p7/1R2K3 b - - 0 1",
        ] {
            let board = fen::parse(text).unwrap();
            for mv in board::legal_moves(&board) {
                let promotion = mv.promotion.map_or(0, |piece| piece as u8);
                let ours = Move { from: mv.from as u8, to: mv.to as u8, promotion };
                let expected = men(&board::rules::after(&board, mv));
                assert_eq!(after(&men(&board), ours), expected, "{text} {mv}");
                let is_passing = board::rules::is_en_passant(&board, mv);
                assert_eq!(code(&men(&board), ours) >> 12 == PASSING, is_passing, "{text} {mv}");
            }
        }
    }

    #[test]
    fn promotions_have_their_flags() {
        let men = men(&fen::parse("1n6/P1k5/8/8/8/8/4P3/4K3 w - - 0 1").unwrap());
        let flags = [4, 3, 2, 1].map(|kind| code(&men, Move { from: 48, to: 56, promotion: kind }) >> 12);
        assert_eq!(flags, [1, 2, 3, 4]);
        assert_eq!(code(&men, Move { from: 12, to: 28, promotion: 0 }), 28 | 12 << 6);
    }
}
