//! The progress bar on standard error, shown only on a terminal.

use std::time::Duration;

use board::Material;
use indicatif::{ProgressBar, ProgressStyle};

use super::size;

/// Progress of a build: endings done, and the remaining time estimated from the expected processor
/// seconds of each ending.
pub(super) struct Progress {
    bar: ProgressBar,
    /// Expected processor seconds of each ending, and of those done so far.
    done: f64,
    total: f64,
    /// Real seconds spent on endings that were not kept.
    spent: f64,
}

impl Progress {
    /// A bar for this number of endings, expected to take `total` processor seconds.
    pub(super) fn new(endings: usize, total: f64) -> Self {
        let bar = ProgressBar::new(endings as u64);
        let style = ProgressStyle::with_template("[{pos}/{len}] {bar:30} {elapsed} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(250));
        Self { bar, done: 0.0, total, spent: 0.0 }
    }

    /// Called when an ending is started.
    pub(super) fn begin(&self, material: Material, expected: f64) {
        let left = if self.done > 0.0 {
            // Corrects the estimate by the time the finished endings took.
            let rate = self.spent / self.done;
            let left = (self.total - self.done).max(expected) * rate;
            format!(", about {} left", size::seconds(left))
        } else {
            String::new()
        };
        self.bar.set_message(format!("{material}{left}"));
    }

    /// Called when only endings that other processes are building are left.
    pub(super) fn wait(&self, material: Material, host: &str, process: u32) {
        self.bar
            .set_message(format!("waiting for {material}, which process {process} on {host} is building"));
    }

    /// Called when an ending is done; `spent` is `None` when it was kept.
    pub(super) fn end(&mut self, expected: f64, spent: Option<Duration>) {
        match spent {
            Some(spent) => {
                self.done += expected;
                self.spent += spent.as_secs_f64();
            }
            None => self.total -= expected,
        }
        self.bar.inc(1);
    }

    /// Prints a line above the bar.
    pub(super) fn line(&self, text: &str) {
        self.bar.suspend(|| say!("{text}"));
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
