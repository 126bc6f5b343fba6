//! The line on standard error that says what is done and how long the rest will take: shown on a terminal, silent elsewhere.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Progress of one piece of work.
pub(super) struct Progress {
    /// What is worked on: "[3/13] KRPvKR".
    what: String,
    is_shown: bool,
    /// When the first part was done: what is prepared before it says nothing about the others.
    first_done: Mutex<Option<Instant>>,
}

impl Progress {
    /// Of the ending `name`, number `index` from 0 of `all`; never shown unless `is_wanted`.
    pub(super) fn of_ending(name: &str, index: usize, all: usize, is_wanted: bool) -> Self {
        let what = if all > 1 { format!("[{}/{all}] {name}", index + 1) } else { name.to_owned() };
        Self::of(what, is_wanted)
    }

    /// Of any piece of work, or of several, one after the other.
    pub(super) fn of(what: String, is_wanted: bool) -> Self {
        Self { what, is_shown: is_wanted && io::stderr().is_terminal(), first_done: Mutex::new(None) }
    }

    /// Says what comes before the work whose parts are counted.
    pub(super) fn prepare(&self, doing: &str) {
        self.show(&format!("{}: {doing}", self.what));
    }

    /// So many parts of all are done; the last takes the line away. Called from any thread.
    pub(super) fn done(&self, parts: usize, all: usize) {
        let mut first_done = self.first_done.lock().unwrap_or_else(PoisonError::into_inner);
        let since_first = first_done.get_or_insert_with(Instant::now).elapsed();
        if parts >= all {
            *first_done = None;
            self.show("");
        } else if percent(parts, all) != percent(parts - 1, all) {
            self.show(&line(&self.what, parts, all, since_first));
        }
    }

    fn show(&self, text: &str) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r\x1b[K{text}");
        }
    }
}

/// Takes the line away, whether the work was done or failed.
impl Drop for Progress {
    fn drop(&mut self) {
        self.show("");
    }
}

fn percent(parts: usize, all: usize) -> usize {
    parts * 100 / all
}

/// What is done of some work, and how long the rest takes if it goes on as since the first part was done.
fn line(what: &str, parts: usize, all: usize, since_first: Duration) -> String {
    let percent = percent(parts, all);
    if parts < 2 {
        return format!("{what}: {percent} %");
    }
    let left = since_first.as_secs_f64() * (all - parts) as f64 / (parts - 1) as f64;
    let left = left.round() as u64;
    format!("{what}: {percent} %, about {}:{:02} min left", left / 60, left % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_a_part_as_what_is_done() {
        let after = |parts, seconds| line("KRPvKR", parts, 400, Duration::from_secs(seconds));
        assert_eq!(after(101, 60), "KRPvKR: 25 %, about 2:59 min left");
        assert_eq!(after(399, 398), "KRPvKR: 99 %, about 0:01 min left");
        assert_eq!(after(1, 0), "KRPvKR: 0 %");
    }

    #[test]
    fn one_of_several_endings_is_numbered() {
        let what = |index, all| Progress::of_ending("KPvK", index, all, false).what.clone();
        assert_eq!([what(0, 1), what(2, 13)], ["KPvK", "[3/13] KPvK"]);
    }
}
