//! Two scores in one integer: the middlegame's and the endgame's.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A pair of centipawn values packed so that one addition adds both. Each half holds about plus or
/// minus 30,000.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tapered(i32);

/// Shorthand for the tables of weights.
pub(crate) const fn s(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

impl Tapered {
    /// Zero in both phases.
    pub(crate) const ZERO: Self = Self(0);

    /// Packs the two values.
    pub(crate) const fn new(middlegame: i32, endgame: i32) -> Self {
        Self((endgame << 16) + middlegame)
    }

    /// The value with all pieces on the board.
    #[inline]
    pub(crate) const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value without pieces.
    #[inline]
    pub(crate) const fn endgame(self) -> i32 {
        // A negative lower half has borrowed from the upper half.
        ((self.0.wrapping_add(0x8000)) >> 16) as i16 as i32
    }

    /// The multiple, in constant tables.
    pub(crate) const fn times(self, count: i32) -> Self {
        Self(self.0 * count)
    }

    /// The sum, in constant tables.
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Add for Tapered {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Tapered {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Neg for Tapered {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;
    #[inline]
    fn mul(self, count: i32) -> Self {
        self.times(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packed_arithmetic_is_that_of_pairs(a in -3000..3000i32, b in -3000..3000i32, c in -3000..3000i32, d in -3000..3000i32, n in -4..4i32) {
            let sum = s(a, b) + s(c, d);
            prop_assert_eq!((sum.middlegame(), sum.endgame()), (a + c, b + d));
            let difference = s(a, b) - s(c, d);
            prop_assert_eq!((difference.middlegame(), difference.endgame()), (a - c, b - d));
            let product = s(a, b) * n;
            prop_assert_eq!((product.middlegame(), product.endgame()), (a * n, b * n));
            prop_assert_eq!(-(-s(a, b)), s(a, b));
        }
    }
}
