//! Saves tables so that their files are complete or absent.

use std::path::{Path, PathBuf};

use ending::Material;

use super::source::ValueSource;
use super::wdl_dtz::{Files, encode};
use crate::error::Error;
use crate::format::Kind;

/// Compresses a solved ending into its two Syzygy files in a folder, and returns their paths.
///
/// Each file is written under a temporary name, synced, and renamed, so that no incomplete table is
/// ever visible.
///
/// # Errors
/// As [`encode`], and [`Error::Io`].
pub fn write<S: ValueSource + ?Sized>(source: &S, folder: &Path) -> Result<Vec<PathBuf>, Error> {
    save(source.material(), &encode(source)?, folder)
}

/// Writes the files of a material that were encoded, as [`write()`] does, and returns their paths.
///
/// # Errors
/// [`Error::Io`].
pub fn save(material: Material, files: &Files, folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let made = [(Kind::Wdl, &files.wdl), (Kind::Dtz, &files.dtz)];
    let save = |(kind, bytes): (Kind, &Vec<u8>)| {
        let path = folder.join(kind.file_name(material));
        disk::save(&path, bytes).map_err(|error| Error::io(&path, error)).map(|()| path)
    };
    made.into_iter().filter_map(|(kind, bytes)| Some((kind, bytes.as_ref()?))).map(save).collect()
}
