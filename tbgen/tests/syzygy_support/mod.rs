//! What the Syzygy tests share: where the published tables lie, random positions.
#![allow(dead_code, missing_docs, unreachable_pub, reason = "each test program uses its own part")]

pub mod checksums;
pub mod invented;
pub mod solver;

use std::path::PathBuf;

use board::{Color, Man, Material, Piece, Placement, Square};

pub const RTBW: &str = "rtbw";
pub const RTBZ: &str = "rtbz";

/// The folder of published tables; `None`, with a note, when it is not on this machine.
pub fn published_tables() -> Option<PathBuf> {
    reference::path("syzygy")
}

/// All 35 materials of 3 and 4 men.
pub fn small_materials() -> Vec<Material> {
    [3, 4].into_iter().flat_map(Material::with_men).collect()
}

pub fn material(name: &str) -> Material {
    name.parse().expect("a material")
}

/// A small generator of pseudo-random numbers (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// A legal position of this material.
    pub fn position(&mut self, material: Material) -> Placement {
        loop {
            let mut men = Vec::new();
            for color in Color::ALL {
                for piece in std::iter::once(Piece::King).chain(material.pieces(color)) {
                    men.push(Man { color, piece, square: Square::index(self.below(64)) });
                }
            }
            let side = Color::ALL[self.below(2)];
            let placement = Placement::new(side, &men).expect("few men");
            if placement.is_legal() && placement.to_board().is_ok() {
                return placement;
            }
        }
    }
}
