//! NEON: 8 numbers of 16 bits, or 4 of 32, in a register.

use std::arch::aarch64::{int16x8_t, int32x4_t};

use pulp::aarch64::Neon;

use super::vectors::{ONE, Vectors, wrapping_total};
use crate::tile::{LANES, Tile};

const REGISTERS: usize = LANES / 8;

impl Vectors for Neon {
    /// Sums of the low and of the high halves.
    type Sums = [int32x4_t; 2];

    #[inline(always)]
    fn zero(self) -> Self::Sums {
        [self.neon.vdupq_n_s32(0); 2]
    }

    #[inline(always)]
    fn add_squares(self, [mut low, mut high]: Self::Sums, neurons: &Tile, weights: &Tile) -> Self::Sums {
        let neurons: [int16x8_t; REGISTERS] = pulp::cast(neurons.0);
        let weights: [int16x8_t; REGISTERS] = pulp::cast(weights.0);
        let (zero, one) = (self.neon.vdupq_n_s16(0), self.neon.vdupq_n_s16(ONE));
        for i in 0..REGISTERS {
            let clipped = self.neon.vminq_s16(self.neon.vmaxq_s16(neurons[i], zero), one);
            // The product of a clipped neuron and an output weight fits 16 bits.
            let weighted = self.neon.vmulq_s16(clipped, weights[i]);
            low = self.neon.vmlal_s16(low, self.neon.vget_low_s16(clipped), self.neon.vget_low_s16(weighted));
            high = self.neon.vmlal_high_s16(high, clipped, weighted);
        }
        [low, high]
    }

    #[inline(always)]
    fn total(self, sums: Self::Sums) -> i32 {
        wrapping_total(&pulp::cast::<_, [i32; 8]>(sums))
    }
}
