//! `tbgen check`: checks whether files are intact and whether they are the published ones.

use std::path::PathBuf;

use anyhow::ensure;
use board::Material;
use serde::Serialize;
use tbgen::syzygy::file::Table;
use tbgen::syzygy::{Error as SyzygyError, Kind};
use tbgen::{FileError, Publication, check_file, publication};

use crate::output::print_json;

/// One file in JSON.
#[derive(Serialize)]
struct Checked {
    file: PathBuf,
    material: Option<Material>,
    kind: Option<Kind>,
    /// What is wrong with it.
    fault: Option<String>,
    /// How it compares with the published file of its name, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<Comparison>,
    /// Why it differs, as far as the file shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

/// The reason given for DTZ files that count plies throughout.
const EXACT_DTZ: &str = "exact DTZ: all wins and losses are stored to the ply, not rounded to moves";

/// The result of comparing a file with the published one.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Comparison {
    Published,
    Differs,
    NotInList,
    /// The file is not an intact table of its name.
    Damaged,
    /// It cannot be read or is not named like a table.
    NotCompared,
}

impl From<Publication> for Comparison {
    fn from(publication: Publication) -> Self {
        match publication {
            Publication::Published => Self::Published,
            Publication::Differs => Self::Differs,
            Publication::NotInList => Self::NotInList,
        }
    }
}

impl From<&FileError> for Comparison {
    fn from(fault: &FileError) -> Self {
        if matches!(fault, FileError::Table(SyzygyError::BadTable { .. })) {
            Self::Damaged
        } else {
            Self::NotCompared
        }
    }
}

/// Checks files and all tables of folders, and compares them with the published ones if requested;
/// `Ok(false)` when one of them is damaged or not the published one.
pub(crate) fn check(paths: &[PathBuf], published: bool, json: bool) -> anyhow::Result<bool> {
    let mut checked = Vec::new();
    for path in files_of(paths)? {
        let one = check_one(path, published);
        if !json {
            say!("{}", in_words(&one));
        }
        checked.push(one);
    }
    if json {
        print_json(&checked)?;
    } else if published {
        say!("{}", summary(&checked));
    }
    Ok(checked.iter().all(|c| c.fault.is_none() && c.published != Some(Comparison::Differs)))
}

/// The files, and those in the folders that are named like tables.
fn files_of(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let listed = tbgen::doctor::list(path)?;
        ensure!(!listed.is_empty(), "no file in {} is named like a table", path.display());
        files.extend(listed.iter().map(|listed| path.join(&listed.file)));
    }
    Ok(files)
}

fn check_one(file: PathBuf, published: bool) -> Checked {
    let (table, fault) = match check_file(&file) {
        Ok(table) => (Some(table), None),
        Err(fault) => (None, Some(fault)),
    };
    let of_table = table.as_ref().map(|table| publication(table).into());
    let published = of_table.or(fault.as_ref().map(Comparison::from)).filter(|_| published);
    let exact = published == Some(Comparison::Differs) && table.as_ref().is_some_and(Table::counts_plies);
    Checked {
        file,
        material: table.as_ref().map(Table::material),
        kind: table.as_ref().map(Table::kind),
        published,
        reason: exact.then_some(EXACT_DTZ),
        fault: fault.map(|fault| fault.to_string()),
    }
}

fn in_words(checked: &Checked) -> String {
    let file = checked.file.display();
    if let Some(fault) = &checked.fault {
        let damaged = checked.published == Some(Comparison::Damaged);
        return format!("{}{fault}", if damaged { "damaged: " } else { "" });
    }
    if let Some(reason) = checked.reason {
        return format!("{file}: differs from the published file: {reason}");
    }
    match (checked.published, checked.kind, checked.material) {
        (Some(Comparison::Published), ..) => format!("{file}: published"),
        (Some(Comparison::Differs), ..) => {
            format!("{file}: intact, but differs from the published file; verify-values checks its values")
        }
        (Some(_), ..) => format!("{file}: intact, but not in the list of published files"),
        (None, Some(kind), Some(material)) => format!("{file}: intact {kind} table of {material}"),
        (None, ..) => format!("{file}: intact"),
    }
}

/// "75 files: 74 published, 1 differs, 0 not in the list, 0 damaged".
fn summary(checked: &[Checked]) -> String {
    let count = |wanted| checked.iter().filter(|c| c.published == Some(wanted)).count();
    let [published, differ, not_in_list, damaged, not_compared] = [
        Comparison::Published,
        Comparison::Differs,
        Comparison::NotInList,
        Comparison::Damaged,
        Comparison::NotCompared,
    ]
    .map(count);
    let differs = if differ == 1 { "differs" } else { "differ" };
    let all = if checked.len() == 1 { "1 file".to_owned() } else { format!("{} files", checked.len()) };
    let rest = if not_compared > 0 { format!(", {not_compared} not compared") } else { String::new() };
    format!(
        "{all}: {published} published, {differ} {differs}, {not_in_list} not in the list, {damaged} damaged{rest}"
    )
}
