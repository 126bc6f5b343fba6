//! The fallback for every processor: loops over arrays, vectorized by the compiler.

use super::vectors::{ONE, Vectors, wrapping_total};
use crate::tile::{LANES, Tile};

/// Number of parallel sums.
const SUMS: usize = LANES / 2;

#[derive(Clone, Copy)]
pub(crate) struct Plain;

impl Vectors for Plain {
    type Sums = [i32; SUMS];

    #[inline(always)]
    fn zero(self) -> Self::Sums {
        [0; SUMS]
    }

    #[inline(always)]
    fn add_squares(self, mut sums: Self::Sums, neurons: &Tile, weights: &Tile) -> Self::Sums {
        let (mut clipped, mut weighted) = ([0; LANES], [0; LANES]);
        for i in 0..LANES {
            clipped[i] = neurons.0[i].clamp(0, ONE);
            // The product of a clipped neuron and an output weight fits 16 bits.
            weighted[i] = clipped[i].wrapping_mul(weights.0[i]);
        }
        let square = |i: usize| i32::from(clipped[i]) * i32::from(weighted[i]);
        // In pairs, as processors multiply and add 16-bit numbers.
        for (i, sum) in sums.iter_mut().enumerate() {
            *sum = sum.wrapping_add(square(2 * i) + square(2 * i + 1));
        }
        sums
    }

    #[inline(always)]
    fn total(self, sums: Self::Sums) -> i32 {
        wrapping_total(&sums)
    }
}
