//! Table files, Syzygy's and ours with distances to mate (`.vdtm`), through our own reader, which
//! checks what it reads: with damaged or truncated files a probe fails, but never crashes.
//!
//! Every file is opened and its header checked when the path is set; [`Check`] determines whether
//! it is also compared with its checksum. A file modified since is detected before the next search.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use board::{Board, Dtm, Material, MaybeRounded, Wdl};
use tbgen::syzygy::file::Stamp;
use tbgen::syzygy::{Error as SyzygyError, Kind, Tables as SyzygyTables, Verify};
use tbgen::{folders, open_tables};

use super::checksums::{self, Check, Opened};

/// Most men of a Syzygy table.
pub(super) const MAX_MEN: u32 = 7;

/// The Syzygy files of some folders.
pub struct Syzygy {
    tables: SyzygyTables,
    /// Men of the largest valid WDL table.
    men: u32,
    /// Men of the largest valid table of distances to mate.
    mate_men: u32,
    /// The metadata of the files when they were opened.
    files: Vec<(PathBuf, Stamp)>,
    /// The first fault found inside a table that had looked valid.
    fault: OnceLock<String>,
    fault_told: AtomicBool,
}

/// The folders of a `SyzygyPath` that can be read, and a remark on each that cannot.
pub(crate) fn readable_folders(path: &str) -> (Vec<PathBuf>, Vec<String>) {
    let mut remarks = Vec::new();
    let readable = folders(path)
        .filter(|folder| match fs::read_dir(folder) {
            Ok(_) => true,
            Err(error) => {
                remarks.push(format!("SyzygyPath: `{}` cannot be read: {error}", folder.display()));
                false
            }
        })
        .collect();
    (readable, remarks)
}

impl Syzygy {
    /// Opens the files in folders separated by `:` (on Windows by `;`). The remarks list the files
    /// found and rejected. `None` when there is nothing to open. Files are compared with their
    /// checksums unless there is more than 1 GiB of them.
    pub fn open(path: &str) -> (Option<Self>, Vec<String>) {
        Self::open_checked(path, Check::Auto, None)
    }

    /// The same with a choice of what is compared; `cache` is the folder for the list of files
    /// compared before.
    pub fn open_checked(path: &str, check: Check, cache: Option<&Path>) -> (Option<Self>, Vec<String>) {
        let (readable, mut remarks) = readable_folders(path);
        let mut tables = match open_tables(&readable, Verify::Never) {
            Ok(tables) => tables,
            Err(error) => {
                remarks.push(format!("SyzygyPath: {error}"));
                SyzygyTables::default()
            }
        };
        let mut files = Vec::new();
        for (material, kind) in tables.found().collect::<Vec<_>>() {
            match open_file(&tables, material, kind) {
                Ok(file) => files.push(file),
                Err(error) => {
                    remarks.push(checksums::refusal(&error));
                    // Reported only once, because the tables are no longer probed.
                    tables.leave_out(material, kind);
                }
            }
        }
        remarks.extend(checksums::compare(&mut tables, &mut files, check, cache));
        let count = |kind| files.iter().filter(|file| file.kind == kind).count();
        let [wdl, dtz, dtm] = [Kind::Wdl, Kind::Dtz, Kind::Dtm].map(count);
        let most =
            |kind| files.iter().filter(|file| file.kind == kind).map(|f| f.material.men() as u32).max();
        let [men, mate_men] = [Kind::Wdl, Kind::Dtm].map(|kind| most(kind).unwrap_or(0));
        let upto = if wdl > 0 { format!(" (up to {men}-man)") } else { String::new() };
        remarks.push(format!("Found {wdl} WDL and {dtz} DTZ tablebase files{upto}."));
        if dtm > 0 {
            remarks.push(format!("Found {dtm} files with distances to mate (up to {mate_men}-man)."));
        }
        let found = (wdl + dtm > 0).then(|| Self {
            tables,
            men,
            mate_men,
            files: files.into_iter().map(|file| (file.path, file.stamp)).collect(),
            fault: OnceLock::new(),
            fault_told: AtomicBool::new(false),
        });
        (found, remarks)
    }

    /// Men of the largest WDL table.
    pub fn men(&self) -> u32 {
        self.men
    }

    /// The result of a position with the fifty-move counter at zero; `None` without valid tables or
    /// with castling rights.
    pub fn probe_wdl(&self, board: &Board) -> Option<Wdl> {
        if board.occupied().len() > self.men {
            return None;
        }
        self.heard(self.tables.wdl(board))
    }

    /// The distance to the next zeroing move with the fifty-move counter at zero. `None` as above.
    pub fn probe_dtz(&self, board: &Board) -> Option<MaybeRounded> {
        if board.occupied().len() > self.men {
            return None;
        }
        self.heard(self.tables.dtz(board))
    }

    /// Men of the largest table of distances to mate; 0 without any.
    pub(crate) fn mate_men(&self) -> u32 {
        self.mate_men
    }

    /// The distance to mate, fifty-move rule ignored; `None` without valid tables or with castling
    /// rights.
    #[inline]
    pub fn probe_dtm(&self, board: &Board) -> Option<Dtm> {
        if board.occupied().len() > self.mate_men {
            return None;
        }
        self.heard(self.tables.dtm(board))
    }

    /// The first fault found while probing, reported once.
    pub(crate) fn news(&self) -> Option<&str> {
        let fault = self.fault.get()?;
        (!self.fault_told.swap(true, Ordering::Relaxed)).then_some(fault)
    }

    /// The first file modified since it was opened. A file that was removed or replaced by a new
    /// one remains readable while it is open.
    pub(crate) fn changed_file(&self) -> Option<&Path> {
        self.files.iter().find(|(path, stamp)| stamp.is_outdated_at(path)).map(|(path, _)| path.as_path())
    }

    fn heard<T>(&self, answer: Result<T, SyzygyError>) -> Option<T> {
        if let Err(error @ (SyzygyError::BadTable { .. } | SyzygyError::Io { .. })) = &answer {
            self.fault.get_or_init(|| checksums::refusal(error));
        }
        answer.ok()
    }
}

/// Opens a file and checks its structure.
fn open_file(tables: &SyzygyTables, material: Material, kind: Kind) -> Result<Opened, SyzygyError> {
    let missing = SyzygyError::MissingTable { kind, material };
    let path = tables.path(material, kind).ok_or(missing)?.to_owned();
    let io = |error| SyzygyError::Io { path: path.clone(), source: Arc::new(error) };
    let stamp = Stamp::of_path(&path).map_err(io)?;
    tables.table(material, kind)?;
    Ok(Opened { material, kind, path, stamp })
}
