//! Piece-square tables: material and place of each man, in centipawns, middlegame and endgame; ranks and files from the owner's side.

pub(crate) mod tapered;
pub(crate) mod weights;

use board::{Color, Piece, Square};

use tapered::{Tapered, s};
use weights::weights;

/// What each man counts towards the phase; 24 in all at the start.
pub(crate) const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The phase at the start of a game.
pub(crate) const PHASE_MAX: i32 = 24;

weights! {
    /// The weights of material and place.
    pub(crate) struct PlaceWeights:
    /// Value of each man, in the order of [`Piece::ALL`].
    material: [Tapered; 6] = [s(84, 108), s(338, 318), s(352, 338), s(476, 570), s(985, 1040), s(0, 0)],
    /// Bonus by rank, `[piece][rank]`.
    by_rank: [[Tapered; 8]; 6] = [
    [s(0, 0), s(-6, -4), s(-4, -6), s(4, -2), s(12, 8), s(22, 24), s(44, 52), s(0, 0)],
    [s(-24, -16), s(-8, -8), s(4, 0), s(10, 8), s(20, 12), s(24, 6), s(6, -4), s(-22, -18)],
    [s(-8, -6), s(6, -4), s(8, 2), s(8, 4), s(8, 6), s(8, 4), s(-4, 0), s(-12, -4)],
    [s(0, -4), s(-10, -6), s(-12, -4), s(-10, 2), s(0, 6), s(10, 8), s(18, 12), s(10, 8)],
    [s(2, -24), s(4, -16), s(0, -4), s(-2, 8), s(0, 16), s(6, 18), s(2, 20), s(4, 8)],
    [s(16, -32), s(-2, -14), s(-30, 0), s(-50, 12), s(-60, 20), s(-50, 22), s(-40, 12), s(-40, -12)],
],
    /// Bonus by distance from the middle files, `[piece][distance]`: 0 on the d and e files, 3 on the a and h files.
    by_file: [[Tapered; 4]; 6] = [
    [s(8, -4), s(2, -2), s(-2, 2), s(-8, 4)],
    [s(10, 8), s(6, 4), s(-4, -4), s(-18, -14)],
    [s(4, 4), s(4, 2), s(2, 0), s(-8, -4)],
    [s(8, 0), s(4, 0), s(-2, 0), s(-6, 0)],
    [s(2, 8), s(2, 4), s(0, -2), s(-4, -10)],
    [s(-22, 12), s(-14, 6), s(20, -2), s(14, -16)],
],
    /// A pawn on d4, e4 (the first entry) or d5, e5 holds the center.
    center_pawn: [Tapered; 2] = [s(16, 0), s(14, 0)],
    /// A center pawn that has not moved.
    center_pawn_at_home: Tapered = s(-14, 0),
}

impl PlaceWeights {
    /// Material and place of each man on each square, from its owner's side.
    pub(crate) const fn table(&self) -> [[Tapered; 64]; 6] {
        let mut table = [[Tapered::ZERO; 64]; 6];
        let mut index = 0;
        while index < 384 {
            let (piece, square) = (index / 64, index % 64);
            let (rank, file) = (square / 8, square % 8);
            let from_middle = if file < 4 { 3 - file } else { file - 4 };
            let mut value =
                self.material[piece].plus(self.by_rank[piece][rank]).plus(self.by_file[piece][from_middle]);
            if piece == 0 && from_middle == 0 {
                value = value.plus(match rank {
                    1 => self.center_pawn_at_home,
                    3 => self.center_pawn[0],
                    4 => self.center_pawn[1],
                    _ => Tapered::ZERO,
                });
            }
            table[piece][square] = value;
            index += 1;
        }
        table
    }
}

const TABLE: [[Tapered; 64]; 6] = PlaceWeights::HAND.table();

/// Material and place of a man from White's view.
#[inline]
pub(crate) fn piece_square(color: Color, piece: Piece, square: Square) -> Tapered {
    static VALUES: [[[Tapered; 64]; 6]; 2] = {
        let mut values = [TABLE; 2];
        let mut index = 0;
        while index < 384 {
            let (piece, square) = (index / 64, index % 64);
            values[1][piece][square] = TABLE[piece][square ^ 56].times(-1);
            index += 1;
        }
        values
    };
    VALUES[color as usize][piece as usize][square as usize]
}
