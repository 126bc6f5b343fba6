//! Rows of 16-bit numbers divided into aligned tiles, which the vector code takes one at a time.

/// Numbers in a tile: two AVX-512, four AVX2 or eight NEON registers.
pub(crate) const LANES: usize = 64;

/// [`LANES`] numbers, aligned to a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Tile(pub(crate) [i16; LANES]);

impl Tile {
    pub(crate) const ZERO: Self = Self([0; LANES]);
}

/// Numbers as tiles. Their count is a multiple of [`LANES`].
pub(crate) fn tiles(numbers: &[i16]) -> Vec<Tile> {
    debug_assert!(numbers.len().is_multiple_of(LANES));
    numbers
        .chunks_exact(LANES)
        .map(|chunk| Tile(chunk.try_into().expect("chunks have the requested length")))
        .collect()
}

/// The numbers of some tiles.
pub(crate) fn numbers(tiles: &[Tile]) -> impl Iterator<Item = i16> + '_ {
    tiles.iter().flat_map(|tile| tile.0)
}
