//! What tables are here, and what files lack.

use std::path::Path;

use board::Material;
use serde::Serialize;
use tbgen::doctor::{Listed, list};
use tbgen::syzygy::Kind;

use crate::error::Refusal;
use crate::knowledge::{Knowledge, Progress};

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

/// A folder of files.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Folder {
    /// Its own name, without the way there.
    pub(crate) name: String,
    pub(crate) files: Vec<Listed>,
    /// Files that those need and that are not in any folder.
    pub(crate) lacks: Vec<String>,
}

/// What is here.
///
/// # Errors
/// A folder that cannot be listed any more.
pub(crate) fn tables(knowledge: &Knowledge) -> Result<Tables, Refusal> {
    let (endings, bytes) = {
        let solved = knowledge.solved();
        (solved.mates().iter().map(tbgen::DtmTable::material).collect(), solved.bytes())
    };
    let folders =
        knowledge.folders().iter().map(|path| folder(knowledge, path)).collect::<Result<_, Refusal>>()?;
    let memory = Memory { endings, bytes, progress: knowledge.progress() };
    Ok(Tables { memory, folders, solves_on_demand: knowledge.solves() })
}

fn folder(knowledge: &Knowledge, path: &Path) -> Result<Folder, Refusal> {
    let files = list(path)?;
    let lacking = files.iter().flat_map(|file| knowledge.files().lacking(file.material, file.kind));
    let mut lacks: Vec<String> =
        lacking.map(|(material, kind): (Material, Kind)| kind.file_name(material)).collect();
    lacks.sort();
    lacks.dedup();
    let name = path
        .file_name()
        .map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    Ok(Folder { name, files, lacks })
}
