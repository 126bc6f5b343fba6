//! Zobrist keys: pieces on squares, castling rights, the en passant file, the side to move.

use board::random::nth;
use board::{Board, Color, File, Piece, Square};

const MEN: u64 = 768;

/// Keys of pieces by color, type and square.
pub(crate) const KEYS: [[[u64; 64]; 6]; 2] = {
    let mut keys = [[[0; 64]; 6]; 2];
    let mut index = 0;
    while index < MEN {
        let i = index as usize;
        keys[i / 384][i / 64 % 6][i % 64] = nth(index + 1);
        index += 1;
    }
    keys
};

/// The key of Black to move.
pub(crate) const BLACK_TO_MOVE: u64 = nth(MEN + 1);

/// Keys by file for each color's short and long castling rights, then for en passant captures; the
/// last of each is for none.
static FILES: [[u64; 9]; 5] = {
    let mut keys = [[0; 9]; 5];
    let mut index = 0;
    while index < 40 {
        keys[index / 8][index % 8] = nth(MEN + 2 + index as u64);
        index += 1;
    }
    keys
};

#[inline]
fn file(kind: usize, file: Option<File>) -> u64 {
    FILES[kind][file.map_or(8, |file| file as usize)]
}

/// The key of a piece on a square.
#[inline]
pub(crate) fn man(color: Color, piece: Piece, square: Square) -> u64 {
    static TABLE: [[[u64; 64]; 6]; 2] = KEYS;
    TABLE[color as usize][piece as usize][square as usize]
}

/// The key of the castling rights of both sides.
#[inline]
pub(crate) fn castling(board: &Board) -> u64 {
    let (white, black) = (board.castle_rights(Color::White), board.castle_rights(Color::Black));
    file(0, white.short) ^ file(1, white.long) ^ file(2, black.short) ^ file(3, black.long)
}

/// The key of an en passant right on this file.
#[inline]
pub(crate) fn en_passant(on: File) -> u64 {
    file(4, Some(on))
}

/// The fifty-move counter, in plies, from which it is part of the hash key.
const CLOCK_MIN: u8 = 50;
/// Counters this far apart have different keys.
const CLOCK_STEP: u8 = 8;

/// The key of a fifty-move counter near its end, where a score depends on it.
#[inline]
pub(crate) fn clock(plies: u8) -> u64 {
    static BUCKETS: [u64; 8] = {
        let mut keys = [0; 8];
        let mut index = 0;
        while index < 8 {
            keys[index] = nth(MEN + 42 + index as u64);
            index += 1;
        }
        keys
    };
    plies.checked_sub(CLOCK_MIN).map_or(0, |late| BUCKETS[usize::from(late / CLOCK_STEP).min(7)])
}
