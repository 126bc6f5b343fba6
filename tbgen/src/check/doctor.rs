//! Diagnoses a folder of tables: its contents, damaged files, missing tables, and what to build
//! next.

use std::path::Path;

use board::Material;
use rayon::prelude::*;
use serde::Serialize;
use syzygy::file::Table;
use syzygy::{Error as SyzygyError, Kind};

use crate::answer::files::TableFiles;
use crate::endings::levels;
use crate::error::FileError;
use crate::files::lock::ending_of;
use crate::files::names::{check_file, temporary_of};

/// A table file, as identified by its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// Name in the folder.
    pub file: String,
    /// The ending.
    pub material: Material,
    /// The kind of table.
    pub kind: Kind,
    /// Size in bytes.
    pub bytes: u64,
    /// Whether this is a DTZ file in which all wins and losses are exact to the ply, see
    /// [`Table::counts_plies`].
    pub exact_dtz: bool,
}

/// A table that lacks other tables needed for some probes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lack {
    /// The ending.
    pub material: Material,
    /// The kind of the table.
    pub kind: Kind,
    /// The files that are missing.
    pub files: Vec<String>,
}

/// The result of [`diagnose`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Diagnosis {
    /// Intact tables by name.
    pub sound: Vec<Listed>,
    /// What is wrong with damaged files, one sentence each.
    pub damaged: Vec<String>,
    /// Files of interrupted builds, and locks of builds that may be running.
    pub temporary: Vec<String>,
    /// Files that would be tables except for upper or lower case in their names, each with the
    /// right name.
    pub misnamed: Vec<[String; 2]>,
    /// Names of files that are not tables.
    pub foreign: Vec<String>,
    /// Intact tables for which others are missing.
    pub lacks: Vec<Lack>,
    /// Missing files, in the order in which to build their endings.
    pub next: Vec<String>,
}

/// The tables of a folder by name; of their contents only the headers of DTZ files are read.
///
/// # Errors
/// [`SyzygyError::Io`] when the folder cannot be listed.
pub fn list(folder: &Path) -> Result<Vec<Listed>, SyzygyError> {
    let files = TableFiles::open(&[folder])?;
    let one = |(material, kind): (Material, Kind)| {
        let file = kind.file_name(material);
        let path = folder.join(&file);
        let bytes = path.metadata().map_or(0, |meta| meta.len());
        let counts_plies =
            || Table::open(&path, material, kind, true).is_ok_and(|table| table.counts_plies());
        let exact_dtz = kind == Kind::Dtz && counts_plies();
        Listed { file, material, kind, bytes, exact_dtz }
    };
    let mut found: Vec<(Material, Kind)> = files.found().collect();
    found.sort_by_key(|&(material, kind)| (material.men(), std::cmp::Reverse(material), kind));
    Ok(found.into_iter().map(one).collect())
}

/// Examines every file of a folder, reading all of it.
///
/// # Errors
/// [`SyzygyError::Io`] when the folder cannot be listed.
pub fn diagnose(folder: &Path) -> Result<Diagnosis, SyzygyError> {
    let mut diagnosis = Diagnosis::default();
    let listed = list(folder)?;
    let faults: Vec<Option<FileError>> =
        listed.par_iter().map(|l| check_file(&folder.join(&l.file)).err()).collect();
    for (table, fault) in listed.iter().zip(faults) {
        match fault {
            None => diagnosis.sound.push(table.clone()),
            Some(fault) => diagnosis.damaged.push(fault.to_string()),
        }
    }
    for name in names(folder)? {
        if listed.iter().any(|l| l.file == name) {
            continue;
        }
        if temporary_of(&name).is_some() || ending_of(&name).is_some() {
            diagnosis.temporary.push(name);
        } else if let Some(right) = right_name(&name) {
            diagnosis.misnamed.push([name, right]);
        } else {
            diagnosis.foreign.push(name);
        }
    }
    let sound = |material: Material, kind: Kind| {
        diagnosis.sound.iter().any(|l| l.material == material && l.kind == kind)
    };
    let mut missing: Vec<(Material, Kind)> = Vec::new();
    for table in &diagnosis.sound {
        let mut lacking = TableFiles::default().lacking(table.material, table.kind);
        lacking.retain(|&(material, kind)| !sound(material, kind));
        if !lacking.is_empty() {
            let files = lacking.iter().map(|&(material, kind)| kind.file_name(material)).collect();
            diagnosis.lacks.push(Lack { material: table.material, kind: table.kind, files });
        }
        missing.append(&mut lacking);
    }
    // Damaged tables must be built again.
    let damaged = listed.iter().filter(|l| !diagnosis.sound.contains(l));
    missing.extend(damaged.map(|l| (l.material, l.kind)));
    diagnosis.next = in_order(missing);
    Ok(diagnosis)
}

/// The right name of a table file whose name differs only in case.
fn right_name(name: &str) -> Option<String> {
    let (stem, extension) = name.rsplit_once('.')?;
    let (white, black) = stem.split_once(['v', 'V'])?;
    let material: Material = format!("{}v{}", white.to_uppercase(), black.to_uppercase()).parse().ok()?;
    let kind = Kind::ALL.into_iter().find(|kind| kind.extension().eq_ignore_ascii_case(extension))?;
    let right = kind.file_name(material.canonical().0);
    (right != name).then_some(right)
}

/// The UTF-8 names of files in a folder, sorted, without subfolders.
fn names(folder: &Path) -> Result<Vec<String>, SyzygyError> {
    let io = |source| SyzygyError::io(folder, source);
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(io)? {
        let entry = entry.map_err(io)?;
        if !entry.path().is_dir() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// File names without duplicates, each after those that it depends on.
fn in_order(mut missing: Vec<(Material, Kind)>) -> Vec<String> {
    missing.sort_unstable();
    missing.dedup();
    let mut materials: Vec<Material> = missing.iter().map(|&(material, _)| material).collect();
    materials.dedup();
    let kinds = |material| missing.iter().filter(move |m| m.0 == material).map(|m| m.1);
    levels(materials).concat().into_iter().flat_map(|m| kinds(m).map(move |k| k.file_name(m))).collect()
}
