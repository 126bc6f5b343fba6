//! The hidden neurons of both sides, ply by ply.

use board::Color;

use crate::tile::Tile;

/// Number of plies kept. Plies this far apart share an entry.
const PLIES: usize = 256;

/// Hidden neurons before clipping, for the last positions at each ply.
#[derive(Clone)]
pub(crate) struct Stack {
    /// `[ply][perspective][tile]`.
    tiles: Vec<Tile>,
    /// `[ply][perspective]`: the key of the men that the neurons stand for.
    keys: Vec<[u64; 2]>,
    width: usize,
}

impl Stack {
    /// The empty board at every ply, whose key is 0 and whose neurons are the biases.
    pub(crate) fn new(biases: &[Tile]) -> Self {
        Self { tiles: biases.repeat(PLIES * 2), keys: vec![[0; 2]; PLIES], width: biases.len() }
    }

    /// True when the neurons at a ply stand for the men of this key.
    #[inline(always)]
    pub(crate) fn holds(&self, ply: usize, perspective: Color, key: u64) -> bool {
        self.keys[ply % PLIES][perspective as usize] == key
    }

    /// The neurons at a ply.
    #[inline(always)]
    pub(crate) fn row(&self, ply: usize, perspective: Color) -> &[Tile] {
        &self.tiles[self.start(ply, perspective)..][..self.width]
    }

    /// The neurons at a ply, to be written for the men of this key.
    #[inline(always)]
    pub(crate) fn row_mut(&mut self, ply: usize, perspective: Color, key: u64) -> &mut [Tile] {
        self.keys[ply % PLIES][perspective as usize] = key;
        let start = self.start(ply, perspective);
        &mut self.tiles[start..][..self.width]
    }

    /// The neurons at a ply, to be written for the men of this key, and those at the previous ply.
    #[inline(always)]
    pub(crate) fn step(&mut self, ply: usize, perspective: Color, key: u64) -> (&mut [Tile], &[Tile]) {
        self.keys[ply % PLIES][perspective as usize] = key;
        let (to, from) = (self.start(ply, perspective), self.start(ply - 1, perspective));
        let (low, high) = self.tiles.split_at_mut(to.max(from));
        if to > from {
            (&mut high[..self.width], &low[from..][..self.width])
        } else {
            (&mut low[to..][..self.width], &high[..self.width])
        }
    }

    #[inline(always)]
    fn start(&self, ply: usize, perspective: Color) -> usize {
        (ply % PLIES * 2 + perspective as usize) * self.width
    }
}
