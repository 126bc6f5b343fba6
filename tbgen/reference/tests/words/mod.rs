//! Tokenizes sources into words and punctuation marks.
#![allow(dead_code, reason = "each test takes what it needs")]

use std::path::{Path, PathBuf};

/// All sources below a folder with their texts; none when it does not exist.
pub(crate) fn sources_below(root: &Path) -> Vec<(PathBuf, String)> {
    let (mut sources, mut folders) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                sources.push((path, text));
            }
        }
    }
    sources
}

/// The documentation examples of a source.
pub(crate) fn doc_examples(text: &str) -> String {
    let documents = text.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))
    });
    let mut is_example = false;
    let mut examples = String::new();
    for line in documents {
        if line.trim_start().starts_with("```") {
            is_example = !is_example;
        } else if is_example {
            examples += line;
            examples.push('\n');
        }
    }
    examples
}

/// True for words, false for marks.
pub(crate) fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The words and marks of a text, without comments and literals.
pub(crate) fn tokens(text: &str) -> Vec<String> {
    let text: Vec<char> = text.chars().collect();
    let is_at = |at: usize, what: &str| what.chars().enumerate().all(|(i, c)| text.get(at + i) == Some(&c));
    let (mut tokens, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let c = text[at];
        if is_at(at, "//") {
            at += text[at..].iter().take_while(|c| **c != '\n').count();
        } else if is_at(at, "/*") {
            at += 2;
            while at < text.len() && !is_at(at, "*/") {
                at += 1;
            }
            at += 2;
        } else if c == '"' {
            at += 1;
            while at < text.len() && text[at] != '"' {
                at += if text[at] == '\\' { 2 } else { 1 };
            }
            at += 1;
        } else if c == '\'' && (text.get(at + 1) == Some(&'\\') || text.get(at + 2) == Some(&'\'')) {
            at += 2;
            at += text[at..].iter().take_while(|c| **c != '\'').count() + 1;
        } else if c.is_alphanumeric() || c == '_' {
            let len = text[at..].iter().take_while(|c| c.is_alphanumeric() || **c == '_').count();
            tokens.push(text[at..at + len].iter().collect());
            at += len;
        } else {
            let len = if is_at(at, "::") { 2 } else { 1 };
            if !c.is_whitespace() {
                tokens.push(text[at..at + len].iter().collect());
            }
            at += len;
        }
    }
    tokens
}

/// The same without test modules.
pub(crate) fn without_tests(tokens: &[String]) -> Vec<String> {
    /// Maximum tokens of a visibility such as `pub(in a::b)`.
    const PUBLICITY_MAX: usize = 7;
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        let is_marked =
            MARK.iter().enumerate().all(|(i, mark)| tokens.get(at + i).is_some_and(|token| token == mark));
        // `mod tests {` or `pub(crate) mod tests {`.
        let publicity = tokens[at..].iter().skip(MARK.len()).take_while(|token| *token != "mod").count();
        let body = at + MARK.len() + publicity + 2;
        if is_marked
            && publicity <= PUBLICITY_MAX
            && tokens.get(body - 2).is_some_and(|t| t == "mod")
            && tokens.get(body).is_some_and(|t| t == "{")
        {
            let mut depth = 0;
            at = body;
            loop {
                depth += i32::from(tokens[at] == "{") - i32::from(tokens[at] == "}");
                at += 1;
                if depth == 0 || at == tokens.len() {
                    break;
                }
            }
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}
