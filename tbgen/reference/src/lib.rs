//! Locates published material that is not part of the sources, for tests. It is looked for only in
//! the folder named by the environment variable `VANCURA_REFERENCE`.
//!
//! | path in the folder | what                                                         |
//! |--------------------|--------------------------------------------------------------|
//! | `syzygy`           | published Syzygy files, flat                                 |
//! | `gaviota`          | Gaviota files (`krk.gtb.cp4`) of 3 and 4 men, flat           |
//! | `testsets/perft`   | `perftsuite.epd`, `frcperftsuite.epd`: positions with counts |
//! | `testsets/six`     | `regular-stats.txt`: histograms of endings of 3 to 6 men     |
//!
//! A test whose material is missing reports it on standard error, bypassing the capture of the test
//! harness, and compares nothing; it fails when `VANCURA_REQUIRE` lists `reference`. Gaviota files
//! of 3 men are also looked for where Debian's package `gaviotatb` puts them; they are required by
//! `gaviota` in that list.

pub mod cc;
pub mod checksums;
pub mod fuzz;
pub mod pipe;

use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The variable that names the folder: an absolute path, since tests run in the folders of their
/// crates.
pub const FOLDER: &str = "VANCURA_REFERENCE";
/// The variable that lists, separated by commas, what must not be missing.
pub const REQUIRED: &str = "VANCURA_REQUIRE";
/// The name of the material in that list.
const NAME: &str = "reference";
/// The same for Gaviota files, and the name of their folder.
const GAVIOTA: &str = "gaviota";
/// The folder of Debian's package `gaviotatb`, which has the five endings of 3 men.
const GAVIOTA_OF_DEBIAN: &str = "/usr/share/gaviotatb/gtb4";

/// A file or folder of the published material; `None`, with a message on standard error, if it is
/// missing.
///
/// # Panics
/// When it is missing and `VANCURA_REQUIRE` lists `reference`.
pub fn path(part: &str) -> Option<PathBuf> {
    found(find(std::env::var_os(FOLDER), part), NAME)
}

/// A folder with the Gaviota files of all endings of this number of men, 3 or 4, and of smaller
/// ones; `None`, with a message on standard error, if there is none.
///
/// # Panics
/// When there is none and `VANCURA_REQUIRE` lists `gaviota`.
pub fn gaviota(men: usize) -> Option<PathBuf> {
    let last = if men == 3 { "krk.gtb.cp4" } else { "krrk.gtb.cp4" };
    let ours = find(std::env::var_os(FOLDER), &format!("{GAVIOTA}/{last}"));
    let debian = PathBuf::from(GAVIOTA_OF_DEBIAN).join(last);
    let file = ours.or_else(|absence| if debian.exists() { Ok(debian) } else { Err(absence) });
    found(file, GAVIOTA)?.parent().map(Path::to_owned)
}

/// What was found; `None`, with a message on standard error, if it is missing.
fn found(path: Result<PathBuf, Absence>, name: &str) -> Option<PathBuf> {
    path.map_err(|absence| {
        assert!(!is_required(name), "{absence}");
        // The test harness captures the output of print macros in tests that pass.
        let _ = writeln!(std::io::stderr(), "NOT COMPARED: {absence}");
    })
    .ok()
}

/// True if `VANCURA_REQUIRE` lists this name: then a test without it must fail.
pub fn is_required(name: &str) -> bool {
    is_listed(&std::env::var(REQUIRED).unwrap_or_default(), name)
}

/// The reason why material is missing.
#[derive(Debug, thiserror::Error)]
enum Absence {
    /// The variable is not set.
    #[error("{FOLDER} does not name a folder with `{part}`")]
    NoFolder { part: String },
    /// It is not in the folder.
    #[error("{} does not exist; {FOLDER} must name the folder that has `{part}`", .path.display())]
    NotThere { path: PathBuf, part: String },
}

fn find(folder: Option<OsString>, part: &str) -> Result<PathBuf, Absence> {
    let folder = folder
        .filter(|folder| !folder.is_empty())
        .ok_or_else(|| Absence::NoFolder { part: part.to_owned() })?;
    let path = PathBuf::from(folder).join(part);
    if path.exists() {
        return Ok(path);
    }
    Err(Absence::NotThere { path, part: part.to_owned() })
}

/// True when a comma-separated list has this entry.
fn is_listed(list: &str, entry: &str) -> bool {
    list.split(',').any(|word| word.trim() == entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_folder_that_is_named_is_looked_at() {
        assert!(matches!(find(None, "src"), Err(Absence::NoFolder { part }) if part == "src"));
        assert!(find(Some(OsString::new()), "src").is_err());
        let here = OsString::from(env!("CARGO_MANIFEST_DIR"));
        assert!(find(Some(here.clone()), "src").unwrap().ends_with("src"));
        let absence = find(Some(here), "syzygy").unwrap_err().to_string();
        assert!(absence.contains("does not exist") && absence.contains(FOLDER), "{absence}");
    }

    #[test]
    fn what_is_required_is_listed_with_commas() {
        assert!(is_listed("reference", NAME) && is_listed("browser, reference", NAME));
        assert!(!is_listed("", NAME) && !is_listed("references,browser", NAME));
    }
}
