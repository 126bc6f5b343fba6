//! Checks the layers: in each crate a file uses only files of its own folder and of the folders
//! before it, and there are no cycles between files.
//!
//! Dependencies are read from the sources: `use` lines, paths in code (`crate::a::b`, `super::b`,
//! `child::item`, names of imported modules). Re-exports are resolved to the file that defines a
//! name. Test modules are ignored.

use crate::words;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use words::{is_name, sources_below, tokens, without_tests};

/// A crate's source folder, and its modules and folders from the lowest layer up. Without an order,
/// a crate is only checked for cycles.
const CRATES: [(&str, &[&str]); 22] = [
    ("engine/board", &[]),
    ("engine/disk", &["faults", "kind", "growing", "input", "output"]),
    ("engine/ending", &["narrow", "bits", "man", "material", "wdl", "dtz", "dtm"]),
    ("engine/nnue", &[]),
    (
        "engine",
        &[
            "params",
            "chart",
            "score",
            "psqt",
            "limits",
            "clock",
            "zobrist",
            "cuckoo",
            "large_pages",
            "picture",
            "pinning",
            "level",
            "mates",
            "tt",
            "position",
            "root_profile",
            "features",
            "eval",
            "knowledge",
            "tablebase",
            "options",
            "proof",
            "search",
            "engine",
            "sparring",
            "polyglot",
            "play",
            "annotate",
            "uci",
            "cli",
        ],
    ),
    ("engine/trainer", &[]),
    (
        "tbgen/syzygy",
        &[
            "vectorized",
            "attacks",
            "men",
            "boards",
            "mapped",
            "stamp",
            "vdtm",
            "format",
            "error",
            "checksum",
            "ranking",
            "index",
            "packed",
            "contents",
            "source",
            "decode",
            "tiles",
            "read",
            "compared",
            "set",
            "builder",
            "probe",
            "batch",
            "root",
            "write",
            "compare",
        ],
    ),
    (
        "tbgen",
        &[
            "error", "memory", "work", "endings", "value", "index", "solve", "tables", "files", "answer",
            "check", "causes", "pipe",
        ],
    ),
    (
        "tbgen/cli",
        &[
            "size",
            "output",
            "formats",
            "progress",
            "arguments",
            "build",
            "check",
            "count",
            "inspect",
            "lot",
            "others",
            "ask",
        ],
    ),
    ("tbgen/gaviota", &["value", "number", "blocks", "name", "error", "table", "tables"]),
    (
        "tbgen/python",
        &["types", "errors", "position", "interrupt", "answer", "batch", "ending", "knowledge", "tables"],
    ),
    (
        "recognizers",
        &["geometry", "rule", "mined", "recognizer", "endings", "registry", "table_files", "explain"],
    ),
    (
        "recognizers/oracle",
        &[
            "range", "memo", "leaves", "findings", "depth", "hold", "win", "search", "proof", "pocket",
            "oracle",
        ],
    ),
    ("tbgen/c", &["refusal", "men", "knowledge", "tables", "exports"]),
    ("tbgen/c/pyrrhic", &["set", "moves", "root", "exports"]),
    ("recognizers/explain", &[]),
    (
        "recognizers/practice",
        &[
            "source", "day", "goal", "defender", "play", "course", "task", "progress", "reply", "line",
            "judge", "hint", "study",
        ],
    ),
    (
        "verify",
        &[
            "error",
            "proof",
            "truth",
            "audit",
            "mine",
            "report",
            "book",
            "files",
            "position",
            "distances",
            "pocket",
            "fingerprint",
            "cli",
        ],
    ),
    (
        "verify/site",
        &["error", "figures", "knowledge", "answer", "question", "reply", "site", "page", "routes"],
    ),
    ("verify/web", &["added", "steps", "worker", "exports"]),
    ("verify/xtask", &["cargo", "module", "out", "page", "npm", "dist"]),
    ("verify/explorer", &["error", "knowledge", "analysis", "http", "cli"]),
];

/// A module by its path; empty for the root.
type Module = Vec<String>;

/// The names and paths in one file.
#[derive(Default)]
struct Source {
    /// Names that it imports or re-exports, with the paths they stand for.
    names: BTreeMap<String, Vec<String>>,
    /// All paths in it.
    paths: Vec<Vec<String>>,
}

/// The files of a crate.
struct Sources(BTreeMap<Module, Source>);

impl Sources {
    fn read(root: &Path) -> Self {
        let files = sources_below(root).into_iter();
        let files = files.map(|(path, text)| (module_of(path.strip_prefix(root).unwrap()), text)).collect();
        Self::of_texts(files)
    }

    fn of_texts(files: BTreeMap<Module, String>) -> Self {
        let is_wanted =
            |module: &Module| !matches!(module.last().map(String::as_str), Some("main" | "tests"));
        let files = files.into_iter().filter(|(module, _)| is_wanted(module));
        Self(files.map(|(module, text)| (module, Source::of_text(&text))).collect())
    }

    /// The file that defines the target of a path in `from`; `None` for other crates.
    fn home(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let (mut at, mut rest) = match path.first()?.as_str() {
            "crate" => (Module::new(), &path[1..]),
            "self" => (from.clone(), &path[1..]),
            "super" => {
                let up = path.iter().take_while(|part| *part == "super").count();
                (from[..from.len().checked_sub(up)?].to_vec(), &path[up..])
            }
            first if self.has(from, first) => (from.clone(), path),
            first => {
                let meant = self.0[from].names.get(first).filter(|meant| meant[0] != first && depth > 0)?;
                return self.home(from, &[meant, &path[1..]].concat(), depth - 1);
            }
        };
        while let Some((first, after)) = rest.split_first() {
            if self.has(&at, first) {
                at.push(first.clone());
                rest = after;
                continue;
            }
            if let Some(meant) = self.0.get(&at)?.names.get(first).filter(|_| depth > 0 && at != *from) {
                return self.home(&at, &[meant, after].concat(), depth - 1);
            }
            break;
        }
        Some(at)
    }

    fn has(&self, parent: &Module, child: &str) -> bool {
        self.0.contains_key(&[parent.as_slice(), &[child.to_owned()]].concat())
    }

    /// By file, the files that it uses.
    fn arrows(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let of_file = |(module, source): (&Module, &Source)| {
            let homes = source.paths.iter().filter_map(|path| self.home(module, path, 9));
            homes.filter(|home| home != module).collect()
        };
        self.0.iter().map(|file| (file.0, of_file(file))).collect()
    }

    /// The faults: dependencies against the order of folders, and cycles of files.
    fn faults(&self, order: &[&str]) -> Vec<String> {
        let arrows = self.arrows();
        let level = |module: &Module| match module.first() {
            // `lib.rs` uses everything; nothing uses `lib.rs`.
            None => order.len(),
            Some(top) => {
                order.iter().position(|name| name == top).unwrap_or_else(|| panic!("{top} has no place"))
            }
        };
        let mut faults = Vec::new();
        for (&from, targets) in &arrows {
            for to in targets {
                if !order.is_empty() && level(to) > level(from) {
                    faults.push(format!("{} uses {}", from.join("::"), to.join("::")));
                }
                if reaches(&arrows, to, from) {
                    faults.push(format!("{} and {} are in a circle", from.join("::"), to.join("::")));
                }
            }
        }
        faults
    }
}

/// True when one file depends on another, directly or indirectly.
fn reaches(arrows: &BTreeMap<&Module, BTreeSet<Module>>, from: &Module, to: &Module) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(module) = open.pop() {
        if module == to {
            return true;
        }
        if seen.insert(module) {
            open.extend(arrows.get(module).into_iter().flatten());
        }
    }
    false
}

fn module_of(path: &Path) -> Module {
    let mut parts: Module =
        path.with_extension("").iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    if matches!(parts.last().map(String::as_str), Some("mod" | "lib")) {
        parts.pop();
    }
    parts
}

impl Source {
    fn of_text(text: &str) -> Self {
        let tokens = without_tests(&tokens(text));
        let mut source = Self::default();
        let mut at = 0;
        while at < tokens.len() {
            if tokens[at] == "use" {
                let end =
                    at + tokens[at..].iter().position(|token| token == ";").unwrap_or(tokens.len() - at);
                source.import(&[], &tokens[at + 1..end]);
                at = end;
            } else if is_name(&tokens[at]) && (at == 0 || tokens[at - 1] != "::") {
                let mut path = vec![tokens[at].clone()];
                while tokens.get(at + 1).is_some_and(|token| token == "::")
                    && tokens.get(at + 2).is_some_and(|t| is_name(t))
                {
                    path.push(tokens[at + 2].clone());
                    at += 2;
                }
                if path.len() > 1 {
                    source.paths.push(path);
                }
            }
            at += 1;
        }
        source
    }

    /// Records the tree of a `use` line.
    fn import(&mut self, before: &[String], tree: &[String]) {
        let open = tree.iter().position(|token| token == "{");
        let head = &tree[..open.unwrap_or(tree.len())];
        let renamed = head.iter().position(|token| token == "as");
        let names = head[..renamed.unwrap_or(head.len())].iter().filter(|token| is_name(token)).cloned();
        let mut path: Vec<String> = before.iter().cloned().chain(names).collect();
        let Some(open) = open else {
            if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
                path.pop();
            }
            if let Some(name) = renamed.map(|at| head[at + 1].clone()).or_else(|| path.last().cloned()) {
                self.names.insert(name, path.clone());
            }
            return self.paths.push(path);
        };
        let (mut depth, mut start) = (0, open + 1);
        for at in open + 1..tree.len() {
            match tree[at].as_str() {
                "{" => depth += 1,
                "}" if depth > 0 => depth -= 1,
                "," | "}" if depth == 0 => {
                    if start < at {
                        self.import(&path, &tree[start..at]);
                    }
                    start = at + 1;
                }
                _ => {}
            }
        }
    }
}

#[test]
fn every_file_uses_its_own_folder_and_those_before_it_only() {
    let house = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut faults = Vec::new();
    for (name, order) in CRATES {
        let sources = Sources::read(&house.join(name).join("src"));
        let arrows = sources.arrows().values().map(BTreeSet::len).sum::<usize>();
        // Without `lib.rs`, connected files have at most one file more than arrows.
        assert!(arrows > 10 || arrows + 2 >= sources.0.len(), "{name}: hardly an arrow was read");
        faults.extend(sources.faults(order).into_iter().map(|fault| format!("{name}: {fault}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The faults of a crate with two layers and `text` in a file of the lower one.
fn planted(text: &str) -> Vec<String> {
    let files = [
        (
            "lib.rs",
            "mod low; mod high; pub use high::roof::Tile as Slate; pub use high::Chimney; pub use other::Thing;",
        ),
        ("low/mod.rs", "pub mod floor; pub mod wall; pub use floor::Board;"),
        ("low/floor.rs", "pub struct Board; // crate::high"),
        ("low/wall.rs", text),
        ("high/mod.rs", "pub mod roof; pub struct Chimney;"),
        ("high/roof.rs", "use crate::low::{Board, wall::Brick}; pub struct Tile;"),
    ];
    let files = files.into_iter().map(|(path, text)| (module_of(Path::new(path)), text.to_owned()));
    Sources::of_texts(files.collect()).faults(&["low", "high"])
}

#[test]
fn a_wrong_arrow_of_each_form_is_found() {
    for text in [
        "use crate::high::roof::Tile;",
        "use crate::{low::Board, high::{self, roof::{Tile}}};",
        "use super::super::high::roof as top; fn f() { top::Tile; }",
        "pub(crate) use crate::high::Chimney as Stove;",
        "fn f() -> crate::high::roof::Tile { todo!() }",
        "fn f<'a>(c: char) { if c == '\"' { crate::high::roof::Tile; } }",
        "use crate::high; fn f() { high::roof::Tile; }",
        "use crate::Slate;",
        "use crate::Chimney;",
        "fn f() { crate::Slate; }",
        "macro_rules! m { () => { crate::high::roof::Tile } }",
    ] {
        let faults = planted(text);
        assert!(faults.iter().any(|fault| fault.starts_with("low::wall uses high")), "{text}: {faults:?}");
    }
}

#[test]
fn a_circle_is_found_in_a_folder_and_behind_a_face() {
    for text in ["use super::Board; fn f() {}", "fn f() { crate::low::floor::Board; }"] {
        assert_eq!(planted(text), Vec::<String>::new(), "{text}");
    }
    let circle = |floor: &str, wall: &str| {
        let files =
            [("lib.rs", "mod floor; mod wall; pub use wall::Brick;"), ("floor.rs", floor), ("wall.rs", wall)];
        let files = files.into_iter().map(|(path, text)| (module_of(Path::new(path)), text.to_owned()));
        Sources::of_texts(files.collect()).faults(&[])
    };
    assert_eq!(circle("use crate::wall::Brick;", "pub struct Brick;"), Vec::<String>::new());
    assert_eq!(circle("use crate::Brick;", "use crate::floor::Board;").len(), 2);
    assert_eq!(circle("fn f() { crate::wall::g() }", "fn g() { super::floor::f() }").len(), 2);
}

#[test]
fn comments_literals_tests_and_other_crates_are_no_arrows() {
    for text in [
        "// use crate::high::Chimney;",
        "/* crate::high */ const A: &str = \"crate::high::Chimney \\\" crate::high::Chimney\";",
        "#[cfg(test)]\nmod tests { use crate::high::Chimney; fn f() { { crate::high::Chimney; } } }",
        "use crate::Thing; use std::fmt; fn f() { other::high::Chimney; }",
    ] {
        assert_eq!(planted(text), Vec::<String>::new(), "{text}");
    }
}
