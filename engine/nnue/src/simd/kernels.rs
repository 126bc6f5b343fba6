//! Operations on tiles: adding and subtracting rows, and the output layer. All of it is inlined
//! into the code of a vector unit: loops by index, since most adapters of iterators would stay
//! calls of functions compiled for the baseline.

use super::vectors::Vectors;
use crate::tile::{LANES, Tile};

/// `to` = `from` with some rows added and some subtracted; each tile is read and written once. All
/// rows are as long as `to`.
#[inline(always)]
pub(crate) fn update<const ADDED: usize, const REMOVED: usize>(
    to: &mut [Tile],
    from: &[Tile],
    added: &[&[Tile]; ADDED],
    removed: &[&[Tile]; REMOVED],
) {
    let width = to.len();
    // Tells the compiler that no index is out of bounds.
    assert!(from.len() == width);
    for row in added {
        assert!(row.len() == width);
    }
    for row in removed {
        assert!(row.len() == width);
    }
    for i in 0..width {
        let mut tile = from[i];
        for row in added {
            add(&mut tile, &row[i]);
        }
        for row in removed {
            remove(&mut tile, &row[i]);
        }
        to[i] = tile;
    }
}

/// Updates `cached` by any number of rows of `weights` and copies it to `to`, which has the same
/// length.
#[inline(always)]
pub(crate) fn refresh(
    to: &mut [Tile],
    cached: &mut [Tile],
    weights: &[Tile],
    added: &[u16],
    removed: &[u16],
) {
    let width = cached.len();
    assert!(to.len() == width);
    for i in 0..width {
        let mut tile = cached[i];
        for &row in added {
            add(&mut tile, &weights[usize::from(row) * width + i]);
        }
        for &row in removed {
            remove(&mut tile, &weights[usize::from(row) * width + i]);
        }
        cached[i] = tile;
        to[i] = tile;
    }
}

/// `to` = `biases` plus any number of rows of `weights`; both have the same length.
#[inline(always)]
pub(crate) fn add_up(to: &mut [Tile], biases: &[Tile], weights: &[Tile], rows: &[u16]) {
    let width = biases.len();
    assert!(to.len() == width);
    for i in 0..width {
        let mut tile = biases[i];
        for &row in rows {
            add(&mut tile, &weights[usize::from(row) * width + i]);
        }
        to[i] = tile;
    }
}

/// The sum of squared, clipped neurons times the weights of a head: first the side to move's, then
/// as many of the other side's.
#[inline(always)]
pub(crate) fn forward<V: Vectors>(vectors: V, own: &[Tile], their: &[Tile], weights: &[Tile]) -> i32 {
    let width = own.len();
    assert!(their.len() == width && weights.len() == 2 * width);
    let mut sums = vectors.zero();
    for i in 0..width {
        sums = vectors.add_squares(sums, &own[i], &weights[i]);
        sums = vectors.add_squares(sums, &their[i], &weights[width + i]);
    }
    vectors.total(sums)
}

#[inline(always)]
fn add(tile: &mut Tile, row: &Tile) {
    for lane in 0..LANES {
        tile.0[lane] = tile.0[lane].wrapping_add(row.0[lane]);
    }
}

#[inline(always)]
fn remove(tile: &mut Tile, row: &Tile) {
    for lane in 0..LANES {
        tile.0[lane] = tile.0[lane].wrapping_sub(row.0[lane]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{Kernel, Simd};
    use crate::tile::tiles;
    use proptest::prelude::*;

    /// Runs each kernel on the same numbers, six rows of two tiles.
    struct All<'a>(&'a [Vec<Tile>]);

    impl Kernel for All<'_> {
        type Output = (Vec<Vec<Tile>>, i32);

        #[inline(always)]
        fn run<V: Vectors>(self, vectors: V) -> Self::Output {
            let [a, b, c, d, e, f] = self.0 else { panic!("six rows are given") };
            let mut results = vec![vec![Tile::ZERO; 2]; 4];
            update(&mut results[0], a, &[b], &[c]);
            update(&mut results[1], a, &[b], &[c, d]);
            update(&mut results[2], a, &[b, c], &[d, e]);
            let weights = [b.clone(), c.clone(), d.clone(), e.clone(), f.clone()].concat();
            let mut cached = a.clone();
            refresh(&mut results[3], &mut cached, &weights, &[4, 0, 2], &[1, 3]);
            results.push(cached);
            // Output weights are small: the high byte alone is one.
            let small: Vec<i16> = crate::tile::numbers(&weights[..4]).map(|w| (w >> 8).max(-127)).collect();
            (results, forward(vectors, e, f, &tiles(&small)))
        }
    }

    /// The same, number by number.
    fn naive(rows: &[Vec<i16>]) -> (Vec<Vec<Tile>>, i32) {
        let [a, b, c, d, e, f] = rows else { panic!("six rows are given") };
        let at = |row: &[i16], i: usize| i64::from(row[i]);
        let row =
            |sum: &dyn Fn(usize) -> i64| tiles(&(0..a.len()).map(|i| sum(i) as i16).collect::<Vec<_>>());
        let results = vec![
            row(&|i| at(a, i) + at(b, i) - at(c, i)),
            row(&|i| at(a, i) + at(b, i) - at(c, i) - at(d, i)),
            row(&|i| at(a, i) + at(b, i) + at(c, i) - at(d, i) - at(e, i)),
            row(&|i| at(a, i) + at(f, i) + at(b, i) + at(d, i) - at(c, i) - at(e, i)),
            row(&|i| at(a, i) + at(f, i) + at(b, i) + at(d, i) - at(c, i) - at(e, i)),
        ];
        let neurons = e.iter().chain(f);
        let weights = b.iter().chain(c).map(|&w| i64::from(w >> 8).max(-127));
        let sum: i64 = neurons.zip(weights).map(|(&n, w)| i64::from(n).clamp(0, 255).pow(2) * w).sum();
        (results, sum as i32)
    }

    /// Numbers of the whole range, often its bounds and those of the clipped range.
    fn number() -> impl Strategy<Value = i16> {
        prop_oneof![any::<i16>(), -2..258i16, Just(i16::MIN), Just(i16::MAX)]
    }

    proptest! {
        #[test]
        fn every_unit_computes_what_plain_numbers_give(
            rows in prop::collection::vec(prop::collection::vec(number(), 2 * LANES), 6),
        ) {
            let tiled: Vec<Vec<Tile>> = rows.iter().map(|row| tiles(row)).collect();
            for simd in Simd::available() {
                prop_assert_eq!(simd.run(All(&tiled)), naive(&rows), "{}", simd);
            }
        }
    }
}
