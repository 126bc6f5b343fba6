//! What the Syzygy tests share: where the published tables lie, random positions.
#![allow(dead_code, missing_docs, unreachable_pub, reason = "each test program uses its own part")]

pub mod checksums;
pub mod invented;
pub mod solver;

use std::path::PathBuf;

use board::random::Random;
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

/// A legal position of this material, by lot.
pub fn random_position(random: &mut Random, material: Material) -> Placement {
    loop {
        let mut men = Vec::new();
        for color in Color::ALL {
            for piece in std::iter::once(Piece::King).chain(material.pieces(color)) {
                men.push(Man { color, piece, square: Square::index(random.below(64)) });
            }
        }
        let side = Color::ALL[random.below(2)];
        let placement = Placement::new(side, &men).expect("few men");
        if placement.is_legal() && placement.to_board().is_ok() {
            return placement;
        }
    }
}
