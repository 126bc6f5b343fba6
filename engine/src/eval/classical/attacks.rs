//! The squares that each side attacks.

use board::sets::{east, forward, west};
use board::{BitBoard, Board, Color, Piece, get_king_moves};

/// Inputs of all terms, indexed by color.
pub(super) struct Attacks {
    /// Attacks by piece type, kings and pawns included.
    by: [[BitBoard; 6]; 2],
    pub(super) all: [BitBoard; 2],
    pub(super) twice: [BitBoard; 2],
    pub(super) king_ring: [BitBoard; 2],
    /// The board only stores the pins of the side to move.
    pub(super) pinned: [BitBoard; 2],
    /// Danger to the king of this color, from attacks on its neighborhood.
    pub(super) king_danger: [i32; 2],
}

impl Attacks {
    pub(super) fn new(board: &Board) -> Self {
        let mut attacks = Self {
            by: [[BitBoard::EMPTY; 6]; 2],
            all: [BitBoard::EMPTY; 2],
            twice: [BitBoard::EMPTY; 2],
            king_ring: [BitBoard::EMPTY; 2],
            pinned: [BitBoard::EMPTY; 2],
            king_danger: [0; 2],
        };
        attacks.pinned[board.side_to_move() as usize] = board.pinned();
        for color in Color::ALL {
            let king = board.king(color);
            let around = get_king_moves(king);
            attacks.king_ring[color as usize] = around | forward(around, color);
            attacks.add(color, Piece::King, around);
            let own_pawns = board.colored_pieces(color, Piece::Pawn);
            let ahead = forward(own_pawns, color);
            attacks.add(color, Piece::Pawn, west(ahead));
            attacks.add(color, Piece::Pawn, east(ahead));
        }
        attacks
    }

    pub(super) fn add(&mut self, color: Color, piece: Piece, squares: BitBoard) {
        let color = color as usize;
        self.twice[color] |= self.all[color] & squares;
        self.all[color] |= squares;
        self.by[color][piece as usize] |= squares;
    }

    pub(super) fn by(&self, color: Color, piece: Piece) -> BitBoard {
        self.by[color as usize][piece as usize]
    }
}
