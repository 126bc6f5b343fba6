//! Building table files: what is missing, one ending after the other, none of it half-written.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use board::Material;

use crate::dtm;
use crate::error::TbgenError;
use crate::mates::MateBuilder;
use crate::results::ResultTables;
use crate::tables::{checked_closure, levels};
use syzygy::write::save;
use syzygy::{Kind, SyzygyError, Table};

/// Why files could not be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// An ending that cannot be solved.
    #[error(transparent)]
    Solve(#[from] TbgenError),
    /// A file that cannot be written.
    #[error(transparent)]
    Write(#[from] SyzygyError),
    /// Results of smaller endings, set aside while a build is at work.
    #[error("results of smaller endings cannot be set aside in {}: {source}", .folder.display())]
    Shelf {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The folder for the files.
    #[error("the folder {} cannot be made: {source}", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// What a build is about to do or has done with an ending.
#[derive(Clone, Debug)]
pub enum Step {
    /// Its missing or damaged files are to be made.
    Begun,
    /// All its files were there and sound.
    Kept,
    /// Files were written.
    Written {
        /// Solving what it leads to, as far as that was not in memory.
        solving: Duration,
        /// Solving it, choosing orders, compressing and writing.
        compressing: Duration,
        /// What was written, with sizes in bytes.
        files: Vec<(Kind, u64)>,
    },
}

/// The endings to build for these materials, in an order in which each comes after what it leads to.
///
/// # Errors
/// [`TbgenError`] for endings without a table or with too many men.
pub fn build_order(materials: &[Material], with_subtables: bool) -> Result<Vec<Material>, TbgenError> {
    Ok(build_levels(materials, with_subtables)?.concat())
}

/// The same in levels: endings of one level do not need one another.
///
/// # Errors
/// As [`build_order`].
pub fn build_levels(materials: &[Material], with_subtables: bool) -> Result<Vec<Vec<Material>>, TbgenError> {
    let closure = checked_closure(materials)?;
    let wanted: Vec<Material> = materials.iter().map(|m| m.canonical().0).collect();
    let kept = closure.into_iter().filter(|m| with_subtables || wanted.contains(m));
    Ok(levels(kept.collect()))
}

/// Builds the files of these kinds of each ending in a folder, which is made if need be.
///
/// A file that is there with the right checksum is kept; anything else is written anew, under a temporary name
/// until it is complete (the two Syzygy files of an ending always together). Temporary files that an interrupted build left behind
/// are removed first. `report` hears of each ending when it is begun and when it is done. Memory holds one ending, leading file
/// by leading file for Syzygy files, and the results of what it leads to directly; what only later endings need waits on disk, in files
/// without a name in the same folder. Results of smaller endings are solved, not read from their files: that is quicker.
///
/// # Errors
/// The first [`BuildError`]; what was written before stays.
pub fn build_files(
    order: &[Material],
    folder: &Path,
    kinds: &[Kind],
    mut report: impl FnMut(Material, &Step),
) -> Result<(), BuildError> {
    let unusable = |source| BuildError::Folder { folder: folder.to_owned(), source };
    std::fs::create_dir_all(folder).map_err(unusable)?;
    remove_stale(folder).map_err(unusable)?;
    let mut builder =
        Builder { folder, results: ResultTables::with_shelf(folder), mates: MateBuilder::new(folder) };
    for (i, &material) in order.iter().enumerate() {
        let missing = missing_kinds(folder, material, kinds);
        if missing.is_empty() {
            report(material, &Step::Kept);
            continue;
        }
        report(material, &Step::Begun);
        report(material, &builder.build(material, &missing, &order[i + 1..])?);
    }
    Ok(())
}

/// The kinds of which this ending has no sound file in a folder.
pub fn missing_kinds(folder: &Path, material: Material, kinds: &[Kind]) -> Vec<Kind> {
    kinds.iter().copied().filter(|&kind| !is_sound(folder, material, kind)).collect()
}

/// Solved tables kept from one ending to the next.
struct Builder<'a> {
    folder: &'a Path,
    results: ResultTables,
    mates: MateBuilder,
}

/// Room on disk for results of five men that later endings of a build lead to, from one ending to the next, and as much for distances to
/// mate.
const KEPT_BYTES: usize = 4 << 30;

impl Builder<'_> {
    fn build(
        &mut self,
        material: Material,
        kinds: &[Kind],
        upcoming: &[Material],
    ) -> Result<Step, BuildError> {
        let (mut solving, mut compressing) = (Duration::ZERO, Duration::ZERO);
        let mut files = Vec::new();
        let size = |path: &Path| path.metadata().map_or(0, |file| file.len());
        if kinds.iter().any(|kind| Kind::SYZYGY.contains(kind)) {
            let start = Instant::now();
            self.results.prepare(material)?;
            solving += start.elapsed();
            let start = Instant::now();
            let paths = save(material, &self.results.encode(material)?, self.folder)?;
            compressing += start.elapsed();
            files.extend(Kind::SYZYGY.into_iter().zip(paths.map(|path| size(&path))));
            self.results.set_aside(upcoming, KEPT_BYTES)?;
        }
        if kinds.contains(&Kind::Dtm) {
            let start = Instant::now();
            self.mates.prepare(material, upcoming)?;
            solving += start.elapsed();
            let start = Instant::now();
            let bytes = self.mates.encode(material, upcoming, KEPT_BYTES)?;
            let path = dtm::save(material, &bytes, self.folder)?;
            compressing += start.elapsed();
            files.push((Kind::Dtm, size(&path)));
        }
        Ok(Step::Written { solving, compressing, files })
    }
}

/// The process a temporary file belongs to, when its name is one that builds give: `KRvK.rtbw.4711.tmp`.
pub(crate) fn temporary_of(name: &str) -> Option<u32> {
    let (file, process) = name.strip_suffix(".tmp")?.rsplit_once('.')?;
    let (stem, extension) = file.rsplit_once('.')?;
    let ours = Kind::ALL.iter().any(|kind| kind.extension() == extension) && stem.parse::<Material>().is_ok();
    process.parse().ok().filter(|_| ours)
}

/// Removes temporary files of processes that are gone. Where that cannot be told, only old ones of our own number.
fn remove_stale(folder: &Path) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let process = entry.file_name().to_str().and_then(temporary_of);
        if process.is_some_and(|process| !is_running(process)) {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// True when another process of this number is running; also when the system does not tell.
fn is_running(process: u32) -> bool {
    let processes = Path::new("/proc");
    let told = processes.join("self").exists();
    process != std::process::id() && (!told || processes.join(process.to_string()).exists())
}

/// True when the file is there, is this ending's, and has the checksum it carries.
fn is_sound(folder: &Path, material: Material, kind: Kind) -> bool {
    let path = folder.join(kind.file_name(material));
    path.is_file() && Table::open(&path, material, kind).is_ok_and(|table| table.verify().is_ok())
}

/// Reads a whole file and checks structure and checksum against what its name promises.
///
/// # Errors
/// A sentence that names the file and what is wrong with it.
pub fn check_file(path: &Path) -> Result<Table, String> {
    let name = |part: Option<&std::ffi::OsStr>| part.and_then(|n| n.to_str()).unwrap_or_default().to_owned();
    let kind = Kind::ALL.into_iter().find(|k| k.extension() == name(path.extension()));
    let material = name(path.file_stem()).parse::<Material>();
    let (Some(kind), Ok(material)) = (kind, material) else {
        return Err(format!(
            "{} is not named like a table (KRPvKR.rtbw, KRPvKR.rtbz, KRPvKR.vdtm)",
            path.display()
        ));
    };
    if material.canonical().1 || material.to_string() != name(path.file_stem()) {
        let canonical = material.canonical().0;
        return Err(format!("{} is misnamed: the table of this ending is {canonical}", path.display()));
    }
    let table = Table::open(path, material, kind).map_err(|error| error.to_string())?;
    let fault = |fault| SyzygyError::BadTable { path: path.to_owned(), kind, material, fault }.to_string();
    table.verify().map_err(fault)?;
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_files_are_known_by_their_names() {
        for (name, process) in [
            ("KRvK.rtbw.4711.tmp", Some(4711)),
            ("KRPvKR.vdtm.1.tmp", Some(1)),
            ("KRvK.rtbw", None),
            ("KRvK.rtbw.tmp", None),
            ("notes.txt.4711.tmp", None),
            ("notes.rtbw.4711.tmp", None),
        ] {
            assert_eq!(temporary_of(name), process, "{name}");
        }
    }
}
