//! Checks that public APIs are small: the public items of a crate are used outside of it, or appear
//! in the signature of one that is.
//!
//! Outside are the other crates, and the crate's own program, tests, benches, examples and
//! documentation examples, all of which see only its public names. A name also counts as used if a
//! public signature contains it. Names are compared as words, so a name shared with something else
//! counts as used.

use crate::words;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use words::{doc_examples, is_name, sources_below, tokens, without_tests};

const CRATES: [&str; 20] = [
    "data",
    "engine/board",
    "engine/disk",
    "engine/ending",
    "engine/nnue",
    "engine",
    "engine/trainer",
    "tbgen/syzygy",
    "tbgen",
    "tbgen/cli",
    "tbgen/gaviota",
    "tbgen/python",
    "recognizers",
    "recognizers/explain",
    "recognizers/practice",
    "verify",
    "verify/explorer",
    "verify/site",
    "verify/web",
    "verify/xtask",
];

/// What can be declared public.
const KINDS: [&str; 8] = ["fn", "struct", "enum", "trait", "const", "static", "type", "mod"];

/// The words of a crate's library and of everything else that belongs to it.
struct Crate {
    name: &'static str,
    /// By file, without tests.
    library: Vec<(PathBuf, Vec<String>)>,
    /// Words of everything that sees only its public names.
    outside: HashSet<String>,
    /// Words of all its sources, including tests.
    all: HashSet<String>,
}

impl Crate {
    fn read(name: &'static str) -> Self {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
        let (mut library, mut outside, mut all) = (Vec::new(), HashSet::new(), HashSet::new());
        for (path, text) in sources_below(&root.join("src")) {
            let within = path.strip_prefix(root.join("src")).unwrap();
            outside.extend(tokens(&doc_examples(&text)));
            all.extend(tokens(&text));
            if within.starts_with("cli")
                || within == Path::new("cli.rs")
                || within == Path::new("main.rs")
                || within == Path::new("fingerprint.rs")
            {
                outside.extend(tokens(&text));
            } else if !within.ends_with("tests.rs") {
                library.push((within.to_owned(), without_tests(&tokens(&text))));
            }
        }
        for folder in ["tests", "benches", "examples", "fuzz"] {
            outside.extend(sources_below(&root.join(folder)).iter().flat_map(|(_, text)| tokens(text)));
        }
        let readme = std::fs::read_to_string(root.join("README.md")).unwrap_or_default();
        outside.extend(tokens(&readme));
        Self { name, library, outside, all }
    }

    /// All its words.
    fn words(&self) -> HashSet<&String> {
        self.all.iter().chain(&self.outside).collect()
    }

    /// Public names with the files that declare them.
    fn declared(&self) -> impl Iterator<Item = (&Path, &String)> {
        self.library.iter().flat_map(|(path, words)| declared(words).map(|name| (path.as_path(), name)))
    }
}

/// The names that these words declare public.
fn declared(words: &[String]) -> impl Iterator<Item = &String> {
    let is_public =
        |at: usize| words[at] == "pub" && words.get(at + 1).is_some_and(|word| word != "(" && word != "use");
    (0..words.len()).filter(move |&at| is_public(at)).filter_map(|at| {
        let kind = (at + 1..words.len().min(at + 5)).rev().find(|&kind| {
            KINDS.contains(&words[kind].as_str()) && words[at + 1..kind].iter().all(|word| is_name(word))
        })?;
        words.get(kind + 1).filter(|name| is_name(name))
    })
}

/// The words of public signatures and of associated types, without the names they declare: from
/// `pub` to the body, and the fields of types.
fn signatures(words: &[String]) -> HashSet<String> {
    let mut found = HashSet::new();
    for at in (0..words.len()).filter(|&at| words[at] == "type") {
        found.extend(words[at..].iter().skip(2).take_while(|word| *word != ";").cloned());
    }
    for at in (0..words.len()).filter(|&at| words[at] == "pub" && words[at + 1] != "(") {
        let holds = words[at + 1] == "enum" || words[at + 1] == "trait";
        let mut depth = 0;
        for (number, word) in words[at + 1..].iter().enumerate() {
            match word.as_str() {
                "{" if !holds => break,
                ";" if depth == 0 => break,
                // The end of a field.
                "}" | "," if !holds && depth == 0 => break,
                // The `>` of an arrow is not a bracket.
                ">" if words[at + number] == "-" => {}
                "{" | "(" | "<" | "[" => depth += 1,
                "}" | ")" | ">" | "]" => {
                    depth -= 1;
                    if holds && depth == 0 && word == "}" {
                        break;
                    }
                }
                // The declared name itself.
                _ if number > 0 && KINDS.contains(&words[at + number].as_str()) => {}
                _ => {
                    found.insert(word.clone());
                }
            }
        }
    }
    found
}

/// Public names, with their files, that are neither used outside nor needed; `others` are the words
/// of other crates.
fn unused(of: &Crate, others: &[&HashSet<&String>]) -> Vec<String> {
    let signatures: HashSet<String> = of.library.iter().flat_map(|(_, words)| signatures(words)).collect();
    let is_used = |name: &String| {
        of.outside.contains(name)
            || signatures.contains(name)
            || others.iter().any(|words| words.contains(name))
    };
    let unused = of.declared().filter(|(_, name)| !is_used(name));
    unused.map(|(path, name)| format!("{}/src/{}: {name}", of.name, path.display())).collect()
}

#[test]
fn every_public_name_is_used_outside_of_its_crate() {
    let crates = CRATES.map(Crate::read);
    let words: Vec<_> = crates.iter().map(Crate::words).collect();
    let mut found = Vec::new();
    for (number, of) in crates.iter().enumerate() {
        // A program alone has no public names, and names seen only by Python do not count.
        let expected = if ["tbgen/cli", "tbgen/python"].contains(&of.name) { 0 } else { 3 };
        assert!(of.declared().count() >= expected, "{}: hardly a public name was read", of.name);
        let others: Vec<_> =
            (0..words.len()).filter(|&other| other != number).map(|other| &words[other]).collect();
        found.extend(unused(of, &others));
    }
    assert!(found.is_empty(), "{} public names are not used outside:\n{}", found.len(), found.join("\n"));
}

/// The unused public names of a crate with one file, given the text outside of it.
fn planted(library: &str, outside: &str) -> Vec<String> {
    let library = vec![(PathBuf::from("lib.rs"), without_tests(&tokens(library)))];
    let of = Crate {
        name: "planted",
        library,
        outside: tokens(outside).into_iter().collect(),
        all: HashSet::new(),
    };
    unused(&of, &[])
}

#[test]
fn a_public_name_of_each_kind_is_found() {
    for kind in
        ["fn", "const fn", "unsafe extern fn", "struct", "enum", "trait", "const", "static", "type", "mod"]
    {
        assert_eq!(planted(&format!("pub {kind} alone"), "other"), ["planted/src/lib.rs: alone"], "{kind}");
        assert_eq!(planted(&format!("pub {kind} alone"), "use planted::alone;"), [""; 0], "{kind}");
        assert_eq!(planted(&format!("pub(crate) {kind} alone; {kind} other"), ""), [""; 0], "{kind}");
    }
    assert_eq!(planted("impl A { fn f() {} pub fn g(&self) { self.f() } }", "f"), ["planted/src/lib.rs: g"]);
    assert_eq!(planted("#[cfg(test)] mod tests { pub fn f() {} }", ""), [""; 0]);
}

#[test]
fn what_a_signature_needs_counts_as_used() {
    for text in [
        "pub struct Need; pub fn f(a: [u8; 2]) -> Option<Need> { 1 }",
        "pub struct Need; pub enum f { A, B(Need) }",
        "pub struct Need; pub enum f { A { x: u8 }, B { y: Need } }",
        "pub struct Need; pub struct f { pub a: Vec<(u8, Need)>, b: u8 }",
        "pub const Need: usize = 1; pub fn f() -> [u8; Need] { 1 }",
        "pub trait Need {} pub fn f<T: Need>() {}",
        "pub struct Need; impl Iterator for f { type Item = Option<Need>; }",
    ] {
        assert_eq!(planted(text, "f"), [""; 0], "{text}");
    }
    for text in ["pub struct Need; pub fn f() { Need }", "pub struct Need; pub struct f { a: Need }"] {
        assert_eq!(planted(text, "f"), ["planted/src/lib.rs: Need"], "{text}");
    }
}
