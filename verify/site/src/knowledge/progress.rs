//! How solving goes on, and what it takes.

use board::Material;
use serde::Serialize;

/// What is being solved.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Progress {
    /// The ending at work; nothing when all is done.
    pub solving: Option<Material>,
    /// Endings solved of those that were asked for last.
    pub done: usize,
    /// How many those are.
    pub of: usize,
    /// Why the last one could not be solved.
    pub fault: Option<String>,
    /// All that were asked for last, and whose answers will be better when all is done.
    #[serde(skip)]
    pub endings: Vec<Material>,
}

impl Progress {
    /// True while an ending is among those that are being solved.
    pub(crate) fn awaits(&self, material: Material) -> bool {
        self.solving.is_some()
            && (self.solving == Some(material) || self.endings.contains(&material.canonical().0))
    }
}

/// What an ending takes that is not here.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Cost {
    /// Bytes of memory at most while its files are built.
    pub(crate) build_memory_bytes: u64,
    /// Bytes on disk of all its files.
    pub(crate) disk_bytes: u64,
    /// Seconds on one processor for its files.
    pub(crate) cpu_seconds: f64,
    /// Bytes of memory to solve it here, smaller endings that are missing included.
    pub(crate) solve_memory_bytes: u64,
}
