//! Shared by the Syzygy tests: intact tables, published or built here.
#![allow(dead_code, missing_docs, unreachable_pub, reason = "each test program uses its own part")]

pub mod invented;
pub mod solver;

use std::path::PathBuf;

use board::Material;
use syzygy::write::write;
use tempfile::TempDir;

pub const RTBW: &str = "rtbw";
pub const RTBZ: &str = "rtbz";

/// Intact tables, and the endings that are certainly among them.
pub struct TestTables {
    pub folder: PathBuf,
    pub materials: Vec<Material>,
    /// Deletes the tables when dropped.
    made: Option<TempDir>,
}

impl TestTables {
    /// The published tables of 3 and 4 men, or, where these are not available, tables of 3 men
    /// built here.
    pub fn open() -> Self {
        if let Some(folder) = reference::path("syzygy") {
            return Self { folder, materials: small_materials(), made: None };
        }
        let (folder, materials) = (tempfile::tempdir().expect("a folder"), Material::with_men(3));
        let mut tables = solver::SolvedTables::default();
        for &material in &materials {
            write(&*tables.solve(material), folder.path()).expect("tables are written");
        }
        Self { folder: folder.path().to_owned(), materials, made: Some(folder) }
    }

    /// True when there are tables of the ending.
    pub fn has(&self, material: Material) -> bool {
        self.materials.contains(&material.canonical().0)
    }

    /// True when there are also tables of five men.
    pub fn are_published(&self) -> bool {
        self.made.is_none()
    }
}

/// All 35 materials of 3 and 4 men.
fn small_materials() -> Vec<Material> {
    [3, 4].into_iter().flat_map(Material::with_men).collect()
}

pub fn material(name: &str) -> Material {
    name.parse().expect("a material")
}
