//! Checks Syzygy files position by position: our reader against pyrrhic-rs and against tables that
//! we build.

use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use board::{Color, Material, Placement, Wdl};
use pyrrhic::{Pyrrhic, StartError};
use rayon::prelude::*;
use tbgen::rows::{NO_POSITION, Rows};
use tbgen::syzygy::{Kind, Tables as SyzygyTables, Verify};
use tbgen::{FileVerdict, SyzygyResults, WdlTables, open_tables};

use crate::audit::{Domain, Universe};
use crate::error::VerifyError;

/// Maximum number of differences listed for each ending.
const MAX_NAMED: usize = 5;
/// Endings of up to this many pieces are checked by default.
const DEFAULT_MEN: usize = 4;

/// The result of checking the files of one ending.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The ending.
    pub material: Material,
    /// What is wrong with a damaged file; nothing is compared then.
    pub fault: Option<String>,
    /// Positions compared between our build and the WDL file.
    pub built: u64,
    /// Positions compared between our reader and pyrrhic-rs; `None` where pyrrhic-rs does not
    /// compile.
    pub read: Option<u64>,
    /// Number of different results.
    pub differences: u64,
    /// The first few differences.
    pub named: Vec<String>,
}

impl Checked {
    /// True when the files are intact and nothing differs.
    pub fn is_sound(&self) -> bool {
        self.fault.is_none() && self.differences == 0
    }

    fn differ(&mut self, what: impl FnOnce() -> String) {
        self.differences += 1;
        if self.named.len() < MAX_NAMED {
            self.named.push(what());
        }
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(fault) = &self.fault {
            return writeln!(f, "{:<9} NOT SOUND: {fault}", self.material.to_string());
        }
        writeln!(
            f,
            "{:<9} {} built: {}, pyrrhic-rs: {}, differences: {}",
            self.material.to_string(),
            if self.is_sound() { "sound" } else { "WRONG" },
            tbgen::counted(self.built, "position"),
            self.read.map_or_else(|| "not on this processor".to_owned(), |positions| positions.to_string()),
            self.differences
        )?;
        self.named.iter().try_for_each(|difference| writeln!(f, "  {difference}"))
    }
}

/// A check of WDL files, ending by ending.
pub struct Check {
    files: SyzygyTables,
    /// The same files for probing single positions: those of an ending have been read in full and
    /// their checksums compared before, so that probes need not check for changes.
    read: SyzygyTables,
    pyrrhic: Option<Pyrrhic>,
    built: WdlTables,
    endings: Vec<Material>,
    every: u64,
}

impl Check {
    /// Prepares to check the files of these endings in a folder, or of all of up to four pieces in
    /// it; `every` is the sampling interval for comparing the readers.
    ///
    /// # Errors
    /// [`VerifyError`] when the folder cannot be read.
    pub fn new(folder: &Path, endings: &[Material], every: u64) -> Result<Self, VerifyError> {
        let files = open_tables(&[folder], Verify::WhenOpened)?;
        let read = open_tables(&[folder], Verify::Never)?;
        let mut wanted: Vec<Material> = endings.iter().map(|m| m.canonical().0).collect();
        if wanted.is_empty() {
            let found =
                files.found().filter(|(material, kind)| *kind == Kind::Wdl && material.men() <= DEFAULT_MEN);
            wanted = found.map(|(material, _)| material).collect();
        }
        wanted.sort_by_key(|m| (m.men(), m.pawns(), std::cmp::Reverse(*m)));
        // pyrrhic-rs lists its folder once, and only one instance may exist.
        let pyrrhic = match Pyrrhic::open(folder) {
            Err(StartError::Missing) => None,
            started => Some(started?),
        };
        Ok(Self { files, read, pyrrhic, built: WdlTables::new(), endings: wanted, every })
    }

    /// The endings to check, small ones first.
    pub fn endings(&self) -> &[Material] {
        &self.endings
    }

    /// Checks the file of one ending. `progress` is called from any thread with the numbers of
    /// parts done and of all parts in the comparison of readers.
    ///
    /// # Errors
    /// [`VerifyError`] when our own table cannot be built. A damaged file is not an error but a
    /// [`Checked::fault`].
    ///
    /// # Panics
    /// Never: both tables have just been read and built.
    pub fn ending(
        &mut self,
        material: Material,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Checked, VerifyError> {
        let mut checked =
            Checked { material, fault: None, built: 0, read: None, differences: 0, named: Vec::new() };
        match SyzygyResults::read(&self.files, material) {
            Err(error) => checked.fault = Some(error.to_string()),
            Ok(results) => {
                self.built.build_all(&[material])?;
                let file = results.rows(material).expect("the ending was just read");
                let built = self.built.rows(material).expect("the ending was just built");
                compare_build(file, built, &mut checked);
                if let Some(pyrrhic) = &self.pyrrhic {
                    compare_readers(&self.read, pyrrhic, self.every, &mut checked, progress);
                }
            }
        }
        self.built.keep_for(&[], 0);
        Ok(checked)
    }
}

/// A verdict on a file in words, followed by a position with a wrong value.
pub fn verdict_text(verdict: &FileVerdict) -> String {
    let file = verdict.kind.file_name(verdict.material);
    match (&verdict.found, &verdict.example) {
        (Err(error), _) => format!("{file:<14} not compared: {error}\n"),
        (Ok(found), example) => {
            let values = found.exact + found.bounded;
            let result = match found.wrong {
                0 => "follows from its moves".to_owned(),
                wrong => format!("WRONG in {wrong} places"),
            };
            let example = example.as_ref().map(|fen| format!("  as in {fen}\n")).unwrap_or_default();
            format!("{file:<14} {result}: {values} values\n{example}")
        }
    }
}

/// Compares every slot of the file with our own table.
fn compare_build(file: Rows, built: Rows, checked: &mut Checked) {
    let mut codes = [[NO_POSITION; 64]; 2];
    for row in 0..file.len() {
        for side in Color::ALL {
            file.results(side, row, &mut codes[0]);
            built.results(side, row, &mut codes[1]);
            for (square, (&file_code, &code)) in codes[0].iter().zip(&codes[1]).enumerate() {
                checked.built += u64::from(code != NO_POSITION);
                if file_code != code {
                    checked.differ(|| {
                        let squares = file.squares(row).unwrap_or_default();
                        let men = file.men().iter().zip(squares).map(|((color, piece), at)| {
                            let at =
                                if file.men().last() == Some(&(*color, *piece)) { square } else { at.into() };
                            format!("{}{}", board::man_letter(*color, *piece), board::Square::index(at))
                        });
                        let men = men.collect::<Vec<_>>().join(" ");
                        let [file, built] = [file_code, code].map(result);
                        format!("{men}, {side:?} to move: the file has {file}, our build {built}")
                    });
                }
            }
        }
    }
}

fn result(code: u8) -> String {
    Wdl::ALL.get(code as usize).map_or_else(|| "no result".to_owned(), ToString::to_string)
}

/// Compares our reader with pyrrhic-rs on single positions.
fn compare_readers(
    files: &SyzygyTables,
    pyrrhic: &Pyrrhic,
    every: u64,
    checked: &mut Checked,
    progress: &(dyn Fn(usize, usize) + Sync),
) {
    let Some(domain) = Domain::new(checked.material, Universe::All) else { return };
    let done = AtomicUsize::new(0);
    let one_chunk = |chunk: usize| {
        let mut found: (u64, Vec<(Placement, String)>) = (0, Vec::new());
        let mut number = 0u64;
        domain.visit(chunk, |placement| {
            number += 1;
            if !number.is_multiple_of(every) {
                return;
            }
            // Positions with three checkers are in the tables but cannot be set up on a board.
            let Ok(board) = placement.to_board() else { return };
            found.0 += 1;
            let (ours, theirs) = (files.wdl(&board), pyrrhic.wdl(placement));
            if ours.as_ref().ok() != theirs.as_ref() {
                let ours = ours.map_or_else(|error| error.to_string(), |wdl| wdl.to_string());
                let theirs = theirs.map_or_else(|| "no result".to_owned(), |wdl| wdl.to_string());
                found.1.push((*placement, format!("our reader returns {ours}, pyrrhic-rs {theirs}")));
            }
        });
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, domain.chunks());
        found
    };
    let found: Vec<_> = (0..domain.chunks()).into_par_iter().map(one_chunk).collect();
    checked.read = Some(found.iter().map(|(positions, _)| positions).sum());
    for (_, differences) in found {
        for (placement, difference) in differences {
            checked.differ(|| format!("{}: {difference}", placement.to_fen()));
        }
    }
}
