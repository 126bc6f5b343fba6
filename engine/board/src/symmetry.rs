//! The eight symmetries of the board.

use crate::Square;

/// A symmetry of the square board: an optional mirroring of files, then of ranks, then an optional
/// swap of files and ranks (the flip along a1-h8).
///
/// Vertical mirroring and the diagonal flips keep the rules of chess only when there are no pawns
/// (and no castling); mirroring files always does.
///
/// ```
/// use vancura_board::{Square, Symmetry};
/// assert_eq!(Symmetry::MIRROR_FILES.apply(Square::B3), Square::G3);
/// for symmetry in Symmetry::ALL {
///     assert_eq!(symmetry.inverse().apply(symmetry.apply(Square::B3)), Square::B3);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    const FILES: u8 = 1;
    const RANKS: u8 = 2;
    const DIAGONAL: u8 = 4;

    /// Leaves every square where it is.
    pub const IDENTITY: Self = Self(0);
    /// a1 to h1.
    pub const MIRROR_FILES: Self = Self(Self::FILES);
    /// b1 to a2: the flip along the a1-h8 diagonal.
    pub const FLIP_DIAGONAL: Self = Self(Self::DIAGONAL);
    /// All eight.
    pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// The image of a square number (a1 = 0, h8 = 63).
    #[inline]
    pub const fn apply_index(self, mut square: usize) -> usize {
        if self.0 & Self::FILES != 0 {
            square ^= 7;
        }
        if self.0 & Self::RANKS != 0 {
            square ^= 56;
        }
        if self.0 & Self::DIAGONAL != 0 {
            square = (square >> 3) | ((square & 7) << 3);
        }
        square
    }

    /// The image of a square.
    #[inline]
    pub fn apply(self, square: Square) -> Square {
        Square::index(self.apply_index(square as usize))
    }

    /// The image of a set of squares: bit `s` goes to bit `apply_index(s)`.
    #[inline]
    pub const fn apply_bits(self, mut bits: u64) -> u64 {
        if self.0 & Self::FILES != 0 {
            bits = ((bits >> 1) & 0x5555_5555_5555_5555) | ((bits & 0x5555_5555_5555_5555) << 1);
            bits = ((bits >> 2) & 0x3333_3333_3333_3333) | ((bits & 0x3333_3333_3333_3333) << 2);
            bits = ((bits >> 4) & 0x0f0f_0f0f_0f0f_0f0f) | ((bits & 0x0f0f_0f0f_0f0f_0f0f) << 4);
        }
        if self.0 & Self::RANKS != 0 {
            bits = bits.swap_bytes();
        }
        if self.0 & Self::DIAGONAL != 0 {
            let t = 0x0f0f_0f0f_0000_0000 & (bits ^ (bits << 28));
            bits ^= t ^ (t >> 28);
            let t = 0x3333_0000_3333_0000 & (bits ^ (bits << 14));
            bits ^= t ^ (t >> 14);
            let t = 0x5500_5500_5500_5500 & (bits ^ (bits << 7));
            bits ^= t ^ (t >> 7);
        }
        bits
    }

    /// The symmetry that undoes this one.
    pub const fn inverse(self) -> Self {
        if self.0 & Self::DIAGONAL == 0 {
            self
        } else {
            // The inverse flips, then mirrors. Moving the mirrorings before the flip swaps their
            // axes.
            let files = self.0 & Self::FILES;
            let ranks = (self.0 & Self::RANKS) >> 1;
            Self(Self::DIAGONAL | ranks | (files << 1))
        }
    }

    /// This symmetry, then `next`.
    pub const fn then(self, next: Self) -> Self {
        // Moving the mirrorings of `next` before a flip swaps their axes.
        let mirrorings = if self.0 & Self::DIAGONAL == 0 {
            next.0 & (Self::FILES | Self::RANKS)
        } else {
            ((next.0 & Self::FILES) << 1) | ((next.0 & Self::RANKS) >> 1)
        };
        Self(self.0 ^ mirrorings ^ (next.0 & Self::DIAGONAL))
    }

    /// The symmetry that brings a square into the triangle a1-d1-d4, flipping the diagonal only
    /// when the mirrored square lies above it. Squares on the a1-h8 diagonal of the lower left
    /// quarter have two such symmetries; this gives the one without the flip.
    #[inline]
    pub const fn into_triangle(square: usize) -> Self {
        let mut bits = 0;
        let (mut file, mut rank) = (square & 7, square >> 3);
        if file > 3 {
            bits |= Self::FILES;
            file ^= 7;
        }
        if rank > 3 {
            bits |= Self::RANKS;
            rank ^= 7;
        }
        if rank > file {
            bits |= Self::DIAGONAL;
        }
        Self(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_eight_symmetries_are_distinct_and_undone_by_their_inverse() {
        for a in Symmetry::ALL {
            assert_eq!(a.then(a.inverse()), Symmetry::IDENTITY);
            assert_eq!(a.inverse().then(a), Symmetry::IDENTITY);
            for b in Symmetry::ALL {
                let both = a.then(b);
                for square in 0..64 {
                    assert_eq!(both.apply_index(square), b.apply_index(a.apply_index(square)));
                }
            }
        }
    }

    #[test]
    fn every_square_goes_into_the_triangle() {
        for square in 0..64 {
            let image = Symmetry::into_triangle(square).apply_index(square);
            let (file, rank) = (image & 7, image >> 3);
            assert!(file <= 3 && rank <= file, "{square} went to {image}");
        }
    }

    proptest! {
        #[test]
        fn bits_move_like_their_squares(bits: u64, which in 0..8usize) {
            let symmetry = Symmetry::ALL[which];
            let slow = (0..64).filter(|s| bits >> s & 1 != 0).fold(0, |acc, s| acc | 1u64 << symmetry.apply_index(s));
            prop_assert_eq!(symmetry.apply_bits(bits), slow);
        }
    }
}
