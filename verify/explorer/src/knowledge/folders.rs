//! The folders of table files, and the cost of building more.

use std::path::{Path, PathBuf};

use board::Material;
use site::{Building, Folder, Host, Refusal, TableFile};
use tbgen::doctor::{Listed, list};
use tbgen::syzygy::Kind;
use tbgen::{TableFiles, estimate};

/// The server as [`Host`] of the answers.
pub(super) struct Folders {
    pub(super) paths: Vec<PathBuf>,
    /// Whether endings of five pieces are solved on demand.
    pub(super) solves: bool,
}

impl Host for Folders {
    fn folders(&self, files: &TableFiles) -> Result<Vec<Folder>, Refusal> {
        self.paths.iter().map(|path| folder(files, path)).collect()
    }

    fn building(&self, material: Material) -> Option<Building> {
        let built = estimate(material, &Kind::ALL, 1).ok()?;
        Some(Building {
            memory_bytes: built.memory_bytes,
            disk_bytes: built.disk_bytes,
            cpu_seconds: built.cpu_seconds,
        })
    }

    fn solves_on_demand(&self) -> bool {
        self.solves
    }
}

fn folder(files: &TableFiles, path: &Path) -> Result<Folder, Refusal> {
    let one = |Listed { file, material, kind, bytes, exact_dtz }| TableFile {
        file,
        material,
        kind,
        bytes,
        exact_dtz,
    };
    let listed = list(path)?.into_iter().map(one).collect();
    let name = path
        .file_name()
        .map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    Ok(Folder::new(name, listed, files))
}
