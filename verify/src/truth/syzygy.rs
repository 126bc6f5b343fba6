//! Syzygy files through our own reader, which believes nothing that it has not checked.

use std::path::Path;

use board::Material;
use tbgen::syzygy::{Kind, SyzygyError, SyzygyTables};

use crate::error::VerifyError;

/// A folder of Syzygy files.
#[derive(Clone, Copy, Debug)]
pub struct SyzygyFolder<'a> {
    /// Where it is.
    pub path: &'a Path,
    /// The files are believed without reading them whole and comparing their checksums.
    pub trusted: bool,
}

impl<'a> SyzygyFolder<'a> {
    /// A folder whose files are compared with their checksums before they are believed.
    pub fn compared(path: &'a Path) -> Self {
        Self { path, trusted: false }
    }

    /// Its files, listed.
    ///
    /// # Errors
    /// [`VerifyError::SyzygyFolder`].
    pub(crate) fn list(self) -> Result<SyzygyTables, VerifyError> {
        std::fs::read_dir(self.path)
            .map_err(|error| VerifyError::SyzygyFolder(self.path.to_owned(), error))?;
        let open = if self.trusted { SyzygyTables::open_trusting } else { SyzygyTables::open };
        Ok(open(&[self.path])?)
    }
}

/// Opens a folder that must have sound WDL files of these endings, which `material` needs.
///
/// # Errors
/// [`VerifyError::SyzygyFolder`], [`VerifyError::MissingTables`] with all that is missing, and [`VerifyError::Syzygy`] for a file
/// that is damaged.
pub(crate) fn open(
    folder: SyzygyFolder,
    needed: &[Material],
    material: Material,
) -> Result<SyzygyTables, VerifyError> {
    let tables = folder.list()?;
    let mut missing = Vec::new();
    for &needed in needed {
        match tables.table(needed, Kind::Wdl) {
            Ok(_) => {}
            Err(SyzygyError::MissingTable { .. }) => missing.push(Kind::Wdl.file_name(needed)),
            Err(error) => return Err(error.into()),
        }
    }
    if !missing.is_empty() {
        let (folder, missing) = (folder.path.to_owned(), missing.join(", "));
        return Err(VerifyError::MissingTables { folder, material, missing });
    }
    Ok(tables)
}
