//! What the documents at the top promise: a README that can be read in one sitting, and links that lead somewhere.

use std::fs;
use std::path::{Path, PathBuf};

/// Lines of the top README at most.
const README_LINES: usize = 120;

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All Markdown files of a folder and those below it, but for build outputs.
fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && !name.starts_with('.') && name != "target" {
            documents(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

/// The targets of the links of a text that lead to files.
fn file_links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(target, _)| target));
    let files = targets.filter(|target| !target.contains("://") && !target.starts_with('#'));
    files.map(|target| target.split('#').next().unwrap_or(target))
}

#[test]
fn the_readme_does_not_drown() {
    let text = fs::read_to_string(top().join("README.md")).unwrap();
    let lines = text.lines().count();
    assert!(lines <= README_LINES, "README.md has {lines} lines, {README_LINES} are enough");
}

#[test]
fn links_lead_to_files() {
    let mut found = Vec::new();
    documents(&top(), &mut found);
    assert!(found.len() > 5);
    let mut links = 0;
    for document in found {
        let text = fs::read_to_string(&document).unwrap();
        for target in file_links(&text) {
            // Names of the documentation of code (`crate::games`) are looked after by rustdoc.
            if target.contains("::") || !target.contains(['/', '.']) {
                continue;
            }
            let path = document.parent().unwrap().join(target);
            assert!(path.exists(), "{}: {target} is not there", document.display());
            links += 1;
        }
    }
    assert!(links > 10, "{links}");
}

#[test]
fn links_are_found() {
    let text = "see [a](b/c.md#part), [d](https://example.org/e.md), [f](#g) and [h](i.md)";
    assert_eq!(file_links(text).collect::<Vec<_>>(), ["b/c.md", "i.md"]);
}
