//! Values of endings: from files where available, otherwise solved on first use, in memory or, with
//! feature `build`, in a folder that keeps them.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use board::{Board, Material, Placement};
use syzygy::{Error as SyzygyError, Kind};

use super::files::TableFiles;
#[cfg(feature = "build")]
use super::kept::KeptEndings;
use super::solved::SolvedEndings;
use super::values::{Probe, Values};
use crate::endings::checked_closure;
use crate::error::{KnownError, TbgenError};

/// Table files, and endings solved in memory on first use.
///
/// ```
/// use board::{Wdl, fen};
/// use vancura_tbgen::{KnownEndings, Probe};
/// let mut known = KnownEndings::in_memory(4);
/// let board = fen::parse("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")?;
/// assert!(known.prepare(&board)?);
/// assert_eq!(known.values(&board)?.wdl, Some(Wdl::Win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct KnownEndings {
    files: TableFiles,
    solved: SolvedEndings,
    /// Endings that are solved, under their table names.
    in_memory: BTreeSet<Material>,
    /// Endings of up to this many men are solved on first use.
    most_men: usize,
    /// Such endings are solved even if there are files.
    prefers_memory: bool,
    #[cfg(feature = "build")]
    kept: Option<Keeper>,
}

/// The folder that keeps endings, and the endings requested from it.
#[cfg(feature = "build")]
struct Keeper {
    endings: KeptEndings,
    files: TableFiles,
    /// The endings requested so far.
    asked: Vec<Material>,
    /// These, with all endings that they lead to.
    provided: BTreeSet<Material>,
    /// Why endings are solved in memory instead.
    fault: Option<String>,
}

/// Endings of this many men are kept in the folder; smaller ones are solved in seconds.
#[cfg(feature = "build")]
const KEPT_MEN: usize = 5;

impl KnownEndings {
    /// No files; endings of up to `most_men` men (at most 5) are solved on first use.
    pub fn in_memory(most_men: usize) -> Self {
        Self::with_files(TableFiles::default(), most_men)
    }

    /// The files of some folders; endings without files are handled as by
    /// [`KnownEndings::in_memory`].
    ///
    /// # Errors
    /// [`SyzygyError::Io`] when a folder cannot be listed.
    pub fn open(folders: &[impl AsRef<Path>], most_men: usize) -> Result<Self, SyzygyError> {
        Ok(Self::with_files(TableFiles::open(folders)?, most_men))
    }

    /// The same with files that are already open.
    pub fn with_files(files: TableFiles, most_men: usize) -> Self {
        let (solved, in_memory) = (SolvedEndings::default(), BTreeSet::new());
        Self {
            files,
            solved,
            in_memory,
            most_men,
            prefers_memory: false,
            #[cfg(feature = "build")]
            kept: None,
        }
    }

    /// Keeps endings of five men that must be solved in a folder, so that later programs find them
    /// there.
    #[cfg(feature = "build")]
    pub fn kept_in(self, endings: KeptEndings) -> Self {
        let files = TableFiles::default();
        let keeper = Keeper { endings, files, asked: Vec::new(), provided: BTreeSet::new(), fault: None };
        Self { kept: Some(keeper), ..self }
    }

    /// The error that prevents endings from being kept in the folder, once one has occurred.
    #[cfg(feature = "build")]
    pub fn not_kept(&self) -> Option<&str> {
        self.kept.as_ref()?.fault.as_deref()
    }

    /// Solves small endings even if there are files: then distances to zeroing are exact, and
    /// distances to mate known.
    pub fn prefer_memory(self) -> Self {
        Self { prefers_memory: true, ..self }
    }

    /// Makes solving stop when `stop` is set: see [`SolvedEndings::stopped_by`].
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> Self {
        self.solved = self.solved.stopped_by(stop);
        self
    }

    /// Makes a position and its successors available, solving endings if necessary: this takes
    /// milliseconds for three men, up to seconds for four, and minutes and gigabytes for five,
    /// unless they are kept in a folder. Returns false when the ending is neither in files nor
    /// small enough to be solved.
    ///
    /// # Errors
    /// [`TbgenError::TooLong`] for KPPvKP, the only five-man ending whose distances do not fit;
    /// [`TbgenError::Stopped`].
    pub fn prepare(&mut self, board: &Board) -> Result<bool, TbgenError> {
        let Ok(material) = material(board) else { return Ok(false) };
        if self.knows(material) {
            return Ok(true);
        }
        if material.men() > self.most_men {
            return Ok(false);
        }
        #[cfg(feature = "build")]
        if material.men() >= KEPT_MEN && self.kept.as_mut().is_some_and(|kept| kept.provides(material)) {
            return Ok(true);
        }
        self.solved.add(material)?;
        self.in_memory.extend(checked_closure(&[material])?);
        Ok(true)
    }

    /// True when the ending must be solved first, which takes time.
    pub fn must_solve(&self, board: &Board) -> bool {
        material(board).is_ok_and(|material| {
            !self.knows(material) && material.men() <= self.most_men && !self.keeps(material)
        })
    }

    /// True when the ending is in the folder of kept endings.
    #[cfg_attr(not(feature = "build"), expect(clippy::unused_self, reason = "no ending is kept"))]
    fn keeps(&self, material: Material) -> bool {
        #[cfg(feature = "build")]
        return material.men() >= KEPT_MEN
            && self.kept.as_ref().is_some_and(|kept| kept.endings.has(material));
        #[cfg(not(feature = "build"))]
        return material.men() == 0;
    }

    /// True when the ending is available; two bare kings need no table.
    fn knows(&self, material: Material) -> bool {
        #[cfg(feature = "build")]
        if self.kept.as_ref().is_some_and(|kept| kept.provided.contains(&material)) {
            return true;
        }
        material.men() == 2
            || self.in_memory.contains(&material)
            || !(self.prefers_memory && material.men() <= self.most_men)
                && self.files.has(material, Kind::Wdl)
                && [Kind::Wdl, Kind::Dtz].iter().all(|&kind| self.files.lacking(material, kind).is_empty())
    }
}

#[cfg(feature = "build")]
impl Keeper {
    /// Makes an ending and all that it leads to available in the folder; false if that fails now or
    /// has failed before.
    fn provides(&mut self, material: Material) -> bool {
        if self.fault.is_some() {
            return false;
        }
        // Endings requested earlier are not removed.
        self.asked.push(material);
        match self.endings.provide(&self.asked) {
            Ok(files) => {
                self.files = files;
                self.provided.extend(checked_closure(&[material]).unwrap_or_default());
                true
            }
            Err(error) => {
                self.asked.pop();
                self.fault = Some(error.to_string());
                false
            }
        }
    }
}

/// The ending under its table name.
fn material(board: &Board) -> Result<Material, TbgenError> {
    Ok(Placement::from_board(board)?.material().canonical().0)
}

impl Probe for KnownEndings {
    type Error = KnownError;

    /// The values in files or solved endings; none for an ending that is neither in files nor
    /// prepared.
    fn values(&self, board: &Board) -> Result<Values, KnownError> {
        let material = material(board)?;
        if material.men() == 2 || self.in_memory.contains(&material) {
            return Ok(self.solved.values(board)?);
        }
        #[cfg(feature = "build")]
        if let Some(kept) = self.kept.as_ref().filter(|kept| kept.provided.contains(&material)) {
            return Ok(kept.files.values(board)?);
        }
        Ok(self.files.values(board)?)
    }
}

#[cfg(test)]
mod tests {
    use board::{Wdl, fen};

    use super::*;

    #[test]
    fn endings_are_solved_when_met_and_those_too_large_are_not() {
        let mut known = KnownEndings::in_memory(3);
        let three = fen::parse("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1").unwrap();
        assert!(known.must_solve(&three) && known.prepare(&three).unwrap() && !known.must_solve(&three));
        assert_eq!(known.values(&three).unwrap().wdl, Some(Wdl::Win));
        let four = fen::parse("8/8/8/3k4/8/8/3PP3/4K3 w - - 0 1").unwrap();
        assert!(!known.prepare(&four).unwrap());
        assert_eq!(known.values(&four).unwrap(), Values::default());
        let castling = fen::parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        assert!(!known.prepare(&castling).unwrap() && known.values(&castling).is_err());
        let bare = fen::parse("8/8/8/3k4/8/8/8/4K3 w - - 0 1").unwrap();
        assert!(known.prepare(&bare).unwrap());
        assert_eq!(known.values(&bare).unwrap().wdl, Some(Wdl::Draw));
    }
}
