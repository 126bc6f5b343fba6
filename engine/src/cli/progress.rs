//! The line on standard error during long runs: rewritten on a terminal, printed now and then
//! elsewhere.

use std::io::{self, IsTerminal as _};

use indicatif::{ProgressBar, ProgressStyle};

/// A line that says how far a run has come.
pub(super) struct ProgressLine {
    is_wanted: bool,
    bar: Option<ProgressBar>,
}

impl ProgressLine {
    /// Shown unless the user asked for silence.
    pub(super) fn new(is_wanted: bool) -> Self {
        let bar = (is_wanted && io::stderr().is_terminal()).then(|| {
            let style = ProgressStyle::with_template("{msg}").expect("the template is well formed");
            ProgressBar::no_length().with_style(style)
        });
        Self { is_wanted, bar }
    }

    /// Shows the line; where it cannot be rewritten it is printed only if it `is_due`.
    pub(super) fn show(&self, line: String, is_due: bool) {
        match &self.bar {
            Some(bar) => bar.set_message(line),
            None if self.is_wanted && is_due => eprintln!("{line}"),
            None => {}
        }
    }

    /// Prints something else above the line.
    pub(super) fn above(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// The last line stays.
    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish();
        }
    }
}
