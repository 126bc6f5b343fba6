//! What a vector unit supplies.

use crate::quantization::INPUT_SCALE;
use crate::tile::Tile;

/// What a hidden neuron is clipped to.
pub(super) const ONE: i16 = INPUT_SCALE as i16;

/// What a vector unit supplies.
pub(crate) trait Vectors: Copy {
    /// A register of 32-bit sums.
    type Sums: Copy;

    /// All sums zero.
    fn zero(self) -> Self::Sums;

    /// Adds the squares of the neurons, clipped to 0 to 255, times their weights, in any order.
    fn add_squares(self, sums: Self::Sums, neurons: &Tile, weights: &Tile) -> Self::Sums;

    /// The sums added up.
    fn total(self, sums: Self::Sums) -> i32;
}

/// Adds with wrap-around.
#[inline(always)]
pub(super) fn wrapping_total<const SUMS: usize>(sums: &[i32; SUMS]) -> i32 {
    let mut total = 0i32;
    for sum in sums {
        total = total.wrapping_add(*sum);
    }
    total
}
