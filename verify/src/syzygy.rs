//! Syzygy files through our own reader, which believes nothing that it has not checked.

use std::path::Path;

use board::{Material, Placement, Wdl};
use tbgen::syzygy::{Kind, SyzygyError, SyzygyTables};

use crate::{Oracle, VerifyError};

/// Opens a folder that must have sound WDL files of these endings, which `material` needs.
///
/// # Errors
/// [`VerifyError::SyzygyFolder`], [`VerifyError::MissingTables`] with all that is missing, and [`VerifyError::Syzygy`] for a file
/// that is damaged.
pub(crate) fn open(
    folder: &Path,
    needed: &[Material],
    material: Material,
) -> Result<SyzygyTables, VerifyError> {
    std::fs::read_dir(folder).map_err(|error| VerifyError::SyzygyFolder(folder.to_owned(), error))?;
    let tables = SyzygyTables::open(&[folder])?;
    let mut missing = Vec::new();
    for &needed in needed {
        match tables.table(needed, Kind::Wdl) {
            Ok(_) => {}
            Err(SyzygyError::MissingTable { .. }) => missing.push(format!("{needed}.rtbw")),
            Err(error) => return Err(error.into()),
        }
    }
    if !missing.is_empty() {
        let (folder, missing) = (folder.to_owned(), missing.join(", "));
        return Err(VerifyError::MissingTables { folder, material, missing });
    }
    Ok(tables)
}

/// The files of one ending and of those that its captures lead to, asked position by position.
pub(crate) struct Syzygy(SyzygyTables);

impl Syzygy {
    pub(crate) fn open(folder: &Path, material: Material) -> Result<Self, VerifyError> {
        let needed = tbgen::SyzygyResults::needed(material);
        let tables = open(folder, &needed, material)?;
        for material in needed {
            tables.table(material, Kind::Wdl)?.verify().map_err(|fault| {
                let path = folder.join(format!("{material}.rtbw"));
                SyzygyError::BadTable { path, kind: Kind::Wdl, material, fault }
            })?;
        }
        Ok(Self(tables))
    }
}

impl Oracle for Syzygy {
    fn name(&self) -> &'static str {
        "Syzygy files"
    }

    fn wdl(&self, placement: &Placement) -> Option<Wdl> {
        self.0.probe_wdl(&placement.to_board().ok()?).ok()
    }
}
