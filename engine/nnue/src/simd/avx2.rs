//! AVX2: 16 numbers of 16 bits, or 8 of 32, in a register.

use std::arch::x86_64::__m256i;

use pulp::x86::V3;

use super::vectors::{ONE, Vectors, wrapping_total};
use crate::tile::{LANES, Tile};

const REGISTERS: usize = LANES / 16;

impl Vectors for V3 {
    type Sums = __m256i;

    #[inline(always)]
    fn zero(self) -> __m256i {
        self.avx._mm256_setzero_si256()
    }

    #[inline(always)]
    fn add_squares(self, mut sums: __m256i, neurons: &Tile, weights: &Tile) -> __m256i {
        let neurons: [__m256i; REGISTERS] = pulp::cast(neurons.0);
        let weights: [__m256i; REGISTERS] = pulp::cast(weights.0);
        let (zero, one) = (self.zero(), self.avx._mm256_set1_epi16(ONE));
        for i in 0..REGISTERS {
            let clipped = self.avx2._mm256_min_epi16(self.avx2._mm256_max_epi16(neurons[i], zero), one);
            // The product of a clipped neuron and an output weight fits 16 bits.
            let weighted = self.avx2._mm256_mullo_epi16(clipped, weights[i]);
            sums = self.avx2._mm256_add_epi32(sums, self.avx2._mm256_madd_epi16(clipped, weighted));
        }
        sums
    }

    #[inline(always)]
    fn total(self, sums: __m256i) -> i32 {
        wrapping_total(&pulp::cast::<_, [i32; 8]>(sums))
    }
}
