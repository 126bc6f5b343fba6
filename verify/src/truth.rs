//! Where audits get the exact results of a whole ending from.

use std::path::Path;

use board::Material;
use tbgen::syzygy::SyzygyTables;
use tbgen::walk::Rows;
use tbgen::{SyzygyResults, Tables, ZeroingTables};

use crate::{OracleKind, VerifyError};

/// The results of every position of an ending, in memory; from two sources when they are to be compared.
pub struct Truth {
    first: Source,
    second: Option<Source>,
    material: Material,
}

/// One source of results.
enum Source {
    Mate(Tables),
    Zeroing(ZeroingTables),
    Syzygy(SyzygyResults),
}

impl Truth {
    /// Builds or reads what the audit of `material` needs, on all threads of the pool it is called from; `folder` is where Syzygy
    /// files are.
    ///
    /// Tables of our own know the fifty-move rule, except those of five men with pawns: there the rule would cost 6 GB
    /// instead of 3, so they hold distances to mate, and [`Truth::name`] says so.
    ///
    /// # Errors
    /// [`VerifyError`] when tables cannot be built or files are missing or damaged.
    pub fn open(kind: OracleKind, material: Material, folder: Option<&Path>) -> Result<Self, VerifyError> {
        let material = material.canonical().0;
        let (first, second) = match kind {
            OracleKind::Tbgen => (Source::build(material)?, None),
            OracleKind::Syzygy => (Source::read(material, folder)?, None),
            // Syzygy always knows the fifty-move rule, so its word counts.
            OracleKind::Both => (Source::read(material, folder)?, Some(Source::build(material)?)),
        };
        Ok(Self { first, second, material })
    }

    /// Where the results come from, in a few words.
    pub fn name(&self) -> String {
        match &self.second {
            None => self.first.name().to_owned(),
            Some(second) => format!("{}, compared with {}", self.first.name(), second.name()),
        }
    }

    /// The ending, under its table name.
    pub fn material(&self) -> Material {
        self.material
    }

    /// The results that count.
    pub fn rows(&self) -> Rows<'_> {
        self.first.rows(self.material)
    }

    /// The results to compare with, and whether they count the fifty-move rule.
    pub(crate) fn second(&self) -> Option<(Rows<'_>, bool)> {
        self.second.as_ref().map(|second| (second.rows(self.material), second.sees_fifty_move_rule()))
    }
}

impl Source {
    fn build(material: Material) -> Result<Self, VerifyError> {
        if material.men() > 4 && material.pawns() > 0 {
            let mut tables = Tables::new();
            tables.build(material)?;
            return Ok(Self::Mate(tables));
        }
        let mut tables = ZeroingTables::new();
        tables.build_all(&[material])?;
        Ok(Self::Zeroing(tables))
    }

    fn read(material: Material, folder: Option<&Path>) -> Result<Self, VerifyError> {
        let folder = folder.ok_or(VerifyError::NoSyzygyFolder)?;
        let files = crate::syzygy::open(folder, &SyzygyResults::needed(material), material)?;
        Ok(Self::Syzygy(read_all(&files, material)?))
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Mate(_) => "tbgen, without the fifty-move rule",
            Self::Zeroing(_) => "tbgen",
            Self::Syzygy(_) => "Syzygy files",
        }
    }

    fn sees_fifty_move_rule(&self) -> bool {
        !matches!(self, Self::Mate(_))
    }

    fn rows(&self, material: Material) -> Rows<'_> {
        let rows = match self {
            Self::Mate(tables) => tables.table(material).map(Rows::of_table),
            Self::Zeroing(tables) => tables.rows(material),
            Self::Syzygy(results) => results.rows(material),
        };
        rows.expect("the ending was built or read when the source was opened")
    }
}

fn read_all(files: &SyzygyTables, material: Material) -> Result<SyzygyResults, VerifyError> {
    Ok(SyzygyResults::read(files, material)?)
}
