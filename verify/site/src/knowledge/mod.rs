//! Results of positions: from endings solved in memory, then table files, then rules and proofs.

mod files;
mod host;
mod progress;
mod unaided;

use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

use board::{Board, Material, Outcome, Placement};
use oracle::{Answer, Pocket};
use tbgen::syzygy::{Error as SyzygyError, Kind};
use tbgen::{Probe, SolvedEnding, SolvedEndings, TableFiles, Values};

use crate::error::NoValue;
pub(crate) use files::FileFacts;
pub use host::{Building, Folder, Host, TableFile};
pub(crate) use progress::Cost;
pub use progress::Progress;

/// Maximum pieces of endings that are solved in memory without a request.
pub const MEMORY_MEN_MAX: usize = 4;
/// Maximum pieces of tables.
pub(crate) const TABLE_MEN_MAX: usize = 7;

/// Tables in memory and in files, and proofs without them, shared by all requests.
pub struct Knowledge {
    solved: RwLock<SolvedEndings>,
    files: RwLock<TableFiles>,
    /// For positions without a table.
    pocket: RwLock<Pocket>,
    /// The most recent proofs.
    recent: Mutex<Vec<(Board, Answer)>>,
    host: Box<dyn Host>,
    progress: Mutex<Progress>,
    /// Endings of five pieces, least recently used first.
    used: Mutex<Vec<Material>>,
}

/// The values of a position and their source.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The values for the side to move.
    pub values: Values,
    /// The source of the result.
    pub(crate) source: Source,
}

/// A source of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The rules of chess: bare kings.
    Rules,
    /// An ending solved in memory.
    Memory,
    /// A file.
    File,
}

impl Knowledge {
    /// Knowledge with these files and no solved endings.
    pub fn new(files: TableFiles, host: impl Host + 'static) -> Self {
        Self {
            solved: RwLock::default(),
            files: RwLock::new(files),
            pocket: RwLock::default(),
            recent: Mutex::default(),
            host: Box::new(host),
            progress: Mutex::default(),
            used: Mutex::default(),
        }
    }

    /// The endings solved in memory.
    pub fn solved(&self) -> RwLockReadGuard<'_, SolvedEndings> {
        self.solved.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an ending that was solved from those in memory.
    pub fn insert(&self, ending: SolvedEnding) {
        self.note_use(ending.material());
        self.solved.write().unwrap_or_else(PoisonError::into_inner).insert(ending);
    }

    /// Frees the memory of an ending.
    pub fn forget(&self, material: Material) {
        self.solved.write().unwrap_or_else(PoisonError::into_inner).forget(material);
    }

    /// The files.
    pub fn files(&self) -> RwLockReadGuard<'_, TableFiles> {
        self.files.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the files.
    pub fn replace_files(&self, files: TableFiles) {
        *self.files.write().unwrap_or_else(PoisonError::into_inner) = files;
    }

    /// The surrounding program.
    pub(crate) fn host(&self) -> &dyn Host {
        self.host.as_ref()
    }

    /// The progress of solving.
    pub fn progress(&self) -> Progress {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Updates the progress of solving.
    pub fn note(&self, change: impl FnOnce(&mut Progress)) {
        change(&mut self.progress.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// The requested endings of five pieces, least recently used first.
    pub fn with_used<T>(&self, look: impl FnOnce(&mut Vec<Material>) -> T) -> T {
        look(&mut self.used.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Records the use of an ending.
    pub fn note_use(&self, material: Material) {
        let material = material.canonical().0;
        if material.men() <= MEMORY_MEN_MAX {
            return;
        }
        self.with_used(|used| {
            if used.last() != Some(&material) {
                used.retain(|&other| other != material);
                used.push(material);
            }
        });
    }

    /// The values of a position; `Ok(None)` if there is no table of its ending, or with castling
    /// rights or too many pieces.
    ///
    /// # Errors
    /// A damaged file.
    pub fn look_up(&self, board: &Board) -> Result<Option<Known>, SyzygyError> {
        let Ok(placement) = Placement::from_board(board) else { return Ok(None) };
        let material = placement.material();
        let source = if material.men() == 2 { Source::Rules } else { Source::Memory };
        if material.men() <= tbgen::MAX_SOLVED_MEN
            && let Ok(values) = self.solved().values(board)
        {
            self.note_use(material);
            return Ok(Some(Known { values, source }));
        }
        let values = self.files().values(board)?;
        if values == Values::default() {
            return Ok(None);
        }
        Ok(Some(Known { values, source: Source::File }))
    }

    /// The result of a position at its counter from tables; `None` if it is not known.
    ///
    /// # Errors
    /// A damaged file.
    pub(crate) fn outcome(&self, board: &Board) -> Result<Option<Outcome>, SyzygyError> {
        match tbgen::outcome(self, board) {
            Ok(outcome) => Ok(outcome),
            Err(NoValue::File(error)) => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// True when the ending is solved in memory.
    pub fn is_in_memory(&self, material: Material) -> bool {
        material.men() == 2 || self.solved().holds(material)
    }

    /// True when results of the ending can be looked up.
    pub(crate) fn has_results(&self, material: Material) -> bool {
        self.is_in_memory(material) || self.files().has(material, Kind::Wdl)
    }

    /// Facts about the files of an ending.
    pub(crate) fn file_facts(&self, material: Material) -> Vec<FileFacts> {
        files::facts(&self.files(), material)
    }

    /// The cost of building or solving an ending; `None` if it is too large, or if nothing can be
    /// built here.
    pub(crate) fn cost(&self, material: Material) -> Option<Cost> {
        let material = material.canonical().0;
        let built = self.host.building(material)?;
        let solve_memory_bytes = self.solved().bytes_to_solve(material).ok()?;
        Some(Cost {
            build_memory_bytes: built.memory_bytes,
            disk_bytes: built.disk_bytes,
            cpu_seconds: built.cpu_seconds,
            solve_memory_bytes,
        })
    }
}

impl Probe for Knowledge {
    type Error = NoValue;

    fn values(&self, board: &Board) -> Result<Values, NoValue> {
        let material = Placement::from_board(board)?.material().canonical().0;
        Ok(self.look_up(board)?.ok_or(NoValue::Missing(material))?.values)
    }
}

/// The endings of three pieces, in the order in which they can be solved.
pub fn three_men() -> Vec<Material> {
    let mut endings = Material::with_men(3);
    endings.sort_by_key(|material| material.pawns());
    endings
}
