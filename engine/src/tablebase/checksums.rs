//! Comparing table files with their embedded checksums before use.

use std::path::{Path, PathBuf};
use std::time::Instant;

use board::Material;
use rayon::prelude::*;
use tbgen::syzygy::file::{Compared, Stamp};
use tbgen::syzygy::{Error as SyzygyError, Kind, Tables as SyzygyTables};

/// Largest set that is read in full before use, in bytes: all endings of 3 to 5 men have 939 MiB.
const READ_BYTES: u64 = 1 << 30;
/// Bytes of a MiB.
const MEBIBYTE: f64 = (1 << 20) as f64;

/// Which files are compared with their checksums: the option `SyzygyCheck`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Check {
    /// Sets of up to 1 GiB, except files checked before; none of larger sets.
    #[default]
    Auto,
    /// All, including those checked before.
    Always,
    /// None.
    Never,
}

impl Check {
    /// All values, with their names in the option.
    pub const ALL: [(&'static str, Self); 3] =
        [("auto", Self::Auto), ("always", Self::Always), ("never", Self::Never)];
}

/// A file that has been opened and looks valid.
pub(super) struct Opened {
    pub(super) material: Material,
    pub(super) kind: Kind,
    pub(super) path: PathBuf,
    /// Its metadata from before it was opened.
    pub(super) stamp: Stamp,
}

/// Compares the files selected by `check`, on all cores, and removes damaged ones from the tables
/// with a remark. `cache` is the folder of the list of files checked before.
pub(super) fn compare(
    tables: &mut SyzygyTables,
    files: &mut Vec<Opened>,
    check: Check,
    cache: Option<&Path>,
) -> Vec<String> {
    compare_sets_up_to(READ_BYTES, tables, files, check, cache)
}

/// The same with another limit for `auto`.
fn compare_sets_up_to(
    limit: u64,
    tables: &mut SyzygyTables,
    files: &mut Vec<Opened>,
    check: Check,
    cache: Option<&Path>,
) -> Vec<String> {
    if check == Check::Never || files.is_empty() {
        return Vec::new();
    }
    let started = Instant::now();
    let mut list = cache.map(Compared::load).unwrap_or_default();
    let is_known: Vec<bool> =
        files.iter().map(|file| list.has(&absolute(file), &file.stamp, stored(tables, file))).collect();
    let known = is_known.iter().filter(|&&known| known).count();
    let bytes: u64 = files.iter().map(|file| file.stamp.bytes).sum();
    if check == Check::Auto && bytes > limit {
        return vec![format!(
            "{} table files ({}) are too many to be compared with their checksums at every start, {known} were compared before; \
             SyzygyCheck always compares all",
            files.len(),
            size(bytes)
        )];
    }
    let mut chosen: Vec<(usize, &Opened)> =
        files.iter().enumerate().filter(|(index, _)| check == Check::Always || !is_known[*index]).collect();
    // Largest first, so no core finishes late.
    chosen.sort_by_key(|(_, file)| std::cmp::Reverse(file.stamp.bytes));
    let read: u64 = chosen.iter().map(|(_, file)| file.stamp.bytes).sum();
    let faults: Vec<(usize, Option<SyzygyError>)> =
        chosen.par_iter().with_max_len(1).map(|&(index, file)| (index, fault(tables, file))).collect();
    let compared = faults.len();
    for (index, fault) in &faults {
        let file = &files[*index];
        match fault {
            None => list.add(&absolute(file), &file.stamp, stored(tables, file)),
            Some(_) => list.remove(&absolute(file)),
        }
    }
    if let Some(cache) = cache.filter(|_| compared > 0) {
        list.save(cache);
    }
    let mut remarks = leave_out(tables, files, faults);
    let seconds = started.elapsed().as_secs_f64();
    remarks.push(format!(
        "Compared {compared} table files ({}) with their checksums in {seconds:.2} s, {} checked before.",
        size(read),
        files.len() + remarks.len() - compared
    ));
    remarks
}

/// Removes the damaged files from the set, with remarks.
fn leave_out(
    tables: &mut SyzygyTables,
    files: &mut Vec<Opened>,
    faults: Vec<(usize, Option<SyzygyError>)>,
) -> Vec<String> {
    let mut damaged: Vec<(usize, SyzygyError)> =
        faults.into_iter().filter_map(|(index, fault)| Some((index, fault?))).collect();
    damaged.sort_by_key(|(index, _)| std::cmp::Reverse(*index));
    let mut remarks = Vec::new();
    for (index, fault) in damaged {
        let file = files.remove(index);
        tables.leave_out(file.material, file.kind);
        remarks.push(refusal(&fault));
    }
    remarks.reverse();
    remarks
}

/// Reads a whole file; returns its fault, if any.
fn fault(tables: &SyzygyTables, file: &Opened) -> Option<SyzygyError> {
    let table = match tables.table(file.material, file.kind) {
        Ok(table) => table,
        Err(error) => return Some(error),
    };
    let (path, kind, material) = (file.path.clone(), file.kind, file.material);
    table.verify().err().map(|fault| SyzygyError::BadTable { path, kind, material, fault })
}

/// The checksum at the end of a file.
fn stored(tables: &SyzygyTables, file: &Opened) -> u128 {
    tables.table(file.material, file.kind).map_or(0, |table| u128::from_be_bytes(table.stored_checksum()))
}

/// The path under which a file is listed.
fn absolute(file: &Opened) -> PathBuf {
    file.path.canonicalize().unwrap_or_else(|_| file.path.clone())
}

fn size(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / MEBIBYTE)
}

/// Why a file is not used.
pub(super) fn refusal(error: &SyzygyError) -> String {
    match error {
        SyzygyError::BadTable { path, fault, .. } => {
            format!("{} is not used: {fault}; fetch or build it again", path.display())
        }
        SyzygyError::Io { path, source } => format!("{} is not used: {source}", path.display()),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tbgen::syzygy::Verify;

    #[test]
    fn of_a_set_that_is_too_large_it_is_said_how_much_is_known() {
        let (folder, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let order = tbgen::build_order(&["KRvK".parse().unwrap()], true).unwrap();
        tbgen::build_files(&order, folder.path(), Kind::SYZYGY, |_, _| ()).unwrap();
        let remarks = |check| {
            let mut tables = tbgen::open_tables(&[folder.path()], Verify::Never).unwrap();
            let opened = |(material, kind)| {
                let path = tables.path(material, kind).unwrap().to_owned();
                Opened { material, kind, stamp: Stamp::of_path(&path).unwrap(), path }
            };
            let mut files: Vec<Opened> = tables.found().map(opened).collect();
            let remarks = compare_sets_up_to(100, &mut tables, &mut files, check, Some(cache.path()));
            assert_eq!((files.len(), tables.found().count()), (2, 2));
            remarks
        };
        let said = remarks(Check::Auto);
        assert!(
            said.len() == 1 && said[0].starts_with("2 table files (0.0 MiB) are too many to be"),
            "{said:?}"
        );
        assert!(said[0].contains(" 0 were compared before"), "{said:?}");
        assert!(remarks(Check::Always)[0].starts_with("Compared 2 table files"));
        assert!(remarks(Check::Auto)[0].contains(" 2 were compared before"));
        assert!(remarks(Check::Never).is_empty());
    }
}
