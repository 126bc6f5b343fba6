//! AVX-512: 32 numbers of 16 bits, or 16 of 32, in a register.

use std::arch::x86_64::__m512i;

use pulp::x86::V4;

use super::vectors::{ONE, Vectors, wrapping_total};
use crate::tile::{LANES, Tile};

const REGISTERS: usize = LANES / 32;

impl Vectors for V4 {
    type Sums = __m512i;

    #[inline(always)]
    fn zero(self) -> __m512i {
        self.avx512f._mm512_setzero_si512()
    }

    #[inline(always)]
    fn add_squares(self, mut sums: __m512i, neurons: &Tile, weights: &Tile) -> __m512i {
        let neurons: [__m512i; REGISTERS] = pulp::cast(neurons.0);
        let weights: [__m512i; REGISTERS] = pulp::cast(weights.0);
        let (zero, one) = (self.zero(), self.avx512f._mm512_set1_epi16(ONE));
        for i in 0..REGISTERS {
            let clipped =
                self.avx512bw._mm512_min_epi16(self.avx512bw._mm512_max_epi16(neurons[i], zero), one);
            // The product of a clipped neuron and an output weight fits 16 bits.
            let weighted = self.avx512bw._mm512_mullo_epi16(clipped, weights[i]);
            sums = self.avx512f._mm512_add_epi32(sums, self.avx512bw._mm512_madd_epi16(clipped, weighted));
        }
        sums
    }

    #[inline(always)]
    fn total(self, sums: __m512i) -> i32 {
        wrapping_total(&pulp::cast::<_, [i32; 16]>(sums))
    }
}
