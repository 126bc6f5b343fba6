//! What the documents at the top promise: a README that can be read in one sitting, and links that lead somewhere.

use std::fs;
use std::path::{Path, PathBuf};

/// Lines of the top README at most.
const README_LINES: usize = 120;

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All files of a folder and those below it that have this ending, but for build outputs.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && !name.starts_with('.') && name != "target" {
            files(&path, ending, found);
        } else if name.ends_with(ending) {
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

/// The documents that comments of a source name, as in `docs/proofs.md`.
fn named_in_comments(source: &str) -> impl Iterator<Item = &str> {
    let comments = source.lines().filter(|line| line.trim_start().starts_with("//"));
    let quoted = comments.flat_map(|line| line.split('`').skip(1).step_by(2));
    quoted.filter(|word| word.ends_with(".md") && !word.contains(' '))
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
    files(&top(), ".md", &mut found);
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
fn documents_that_comments_name_are_there() {
    let mut found = Vec::new();
    files(&top(), ".rs", &mut found);
    let mut named = 0;
    for source in found {
        for target in named_in_comments(&fs::read_to_string(&source).unwrap()) {
            // From the source's folder or one above it, up to the top.
            let folders = source.ancestors().skip(1).take_while(|folder| folder.starts_with(top()));
            assert!(
                folders.into_iter().any(|folder| folder.join(target).exists()),
                "{}: {target} is not there",
                source.display()
            );
            named += 1;
        }
    }
    assert!(named > 5, "{named}");
}

#[test]
fn links_are_found() {
    let text = "see [a](b/c.md#part), [d](https://example.org/e.md), [f](#g) and [h](i.md)";
    assert_eq!(file_links(text).collect::<Vec<_>>(), ["b/c.md", "i.md"]);
    let source =
        "//! In `docs/a.md`, not `b.rs`.\nlet name = \"`c.md`\"; // no\n    /// `d.md` and `cat e.md`";
    assert_eq!(named_in_comments(source).collect::<Vec<_>>(), ["docs/a.md", "d.md"]);
}
