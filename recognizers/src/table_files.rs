//! Mined tables from files in the place of the embedded ones: larger ones, which know more.
//!
//! A table is found by its name, `krpkr.mined`, with its distances, if there are any, in `krpkr.distances` beside it. It is checked for
//! damage, but that it is right nobody can see from its bytes: `verify KRPvKR --mined DIR` proves it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use board::Material;

use crate::mined::{Mineable, ReplacementError, Tree};
use crate::recognizer::Recognizer;
use crate::registry::all;

/// The largest file that is read, in bytes.
const FILE_MAX: u64 = 256 << 20;

/// A table that is in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFile {
    /// Of which ending, as its tables are named.
    pub material: Material,
    /// The file.
    pub path: PathBuf,
    /// Its size.
    pub bytes: usize,
    /// The checksum in it: a table with another one is another table.
    pub checksum: u32,
}

/// Asks the tables of a folder in the place of the embedded ones from now on, and the embedded ones of all other endings. This holds for the
/// whole program; nobody should be asking recognizers meanwhile, for what they say then comes from either.
///
/// # Errors
/// [`ReplacementError`]: when there is no table, or a file cannot be read or is unsound, the tables in use stay.
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

/// Asks the embedded tables again.
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

/// The bytes of a file, `None` when there is no such file.
fn read(path: &Path) -> Result<Option<Vec<u8>>, ReplacementError> {
    match disk::read(path, FILE_MAX) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some).map_err(|source| ReplacementError::Read { path: path.to_owned(), source }),
    }
}
