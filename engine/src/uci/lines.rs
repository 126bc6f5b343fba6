//! Sources of commands: a pipe, or a terminal with editing, history and completion.

use std::collections::VecDeque;
use std::io::{BufRead, Read as _};
use std::sync::{Arc, Mutex, PoisonError};

use board::text::decode;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Behavior, CompletionType, Config, Context, Editor, Helper};

use super::command::COMMANDS;
use crate::options;

/// Longer lines are rejected: a game of ten thousand moves is shorter.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// A line that is too long.
#[derive(Debug, thiserror::Error)]
#[error("a line of more than 1 MiB was skipped")]
pub(super) struct LineTooLong;

/// Lines of commands, one after the other.
pub(super) trait Lines {
    /// The next line; `None` at the end of the input.
    fn next_line(&mut self) -> Option<Result<String, LineTooLong>>;
}

/// Lines of a pipe or file.
pub(super) struct Pipe<R>(pub(super) R);

impl<R: BufRead> Lines for Pipe<R> {
    /// The next line; bytes that are not UTF-8 are Latin-1.
    fn next_line(&mut self) -> Option<Result<String, LineTooLong>> {
        let mut bytes = Vec::new();
        self.0.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes).ok().filter(|&read| read > 0)?;
        if bytes.len() as u64 == MAX_LINE_BYTES && !bytes.ends_with(b"\n") {
            self.skip_line();
            return Some(Err(LineTooLong));
        }
        Some(Ok(decode(&bytes).into_owned()))
    }
}

impl<R: BufRead> Pipe<R> {
    fn skip_line(&mut self) {
        let mut bytes = Vec::new();
        while let Ok(read) = self.0.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes) {
            if read == 0 || bytes.ends_with(b"\n") {
                break;
            }
            bytes.clear();
        }
    }
}

/// The names of the legal moves, set by the session for completion.
pub(super) type MoveNames = Arc<Mutex<Vec<String>>>;

/// Lines typed at a terminal.
pub(super) struct Terminal {
    /// Lines processed before the first typed line.
    first: VecDeque<String>,
    editor: Editor<Words, MemHistory>,
}

impl Terminal {
    /// A line editor on the terminal, after the lines of `first`.
    ///
    /// # Errors
    /// When the terminal cannot be used.
    pub(super) fn open(first: &str, moves: &MoveNames) -> Result<Self, ReadlineError> {
        // The editor writes to the terminal itself: standard output belongs to the protocol.
        let config = Config::builder().behavior(Behavior::PreferTerm).completion_type(CompletionType::List);
        let config = config.auto_add_history(true).build();
        let history = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history)?;
        editor.set_helper(Some(Words { moves: Arc::clone(moves) }));
        Ok(Self { first: first.lines().map(ToOwned::to_owned).collect(), editor })
    }
}

impl Lines for Terminal {
    fn next_line(&mut self) -> Option<Result<String, LineTooLong>> {
        if let Some(line) = self.first.pop_front() {
            return Some(Ok(line));
        }
        match self.editor.readline("") {
            Ok(line) => Some(Ok(line)),
            // An interrupt ends the search, not the program.
            Err(ReadlineError::Interrupted) => Some(Ok("stop".to_owned())),
            Err(_) => None,
        }
    }
}

/// Completes commands, names of options, and moves.
struct Words {
    moves: MoveNames,
}

impl Words {
    /// The possible words in place of the last one of `before`.
    fn candidates(&self, before: &str) -> Vec<String> {
        let said: Vec<&str> = before.split_whitespace().collect();
        match said.as_slice() {
            ["setoption"] => vec!["name".to_owned()],
            ["setoption", "name"] => options::names().map(ToOwned::to_owned).collect(),
            ["position"] => vec!["startpos".to_owned(), "fen".to_owned()],
            [] => {
                let moves = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
                COMMANDS.iter().map(|(name, _)| (*name).to_owned()).chain(moves.iter().cloned()).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..at];
        let start = before.rfind(' ').map_or(0, |blank| blank + 1);
        let wanted = &before[start..];
        let mut candidates = self.candidates(&before[..start]);
        candidates.retain(|word| word.starts_with(wanted));
        Ok((start, candidates))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_completed_depends_on_what_stands_before() {
        let words = Words { moves: Arc::new(Mutex::new(vec!["Nf3".to_owned(), "Nc3".to_owned()])) };
        assert!(words.candidates("").iter().any(|word| word == "Nf3"));
        assert!(words.candidates("").iter().any(|word| word == "explain"));
        assert!(words.candidates("setoption name ").iter().any(|word| word == "SyzygyPath"));
        assert_eq!(words.candidates("position "), ["startpos", "fen"]);
        assert!(words.candidates("go depth ").is_empty());
    }

    #[test]
    fn long_lines_are_skipped_and_text_of_every_origin_is_read() {
        let mut text = vec![b'x'; 3 << 20];
        text.extend_from_slice(b"\n\xef\xbb\xbfisready\0\xff\n");
        let mut lines = Pipe(&text[..]);
        assert!(lines.next_line().unwrap().is_err());
        assert_eq!(lines.next_line().unwrap().unwrap(), "isready\0ÿ\n");
        assert!(lines.next_line().is_none());
    }
}
