//! All that is known of positions: endings solved in memory, then files of some folders.

mod files;
mod progress;
mod room;
mod solving;
mod unaided;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, RwLock, RwLockReadGuard};

use board::{Board, Material, Outcome, Placement};
use oracle::Pocket;
use tbgen::syzygy::{Error as SyzygyError, Kind};
use tbgen::{Probe, SolvedEndings, TableFiles, Values};

use crate::error::{NoValue, StartError};
pub(crate) use files::FileFacts;
pub(crate) use progress::{Cost, Progress};

/// Most men of endings that are solved in memory without being asked for.
pub(crate) const MEMORY_MEN_MAX: usize = 4;
/// Most men of a position that a table may know.
pub(crate) const TABLE_MEN_MAX: usize = 7;

/// Tables in memory and in files, shared by all who answer.
pub struct Knowledge {
    solved: RwLock<SolvedEndings>,
    files: TableFiles,
    /// Where no table knows a position.
    pocket: RwLock<Pocket>,
    folders: Vec<PathBuf>,
    /// Five men are solved when somebody asks for them.
    solves: bool,
    progress: Mutex<Progress>,
    /// Somebody is solving.
    at_work: AtomicBool,
    /// Endings of five men, the one that was asked for longest ago first.
    used: Mutex<Vec<Material>>,
    /// Bytes of memory that all solved endings may take, and solving with them; `None` where the system tells no limit.
    budget: Option<u64>,
}

/// What is known of a position, and where from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// For its side to move.
    pub(crate) values: Values,
    /// Where the result comes from.
    pub(crate) source: Source,
}

/// Where values come from.
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
    /// The three-man endings, solved at once, and the files of these folders.
    ///
    /// # Errors
    /// [`StartError::Folder`].
    ///
    /// # Panics
    /// Never: endings of three men can be solved.
    pub fn open(folders: &[PathBuf], solves: bool) -> Result<Self, StartError> {
        let list = |path: &PathBuf| {
            let listed = TableFiles::open(&[path]);
            listed.map(drop).map_err(|source| StartError::Folder { path: path.clone(), source })
        };
        folders.iter().try_for_each(list)?;
        let files = TableFiles::open(folders).map_err(|source| StartError::Folder {
            path: folders.first().cloned().unwrap_or_default(),
            source,
        })?;
        let mut solved = SolvedEndings::default();
        for material in three_men() {
            let ending =
                solved.solve(material).expect("three men can be solved, those that they lead to first");
            solved.insert(ending);
        }
        Ok(Self {
            solved: RwLock::new(solved),
            files,
            pocket: RwLock::default(),
            folders: folders.to_vec(),
            solves,
            progress: Mutex::new(Progress::default()),
            at_work: AtomicBool::new(false),
            used: Mutex::default(),
            budget: tbgen::memory::limit().map(|limit| limit / 4 * 3),
        })
    }

    /// The endings in memory.
    pub(crate) fn solved(&self) -> RwLockReadGuard<'_, SolvedEndings> {
        self.solved.read().expect("nobody panics while endings are taken in")
    }

    /// The files.
    pub(crate) fn files(&self) -> &TableFiles {
        &self.files
    }

    /// The folders that the files are in.
    pub(crate) fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// What is known of a position; `Ok(None)` where no table of its ending is here, or it may castle, or has too many men.
    ///
    /// # Errors
    /// A file that is not sound.
    pub(crate) fn look_up(&self, board: &Board) -> Result<Option<Known>, SyzygyError> {
        let Ok(placement) = Placement::from_board(board) else { return Ok(None) };
        let material = placement.material();
        let source = if material.men() == 2 { Source::Rules } else { Source::Memory };
        if material.men() <= tbgen::MAX_SOLVED_MEN
            && let Ok(values) = self.solved().values(board)
        {
            self.note_use(material);
            return Ok(Some(Known { values, source }));
        }
        let values = self.files.values(board)?;
        if values == Values::default() {
            return Ok(None);
        }
        Ok(Some(Known { values, source: Source::File }))
    }

    /// The result of a position at its counter by the tables here; `None` where they do not know it.
    ///
    /// # Errors
    /// A file that is not sound.
    pub(crate) fn outcome(&self, board: &Board) -> Result<Option<Outcome>, SyzygyError> {
        match tbgen::outcome(self, board) {
            Ok(outcome) => Ok(outcome),
            Err(NoValue::File(error)) => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// True when the ending is solved in memory.
    pub(crate) fn is_in_memory(&self, material: Material) -> bool {
        material.men() == 2 || self.solved().holds(material)
    }

    /// True when results of the ending can be looked up.
    pub(crate) fn has_results(&self, material: Material) -> bool {
        self.is_in_memory(material) || self.files.has(material, Kind::Wdl)
    }

    /// What the file of an ending is, where there is one.
    pub(crate) fn file_facts(&self, material: Material) -> Vec<FileFacts> {
        files::facts(&self.files, material)
    }
}

impl Probe for Knowledge {
    type Error = NoValue;

    fn values(&self, board: &Board) -> Result<Values, NoValue> {
        let material = Placement::from_board(board)?.material().canonical().0;
        Ok(self.look_up(board)?.ok_or(NoValue::Missing(material))?.values)
    }
}

/// Tables as everybody shares them.
pub(crate) type SharedKnowledge = Arc<Knowledge>;

/// The endings of three men, smaller before larger.
fn three_men() -> Vec<Material> {
    let mut endings = Material::with_men(3);
    endings.sort_by_key(|material| material.pawns());
    endings
}
