//! Piece-square tables: value of each piece on each square, in centipawns, for middlegame and
//! endgame; ranks and files from the owner's side.

pub(crate) mod tapered;
pub(crate) mod weights;

use board::{Color, Piece, Square};

use tapered::{Tapered, s};
use weights::weights;

/// Weight of each piece in the phase; 24 in total at the start.
pub(crate) const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The phase at the start of a game.
pub(crate) const PHASE_MAX: i32 = 24;

weights! {
    /// The weights of material and squares.
    pub(crate) struct PlaceWeights:
    /// Value of each piece, in the order of [`Piece::ALL`].
    material: [Tapered; 6] = [s(60, 112), s(284, 338), s(292, 360), s(393, 604), s(867, 1091), s(0, 0)],
    /// Bonus by rank, `[piece][rank]`.
    by_rank: [[Tapered; 8]; 6] = [[s(0, 0), s(-4, 8), s(-3, -3), s(0, 2), s(8, 9), s(31, 16), s(60, 26), s(0, 0)], [s(-19, -17), s(-9, -7), s(-3, 7), s(13, 16), s(15, 20), s(16, 6), s(2, 2), s(-88, -10)], [s(-14, -6), s(3, -8), s(3, 7), s(6, 10), s(6, 8), s(7, 7), s(-18, 13), s(-36, 19)], [s(-21, -13), s(-33, -6), s(-32, 6), s(-26, 11), s(-20, 24), s(-1, 19), s(1, 24), s(-12, 22)], [s(-7, -66), s(-5, -38), s(-12, 9), s(-15, 36), s(-11, 53), s(-4, 50), s(-5, 53), s(9, 18)], [s(1, -44), s(-14, -25), s(-29, -12), s(-33, -1), s(-26, 14), s(-29, 29), s(-22, 26), s(-17, 8)]],
    /// Bonus by distance from the center files, `[piece][distance]`: 0 on the d and e files, 3 on
    /// the a and h files.
    by_file: [[Tapered; 4]; 6] = [[s(-3, 2), s(-3, 0), s(-3, 6), s(-15, 3)], [s(-4, 19), s(-6, 11), s(-8, -1), s(-21, -11)], [s(-11, 19), s(-8, 12), s(-5, 12), s(-13, 2)], [s(-8, 8), s(-15, 14), s(-22, 17), s(-22, 16)], [s(-17, 30), s(-16, 29), s(-11, 11), s(-13, -2)], [s(-3, 17), s(2, 14), s(28, 0), s(20, -16)]],
    /// A center pawn on d4, e4 (the first entry) or d5, e5.
    center_pawn: [Tapered; 2] = [s(11, -8), s(10, -13)],
    /// A center pawn that has not moved.
    center_pawn_at_home: Tapered = s(-7, -3),
}

impl PlaceWeights {
    /// Value of each piece on each square, from its owner's side.
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

/// Value of a piece on a square from White's view.
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
