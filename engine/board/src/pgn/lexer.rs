//! Splits bytes into the words of a game, line by line, keeping line numbers.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use super::error::PgnFault;
use super::game::GameResult;
use super::words::{self, Token};
use crate::text::decode;

/// Longer lines are rejected: the standard allows 255 characters, but some programs write a game on
/// one line.
const LINE_BYTES_MAX: u64 = 4 << 20;
/// Longer comments are rejected.
const COMMENT_BYTES_MAX: usize = 1 << 20;

/// Why no word could be read.
pub(super) enum Stop {
    /// The input cannot be read.
    Io(io::Error),
    /// What was read is not a valid word.
    Fault(PgnFault),
}

impl From<PgnFault> for Stop {
    fn from(fault: PgnFault) -> Self {
        Self::Fault(fault)
    }
}

/// Splits the input into words.
pub(super) struct Lexer<R> {
    input: R,
    line: String,
    /// Bytes of the line already consumed.
    at: usize,
    /// Number of the line, from 1.
    number: usize,
    /// The line before this one was blank, or there was none.
    after_blank: bool,
    /// A blank line precedes the last word.
    passed_blank: bool,
    /// Words that were written together with the last one.
    waiting: VecDeque<Token>,
}

impl<R: BufRead> Lexer<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            line: String::new(),
            at: 0,
            number: 0,
            after_blank: true,
            passed_blank: false,
            waiting: VecDeque::new(),
        }
    }

    /// The line of the last word, from 1.
    pub(super) fn line_number(&self) -> usize {
        self.number
    }

    /// True when a blank line precedes the last word.
    pub(super) fn passed_blank(&self) -> bool {
        self.passed_blank
    }

    /// The next word; `None` at the end of the input.
    pub(super) fn next(&mut self) -> Result<Option<Token>, Stop> {
        self.passed_blank = false;
        loop {
            if let Some(token) = self.waiting.pop_front() {
                return Ok(Some(token));
            }
            let Some(first) = self.line[self.at..].chars().next() else {
                if !self.next_line()? {
                    return Ok(None);
                }
                self.passed_blank |= self.line.trim().is_empty();
                continue;
            };
            match first {
                '%' if self.at == 0 => self.at = self.line.len(),
                ';' => {
                    let text = self.line[self.at + 1..].trim().to_owned();
                    self.at = self.line.len();
                    return Ok(Some(Token::Comment(text)));
                }
                '{' => return Ok(Some(Token::Comment(self.comment()?))),
                '[' => return Ok(Some(self.tag()?)),
                '(' => return Ok(Some(self.skip(Token::Open))),
                ')' => return Ok(Some(self.skip(Token::Close))),
                '*' => return Ok(Some(self.skip(Token::End(GameResult::Unknown)))),
                '$' => {
                    self.at += 1;
                    let digits = self.run(|c| c.is_ascii_digit());
                    let glyph = digits.parse().map_err(|_| PgnFault::Glyph(digits))?;
                    return Ok(Some(Token::Glyph(glyph)));
                }
                '!' | '?' => {
                    let marks = self.run(|c| matches!(c, '!' | '?'));
                    self.waiting.extend(words::praise(&marks).into_iter().map(Token::Glyph));
                }
                _ if is_blank(first) => self.at += first.len_utf8(),
                _ => {
                    let mut is_first = true;
                    // A character that is not allowed here becomes a word of its own.
                    let word = self.run(|c| std::mem::take(&mut is_first) || is_of_word(c));
                    self.waiting.extend(words::tokens(&word));
                }
            }
        }
    }

    /// Skips the lines of a broken game, up to the first that must begin another game.
    pub(super) fn recover(&mut self) -> Result<(), Stop> {
        self.waiting.clear();
        let mut begins_game = self.at == 0 && self.begins_game();
        while !begins_game {
            match self.next_line() {
                Ok(true) => begins_game = self.begins_game(),
                Ok(false) => return Ok(()),
                Err(Stop::Fault(_)) => {}
                Err(io) => return Err(io),
            }
        }
        Ok(())
    }

    fn begins_game(&self) -> bool {
        self.line.starts_with("[Event ") || (self.after_blank && self.line.starts_with('['))
    }

    /// Reads a line; false at the end of the input. Old files are Latin-1.
    fn next_line(&mut self) -> Result<bool, Stop> {
        self.after_blank = self.line.trim().is_empty();
        self.line.clear();
        self.at = 0;
        let mut bytes = Vec::new();
        let read =
            self.input.by_ref().take(LINE_BYTES_MAX).read_until(b'\n', &mut bytes).map_err(Stop::Io)?;
        self.number += usize::from(read > 0);
        if read as u64 == LINE_BYTES_MAX && !bytes.ends_with(b"\n") {
            self.input.skip_until(b'\n').map_err(Stop::Io)?;
            return Err(PgnFault::LongLine.into());
        }
        self.line.push_str(&decode(&bytes));
        Ok(read > 0)
    }

    fn skip(&mut self, token: Token) -> Token {
        self.at += 1;
        token
    }

    fn run(&mut self, mut belongs: impl FnMut(char) -> bool) -> String {
        let rest = &self.line[self.at..];
        let end = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += end;
        rest[..end].to_owned()
    }

    /// From `{` to `}`, over any number of lines. A line that begins a game ends an unclosed
    /// comment.
    fn comment(&mut self) -> Result<String, Stop> {
        let opened = self.number;
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = &self.line[self.at..];
            if let Some(end) = rest.find('}') {
                join(&mut text, &rest[..end]);
                self.at += end + 1;
                return Ok(text);
            }
            join(&mut text, rest);
            if text.len() > COMMENT_BYTES_MAX || !self.next_line()? || self.line.starts_with("[Event ") {
                return Err(PgnFault::OpenComment(opened).into());
            }
        }
    }

    fn tag(&mut self) -> Result<Token, PgnFault> {
        let begins = self.at;
        // An invalid tag is consumed, so that it is not read again.
        self.at = self.line.len();
        let fault = || PgnFault::Tag(self.line.trim().chars().take(80).collect());
        let inner = &self.line[begins + 1..];
        let (name, rest) = inner.split_once('"').ok_or_else(fault)?;
        let mut value = String::new();
        let mut chars = rest.char_indices();
        let closing = loop {
            match chars.next().ok_or_else(fault)? {
                (at, '"') => break at,
                (_, '\\') => value.push(chars.next().ok_or_else(fault)?.1),
                (_, c) => value.push(c),
            }
        };
        let behind = &rest[closing + 1..];
        let bracket = behind.find(']').filter(|&at| behind[..at].trim().is_empty()).ok_or_else(fault)?;
        let token = Token::Tag(name.trim().to_owned(), value);
        self.at = begins + 1 + name.len() + 1 + closing + 1 + bracket + 1;
        Ok(token)
    }
}

/// Appends a part of a comment, with a space between two lines.
fn join(text: &mut String, part: &str) {
    let part = part.trim();
    if !text.is_empty() && !part.is_empty() {
        text.push(' ');
    }
    text.push_str(part);
}

/// Separators between words; commas and the end-of-file mark of old files are among them.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == ','
}

/// Characters that a word can contain.
fn is_of_word(c: char) -> bool {
    !is_blank(c) && !"{}()[];$!?*".contains(c)
}
