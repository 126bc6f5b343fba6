//! Building table files: what is missing, one ending after the other, none of it half-written.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use board::Material;

use crate::error::TbgenError;
use crate::results::ResultTables;
use crate::syzygy::{Kind, SyzygyError, Table, write};
use crate::tables::{checked_closure, levels, successors};

/// Why files could not be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// An ending that cannot be solved.
    #[error(transparent)]
    Solve(#[from] TbgenError),
    /// A file that cannot be written.
    #[error(transparent)]
    Write(#[from] SyzygyError),
    /// The folder for the files.
    #[error("the folder {} cannot be made: {source}", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// What happened to one ending of a build.
#[derive(Clone, Debug)]
pub enum Step {
    /// Both files were there and sound.
    Kept,
    /// The files were written.
    Written {
        /// Solving what it leads to, as far as that was not in memory.
        solving: Duration,
        /// Solving it, choosing orders, compressing and writing.
        compressing: Duration,
        /// Sizes of the `.rtbw` and the `.rtbz` file in bytes.
        bytes: [u64; 2],
    },
}

/// The endings to build for these materials, in an order in which each comes after what it leads to.
///
/// # Errors
/// [`TbgenError`] for endings without a table or with too many men.
pub fn build_order(materials: &[Material], with_subtables: bool) -> Result<Vec<Material>, TbgenError> {
    let closure = checked_closure(materials)?;
    let wanted: Vec<Material> = materials.iter().map(|m| m.canonical().0).collect();
    let kept = closure.into_iter().filter(|m| with_subtables || wanted.contains(m));
    Ok(levels(kept.collect()).concat())
}

/// Builds the `.rtbw` and `.rtbz` files of each ending in a folder, which is made if need be.
///
/// An ending whose two files are there with the right checksum is kept; anything else is written anew, under a temporary name
/// until it is complete. `report` hears of each ending when it is done. Memory holds one ending, leading file by leading file, and
/// the results of what it leads to.
///
/// # Errors
/// The first [`BuildError`]; what was written before stays.
pub fn build_files(
    order: &[Material],
    folder: &Path,
    mut report: impl FnMut(Material, &Step),
) -> Result<(), BuildError> {
    std::fs::create_dir_all(folder)
        .map_err(|source| BuildError::Folder { folder: folder.to_owned(), source })?;
    let mut tables = ResultTables::new();
    for (i, &material) in order.iter().enumerate() {
        let step = if [Kind::Wdl, Kind::Dtz].into_iter().all(|kind| is_sound(folder, material, kind)) {
            Step::Kept
        } else {
            let solving = Instant::now();
            tables.build_all(&successors(material))?;
            let (solving, compressing) = (solving.elapsed(), Instant::now());
            let paths = write::save(material, &tables.encode(material)?, folder)?;
            let compressing = compressing.elapsed();
            tables.keep_for(&order[i + 1..], KEPT_BYTES);
            let bytes = paths.map(|path| path.metadata().map_or(0, |file| file.len()));
            Step::Written { solving, compressing, bytes }
        };
        report(material, &step);
    }
    Ok(())
}

/// Memory for results of five men that later endings of a build lead to, from one ending to the next.
const KEPT_BYTES: usize = 600 << 20;

/// True when the file is there, is this ending's, and has the checksum it carries.
fn is_sound(folder: &Path, material: Material, kind: Kind) -> bool {
    let path = folder.join(format!("{material}.{}", kind.extension()));
    path.is_file() && Table::open(&path, material, kind).is_ok_and(|table| table.verify().is_ok())
}

/// Reads a whole file and checks structure and checksum against what its name promises.
///
/// # Errors
/// A sentence that names the file and what is wrong with it.
pub fn check_file(path: &Path) -> Result<Table, String> {
    let name = |part: Option<&std::ffi::OsStr>| part.and_then(|n| n.to_str()).unwrap_or_default().to_owned();
    let kind = [Kind::Wdl, Kind::Dtz].into_iter().find(|k| k.extension() == name(path.extension()));
    let material = name(path.file_stem()).parse::<Material>();
    let (Some(kind), Ok(material)) = (kind, material) else {
        return Err(format!(
            "{} is not named like a Syzygy table (KRPvKR.rtbw, KRPvKR.rtbz)",
            path.display()
        ));
    };
    let table = Table::open(path, material, kind).map_err(|error| error.to_string())?;
    let fault = |fault| SyzygyError::BadTable { path: path.to_owned(), kind, material, fault }.to_string();
    table.verify().map_err(fault)?;
    Ok(table)
}
