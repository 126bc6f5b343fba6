//! Files of tables that are there whole or not at all.

use std::path::{Path, PathBuf};

use ending::Material;

use super::source::ValueSource;
use super::wdl_dtz::{Files, encode};
use crate::error::Error;
use crate::format::Kind;

/// Compresses a solved ending into the two files of its name in a folder, and returns the paths of
/// both.
///
/// Each file is written under a temporary name, synced, and renamed, so that no half-written table
/// is ever seen.
///
/// # Errors
/// As [`encode`], and [`Error::Io`].
pub fn write<S: ValueSource + ?Sized>(source: &S, folder: &Path) -> Result<Vec<PathBuf>, Error> {
    save(source.material(), &encode(source)?, folder)
}

/// Writes the files of a material, as far as they were made, as [`write()`] does, and returns their
/// paths.
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
