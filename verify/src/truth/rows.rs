//! The exact results of whole endings for audits.

use board::Material;
use tbgen::rows::Rows;
use tbgen::{SyzygyResults, TableFolders, WdlTables};

use super::oracle::OracleKind;
use super::syzygy;
use crate::error::VerifyError;

/// The results of every position of an ending in memory, from two sources if they are to be
/// compared.
pub struct Truth {
    first: Results,
    second: Option<Results>,
    material: Material,
}

/// One source of results.
enum Results {
    Built(WdlTables),
    Syzygy(SyzygyResults),
}

impl Truth {
    /// Builds or reads what the audit of `material` needs, on all threads of the current pool;
    /// `folders` has the Syzygy files.
    ///
    /// Both oracles apply the fifty-move rule.
    ///
    /// # Errors
    /// [`VerifyError`] when tables cannot be built or files are missing or damaged.
    pub fn open(kind: OracleKind, material: Material, folders: &TableFolders) -> Result<Self, VerifyError> {
        let material = material.canonical().0;
        let (first, second) = match kind {
            OracleKind::Tbgen => (Results::build(material)?, None),
            OracleKind::Syzygy => (Results::read(material, folders)?, None),
            OracleKind::Both => (Results::read(material, folders)?, Some(Results::build(material)?)),
        };
        Ok(Self { first, second, material })
    }

    /// The source of the results in a few words.
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

    /// The results of the first source.
    pub fn rows(&self) -> Rows<'_> {
        self.first.rows(self.material)
    }

    /// The results of the second source.
    pub(crate) fn second(&self) -> Option<Rows<'_>> {
        self.second.as_ref().map(|second| second.rows(self.material))
    }
}

impl Results {
    fn build(material: Material) -> Result<Self, VerifyError> {
        let mut tables = WdlTables::new();
        tables.build_all(&[material])?;
        Ok(Self::Built(tables))
    }

    fn read(material: Material, folders: &TableFolders) -> Result<Self, VerifyError> {
        let files = syzygy::open(folders, &SyzygyResults::needed(material), material)?;
        Ok(Self::Syzygy(SyzygyResults::read(&files, material)?))
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Built(_) => "tbgen",
            Self::Syzygy(_) => "Syzygy files",
        }
    }

    fn rows(&self, material: Material) -> Rows<'_> {
        let rows = match self {
            Self::Built(tables) => tables.rows(material),
            Self::Syzygy(results) => results.rows(material),
        };
        rows.expect("the ending was built or read when the source was opened")
    }
}
