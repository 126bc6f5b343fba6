//! What is done with tiles: rows added and taken away, and the output layer.

use super::{Kernel, Vectors};
use crate::tile::{LANES, Tile};

/// `to` = `from` with some rows added and some taken away, each tile read and written once. All rows are as long as `to`.
pub(crate) struct Update<'a, const ADDED: usize, const REMOVED: usize> {
    pub(crate) to: &'a mut [Tile],
    pub(crate) from: &'a [Tile],
    pub(crate) added: [&'a [Tile]; ADDED],
    pub(crate) removed: [&'a [Tile]; REMOVED],
}

impl<const ADDED: usize, const REMOVED: usize> Kernel for Update<'_, ADDED, REMOVED> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vectors>(self, _vectors: V) {
        let width = self.to.len();
        let from = &self.from[..width];
        let added = self.added.map(|row| &row[..width]);
        let removed = self.removed.map(|row| &row[..width]);
        for (i, to) in self.to.iter_mut().enumerate() {
            let mut tile = from[i];
            for row in added {
                add(&mut tile, &row[i]);
            }
            for row in removed {
                remove(&mut tile, &row[i]);
            }
            *to = tile;
        }
    }
}

/// Brings `cached` up to date by any number of rows of `weights`, and copies it to `to`, which is as long.
pub(crate) struct Refresh<'a> {
    pub(crate) to: &'a mut [Tile],
    pub(crate) cached: &'a mut [Tile],
    pub(crate) weights: &'a [Tile],
    pub(crate) added: &'a [u16],
    pub(crate) removed: &'a [u16],
}

impl Kernel for Refresh<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vectors>(self, _vectors: V) {
        let width = self.cached.len();
        for (i, (to, cached)) in self.to.iter_mut().zip(self.cached).enumerate() {
            let mut tile = *cached;
            for &row in self.added {
                add(&mut tile, &self.weights[usize::from(row) * width + i]);
            }
            for &row in self.removed {
                remove(&mut tile, &self.weights[usize::from(row) * width + i]);
            }
            *cached = tile;
            *to = tile;
        }
    }
}

/// The sum of squared, clipped neurons times the weights of a head: first the side to move's, then the other's, which are as long.
pub(crate) struct Forward<'a> {
    pub(crate) own: &'a [Tile],
    pub(crate) their: &'a [Tile],
    pub(crate) weights: &'a [Tile],
}

impl Kernel for Forward<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<V: Vectors>(self, vectors: V) -> i32 {
        let (own_weights, their_weights) = self.weights.split_at(self.own.len());
        let (mut own, mut their) = (vectors.zero(), vectors.zero());
        let halves = self.own.iter().zip(own_weights).zip(self.their.iter().zip(their_weights));
        for ((own_neurons, own_weights), (their_neurons, their_weights)) in halves {
            own = vectors.add_squares(own, own_neurons, own_weights);
            their = vectors.add_squares(their, their_neurons, their_weights);
        }
        vectors.total(own).wrapping_add(vectors.total(their))
    }
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
