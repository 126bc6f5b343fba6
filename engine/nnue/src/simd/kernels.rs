//! What is done with tiles: rows added and taken away, and the output layer. All of it is inlined into the code of a vector unit.

use super::Vectors;
use crate::tile::{LANES, Tile};

/// `to` = `from` with some rows added and some taken away, each tile read and written once. All rows are as long as `to`.
#[inline(always)]
pub(crate) fn update<const ADDED: usize, const REMOVED: usize>(
    to: &mut [Tile],
    from: &[Tile],
    added: [&[Tile]; ADDED],
    removed: [&[Tile]; REMOVED],
) {
    let width = to.len();
    let from = &from[..width];
    let added = added.map(|row| &row[..width]);
    let removed = removed.map(|row| &row[..width]);
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

/// Brings `cached` up to date by any number of rows of `weights`, and copies it to `to`, which is as long.
#[inline(always)]
pub(crate) fn refresh(
    to: &mut [Tile],
    cached: &mut [Tile],
    weights: &[Tile],
    added: &[u16],
    removed: &[u16],
) {
    let width = cached.len();
    for (i, (to, cached)) in to.iter_mut().zip(cached).enumerate() {
        let mut tile = *cached;
        for &row in added {
            add(&mut tile, &weights[usize::from(row) * width + i]);
        }
        for &row in removed {
            remove(&mut tile, &weights[usize::from(row) * width + i]);
        }
        *cached = tile;
        *to = tile;
    }
}

/// The sum of squared, clipped neurons times the weights of a head: first the side to move's, then the other's, which are as
/// many.
#[inline(always)]
pub(crate) fn forward<V: Vectors>(vectors: V, own: &[Tile], their: &[Tile], weights: &[Tile]) -> i32 {
    let (own_weights, their_weights) = weights.split_at(own.len());
    let mut sums = vectors.zero();
    for (neurons, weights) in own.iter().zip(own_weights) {
        sums = vectors.add_squares(sums, neurons, weights);
    }
    for (neurons, weights) in their.iter().zip(their_weights) {
        sums = vectors.add_squares(sums, neurons, weights);
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
