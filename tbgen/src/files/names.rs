//! Files of a folder by name: existing, intact, or left behind by an interrupted build.

use std::path::Path;

use board::Material;
use syzygy::file::Table;
use syzygy::write::DtzUnit;
use syzygy::{Error as SyzygyError, Kind};

use super::lock::{ending_of, is_running};
use super::outputs::Outputs;
use crate::error::{BuildError, FileError};

/// The kinds for which a folder has no intact file of this ending, or none with distances as exact
/// as requested.
pub fn missing_kinds(folder: &Path, material: Material, outputs: &Outputs) -> Vec<Kind> {
    let is_there = |kind: Kind| {
        let path = folder.join(kind.file_name(material));
        let enough =
            |table: &Table| outputs.dtz == DtzUnit::AsPublished || kind != Kind::Dtz || table.counts_plies();
        path.is_file()
            && Table::open(&path, material, kind, true)
                .is_ok_and(|table| enough(&table) && table.verify().is_ok())
    };
    outputs.kinds.iter().copied().filter(|&kind| !is_there(kind)).collect()
}

/// Rejects, before hours of work, anything but a regular file with the name of a table to be built.
pub(super) fn require_place(folder: &Path, material: Material, outputs: &Outputs) -> Result<(), BuildError> {
    for kind in &outputs.kinds {
        let path = folder.join(kind.file_name(material));
        match disk::open(&path) {
            Err(source) if path.exists() && !path.is_file() => {
                return Err(BuildError::InTheWay { path, source });
            }
            _ => {}
        }
    }
    Ok(())
}

/// The ending and the process of a temporary file, if its name is one that builds use:
/// `KRvK.rtbw.4711.x8Gq2LmZ0a.tmp`.
pub(crate) fn temporary_of(name: &str) -> Option<(Material, u32)> {
    let (file, process) = disk::temporary_of(name)?;
    let of_table = || {
        let (stem, extension) = file.rsplit_once('.')?;
        Kind::ALL.iter().find(|kind| kind.extension() == extension).and_then(|_| stem.parse().ok())
    };
    Some((ending_of(file).or_else(of_table)?, process))
}

/// Removes temporary files of processes that have ended, for endings that satisfy `is_ours`. Where
/// running processes cannot be listed, only old ones with our own process ID.
pub(super) fn remove_stale(folder: &Path, is_ours: impl Fn(Material) -> bool) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let Some((ending, process)) = entry.file_name().to_str().and_then(temporary_of) else { continue };
        if is_ours(ending) && !is_running(process) {
            match std::fs::remove_file(entry.path()) {
                // Another process has removed it.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                removed => removed?,
            }
        }
    }
    Ok(())
}

/// Reads a whole file and checks its structure, its checksum and that it matches its name.
///
/// # Errors
/// A [`FileError`] that names the file and what is wrong with it.
pub fn check_file(path: &Path) -> Result<Table, FileError> {
    let name = |part: Option<&std::ffi::OsStr>| part.and_then(|n| n.to_str()).unwrap_or_default().to_owned();
    let kind = Kind::ALL.into_iter().find(|k| k.extension() == name(path.extension()));
    let material = name(path.file_stem()).parse::<Material>();
    let (Some(kind), Ok(material)) = (kind, material) else {
        return Err(FileError::Name(path.to_owned()));
    };
    if material.canonical().1 || material.to_string() != name(path.file_stem()) {
        let canonical = material.canonical().0;
        return Err(FileError::Spelling { path: path.to_owned(), canonical });
    }
    let table = Table::open(path, material, kind, true)?;
    let fault = |fault| SyzygyError::BadTable { path: path.to_owned(), kind, material, fault };
    table.verify().map_err(fault)?;
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_files_are_known_by_their_names() {
        let of = |ending: &str, process| Some((ending.parse().unwrap(), process));
        for (name, found) in [
            ("KRvK.rtbw.4711.x8Gq2LmZ0a.tmp", of("KRvK", 4711)),
            ("KRvK.building.4711.x8Gq2LmZ0a.tmp", of("KRvK", 4711)),
            ("KRvK.building.4711.tmp", of("KRvK", 4711)),
            ("KRPvKR.vdtm.1.tmp", of("KRPvKR", 1)),
            ("KRvK.rtbw", None),
            ("KRvK.rtbw.tmp", None),
            ("notes.txt.4711.tmp", None),
            ("notes.rtbw.4711.tmp", None),
        ] {
            assert_eq!(temporary_of(name), found, "{name}");
        }
    }
}
