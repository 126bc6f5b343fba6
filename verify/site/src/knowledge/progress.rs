//! The progress of solving, and its cost.

use board::Material;
use serde::Serialize;

/// The progress of solving.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Progress {
    /// The ending being solved; `None` when all is done.
    pub solving: Option<Material>,
    /// Number of endings solved of the last request.
    pub done: usize,
    /// Number of endings of the last request.
    pub of: usize,
    /// Why the last ending could not be solved.
    pub fault: Option<String>,
    /// The endings of the last request, whose answers improve when all is done.
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

/// The cost of an ending that is not available.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Cost {
    /// Maximum memory while its files are built, in bytes.
    pub(crate) build_memory_bytes: u64,
    /// Size of all its files, in bytes.
    pub(crate) disk_bytes: u64,
    /// CPU time for its files, in seconds.
    pub(crate) cpu_seconds: f64,
    /// Memory to solve it here, missing smaller endings included, in bytes.
    pub(crate) solve_memory_bytes: u64,
}
