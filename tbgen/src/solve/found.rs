//! Destinations of the values that a pass finds, block by block.

use rayon::prelude::*;

use super::block::Block;
use super::slice::Plane;
use crate::error::TbgenError;

/// Receives the values of one side to move as a pass finds them, ply by ply.
pub(super) trait Found<V: Copy>: Send {
    /// Receives those of one block.
    type Target<'a>: Target<V>
    where
        Self: 'a;
    /// Why they cannot be stored.
    type Error: From<TbgenError>;

    /// The targets of all blocks, in order.
    fn blocks(&mut self, blocks: usize) -> impl Iterator<Item = Self::Target<'_>>;

    /// The same for parallel iteration.
    fn parallel_blocks(&mut self, blocks: usize) -> impl IndexedParallelIterator<Item = Self::Target<'_>>;

    /// Called with all positions of a ply after their blocks have been written.
    fn ply_found(&mut self, value: V, found: &Plane) -> Result<(), Self::Error>;
}

/// Receives the values of a block.
pub(super) trait Target<V>: Send {
    /// Records that these positions have this value.
    fn write(&mut self, positions: &Block, value: V);
}

/// Values in memory, one entry per slot.
impl<V: Copy + Send + Sync> Found<V> for &mut [V] {
    type Target<'a>
        = &'a mut [V]
    where
        Self: 'a;
    type Error = TbgenError;

    fn blocks(&mut self, _: usize) -> impl Iterator<Item = &mut [V]> {
        self.chunks_exact_mut(4096)
    }

    fn parallel_blocks(&mut self, _: usize) -> impl IndexedParallelIterator<Item = &mut [V]> {
        self.par_chunks_exact_mut(4096)
    }

    fn ply_found(&mut self, _: V, _: &Plane) -> Result<(), TbgenError> {
        Ok(())
    }
}

impl<V: Copy + Send> Target<V> for &mut [V] {
    fn write(&mut self, positions: &Block, value: V) {
        for (&word, values) in positions.iter().zip(self.chunks_exact_mut(64)) {
            let mut left = word;
            while left != 0 {
                values[left.trailing_zeros() as usize] = value;
                left &= left - 1;
            }
        }
    }
}
