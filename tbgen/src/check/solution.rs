//! Compares table files with freshly solved endings: every value that a file stores must be
//! permitted by the solution.
//!
//! [`ValueCheck`](super::values::ValueCheck) checks the files alone, move by move, and takes
//! microseconds per position. Here the solver's bit planes do the work; that they follow from the
//! legal moves is checked separately (`tbgen self-check`).

use std::path::Path;

use board::{Man, Material, Placement, Square};
use rayon::prelude::*;
use syzygy::file::{Comparison, Example, Fault, Table};
use syzygy::{Error as SyzygyError, Kind, Tables as SyzygyTables};

use crate::endings::soon_asked_for;
use crate::error::{BuildError, MAX_SOLVED_MEN, TbgenError};
use crate::files::KEPT_BYTES;
use crate::files::dtm::DtmBuilder;
use crate::files::outputs::Orders;
use crate::files::results::SmallerResults;
use crate::files::wdl_dtz::WdlBuilder;

/// The result of checking one file.
#[derive(Clone, Debug)]
pub struct FileVerdict {
    /// The ending.
    pub material: Material,
    /// The kind of file.
    pub kind: Kind,
    /// The comparison, or why the file could not be checked.
    pub found: Result<Comparison, SyzygyError>,
    /// A position with a wrong value, as FEN.
    pub example: Option<String>,
}

impl FileVerdict {
    /// True when the file exists, is intact, and has no wrong value.
    pub fn is_right(&self) -> bool {
        self.found.as_ref().is_ok_and(|found| found.wrong == 0)
    }
}

/// A check of table files, ending by ending.
pub struct SolutionCheck<'a> {
    files: &'a SyzygyTables,
    /// Endings still to be checked.
    endings: Vec<Material>,
    solutions: WdlBuilder,
    mates: DtmBuilder,
}

impl<'a> SolutionCheck<'a> {
    /// Prepares to check the files of these endings, or of all endings of 3 to 5 men if none is
    /// named. Solved results that larger endings need are kept in unnamed files in the folder
    /// `scratch`: up to 5 GiB, and as much again for distances to mate.
    pub fn new(files: &'a SyzygyTables, endings: &[Material], scratch: &Path) -> Self {
        let mut wanted: Vec<Material> = endings.iter().map(|m| m.canonical().0).collect();
        if wanted.is_empty() {
            let found = files.found().map(|(material, _)| material);
            wanted = found.filter(|material| material.men() <= MAX_SOLVED_MEN).collect();
        }
        wanted.sort_unstable();
        wanted.dedup();
        let solutions = WdlBuilder::with(SmallerResults::with_scratch(scratch), Orders::default(), None);
        let mates = DtmBuilder::new(scratch);
        Self { files, endings: soon_asked_for(wanted), solutions, mates }
    }

    /// The endings still to be checked.
    pub fn endings(&self) -> &[Material] {
        &self.endings
    }

    /// Checks the files of the first of [`Self::endings`] and removes it from the list; does
    /// nothing if the list is empty. For an ending without files, the `.rtbw` file is reported as
    /// missing.
    ///
    /// # Errors
    /// [`BuildError`] when the ending cannot be solved, as with six men.
    pub fn check_next(&mut self) -> Result<Vec<FileVerdict>, BuildError> {
        if self.endings.is_empty() {
            return Ok(Vec::new());
        }
        let material = self.endings.remove(0);
        if material.men() > MAX_SOLVED_MEN {
            return Err(TbgenError::TooManyMen(material).into());
        }
        let mut kinds: Vec<Kind> =
            Kind::ALL.into_iter().filter(|&kind| self.files.has(material, kind)).collect();
        if kinds.is_empty() {
            kinds.push(Kind::Wdl);
        }
        let files = self.files;
        let mut under_way: Vec<UnderWay> =
            kinds.into_iter().map(|kind| UnderWay::new(files, material, kind)).collect();
        let (mates, syzygy): (Vec<_>, Vec<_>) =
            under_way.iter_mut().partition(|one: &&mut UnderWay| one.kind == Kind::Dtm);
        self.compare_syzygy(material, syzygy)?;
        self.compare_mates(material, mates)?;
        Ok(under_way.into_iter().map(|one| one.verdict(material)).collect())
    }

    fn compare_syzygy(
        &mut self,
        material: Material,
        mut files: Vec<&mut UnderWay>,
    ) -> Result<(), BuildError> {
        if files.iter().all(|file| file.table.is_err()) {
            return Ok(());
        }
        self.solutions.prepare(material, &self.endings)?.solve_by_file(|source, number| {
            files.par_iter_mut().for_each(|file| file.add(|table| table.compare(source, number)));
            Ok(())
        })?;
        self.solutions.set_aside(&self.endings, KEPT_BYTES)
    }

    fn compare_mates(&mut self, material: Material, mut files: Vec<&mut UnderWay>) -> Result<(), BuildError> {
        if files.iter().all(|file| file.table.is_err()) {
            return Ok(());
        }
        let with_mates = |m: &&Material| self.files.has(**m, Kind::Dtm);
        let upcoming: Vec<Material> = self.endings.iter().filter(with_mates).copied().collect();
        self.mates.prepare(material, &upcoming)?;
        self.mates.solve_by_file(material, &upcoming, KEPT_BYTES, |source, number| {
            for file in &mut files {
                file.add(|table| table.compare_mates(source, number));
            }
            Ok(())
        })
    }
}

/// A file that is being compared.
struct UnderWay<'a> {
    kind: Kind,
    path: &'a Path,
    table: Result<&'a Table, SyzygyError>,
    found: Result<Comparison, Fault>,
}

impl<'a> UnderWay<'a> {
    fn new(files: &'a SyzygyTables, material: Material, kind: Kind) -> Self {
        let path = files.path(material, kind).unwrap_or(Path::new(""));
        Self { kind, path, table: files.table(material, kind), found: Ok(Comparison::default()) }
    }

    /// Adds the comparison of a leading file, unless decoding has failed.
    fn add(&mut self, compare: impl FnOnce(&Table) -> Result<Comparison, Fault>) {
        if let (Ok(found), Ok(table)) = (&self.found, &self.table) {
            self.found = compare(table).map(|more| found.and(more));
        }
    }

    fn verdict(self, material: Material) -> FileVerdict {
        let Self { kind, path, table, found } = self;
        let bad = |fault| SyzygyError::BadTable { path: path.to_owned(), kind, material, fault };
        let compared = table.and_then(|table| Ok((table, found.map_err(bad)?)));
        let position = compared.as_ref().ok().and_then(|(table, found)| placement(table, &found.example?));
        let example = position.map(|position| position.to_fen());
        FileVerdict { material, kind, found: compared.map(|(_, found)| found), example }
    }
}

/// The position of an example that was found in a table; `None` if it is illegal, for example
/// because the kings touch.
fn placement(table: &Table, example: &Example) -> Option<Placement> {
    let men = table.men(example).into_iter();
    let men = men.map(|(color, piece, square)| Man { color, piece, square: Square::index(square.into()) });
    Placement::new(example.side, &men.collect::<Vec<Man>>()).ok()
}
