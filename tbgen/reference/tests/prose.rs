//! Checks the prose of comments, messages and documents for phrases that must not return, and the
//! length of comment lines.

use std::fmt::Write as _;
use std::fs;

use super::documents::{files, top};

/// Folders whose prose has been revised: all checks apply to them.
const REVISED: &[&str] = &["data", "engine", "recognizers", "tbgen", "verify"];

/// Phrases that are not used anywhere in the repository.
const GONE_EVERYWHERE: &[&str] = &[
    "as often as not",
    "defence",
    "defences",
    "e-fold",
    "foretell",
    "foretells",
    "holds out",
    "judgement",
    "neighbour",
    "neighbours",
    "one a line",
    "one upon the other",
    "out of all proportion",
    "placed by lot",
    "practise",
    "practised",
    "practises",
    "put together again",
    "shies away",
    "takes the hash's word",
    "talk uci",
    "talks uci",
    "thrice",
    "what is none",
];

/// Phrases that are not used in the [`REVISED`] folders.
const GONE_WHERE_REVISED: &[&str] = &[
    "anew",
    "are told",
    "be told",
    "brought home",
    "by lot",
    "cannot be had",
    "colors exchanged",
    "for ever",
    "going on",
    "gone on",
    "handed out",
    "hands out",
    "how-manieth",
    "in vain",
    "is told",
    "king a side",
    "know nothing",
    "knows nothing",
    "lets go",
    "nobody",
    "nodes a move",
    "plies a move",
    "so many",
    "somebody",
    "speaks",
    "tells apart",
    "that is none",
    "the other way round",
    "told apart",
    "told of",
    "what is in the way",
    "what is known of",
    "what it is worth",
    "what the system said",
    "whoever",
];

/// Names of rules that contain such phrases. They identify rules in files, so they stay.
const NAMES: &[&str] = &["nobody is smothered"];

/// Longest comment line in the [`REVISED`] folders, in characters. Rows of tables cannot be broken.
const COMMENT_WIDTH: usize = 100;

/// This file names the phrases.
const EXEMPT: &str = "tests/prose.rs";

/// The words of the comments and string literals of a source, in lower case.
fn prose(source: &str) -> String {
    let mut prose = String::new();
    let mut rest = source;
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let from = &rest[at..];
        let (len, words) = if from.starts_with("//") {
            let len = from.find('\n').unwrap_or(from.len());
            (len, from[..len].trim_start_matches(['/', '!']))
        } else if from.starts_with('"') {
            let len = literal_len(from);
            (len, from[..len].trim_matches('"'))
        } else if from.starts_with("'\"'") {
            (3, "")
        } else {
            (1, "")
        };
        prose.push(' ');
        prose.push_str(words);
        rest = &from[len..];
    }
    words(&prose.replace("\\n", " ").replace('\\', ""))
}

/// Length in bytes of the string literal at the start of a text, quotation marks included.
fn literal_len(text: &str) -> usize {
    let mut is_escaped = true;
    for (at, c) in text.char_indices() {
        match c {
            '"' if !is_escaped => return at + 1,
            '\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    text.len()
}

/// A text in lower case, with one space between words.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The first occurrence of a phrase as whole words, with some words around it.
fn occurrence<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let is_whole = |at: usize| {
        !is_word(text[..at].chars().next_back()) && !is_word(text[at + phrase.len()..].chars().next())
    };
    let at = text.match_indices(phrase).map(|(at, _)| at).find(|&at| is_whole(at))?;
    let start = text[..at].rmatch_indices(' ').nth(5).map_or(0, |(at, _)| at + 1);
    let end = text[at..].match_indices(' ').nth(8).map_or(text.len(), |(len, _)| at + len);
    Some(&text[start..end])
}

#[test]
fn quaint_phrases_do_not_come_back() {
    let mut found = Vec::new();
    files(&top(), ".rs", &mut found);
    files(&top(), ".md", &mut found);
    found.retain(|path| !path.ends_with(EXEMPT));
    assert!(found.len() > 500, "{}", found.len());
    let mut faults = String::new();
    for path in found {
        let text = fs::read_to_string(&path).unwrap();
        let text = if path.extension().is_some_and(|e| e == "rs") { prose(&text) } else { words(&text) };
        let text = NAMES.iter().fold(text, |text, name| text.replace(name, ""));
        let is_revised = REVISED.iter().any(|folder| path.starts_with(top().join(folder)));
        let here = if is_revised { GONE_WHERE_REVISED } else { &[] };
        for phrase in GONE_EVERYWHERE.iter().chain(here) {
            if let Some(context) = occurrence(&text, phrase) {
                let _ = writeln!(faults, "{}: `{phrase}` in `{context}`", path.display());
            }
        }
    }
    assert!(faults.is_empty(), "write plain English (CONTRIBUTING.md):\n{faults}");
}

#[test]
fn comment_lines_are_not_too_long() {
    let mut found = Vec::new();
    for folder in REVISED {
        files(&top().join(folder), ".rs", &mut found);
    }
    assert!(found.len() > 200, "{}", found.len());
    let mut faults = String::new();
    for path in found {
        for (number, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            let comment = line.trim_start();
            let is_row = comment.trim_start_matches(['/', '!']).trim_start().starts_with('|');
            if comment.starts_with("//") && !is_row && line.chars().count() > COMMENT_WIDTH {
                let _ = writeln!(faults, "{}, line {}", path.display(), number + 1);
            }
        }
    }
    assert!(faults.is_empty(), "comment lines of more than {COMMENT_WIDTH} characters:\n{faults}");
}

#[test]
fn phrases_are_found_in_comments_and_messages() {
    let source = "const NOBODY: u8 = b'\"'; // So\nlet message = \"a \\\"b\\\" by \\\n    lot\";\n/// It is\n\
                  /// told.\n";
    let text = prose(source);
    assert_eq!(text, "so a \"b\" by lot it is told.");
    assert_eq!(occurrence(&text, "by lot"), Some("so a \"b\" by lot it is told."));
    assert_eq!(occurrence(&text, "is told"), Some("a \"b\" by lot it is told."));
    assert_eq!(occurrence(&text, "s told"), None);
    assert_eq!(occurrence("one two three four five six seven x y", "y"), Some("four five six seven x y"));
}
