//! Checks documents: short READMEs, links to existing files and headings, and existing documents in
//! comments.

use std::fs;
use std::path::{Path, PathBuf};

/// Maximum lines of the top-level README.
const TOP_README_LINES: usize = 120;
/// Maximum lines of any other README.
const README_LINES: usize = 150;

pub(crate) fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files below a folder with this name suffix, build outputs excluded.
pub(crate) fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
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

/// The targets of a text's links into the repository: a file (empty for the text itself) and a
/// heading.
fn links(text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(target, _)| target));
    // Links to code (`crate::games`) are checked by rustdoc.
    let ours = targets.filter(|target| !target.contains("::") && target.contains(['/', '.', '#']));
    let ours = ours.filter(|target| !target.contains("://"));
    ours.map(|target| target.split_once('#').map_or((target, None), |(file, heading)| (file, Some(heading))))
}

/// The link anchors of a text's headings.
fn headings(text: &str) -> impl Iterator<Item = String> {
    let is_heading = |line: &&str| line.starts_with('#') && line.trim_start_matches('#').starts_with(' ');
    text.lines().filter(is_heading).map(|line| {
        let words = line.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    })
}

/// The documents that comments of a source name, as in `verify/docs/proofs.md`.
fn named_in_comments(source: &str) -> impl Iterator<Item = &str> {
    let comments = source.lines().filter(|line| line.trim_start().starts_with("//"));
    let quoted = comments.flat_map(|line| line.split('`').skip(1).step_by(2));
    quoted.filter(|word| {
        Path::new(word).extension().is_some_and(|extension| extension == "md") && !word.contains(' ')
    })
}

#[test]
fn every_readme_can_be_read_in_one_sitting() {
    let mut found = Vec::new();
    files(&top(), "README.md", &mut found);
    assert!(found.len() > 10, "{}", found.len());
    for document in found {
        let lines = fs::read_to_string(&document).unwrap().lines().count();
        let most = if document == top().join("README.md") { TOP_README_LINES } else { README_LINES };
        assert!(lines <= most, "{}: {lines} lines, {most} are enough", document.display());
    }
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut found = Vec::new();
    files(&top(), ".md", &mut found);
    assert!(found.len() > 5);
    let mut count = 0;
    for document in found {
        let text = fs::read_to_string(&document).unwrap();
        for (file, heading) in links(&text) {
            let target =
                if file.is_empty() { document.clone() } else { document.parent().unwrap().join(file) };
            assert!(target.exists(), "{}: {file} does not exist", document.display());
            if let Some(heading) = heading {
                let text = fs::read_to_string(&target).unwrap();
                let is_there = headings(&text).any(|name| name == heading);
                assert!(is_there, "{}: {file} has no heading #{heading}", document.display());
            }
            count += 1;
        }
    }
    assert!(count > 10, "{count}");
}

#[test]
fn documents_that_comments_name_are_there() {
    let mut found = Vec::new();
    files(&top(), ".rs", &mut found);
    let mut named = 0;
    for source in found {
        for target in named_in_comments(&fs::read_to_string(&source).unwrap()) {
            // In the source's folder or one above it, up to the top.
            let folders = source.ancestors().skip(1).take_while(|folder| folder.starts_with(top()));
            assert!(
                folders.into_iter().any(|folder| folder.join(target).exists()),
                "{}: {target} does not exist",
                source.display()
            );
            named += 1;
        }
    }
    assert!(named > 5, "{named}");
}

#[test]
fn links_are_found() {
    let text = "see [a](b/c.md#part), [d](https://example.org/e.md), [f](#g), [h](i.md) and [j](k::l)";
    let found = [("b/c.md", Some("part")), ("", Some("g")), ("i.md", None)];
    assert_eq!(links(text).collect::<Vec<_>>(), found);
    let text = "# A title: `code` and-so\n#not one\n## Search and evaluation, games";
    assert_eq!(headings(text).collect::<Vec<_>>(), ["a-title-code-and-so", "search-and-evaluation-games"]);
    let source =
        "//! In `docs/a.md`, not `b.rs`.\nlet name = \"`c.md`\"; // no\n    /// `d.md` and `cat e.md`";
    assert_eq!(named_in_comments(source).collect::<Vec<_>>(), ["docs/a.md", "d.md"]);
}
