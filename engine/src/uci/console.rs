//! The two ends of a conversation: lines out, and the log of both sides.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// Writes lines to standard output and, if the user wants it, to a log file. Clones write to the same places.
#[derive(Clone, Default)]
pub(super) struct Console {
    log: Arc<Mutex<Option<File>>>,
}

impl Console {
    /// Writes one line at once. A closed output is noticed when the input closes too.
    pub(super) fn say(&self, text: &str) {
        // First the log: whoever reads the line may close it at once.
        self.note('<', text);
        let mut out = std::io::stdout().lock();
        let _ = writeln!(out, "{text}").and_then(|()| out.flush());
    }

    /// Writes a remark for the user.
    pub(super) fn remark(&self, text: &str) {
        self.say(&format!("info string {text}"));
    }

    /// Writes a line that was read to the log.
    pub(super) fn heard(&self, text: &str) {
        self.note('>', text);
    }

    /// Appends to this file from now on; to none when the path is empty.
    ///
    /// # Errors
    /// When the file cannot be opened; the old log stays closed.
    pub(super) fn log_to(&self, path: &str) -> std::io::Result<()> {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        *log = None;
        if !path.is_empty() {
            *log = Some(OpenOptions::new().create(true).append(true).open(path)?);
        }
        Ok(())
    }

    fn note(&self, direction: char, text: &str) {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        // A full disk must not end the game: what cannot be logged is not logged.
        if let Some(file) = log.as_mut() {
            let _ = writeln!(file, "{direction} {text}");
        }
    }
}
