//! What answers ask of whoever gives them: where files come from, and what building them takes.

use board::Material;
use serde::Serialize;
use tbgen::TableFiles;
use tbgen::syzygy::Kind;

use crate::error::Refusal;

/// What only the program around the answers knows; a page in a browser knows next to nothing of it.
pub trait Host: Send + Sync {
    /// The places that `files` were found in.
    ///
    /// # Errors
    /// A folder that cannot be listed any more.
    fn folders(&self, files: &TableFiles) -> Result<Vec<Folder>, Refusal>;

    /// What building the files of an ending takes; `None` where they cannot be built.
    fn building(&self, material: Material) -> Option<Building> {
        let _ = material;
        None
    }

    /// True when endings of five men are solved in memory when somebody asks for a position of theirs.
    fn solves_on_demand(&self) -> bool {
        false
    }

    /// True when all that a rule or a proof rests on is solved while somebody waits, instead of before or after.
    fn solves_while_waiting(&self) -> bool {
        true
    }
}

/// A folder of files, or files from elsewhere.
#[derive(Clone, Debug, Serialize)]
pub struct Folder {
    /// Its own name, without the way there.
    pub name: String,
    /// Its files.
    pub files: Vec<TableFile>,
    /// Files that those need and that are nowhere.
    pub lacks: Vec<String>,
}

/// A table file, as known by its name.
#[derive(Clone, Debug, Serialize)]
pub struct TableFile {
    /// Its name.
    pub file: String,
    /// The ending.
    pub material: Material,
    /// What it holds.
    pub kind: Kind,
    /// Its size in bytes.
    pub bytes: u64,
    /// True for a DTZ file whose wins and losses are all exact to the ply.
    pub exact_dtz: bool,
}

/// What building the files of an ending takes.
#[derive(Clone, Copy, Debug)]
pub struct Building {
    /// Bytes of memory at most.
    pub memory_bytes: u64,
    /// Bytes on disk of all its files.
    pub disk_bytes: u64,
    /// Seconds on one processor.
    pub cpu_seconds: f64,
}

impl Folder {
    /// Of these `listed` files; what they need is looked for among all `files`.
    pub fn new(name: String, listed: Vec<TableFile>, files: &TableFiles) -> Self {
        let lacking = listed.iter().flat_map(|file| files.lacking(file.material, file.kind));
        let mut lacks: Vec<String> =
            lacking.map(|(material, kind): (Material, Kind)| kind.file_name(material)).collect();
        lacks.sort();
        lacks.dedup();
        Self { name, files: listed, lacks }
    }
}
