//! What tables are here, and what files lack.

use board::Material;
use serde::Serialize;

use crate::error::Refusal;
use crate::knowledge::{Folder, Knowledge, Progress};

/// The answer to `/api/v1/tables`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Tables {
    pub(crate) memory: Memory,
    pub(crate) folders: Vec<Folder>,
    /// Endings of five men are solved in memory when somebody asks for a position of theirs.
    pub(crate) solves_on_demand: bool,
}

/// Endings in memory.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Memory {
    pub(crate) endings: Vec<Material>,
    pub(crate) bytes: usize,
    pub(crate) progress: Progress,
}

/// What is here.
///
/// # Errors
/// A folder that cannot be listed any more.
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
