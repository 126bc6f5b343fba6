//! Available tables, and missing files.

use board::Material;
use serde::Serialize;

use crate::error::Refusal;
use crate::knowledge::{Folder, Knowledge, Progress};

/// The answer to `/api/v1/tables`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Tables {
    pub(crate) memory: Memory,
    pub(crate) folders: Vec<Folder>,
    /// Whether endings of five pieces are solved in memory on demand.
    pub(crate) solves_on_demand: bool,
}

/// Endings in memory.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Memory {
    pub(crate) endings: Vec<Material>,
    pub(crate) bytes: usize,
    pub(crate) progress: Progress,
}

/// The available tables.
///
/// # Errors
/// A folder that can no longer be read.
pub(crate) fn tables(knowledge: &Knowledge) -> Result<Tables, Refusal> {
    let (endings, bytes) = {
        let solved = knowledge.solved();
        let bytes = solved.bytes() + knowledge.pocket().bytes();
        (solved.mates().iter().map(tbgen::DtmTable::material).collect(), bytes)
    };
    let host = knowledge.host();
    let folders = host.folders(&knowledge.files())?;
    let memory = Memory { endings, bytes, progress: knowledge.progress() };
    Ok(Tables { memory, folders, solves_on_demand: host.solves_on_demand() })
}
