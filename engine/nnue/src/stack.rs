//! The hidden neurons of both sides, ply by ply.

use std::ops::Range;

use board::Color;

use crate::tile::Tile;

/// Number of plies kept. Plies this far apart share an entry.
const PLIES: usize = 256;

/// Hidden neurons before clipping, for the last positions at each ply.
#[derive(Clone)]
pub(crate) struct Stack {
    /// `[ply][perspective][tile]`.
    tiles: Vec<Tile>,
    /// `[ply][perspective]`: the key of the men that the neurons stand for; `None` if never
    /// written.
    keys: Vec<[Option<u64>; 2]>,
    width: usize,
}

impl Stack {
    /// An empty stack for rows of `width` tiles.
    pub(crate) fn new(width: usize) -> Self {
        Self { tiles: vec![Tile::ZERO; PLIES * 2 * width], keys: vec![[None; 2]; PLIES], width }
    }

    /// True when the neurons at a ply stand for the men of this key.
    #[inline]
    pub(crate) fn holds(&self, ply: usize, perspective: Color, key: u64) -> bool {
        self.keys[ply % PLIES][perspective as usize] == Some(key)
    }

    /// The neurons at a ply.
    #[inline]
    pub(crate) fn row(&self, ply: usize, perspective: Color) -> &[Tile] {
        &self.tiles[self.range(ply, perspective)]
    }

    /// The neurons at a ply, to be written for the men of this key.
    #[inline]
    pub(crate) fn row_mut(&mut self, ply: usize, perspective: Color, key: u64) -> &mut [Tile] {
        self.keys[ply % PLIES][perspective as usize] = Some(key);
        let range = self.range(ply, perspective);
        &mut self.tiles[range]
    }

    /// The neurons at a ply, to be written for the men of this key, and those at the previous ply.
    #[inline]
    pub(crate) fn step(&mut self, ply: usize, perspective: Color, key: u64) -> (&mut [Tile], &[Tile]) {
        self.keys[ply % PLIES][perspective as usize] = Some(key);
        let ranges = [self.range(ply, perspective), self.range(ply - 1, perspective)];
        let [to, from] = self.tiles.get_disjoint_mut(ranges).expect("adjacent plies have different entries");
        (to, from)
    }

    #[inline]
    fn range(&self, ply: usize, perspective: Color) -> Range<usize> {
        let start = (ply % PLIES * 2 + perspective as usize) * self.width;
        start..start + self.width
    }
}
