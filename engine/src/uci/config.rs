//! Commands in a file, run as if entered by the user; faults are reported with their line.

use std::time::Instant;

use super::Session;
use super::command::Command;

/// The largest file of commands read, in bytes.
const FILE_MAX: u64 = 1 << 20;

impl Session {
    /// Runs the commands of a file, one per line; blank lines and those that begin with `#` are
    /// ignored. Later lines override earlier ones.
    pub(super) fn obey_file(&mut self, path: &str) {
        if self.obeyed.is_some() {
            return self.remark("a file of commands cannot include another; this line is skipped");
        }
        let text = match board::text::read(path.as_ref(), FILE_MAX) {
            Ok(text) => text,
            Err(error) => {
                return self.remark(&format!("option ConfigFile: `{path}` cannot be read: {error}"));
            }
        };
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            self.obeyed = Some(format!("{path}, line {}", index + 1));
            match line.parse() {
                Ok(Command::Quit) => {
                    self.remark("a file of commands cannot end the program; this line is skipped");
                }
                Ok(command) => self.obey(command, Instant::now()),
                Err(fault) => self.remark(&fault.to_string()),
            }
        }
        self.obeyed = None;
    }
}
