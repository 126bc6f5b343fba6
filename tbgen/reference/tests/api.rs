//! Prevents unnoticed changes of public APIs: all public items of the libraries are listed in a
//! file beside them.
//!
//! After an intended change, run `VANCURA_WRITE_API=1 cargo test -p vancura-reference api`, and add
//! a line to `CHANGELOG.md`.

use crate::words;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use words::sources_below;

/// Crates whose public items are listed in their `api.txt`.
const CRATES: [&str; 14] = [
    "data",
    "data/nets",
    "engine/board",
    "engine/disk",
    "engine/ending",
    "engine/nnue",
    "engine/shell",
    "recognizers",
    "recognizers/explain",
    "recognizers/oracle",
    "recognizers/practice",
    "tbgen",
    "tbgen/gaviota",
    "tbgen/syzygy",
];

/// The public items of a source, one per line; enums with their variants, traits with their
/// methods.
fn public_items(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let is_code = |line: &&str| !line.is_empty() && !line.starts_with("//") && !line.starts_with('#');
    let mut lines = code.lines().map(str::trim).filter(is_code);
    let mut items = Vec::new();
    while let Some(line) = lines.next() {
        if !line.starts_with("pub ") {
            continue;
        }
        let is_whole = ["pub enum ", "pub trait "].iter().any(|kind| line.starts_with(kind));
        let mut item = line.to_owned();
        while !is_complete(&item, is_whole) {
            let Some(next) = lines.next() else { break };
            let _ = write!(item, " {next}");
        }
        let end = if is_whole {
            item.len()
        } else {
            item.find('{').filter(|_| !item.starts_with("pub use")).unwrap_or(item.len())
        };
        items.push(item[..end].trim_end_matches([';', ',', ' ']).to_owned());
    }
    items
}

/// True if the item is complete: brackets are closed, except for the brace of a body that is not
/// wanted.
fn is_complete(item: &str, is_whole: bool) -> bool {
    let count = |bracket: [char; 2]| bracket.map(|bracket| item.matches(bracket).count());
    let [opened, closed] = count(['{', '}']);
    let [round, ends] = count(['(', ')']);
    let is_use = item.starts_with("pub use");
    if is_whole || is_use {
        return opened == closed && (opened > 0 || item.ends_with(';'));
    }
    round == ends && (opened > closed || item.ends_with([';', ',', '}']))
}

fn listing(root: &Path) -> String {
    let mut text = String::new();
    let mut sources = sources_below(&root.join("src"));
    sources.sort_unstable();
    for (path, source) in sources {
        let items = public_items(&source);
        if !items.is_empty() {
            let _ = writeln!(text, "{}", path.strip_prefix(root).unwrap().display());
            text.extend(items.iter().map(|item| format!("  {item}\n")));
        }
    }
    text
}

#[test]
fn public_items_are_those_that_are_listed() {
    for name in CRATES {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
        let (list, found) = (root.join("api.txt"), listing(&root));
        if std::env::var_os("VANCURA_WRITE_API").is_some() {
            std::fs::write(&list, &found).unwrap();
        }
        let listed = std::fs::read_to_string(&list).unwrap_or_default();
        let news: Vec<&str> =
            found.lines().filter(|line| !listed.lines().any(|known| known == *line)).collect();
        let gone: Vec<&str> =
            listed.lines().filter(|line| !found.lines().any(|known| known == *line)).collect();
        assert!(
            listed == found,
            "what is public in {name} has changed: new {news:#?}, gone {gone:#?}; if that is meant, \
             VANCURA_WRITE_API=1 cargo test -p vancura-reference api"
        );
    }
}

#[test]
fn items_of_each_kind_are_read() {
    let text = "
        pub use a::{B, C};
        /// pub fn comment() {}
        pub(crate) fn hidden() {}
        pub fn open(
            path: &Path,
        ) -> Result<Self, Error> {
            pub_nothing();
        }
        #[non_exhaustive]
        pub enum E {
            /// One.
            A,
            B { x: u8 },
        }
        pub struct S { pub field: u8, private: u8 }
        pub struct T {
            pub other: [u64; 6],
        }
        pub trait P {
            fn men(&self) -> Men;
        }
        pub const N: usize = 7;
        #[cfg(test)]
        mod tests { pub fn f() {} }
    ";
    assert_eq!(
        public_items(text),
        [
            "pub use a::{B, C}",
            "pub fn open( path: &Path, ) -> Result<Self, Error>",
            "pub enum E { A, B { x: u8 }, }",
            "pub struct S",
            "pub struct T",
            "pub other: [u64; 6]",
            "pub trait P { fn men(&self) -> Men; }",
            "pub const N: usize = 7",
        ]
    );
}
