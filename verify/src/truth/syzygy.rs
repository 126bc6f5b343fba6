//! Opens Syzygy files with our own reader and all checks.

use board::Material;
use tbgen::TableFolders;
use tbgen::syzygy::{Error as SyzygyError, Kind, Tables as SyzygyTables};

use crate::error::VerifyError;

/// Opens folders that must have intact WDL files of these endings, which `material` needs.
///
/// # Errors
/// [`VerifyError::NoTableFolder`], [`VerifyError::MissingTables`] with all missing files, and
/// [`VerifyError::Syzygy`] for a file that is damaged.
pub(crate) fn open(
    folders: &TableFolders,
    needed: &[Material],
    material: Material,
) -> Result<SyzygyTables, VerifyError> {
    let tables = folders.open_syzygy()?.ok_or(VerifyError::NoTableFolder)?;
    let mut missing = Vec::new();
    for &needed in needed {
        match tables.table(needed, Kind::Wdl) {
            Ok(_) => {}
            Err(SyzygyError::MissingTable { .. }) => missing.push(Kind::Wdl.file_name(needed)),
            Err(error) => return Err(error.into()),
        }
    }
    if !missing.is_empty() {
        let (folders, missing) = (folders.to_string(), missing.join(", "));
        return Err(VerifyError::MissingTables { folders, material, missing });
    }
    Ok(tables)
}
