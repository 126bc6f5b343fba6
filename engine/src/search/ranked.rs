//! A move and its rank in one number, so that the best of many moves is the greatest number.

use board::{Move, Piece, Square};

/// A move with its order and its place in the node's list: of equal orders, the first in the list
/// is the greatest.
///
/// | bits   | what                                                                    |
/// |--------|-------------------------------------------------------------------------|
/// | 32..63 | order plus [`OFFSET`]                                                   |
/// | 24..32 | 255 minus the place in the list                                         |
/// | 0..24  | move: from, to, promotion (as [`Piece`], 7 for none), eight bits each   |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ranked(u64);

/// With it, orders up to plus or minus 2^29 give numbers that are positive, normal and finite when
/// read as floating-point numbers, whose order is that of their bits.
const OFFSET: i32 = 1 << 30;
const PLACE: u32 = 24;
const LAST_PLACE: usize = 255;
const NO_PROMOTION: u64 = 7;

impl Ranked {
    /// Less than every move.
    pub(super) const NOTHING: Self = Self(0);

    /// `place` is at most 255: no position has more moves.
    #[inline(always)]
    pub(super) fn new(order: i32, place: usize, mv: Move) -> Self {
        let promotion = mv.promotion.map_or(NO_PROMOTION, |piece| piece as u64);
        let bits = mv.from as u64 | (mv.to as u64) << 8 | promotion << 16;
        Self(((order + OFFSET) as u64) << 32 | place_bits(place) | bits)
    }

    #[inline(always)]
    pub(super) fn mv(self) -> Move {
        let square = |shift: u32| Square::index((self.0 >> shift & 63) as usize);
        Move { from: square(0), to: square(8), promotion: Piece::try_index((self.0 >> 16 & 7) as usize) }
    }

    #[inline(always)]
    pub(super) fn place(self) -> usize {
        LAST_PLACE - (self.0 >> PLACE) as usize % (LAST_PLACE + 1)
    }

    /// The same move at another place.
    #[inline(always)]
    pub(super) fn at(self, place: usize) -> Self {
        Self(self.0 & !place_bits(0) | place_bits(place))
    }

    /// The same move with a greater order.
    #[inline(always)]
    pub(super) fn raised(self, by: i32) -> Self {
        Self(self.0.wrapping_add((i64::from(by) as u64) << 32))
    }
}

#[inline(always)]
fn place_bits(place: usize) -> u64 {
    debug_assert!(place <= LAST_PLACE, "no position has more moves");
    ((LAST_PLACE - place) as u64) << PLACE
}

/// Entries of [`Ranked::NOTHING`] after a list: moves are compared by fours.
pub(super) const PADDING: usize = 3;

/// The greatest of some ranked moves and [`PADDING`] after them; at least one is given.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) fn greatest(of: &[Ranked]) -> Ranked {
    use std::arch::x86_64::__m128d;
    // All such processors have it: decided at compile time. It compares no integers of 64 bits.
    let Some(sse2) = pulp::core_arch::x86::Sse2::try_new() else { return greatest_plain(of) };
    let mut best = [sse2._mm_setzero_pd(); 2];
    for &[a, b, c, d] in of.as_chunks().0 {
        let pairs: [__m128d; 2] = pulp::cast([a.0, b.0, c.0, d.0]);
        best = [sse2._mm_max_pd(best[0], pairs[0]), sse2._mm_max_pd(best[1], pairs[1])];
    }
    let [one, other]: [u64; 2] = pulp::cast(sse2._mm_max_pd(best[0], best[1]));
    Ranked(one.max(other))
}

/// The greatest of some ranked moves and [`PADDING`] after them; at least one is given.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(super) fn greatest(of: &[Ranked]) -> Ranked {
    greatest_plain(of)
}

fn greatest_plain(of: &[Ranked]) -> Ranked {
    Ranked(of.iter().fold(0, |greatest, ranked| greatest.max(ranked.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ranked() -> impl Strategy<Value = (i32, usize, Move)> {
        let promotion = proptest::option::of((1..5usize).prop_map(Piece::index));
        (-200_000..200_000i32, 0..256usize, 0..64usize, 0..64usize, promotion).prop_map(
            |(order, place, from, to, promotion)| {
                (order, place, Move { from: Square::index(from), to: Square::index(to), promotion })
            },
        )
    }

    proptest! {
        #[test]
        fn moves_and_places_come_back((order, place, mv) in ranked(), other in 0..256usize, by in 0..100_000i32) {
            let one = Ranked::new(order, place, mv);
            prop_assert_eq!((one.mv(), one.place()), (mv, place));
            prop_assert_eq!(one.at(other), Ranked::new(order, other, mv));
            prop_assert_eq!(one.raised(by), Ranked::new(order + by, place, mv));
        }

        #[test]
        fn the_greatest_is_the_first_of_the_highest_order(
            moves in proptest::collection::vec(ranked(), 1..60), few in 1..100_000i32,
        ) {
            let orders: Vec<i32> = moves.iter().map(|&(order, ..)| order / few).collect();
            let mut list: Vec<Ranked> =
                orders.iter().zip(&moves).enumerate().map(|(i, (&order, m))| Ranked::new(order, i, m.2)).collect();
            let first = (0..list.len()).rev().max_by_key(|&i| orders[i]).unwrap();
            list.extend([Ranked::NOTHING; PADDING]);
            prop_assert_eq!(greatest(&list), list[first]);
            prop_assert_eq!(greatest_plain(&list), list[first]);
        }
    }
}
