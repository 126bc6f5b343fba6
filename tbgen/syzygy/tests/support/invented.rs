//! An invented ending: random values that are equal for all mirror images of a position.
//!
//! It has what small endings lack: cursed results with captures, distances of more than a byte,
//! long maps.

use board::random::Random;
use board::{Color, Material, Piece, Square, Symmetry, get_king_moves};
use syzygy::format::{man_code, men_codes};
use syzygy::write::{DTZ_FREE, ValueSource, wdl_code};

/// Values generated from a seed.
pub struct Invented {
    pub material: Material,
    pub seed: u64,
    /// Longest distance in plies.
    pub longest: u64,
}

impl Invented {
    /// Such positions have no index of their own among the 462 of two kings.
    fn kings_touch(&self, squares: &[u8]) -> bool {
        let black = men_codes(self.material).iter().position(|&c| c == man_code(Color::Black, Piece::King));
        let [a, b] = [0, black.unwrap()].map(|man| Square::index(squares[man].into()));
        get_king_moves(a).has(b)
    }

    /// A random number that depends on the position and the side to move, but not on the
    /// orientation or the order of like men.
    fn chance(&self, side: Color, squares: &[u8]) -> u64 {
        let codes = men_codes(self.material);
        let symmetries: &[Symmetry] = if codes.contains(&man_code(Color::White, Piece::Pawn)) {
            &[Symmetry::IDENTITY, Symmetry::MIRROR_FILES]
        } else {
            &Symmetry::ALL
        };
        let seen = |symmetry: &Symmetry| {
            let mut men: Vec<(u8, usize)> =
                codes.iter().zip(squares).map(|(&c, &s)| (c, symmetry.apply_index(s.into()))).collect();
            men.sort_unstable();
            // Only the second man's square in full: this gives runs of equal values, as in real
            // endings.
            let coarse = |(i, &(c, s)): (usize, &(u8, usize))| {
                u64::from(c) << 8 | (if i == 1 { s } else { s / 9 }) as u64
            };
            let hash =
                men.iter().enumerate().map(coarse).fold(self.seed, |h, man| Random::new(h ^ man).next_u64());
            Random::new(hash ^ side as u64).next_u64()
        };
        symmetries.iter().map(seen).min().unwrap()
    }
}

impl ValueSource for Invented {
    fn material(&self) -> Material {
        self.material
    }

    fn wdl_codes(&self, side: Color, squares: &[&[u8]], codes: &mut [u8]) {
        for (i, code) in codes.iter_mut().enumerate() {
            let men: Vec<u8> = squares.iter().map(|man| man[i]).collect();
            let chance = self.chance(side, &men);
            *code = [0, 0, 0, 0, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 8][(chance >> 8) as usize % 16];
            if self.kings_touch(&men) {
                *code = wdl_code::FREE;
            }
        }
    }

    fn dtz_codes(&self, side: Color, squares: &[&[u8]], codes: &mut [i16]) {
        for (i, code) in codes.iter_mut().enumerate() {
            let men: Vec<u8> = squares.iter().map(|man| man[i]).collect();
            let (chance, touching) = (self.chance(side, &men), self.kings_touch(&men));
            // Short distances are more frequent.
            let plies = 1 + (chance >> 20) % (1 + (chance >> 40) % self.longest);
            let sign = if chance & 1 == 0 { 1 } else { -1 };
            *code = if touching || (chance >> 3).is_multiple_of(4) { DTZ_FREE } else { sign * plies as i16 };
        }
    }
}
