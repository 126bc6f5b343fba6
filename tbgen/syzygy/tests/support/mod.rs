//! What the Syzygy tests share: where the published tables lie, random positions.
#![allow(dead_code, missing_docs, unreachable_pub, reason = "each test program uses its own part")]

pub mod invented;
pub mod solver;

use std::path::PathBuf;

use board::Material;

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
