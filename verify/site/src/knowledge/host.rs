//! The interface to the surrounding program: where files come from, and what building them takes.

use board::{Material, Move};
use practice::Play;
use serde::Serialize;
use tbgen::TableFiles;
use tbgen::syzygy::Kind;

use crate::error::Refusal;

/// Facts that only the surrounding program has; most methods have defaults for a page without a
/// server.
pub trait Host: Send + Sync {
    /// The places where `files` were found.
    ///
    /// # Errors
    /// A folder that can no longer be read.
    fn folders(&self, files: &TableFiles) -> Result<Vec<Folder>, Refusal>;

    /// The cost of building the files of an ending; `None` where they cannot be built.
    fn building(&self, material: Material) -> Option<Building> {
        let _ = material;
        None
    }

    /// The move of an engine that plays at this strength in Elo; `None` where there is no engine.
    /// The game is not over.
    fn engine_move(&self, play: &Play, elo: i32) -> Option<Move> {
        let _ = (play, elo);
        None
    }

    /// True when endings of five pieces are solved in memory on demand.
    fn solves_on_demand(&self) -> bool {
        false
    }

    /// True when smaller endings needed for a proof are solved during a request, not between
    /// requests.
    fn solves_while_waiting(&self) -> bool {
        true
    }
}

/// A folder of files, or files added otherwise.
#[derive(Clone, Debug, Serialize)]
pub struct Folder {
    /// Its name, without the path.
    pub name: String,
    /// Its files.
    pub files: Vec<TableFile>,
    /// Files that they need and that are missing.
    pub lacks: Vec<String>,
}

/// A table file, as described by its name and size.
#[derive(Clone, Debug, Serialize)]
pub struct TableFile {
    /// Its name.
    pub file: String,
    /// The ending.
    pub material: Material,
    /// What it contains.
    pub kind: Kind,
    /// Its size in bytes.
    pub bytes: u64,
    /// True for a DTZ file in which all wins and losses are exact to the ply.
    pub exact_dtz: bool,
}

/// The cost of building the files of an ending.
#[derive(Clone, Copy, Debug)]
pub struct Building {
    /// Maximum memory, in bytes.
    pub memory_bytes: u64,
    /// Size of all its files, in bytes.
    pub disk_bytes: u64,
    /// CPU time, in seconds.
    pub cpu_seconds: f64,
}

impl Folder {
    /// A folder with the `listed` files; files that they need are searched for in `files`.
    pub fn new(name: String, listed: Vec<TableFile>, files: &TableFiles) -> Self {
        let lacking = listed.iter().flat_map(|file| files.lacking(file.material, file.kind));
        let mut lacks: Vec<String> =
            lacking.map(|(material, kind): (Material, Kind)| kind.file_name(material)).collect();
        lacks.sort();
        lacks.dedup();
        Self { name, files: listed, lacks }
    }
}
