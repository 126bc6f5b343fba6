//! Piece attacks for pyrrhic-rs.

use board::{BitBoard, Color, Piece, Square, attacks};
use pyrrhic_rs::EngineAdapter;

#[derive(Clone)]
pub(crate) struct Moves;

fn hits(piece: Piece, square: u64, occupied: u64) -> u64 {
    attacks(piece, Color::White, Square::index(square as usize), BitBoard(occupied)).0
}

impl EngineAdapter for Moves {
    fn pawn_attacks(color: pyrrhic_rs::Color, square: u64) -> u64 {
        let color = if color == pyrrhic_rs::Color::White { Color::White } else { Color::Black };
        attacks(Piece::Pawn, color, Square::index(square as usize), BitBoard::EMPTY).0
    }

    fn knight_attacks(square: u64) -> u64 {
        hits(Piece::Knight, square, 0)
    }

    fn bishop_attacks(square: u64, occupied: u64) -> u64 {
        hits(Piece::Bishop, square, occupied)
    }

    fn rook_attacks(square: u64, occupied: u64) -> u64 {
        hits(Piece::Rook, square, occupied)
    }

    fn queen_attacks(square: u64, occupied: u64) -> u64 {
        hits(Piece::Queen, square, occupied)
    }

    fn king_attacks(square: u64) -> u64 {
        hits(Piece::King, square, 0)
    }
}
