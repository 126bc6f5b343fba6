//! Pawn structure, cached by pawn key, and passed pawns, which also depend on the pieces.

use board::sets::{beside, distance, file_fill, fill, forward, pawn_attacks};
use board::{BitBoard, Board, Color, Piece, Rank, Square};

use super::attacks::Attacks;
use super::king::Shelter;
use super::weights::{Weights, count};
use crate::position::Position;
use crate::psqt::tapered::Tapered;

/// Number of cached structures, a power of two.
const PAWN_TABLE_ENTRIES: usize = 1 << 12;

/// The value of a pawn structure, its passed pawns by color, and the shelter it gives the kings.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Structure {
    key: u64,
    pub(super) score: Tapered,
    pub(super) passed: [BitBoard; 2],
    pub(super) shelters: [Shelter; 2],
}

impl Structure {
    /// The entry of key zero, the structure without pawns.
    const NO_PAWNS: Self =
        Self { key: 0, score: Tapered::ZERO, passed: [BitBoard::EMPTY; 2], shelters: [Shelter::UNKNOWN; 2] };

    /// The structure of a position, uncached.
    pub(super) fn new(position: &Position, w: &Weights) -> Self {
        let mut structure = judge(position.board(), position.pawn_key(), w);
        structure.shelter_kings(position.board(), w);
        structure
    }

    /// Updates the shelter of kings that have moved.
    fn shelter_kings(&mut self, board: &Board, w: &Weights) {
        for color in Color::ALL {
            self.shelters[color as usize].update(board, color, w);
        }
    }
}

/// Recent pawn structures by pawn key.
pub(crate) struct PawnTable(Vec<Structure>);

impl Default for PawnTable {
    fn default() -> Self {
        Self(vec![Structure::NO_PAWNS; PAWN_TABLE_ENTRIES])
    }
}

impl PawnTable {
    pub(super) fn probe(&mut self, position: &Position, w: &Weights) -> &Structure {
        let key = position.pawn_key();
        let slot = &mut self.0[key as usize % PAWN_TABLE_ENTRIES];
        if slot.key != key {
            *slot = judge(position.board(), key, w);
        }
        slot.shelter_kings(position.board(), w);
        slot
    }
}

fn judge(board: &Board, key: u64, w: &Weights) -> Structure {
    let (white, passed_white) = side(board, Color::White, w);
    let (black, passed_black) = side(board, Color::Black, w);
    let passed = [passed_white, passed_black];
    Structure { key, score: white - black, passed, shelters: [Shelter::UNKNOWN; 2] }
}

fn side(board: &Board, us: Color, w: &Weights) -> (Tapered, BitBoard) {
    let own = board.colored_pieces(us, Piece::Pawn);
    let theirs = board.colored_pieces(!us, Piece::Pawn);
    let own_attacks = pawn_attacks(own, us);
    let their_attacks = pawn_attacks(theirs, !us);
    let behind_own = fill(forward(own, !us), !us);

    let passed = own - fill(forward(theirs, !us) | their_attacks, !us) - behind_own;
    let doubled = own & behind_own;
    let isolated = own - beside(file_fill(own));
    let weak = own - isolated - fill(own_attacks, us);
    let backward = weak & forward(their_attacks, !us);
    let connected = own & (own_attacks | beside(own));

    let mut score = w.isolated * count(isolated) + w.doubled * count(doubled) + w.backward * count(backward);
    for square in connected {
        score += w.connected[square.rank().relative_to(us) as usize];
    }
    for square in passed {
        score += w.passed[square.rank().relative_to(us) as usize];
    }
    (score, passed)
}

/// The value of passed pawns beyond their rank: free path, distance of the kings.
pub(super) fn passed(board: &Board, us: Color, passed: BitBoard, attacks: &Attacks, w: &Weights) -> Tapered {
    let mut score = Tapered::ZERO;
    let (our_king, their_king) = (board.king(us), board.king(!us));
    let occupied = board.occupied();
    let their_pieces = board.colors(!us) - board.pieces(Piece::Pawn) - board.pieces(Piece::King);
    for pawn in passed {
        let rank = pawn.rank().relative_to(us) as usize;
        let path = fill(forward(pawn.bitboard(), us), us);
        let next = forward(pawn.bitboard(), us).next_square().expect("no pawn stands on the last rank");
        let steps = rank as i32 - 2;
        if steps > 0 {
            score += w.passed_king_theirs * (steps * i32::from(distance(their_king, next)));
            score += w.passed_king_ours * (steps * i32::from(distance(our_king, next)));
        }
        if occupied.has(next) {
            score += w.passed_blocked[rank];
        } else if (path & (occupied | attacks.all[!us as usize])).is_empty() {
            score += w.passed_free_path[rank];
        }
        if their_pieces.is_empty() && (path & occupied).is_empty() && outruns(board, us, pawn, their_king) {
            score += w.passed_unstoppable;
        }
    }
    score
}

/// True when the king is outside the square of the pawn.
fn outruns(board: &Board, us: Color, pawn: Square, their_king: Square) -> bool {
    let goal = Square::new(pawn.file(), Rank::Eighth.relative_to(us));
    let double_step = i32::from(pawn.rank() == Rank::Second.relative_to(us));
    let moves = i32::from(distance(pawn, goal)) - double_step;
    let king_moves = i32::from(distance(their_king, goal)) - i32::from(board.side_to_move() != us);
    king_moves > moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::fen;

    #[test]
    fn passed_pawns_are_found() {
        let board = fen::parse("4k3/p6p/8/1P2p3/3P4/6P1/P7/4K3 w - - 0 1").unwrap();
        let found = |color| side(&board, color, &Weights::HAND).1;
        assert_eq!(found(Color::White), BitBoard::EMPTY);
        assert_eq!(found(Color::Black), BitBoard::EMPTY);
        let board = fen::parse("4k3/7p/8/PP6/4p3/8/4P3/4K3 w - - 0 1").unwrap();
        assert_eq!(
            side(&board, Color::White, &Weights::HAND).1,
            Square::A5.bitboard() | Square::B5.bitboard()
        );
        assert_eq!(side(&board, Color::Black, &Weights::HAND).1, Square::H7.bitboard());
    }

    #[test]
    fn the_square_of_the_pawn_counts_the_move() {
        for (text, free) in [
            ("8/8/8/P4k2/8/8/8/4K3 w - - 0 1", true),
            ("8/8/8/P4k2/8/8/8/4K3 b - - 0 1", true),
            ("8/8/8/P3k3/8/8/8/4K3 w - - 0 1", true),
            ("8/8/8/P3k3/8/8/8/4K3 b - - 0 1", false),
        ] {
            let board = fen::parse(text).unwrap();
            assert_eq!(outruns(&board, Color::White, Square::A5, board.king(Color::Black)), free, "{text}");
        }
    }
}
