//! Loads mined tables from files in place of the embedded ones: larger tables cover more positions.
//!
//! A table is found by its file name, `krpkr.mined`; the distances of its wins, if there are any,
//! are in `krpkr.distances` beside it. Checksums reveal damage, but not whether a table is right:
//! `verify KRPvKR --mined DIR` proves that.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use board::Material;

use crate::mined::{Mineable, ReplacementError, Tree};
use crate::recognizer::Recognizer;
use crate::registry::all;

/// The largest file that is read, in bytes.
const FILE_MAX: u64 = 256 << 20;

/// A loaded table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFile {
    /// The ending, under its table name.
    pub material: Material,
    /// The file.
    pub path: PathBuf,
    /// Size of the file in bytes.
    pub bytes: usize,
    /// The checksum in the file, which identifies the table.
    pub checksum: u32,
}

/// Uses the tables of a folder from now on, and the embedded ones for all other endings. This
/// affects the whole process. Verdicts given during the call may come from the old or the new
/// tables.
///
/// # Errors
/// [`ReplacementError`] if there is no table, or a file is damaged or cannot be read; the tables in
/// use then remain.
pub fn load_tables(folder: &Path) -> Result<Vec<TableFile>, ReplacementError> {
    if let Err(source) = fs::read_dir(folder) {
        return Err(ReplacementError::Read { path: folder.to_owned(), source });
    }
    let mut found = Vec::new();
    for recognizer in all() {
        let Some(ending) = recognizer.mineable() else { continue };
        let path = folder.join(ending.name()).with_extension("mined");
        let other = read(&path)?.map(|bytes| decode(ending, &path, &bytes).map(|tree| (tree, bytes.len())));
        found.push((recognizer.material().canonical().0, ending, path, other.transpose()?));
    }
    if found.iter().all(|(.., other)| other.is_none()) {
        return Err(ReplacementError::NoTable(folder.to_owned()));
    }
    let mut used = Vec::new();
    for (material, ending, path, other) in found {
        let Some((tree, bytes)) = other else {
            ending.restore();
            continue;
        };
        let checksum = tree.checksum();
        ending.replace(tree)?;
        used.push(TableFile { material, path, bytes, checksum });
    }
    Ok(used)
}

/// Uses the embedded tables again.
pub fn restore_tables() {
    all().filter_map(Recognizer::mineable).for_each(Mineable::restore);
}

fn decode(ending: &dyn Mineable, path: &Path, bytes: &[u8]) -> Result<Tree, ReplacementError> {
    let mut tree = Tree::decode(bytes, ending.fingerprint())
        .map_err(|source| ReplacementError::Table { path: path.to_owned(), source })?;
    let path = path.with_extension("distances");
    if let Some(distances) = read(&path)? {
        tree.add_distances(&distances).map_err(|source| ReplacementError::Distances { path, source })?;
    }
    Ok(tree)
}

/// The bytes of a file; `None` if it does not exist.
fn read(path: &Path) -> Result<Option<Vec<u8>>, ReplacementError> {
    match disk::read(path, FILE_MAX) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some).map_err(|source| ReplacementError::Read { path: path.to_owned(), source }),
    }
}
