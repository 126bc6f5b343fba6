//! Random keys of our own for parts of a position (pawns, the pieces of one side); whole positions are keyed by the
//! move generator.

use board::{Color, Piece, Square};

const fn split_mix(mut state: u64) -> u64 {
    state = state.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    state = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    state = (state ^ (state >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    state ^ (state >> 31)
}

const KEYS: [[[u64; 64]; 6]; 2] = {
    let mut keys = [[[0; 64]; 6]; 2];
    let mut index = 0;
    while index < 768 {
        keys[index / 384][index / 64 % 6][index % 64] = split_mix(index as u64 + 1);
        index += 1;
    }
    keys
};

/// The key of one man on its square.
#[inline]
pub(crate) fn man(color: Color, piece: Piece, square: Square) -> u64 {
    static TABLE: [[[u64; 64]; 6]; 2] = KEYS;
    TABLE[color as usize][piece as usize][square as usize]
}
