//! Output lines, and the log of input and output.

use std::borrow::Cow;
use std::fs::File;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// Longer remarks are truncated: they quote text that was not written by hand.
const MAX_REMARK: usize = 1_000;

/// A text on one line without control characters, which could affect a terminal: they are escaped
/// as `\u{1b}`. Longer texts are shortened in the middle.
pub(super) fn printable(text: &str, most: usize) -> Cow<'_, str> {
    let text = if text.contains(char::is_control) {
        let plain = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
        Cow::Owned(text.chars().map(plain).collect())
    } else {
        Cow::Borrowed(text)
    };
    let length = text.chars().count();
    if length <= most {
        return text;
    }
    let half = (most - 1) / 2;
    let (start, end): (String, String) =
        (text.chars().take(half).collect(), text.chars().skip(length - half).collect());
    Cow::Owned(format!("{start}…{end}"))
}

/// Writes lines to standard output and optionally to a log file. Clones write to the same places.
#[derive(Clone, Default)]
pub(super) struct Console {
    log: Arc<Mutex<Option<File>>>,
}

impl Console {
    /// Writes and flushes one line. A closed output is detected when the input closes too.
    pub(super) fn say(&self, text: &str) {
        // First the log: the reader of the line may close it at once.
        self.note('<', text);
        let mut out = std::io::stdout().lock();
        let _ = writeln!(out, "{text}").and_then(|()| out.flush());
    }

    /// Writes lines for people to standard error, apart from UCI output.
    pub(super) fn say_aside(&self, text: &str) {
        self.note('<', text);
        let mut out = std::io::stderr().lock();
        let _ = writeln!(out, "{text}").and_then(|()| out.flush());
    }

    /// Writes a remark for the user. It may quote any input: see [`printable`].
    pub(super) fn remark(&self, text: &str) {
        self.say(&format!("info string {}", printable(text, MAX_REMARK)));
    }

    /// Writes an input line to the log.
    pub(super) fn heard(&self, text: &str) {
        self.note('>', text);
    }

    /// Logs to this file from now on; to none if the path is empty.
    ///
    /// # Errors
    /// When the file cannot be opened; the old log stays closed.
    pub(super) fn log_to(&self, path: &str) -> std::io::Result<()> {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        *log = None;
        if !path.is_empty() {
            *log = Some(disk::append(path.as_ref())?);
        }
        Ok(())
    }

    fn note(&self, direction: char, text: &str) {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        // A full disk must not end the game: failures of the log are ignored.
        if let Some(file) = log.as_mut() {
            let _ = writeln!(file, "{direction} {text}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_written_out_and_long_texts_cut_in_the_middle() {
        assert_eq!(printable("a plain word, 1…2", 40), "a plain word, 1…2");
        assert_eq!(printable("\x1b[31mred\r\u{7f}\u{9b}", 60), r"\u{1b}[31mred\r\u{7f}\u{9b}");
        assert_eq!(printable("0123456789", 10), "0123456789");
        assert_eq!(printable("0123456789abcdef", 9), "0123…cdef");
        assert_eq!(printable(&"\0".repeat(1_000), 11), r"\u{0}…\u{0}");
    }
}
