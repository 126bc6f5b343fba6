//! Table files, Syzygy's and ours with distances to mate (`.vdtm`), through our own reader, which checks what it reads: damage is an
//! answer that is missing, never a crash, and so is a part of a file that is gone when it is wanted.
//!
//! Every file is opened and its header judged when the path is set. A file that has changed its length since is noticed before the
//! next search.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use board::{Board, Dtm, Dtz, Wdl};
use tbgen::syzygy::{Kind, SyzygyError, SyzygyTables};

/// Most men of a Syzygy table.
pub(super) const MAX_MEN: u32 = 7;

/// The Syzygy files of some folders.
pub struct Syzygy {
    tables: SyzygyTables,
    /// Men of the largest sound table of results.
    men: u32,
    /// Men of the largest sound table of distances to mate.
    mate_men: u32,
    /// The files with their lengths in bytes.
    files: Vec<(PathBuf, u64)>,
    /// The first thing found wrong inside a table that had looked sound.
    fault: OnceLock<String>,
    fault_told: AtomicBool,
}

impl Syzygy {
    /// Opens the files in folders separated by `:` or `;` (on Windows only `;`). The remarks say what was found and which files are
    /// refused. `None` when there is nothing to open.
    pub fn open(path: &str) -> (Option<Self>, Vec<String>) {
        let mut remarks = Vec::new();
        let mut readable = Vec::new();
        for folder in folders(path) {
            match fs::read_dir(folder) {
                Ok(_) => readable.push(PathBuf::from(folder)),
                Err(error) => remarks.push(format!("SyzygyPath: `{folder}` cannot be read: {error}")),
            }
        }
        let tables = match SyzygyTables::open(&readable) {
            Ok(tables) => tables,
            Err(error) => {
                remarks.push(format!("SyzygyPath: {error}"));
                SyzygyTables::default()
            }
        };
        let (mut count, mut men, mut mate_men, mut files) = ([0; Kind::ALL.len()], 0, 0, Vec::new());
        for (material, kind) in tables.found() {
            if let Err(error) = tables.table(material, kind) {
                remarks.push(refusal(&error));
                continue;
            }
            count[kind as usize] += 1;
            match kind {
                Kind::Wdl => men = men.max(material.men() as u32),
                Kind::Dtz => {}
                Kind::Dtm => mate_men = mate_men.max(material.men() as u32),
            }
            files.extend(first_file(&readable, &format!("{material}.{}", kind.extension())));
        }
        let [wdl, dtz, dtm] = [Kind::Wdl, Kind::Dtz, Kind::Dtm].map(|kind| count[kind as usize]);
        let upto = if wdl > 0 { format!(" (up to {men}-man)") } else { String::new() };
        remarks.push(format!("Found {wdl} WDL and {dtz} DTZ tablebase files{upto}."));
        if dtm > 0 {
            remarks.push(format!("Found {dtm} files with distances to mate (up to {mate_men}-man)."));
        }
        let found = (wdl + dtm > 0).then(|| Self {
            tables,
            men,
            mate_men,
            files,
            fault: OnceLock::new(),
            fault_told: AtomicBool::new(false),
        });
        (found, remarks)
    }

    /// Men of the largest table of results.
    pub fn men(&self) -> u32 {
        self.men
    }

    /// The result of a position, fifty-move counter taken as zero; `None` without sound tables or with castling rights.
    pub fn probe_wdl(&self, board: &Board) -> Option<Wdl> {
        if board.occupied().len() > self.men {
            return None;
        }
        self.heard(self.tables.probe_wdl(board))
    }

    /// The distance to the next zeroing move, fifty-move counter taken as zero; may be one ply too small. `None` as above.
    pub fn probe_dtz(&self, board: &Board) -> Option<Dtz> {
        if board.occupied().len() > self.men {
            return None;
        }
        self.heard(self.tables.probe_dtz(board))
    }

    /// Men of the largest table of distances to mate; 0 without any.
    pub fn mate_men(&self) -> u32 {
        self.mate_men
    }

    /// The distance to mate, fifty-move rule ignored; `None` without sound tables or with castling rights.
    #[inline]
    pub fn probe_dtm(&self, board: &Board) -> Option<Dtm> {
        if board.occupied().len() > self.mate_men {
            return None;
        }
        self.heard(self.tables.probe_dtm(board))
    }

    /// The first fault found while probing, told once.
    pub fn news(&self) -> Option<&str> {
        let fault = self.fault.get()?;
        (!self.fault_told.swap(true, Ordering::Relaxed)).then_some(fault)
    }

    /// The first file whose length is no longer what it was when it was opened. A file that was removed is still there for
    /// whoever has opened it.
    pub fn changed_file(&self) -> Option<&Path> {
        let changed =
            |(path, bytes): &&(PathBuf, u64)| fs::metadata(path).is_ok_and(|now| now.len() != *bytes);
        self.files.iter().find(changed).map(|(path, _)| path.as_path())
    }

    fn heard<T>(&self, answer: Result<T, SyzygyError>) -> Option<T> {
        if let Err(error @ (SyzygyError::BadTable { .. } | SyzygyError::Io { .. })) = &answer {
            self.fault.get_or_init(|| refusal(error));
        }
        answer.ok()
    }
}

/// Why a file is left alone.
fn refusal(error: &SyzygyError) -> String {
    match error {
        SyzygyError::BadTable { path, fault, .. } => {
            format!("{} is not used: {fault}; fetch or build it again", path.display())
        }
        SyzygyError::Io { path, source } => format!("{} is not used: {source}", path.display()),
        other => other.to_string(),
    }
}

/// The file of this name that the reader has opened, with its length.
fn first_file(folders: &[PathBuf], name: &str) -> Option<(PathBuf, u64)> {
    let path = folders.iter().map(|folder| folder.join(name)).find(|path| path.exists())?;
    let bytes = fs::metadata(&path).ok()?.len();
    Some((path, bytes))
}

/// Folders of a path; drive letters keep their colon on Windows.
fn folders(path: &str) -> impl Iterator<Item = &str> {
    let separators: &[char] = if cfg!(windows) { &[';'] } else { &[':', ';'] };
    path.split(separators).map(str::trim).filter(|folder| !folder.is_empty())
}
