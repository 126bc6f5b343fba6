//! Pawn structure, remembered by pawn key, and passed pawns, which depend on the pieces.

use board::{BitBoard, Board, Color, File, Piece, Rank, Square};

use super::Attacks;
use super::king::Shelter;
use super::tapered::Tapered;
use super::weights as w;
use crate::position::Position;

/// Number of remembered structures, a power of two.
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
    /// Key zero is the structure without pawns, and this its value.
    const NO_PAWNS: Self =
        Self { key: 0, score: Tapered::ZERO, passed: [BitBoard::EMPTY; 2], shelters: [Shelter::UNKNOWN; 2] };
}

/// Recent pawn structures by pawn key.
pub(super) struct PawnTable(Vec<Structure>);

impl Default for PawnTable {
    fn default() -> Self {
        Self(vec![Structure::NO_PAWNS; PAWN_TABLE_ENTRIES])
    }
}

impl PawnTable {
    pub(super) fn probe(&mut self, position: &Position) -> &Structure {
        let key = position.pawn_key();
        let slot = &mut self.0[key as usize % PAWN_TABLE_ENTRIES];
        if slot.key != key {
            *slot = judge(position.board(), key);
        }
        for color in Color::ALL {
            slot.shelters[color as usize].update(position.board(), color);
        }
        slot
    }
}

fn judge(board: &Board, key: u64) -> Structure {
    let (white, passed_white) = side(board, Color::White);
    let (black, passed_black) = side(board, Color::Black);
    let passed = [passed_white, passed_black];
    Structure { key, score: white - black, passed, shelters: [Shelter::UNKNOWN; 2] }
}

fn side(board: &Board, us: Color) -> (Tapered, BitBoard) {
    let own = board.colored_pieces(us, Piece::Pawn);
    let theirs = board.colored_pieces(!us, Piece::Pawn);
    let own_attacks = attacks(own, us);
    let their_attacks = attacks(theirs, !us);
    let behind_own = fill(forward(own, !us), !us);

    let passed = own - fill(forward(theirs, !us) | their_attacks, !us) - behind_own;
    let doubled = own & behind_own;
    let isolated = own - beside(file_fill(own));
    let weak = own - isolated - fill(own_attacks, us);
    let backward = weak & forward(their_attacks, !us);
    let connected = own & (own_attacks | beside(own));

    let mut score =
        w::ISOLATED * count(isolated) + w::DOUBLED * count(doubled) + w::BACKWARD * count(backward);
    for square in connected {
        score += w::CONNECTED[square.rank().relative_to(us) as usize];
    }
    for square in passed {
        score += w::PASSED[square.rank().relative_to(us) as usize];
    }
    (score, passed)
}

/// What passed pawns are worth beyond their rank: is the way free, where are the kings.
pub(super) fn passed(board: &Board, us: Color, passed: BitBoard, attacks: &Attacks) -> Tapered {
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
            score += w::PASSED_KING_THEIRS * (steps * distance(their_king, next));
            score += w::PASSED_KING_OURS * (steps * distance(our_king, next));
        }
        if occupied.has(next) {
            score += w::PASSED_BLOCKED[rank];
        } else if (path & (occupied | attacks.all[!us as usize])).is_empty() {
            score += w::PASSED_FREE_PATH[rank];
        }
        if their_pieces.is_empty() && (path & occupied).is_empty() && outruns(board, us, pawn, their_king) {
            score += w::PASSED_UNSTOPPABLE;
        }
    }
    score
}

/// True when the king is outside the square of the pawn.
fn outruns(board: &Board, us: Color, pawn: Square, their_king: Square) -> bool {
    let goal = Square::new(pawn.file(), Rank::Eighth.relative_to(us));
    let double_step = i32::from(pawn.rank() == Rank::Second.relative_to(us));
    let moves = distance(pawn, goal) - double_step;
    let king_moves = distance(their_king, goal) - i32::from(board.side_to_move() != us);
    king_moves > moves
}

/// King steps between two squares.
pub(super) fn distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    let ranks = (a.rank() as i32 - b.rank() as i32).abs();
    files.max(ranks)
}

pub(super) fn count(squares: BitBoard) -> i32 {
    squares.len() as i32
}

/// Every square one rank on, as a pawn of this color moves.
#[inline]
pub(super) fn forward(squares: BitBoard, color: Color) -> BitBoard {
    BitBoard(if color == Color::White { squares.0 << 8 } else { squares.0 >> 8 })
}

/// The squares and all in front of them.
#[inline]
pub(super) fn fill(squares: BitBoard, color: Color) -> BitBoard {
    let mut bits = squares.0;
    if color == Color::White {
        bits |= bits << 8;
        bits |= bits << 16;
        bits |= bits << 32;
    } else {
        bits |= bits >> 8;
        bits |= bits >> 16;
        bits |= bits >> 32;
    }
    BitBoard(bits)
}

/// All squares in front of the given ones or beside those, where pawns of this color might come to attack.
pub(super) fn attack_span(pawns: BitBoard, color: Color) -> BitBoard {
    fill(attacks(pawns, color), color)
}

/// Every square of the files that hold one of the squares.
pub(super) fn file_fill(squares: BitBoard) -> BitBoard {
    fill(squares, Color::White) | fill(squares, Color::Black)
}

/// The squares to the left and right.
fn beside(squares: BitBoard) -> BitBoard {
    let west = (squares - File::A.bitboard()).0 >> 1;
    let east = (squares - File::H.bitboard()).0 << 1;
    BitBoard(west | east)
}

/// Squares that pawns attack.
#[inline]
pub(crate) fn attacks(pawns: BitBoard, color: Color) -> BitBoard {
    let (west, east) = attacks_by_wing(pawns, color);
    west | east
}

/// Squares that pawns attack to the west and to the east.
#[inline]
pub(super) fn attacks_by_wing(pawns: BitBoard, color: Color) -> (BitBoard, BitBoard) {
    let ahead = forward(pawns, color);
    (BitBoard((ahead - File::A.bitboard()).0 >> 1), BitBoard((ahead - File::H.bitboard()).0 << 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{fen, get_pawn_attacks};

    #[test]
    fn set_wise_attacks_are_those_of_each_pawn() {
        for color in Color::ALL {
            for square in Square::ALL {
                assert_eq!(attacks(square.bitboard(), color), get_pawn_attacks(square, color), "{square}");
            }
        }
    }

    #[test]
    fn passed_pawns_are_found() {
        let board = fen::parse("4k3/p6p/8/1P2p3/3P4/6P1/P7/4K3 w - - 0 1").unwrap();
        let found = |color| side(&board, color).1;
        assert_eq!(found(Color::White), BitBoard::EMPTY);
        assert_eq!(found(Color::Black), BitBoard::EMPTY);
        let board = fen::parse("4k3/7p/8/PP6/4p3/8/4P3/4K3 w - - 0 1").unwrap();
        assert_eq!(side(&board, Color::White).1, Square::A5.bitboard() | Square::B5.bitboard());
        assert_eq!(side(&board, Color::Black).1, Square::H7.bitboard());
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
