//! The licenses of all libraries in the programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde_json::Value;

use super::program::PACKAGES;
use super::target::Target;
use crate::cargo::{metadata, read};

const HEAD: &str = "\
The programs contain these libraries, whose licenses follow. Vancura itself is licensed under MIT or
Apache-2.0, at your option: see LICENSE-MIT and LICENSE-APACHE.
";

/// Of what compilers add to each program.
const RUST: &str = "Rust's standard library: MIT OR Apache-2.0, (c) The Rust Project Contributors\n";
const MUSL: &str = "musl, the C library: MIT, (c) 2005-2020 Rich Felker, et al.\n";
const MINGW: &str = "The runtime of mingw-w64: ZPL-2.1 and public domain, (c) the mingw-w64 project\n";

/// The text with the libraries of a target's programs and their licenses.
///
/// # Errors
/// When Cargo fails, or a license cannot be read.
pub(super) fn of(target: &Target) -> anyhow::Result<String> {
    let told = metadata(&["--filter-platform", target.triple()])?;
    let mut list = String::from(RUST);
    if target.is_static() {
        list += MUSL;
    } else if target.triple().ends_with("-windows-gnu") {
        list += MINGW;
    }
    // Most licenses are the same text with other names, some the same text altogether.
    let mut users: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in linked(&told)? {
        let name = format!("{} {}", text(package, "name"), text(package, "version"));
        let _ = writeln!(list, "{name}: {}", text(package, "license"));
        let manifest = PathBuf::from(text(package, "manifest_path"));
        for license in files(manifest.parent().context("a manifest is in a folder")?)? {
            users.entry(license).or_default().push(name.clone());
        }
    }
    let mut whole = format!("{HEAD}\n{list}");
    for (license, users) in users {
        let _ = write!(whole, "\n{}\n{}:\n\n{}\n", "=".repeat(100), users.join(", "), license.trim_end());
    }
    Ok(whole)
}

/// The packages of others that are linked into the programs, by name.
fn linked(told: &Value) -> anyhow::Result<Vec<&Value>> {
    let list = |value: &'static str, of: &Value| of[value].as_array().cloned().unwrap_or_default();
    let nodes: BTreeMap<String, Vec<Value>> = list("nodes", &told["resolve"])
        .into_iter()
        .map(|node| (text(&node, "id").to_owned(), list("deps", &node)))
        .collect();
    let packages = told["packages"].as_array().context("cargo lists no packages")?;
    let mut open: Vec<String> = Vec::new();
    for name in PACKAGES {
        let package = packages.iter().find(|package| package["name"] == name);
        open.push(text(package.with_context(|| format!("cargo does not list {name}"))?, "id").to_owned());
    }
    let is_macro = |package: &&Value| {
        list("targets", package)
            .iter()
            .any(|target| list("kind", target).contains(&Value::from("proc-macro")))
    };
    // Macros and what they use run in the compiler.
    let macros: BTreeSet<&str> =
        packages.iter().filter(is_macro).map(|package| text(package, "id")).collect();
    let mut found = BTreeSet::new();
    while let Some(id) = open.pop() {
        for dependency in nodes.get(&id).into_iter().flatten() {
            // A dependency of tests or build scripts has a kind.
            let is_linked = list("dep_kinds", dependency).iter().any(|kind| kind["kind"].is_null());
            let id = text(dependency, "pkg").to_owned();
            if is_linked && !macros.contains(id.as_str()) && found.insert(id.clone()) {
                open.push(id);
            }
        }
    }
    let is_of_others = |package: &&Value| !package["source"].is_null() && found.contains(text(package, "id"));
    let mut linked: Vec<&Value> = packages.iter().filter(is_of_others).collect();
    linked.sort_by_key(|package| (text(package, "name"), text(package, "version")));
    Ok(linked)
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

/// The texts of the license files in a folder.
fn files(folder: &Path) -> anyhow::Result<Vec<String>> {
    const STARTS: [&str; 5] = ["license", "licence", "copying", "notice", "unlicense"];
    let listed = folder.read_dir().with_context(|| format!("cannot list {}", folder.display()))?;
    let mut names: Vec<PathBuf> = listed.flatten().map(|entry| entry.path()).collect();
    names.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        path.is_file() && STARTS.iter().any(|start| name.starts_with(start))
    });
    names.sort();
    names.iter().map(|path| read(path)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_listed_and_their_licenses_told_once() {
        let host = Target::host().unwrap();
        let text = of(&host).unwrap();
        for name in ["rayon", "memmap2", "cozy-chess", "hyper"] {
            assert!(text.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}\n{text}");
        }
        for name in ["criterion", "insta", "syn", "vancura"] {
            assert!(!text.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}");
        }
        assert!(text.contains("Permission is hereby granted"));
        let boundaries = text.matches(&"=".repeat(100)).count();
        assert!(boundaries > 3 && boundaries < text.lines().filter(|line| line.contains(": MIT")).count());
    }
}
