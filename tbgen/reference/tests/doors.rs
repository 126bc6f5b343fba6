//! Checks that files are read and written only through the crate `disk`, which never blocks on a
//! pipe and leaves no half-written files.

use crate::words;

use std::path::{Path, PathBuf};

use words::{sources_below, tokens, without_tests};

/// Folders with sources of programs and libraries of the suite.
const CRATES: [&str; 23] = [
    "data",
    "data/nets",
    "engine/board",
    "engine/ending",
    "engine/nnue",
    "engine",
    "engine/trainer",
    "tbgen/syzygy",
    "tbgen",
    "tbgen/c",
    "tbgen/c/pyrrhic",
    "tbgen/cli",
    "tbgen/gaviota",
    "tbgen/python",
    "recognizers",
    "recognizers/explain",
    "recognizers/oracle",
    "recognizers/practice",
    "verify",
    "verify/explorer",
    "verify/site",
    "verify/web",
    "verify/xtask",
];

/// Functions that open, read or write a file by its name.
const OPENING: [(&str, &str); 11] = [
    ("File", "open"),
    ("File", "create"),
    ("File", "create_new"),
    ("File", "options"),
    ("OpenOptions", "new"),
    ("fs", "read"),
    ("fs", "read_to_string"),
    ("fs", "write"),
    ("fs", "copy"),
    ("fs", "hard_link"),
    ("NamedTempFile", "new_in"),
];

/// Direct uses of the file system in a source, tests excluded.
fn ways_past(text: &str) -> Vec<String> {
    let words = without_tests(&tokens(text));
    let is_opening =
        |at: &[String]| at[1] == "::" && OPENING.iter().any(|&(kind, name)| at[0] == kind && at[2] == name);
    words.windows(3).filter(|at| is_opening(at)).map(<[String]>::concat).collect()
}

/// True for test files, which are exempt.
fn is_test(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with("tests"))
}

#[test]
fn files_are_opened_and_written_by_one_crate() {
    let house = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let sources = CRATES.iter().flat_map(|name| sources_below(&house.join(name).join("src")));
    let mut seen = 0;
    for (path, text) in sources.filter(|(path, _)| !is_test(path)) {
        seen += 1;
        let past = ways_past(&text);
        assert!(past.is_empty(), "{}: {past:?}: use the crate disk", path.display());
    }
    assert!(seen > 300, "{seen} sources");
}

#[test]
fn a_way_past_is_seen_and_tests_are_free() {
    assert_eq!(ways_past("fn f() { std::fs::read(path); File::open(path); }"), ["fs::read", "File::open"]);
    let free = "fn f() { disk::open(path); } // fs::read\n#[cfg(test)]\nmod tests { fn g() { std::fs::write(a, b); } }";
    assert_eq!(ways_past(free), [""; 0]);
}
