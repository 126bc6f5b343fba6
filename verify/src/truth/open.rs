//! Oracles made ready for an ending: our own tables, Syzygy files, or both.

use board::{Dtm, Material, Placement, Wdl};
use tbgen::DtmTables;

use super::oracle::{Oracle, OracleKind};
use super::syzygy::{Syzygy, SyzygyFolder};
use crate::error::VerifyError;

/// One oracle, or two that must agree.
pub struct Oracles {
    /// Whose word counts.
    pub first: Box<dyn Oracle>,
    /// Who must agree.
    pub second: Option<Box<dyn Oracle>>,
}

impl Oracles {
    /// Makes ready what the audit of `material` needs; `folder` is where Syzygy files are.
    ///
    /// # Errors
    /// [`VerifyError`] when tables cannot be built or files are missing.
    pub fn open(
        kind: OracleKind,
        material: Material,
        folder: Option<SyzygyFolder>,
    ) -> Result<Self, VerifyError> {
        let syzygy = || -> Result<Box<dyn Oracle>, VerifyError> {
            let folder = folder.ok_or(VerifyError::NoSyzygyFolder)?;
            Ok(Box::new(Syzygy::open(folder, material)?))
        };
        Ok(match kind {
            OracleKind::Tbgen => Self { first: Box::new(Built::new(material)?), second: None },
            OracleKind::Syzygy => Self { first: syzygy()?, second: None },
            // Syzygy knows the fifty-move rule, so its word counts.
            OracleKind::Both => Self { first: syzygy()?, second: Some(Box::new(Built::new(material)?)) },
        })
    }
}

/// Our own tables.
struct Built {
    tables: DtmTables,
    material: Material,
}

impl Built {
    fn new(material: Material) -> Result<Self, VerifyError> {
        let mut tables = DtmTables::new();
        tables.build(material)?;
        Ok(Self { tables, material })
    }
}

impl Oracle for Built {
    fn name(&self) -> &'static str {
        "tbgen"
    }

    fn wdl(&self, placement: &Placement) -> Option<Wdl> {
        self.dtm(placement).map(Dtm::wdl)
    }

    fn dtm(&self, placement: &Placement) -> Option<Dtm> {
        // Audits ask about one ending only: saves finding out which.
        self.tables.table(self.material)?.probe(placement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::fen;
    use std::path::Path;

    #[test]
    fn built_tables_know_their_ending_and_nothing_else() {
        let oracle = Built::new("KPvK".parse().unwrap()).unwrap();
        let placement = |text| Placement::from_board(&fen::parse(text).unwrap()).unwrap();
        assert_eq!(oracle.wdl(&placement("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1")), Some(Wdl::Draw));
        assert_eq!(oracle.wdl(&placement("8/8/8/8/8/4k3/4r3/4K3 w - - 0 1")), None);
    }

    #[test]
    fn syzygy_needs_a_folder_that_has_the_files() {
        let material: Material = "KBvKP".parse().unwrap();
        let open = |folder: Option<&Path>| {
            let folder = folder.map(SyzygyFolder::compared);
            Oracles::open(OracleKind::Syzygy, material, folder).err().unwrap()
        };
        assert!(matches!(open(None), VerifyError::NoSyzygyFolder));
        assert!(matches!(open(Some(Path::new("no/such/folder"))), VerifyError::SyzygyFolder(..)));
        let empty = tempfile::tempdir().unwrap();
        let error = open(Some(empty.path())).to_string();
        assert!(error.contains("KBvKP.rtbw") && error.contains("KPvK.rtbw"), "{error}");
        std::fs::write(empty.path().join("KBvKP.rtbw"), b"nonsense").unwrap();
        assert!(open(Some(empty.path())).to_string().contains("KBvKP.rtbw"));
    }
}
