//! Every way of `docs/take-home.md`, each in an empty folder.

use std::fs;
use std::path::Path;
use std::process::Command;

const TOP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A way: its heading, its commands, its files by name, and lines that the commands print.
struct Way<'a> {
    heading: &'a str,
    commands: Vec<&'a str>,
    files: Vec<(&'a str, &'a str)>,
    printed: Vec<&'a str>,
}

/// The sections of the page that have commands.
fn ways(page: &str) -> Vec<Way<'_>> {
    let sections = page.split("\n## ").skip(1);
    sections
        .map(|section| {
            let mut way = Way {
                heading: section.lines().next().unwrap_or_default(),
                commands: Vec::new(),
                files: Vec::new(),
                printed: Vec::new(),
            };
            for block in section.split("\n```").skip(1).step_by(2) {
                let (kind, text) = block.split_once('\n').expect("a block has lines");
                match kind.split_once(' ') {
                    Some((_, name)) => way.files.push((name, text)),
                    None if kind == "sh" => way.commands.push(text),
                    None => way.printed.extend(text.lines()),
                }
            }
            way
        })
        .collect()
}

/// Runs a way in an empty folder, and checks that it prints the lines.
fn take(way: &Way) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in &way.files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let script = format!("set -euo pipefail\n{}", way.commands.join("\n"));
    let mut shell = Command::new("bash");
    shell.arg("-mc").arg(script).current_dir(folder.path());
    shell.env("VANCURA", fs::canonicalize(TOP).unwrap());
    // Cargo describes this test's package to it, which is not theirs.
    for (name, _) in
        std::env::vars().filter(|(name, _)| name.starts_with("CARGO_PKG") || name == "CARGO_MANIFEST_DIR")
    {
        shell.env_remove(name);
    }
    let done = shell.output().unwrap();
    let [out, err] = [&done.stdout, &done.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(done.status.success(), "{}: {out}\n{err}", way.heading);
    for line in &way.printed {
        assert!(out.contains(line), "{}: no line with {line:?}:\n{out}", way.heading);
    }
    println!("{}:\n{out}", way.heading);
}

fn page() -> String {
    fs::read_to_string(Path::new(TOP).join("docs/take-home.md")).unwrap()
}

#[test]
fn every_way_has_commands_and_says_what_is_printed() {
    let page = page();
    let ways = ways(&page);
    let headings: Vec<_> = ways.iter().map(|way| way.heading).collect();
    assert_eq!(headings, ["A page", "A wheel", "Programs", "A crate", "A header", "A package"]);
    for way in &ways {
        assert!(!way.commands.is_empty() && !way.printed.is_empty(), "{}", way.heading);
        for (name, _) in &way.files {
            // Cargo finds its sources itself.
            let is_used = name.starts_with("src/") || way.commands.iter().any(|text| text.contains(name));
            assert!(is_used, "{name} is not used");
        }
    }
}

#[test]
#[ignore = "compiles everything that can be taken home, with all optimization: half an hour of CPU time"]
fn every_way_works_in_an_empty_folder() {
    let page = page();
    let wanted = std::env::var("VANCURA_WAYS").ok();
    for way in ways(&page) {
        if wanted.as_ref().is_none_or(|wanted| wanted.split(',').any(|name| name == way.heading)) {
            take(&way);
        }
    }
}
