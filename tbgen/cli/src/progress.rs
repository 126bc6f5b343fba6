//! The progress line of a build on standard error: current work and remaining time. Shown only on a
//! terminal.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use board::Material;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use tbgen::{Stage, Work};

use crate::size;

/// Progress of a build and of its current ending, and the remaining time.
pub(crate) struct Progress {
    bar: ProgressBar,
    state: Arc<Mutex<State>>,
}

/// State of a build; amounts of work are the processor seconds that its endings are expected to
/// take.
struct State {
    endings: usize,
    of: usize,
    done: f64,
    total: f64,
    /// Real seconds per expected processor second: at first one divided by the number of threads,
    /// then as measured.
    rate: f64,
    /// Real seconds spent on endings that were built (not kept).
    spent: f64,
    current: Option<Current>,
    /// Shown while nothing is being built.
    waiting: String,
}

/// The ending being built.
struct Current {
    material: Material,
    expected: f64,
    began: Instant,
    stage: Option<Stage>,
}

impl Progress {
    /// A line for this number of endings, which are expected to take `total` processor seconds.
    pub(crate) fn new(endings: usize, total: f64, threads: usize) -> Self {
        let bar = ProgressBar::new_spinner();
        let state = Arc::new(Mutex::new(State {
            endings: 0,
            of: endings,
            done: 0.0,
            total,
            rate: 1.0 / threads.max(1) as f64,
            spent: 0.0,
            current: None,
            waiting: String::new(),
        }));
        let shown = Arc::clone(&state);
        let text = move |_: &ProgressState, out: &mut dyn std::fmt::Write| {
            let state = shown.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = out.write_str(&state.text(Instant::now()));
        };
        let style =
            ProgressStyle::with_template("{spinner} {text}").map(|style| style.with_key("text", text));
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.enable_steady_tick(Duration::from_millis(250));
        Self { bar, state }
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Called when an ending is started.
    pub(crate) fn begin(&self, material: Material, expected: f64) {
        let current = Current { material, expected, began: Instant::now(), stage: None };
        self.change(|state| state.current = Some(current));
    }

    /// Called when a stage of the current ending begins.
    pub(crate) fn stage(&self, stage: Stage) {
        self.change(|state| {
            if let Some(current) = &mut state.current {
                current.stage = Some(stage);
            }
        });
    }

    /// Called when only endings that other processes are building are left.
    pub(crate) fn wait(&self, material: Material, host: &str, process: u32) {
        let waiting = format!("waiting for {material}, built by process {process} on {host}");
        self.change(|state| state.waiting = waiting);
    }

    /// Called when an ending is done; `spent` is `None` if its files were kept.
    pub(crate) fn end(&self, expected: f64, spent: Option<Duration>) {
        self.change(|state| state.end(expected, spent));
    }

    /// Prints a line above the progress line.
    pub(crate) fn line(&self, text: &str) {
        self.bar.suspend(|| say!("{text}"));
    }

    /// Removes the progress line.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl State {
    fn end(&mut self, expected: f64, spent: Option<Duration>) {
        match spent {
            Some(spent) => {
                self.done += expected;
                self.spent += spent.as_secs_f64();
                // Correct the estimate by the time that finished endings took.
                self.rate = self.spent / self.done.max(1e-9);
            }
            None => self.total -= expected,
        }
        self.endings += 1;
        self.current = None;
        self.waiting.clear();
    }

    /// The text of the line, for example:
    /// `[12/30] KRPvKR 41 %: compressing, step 5 of 9; 62 % of all, about 3 min left`
    fn text(&self, now: Instant) -> String {
        let mut text = format!("[{}/{}]", (self.endings + 1).min(self.of), self.of);
        let mut done = self.done;
        if let Some(current) = &self.current {
            let share = current.share(now, self.rate);
            done += share * current.expected;
            let _ = write!(text, " {} {:.0} %", current.material, (100.0 * share).floor());
            if let Some(Stage { work, number, of }) = current.stage {
                let work = match work {
                    Work::Smaller => "smaller endings",
                    Work::Solving => "solving",
                    Work::Compressing => "compressing",
                };
                let _ = write!(text, ": {work}, step {} of {of}", number + 1);
            }
        } else if !self.waiting.is_empty() {
            let _ = write!(text, " {}", self.waiting);
        }
        if self.total > 0.0 {
            let percent = (100.0 * done / self.total).floor().clamp(0.0, 99.0);
            let left = (self.total - done).max(0.0) * self.rate;
            let left = if left < 1.0 {
                "almost done".to_owned()
            } else {
                format!("about {} left", size::seconds(left))
            };
            let _ = write!(text, "; {percent:.0} % of all, {left}");
        }
        text
    }
}

impl Current {
    /// The share of the ending that is done: by elapsed time, limited to its current stage.
    fn share(&self, now: Instant, rate: f64) -> f64 {
        let spent = now.saturating_duration_since(self.began).as_secs_f64();
        let share = spent / (self.expected * rate).max(1e-9);
        let (from, to) = self.stage.map_or((0.0, 0.0), |Stage { number, of, .. }| {
            (number as f64 / of as f64, (number + 1) as f64 / of as f64)
        });
        share.clamp(from, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_names_the_stage_and_what_is_left() {
        let began = Instant::now();
        let stage = Stage { work: Work::Compressing, number: 4, of: 9 };
        let current =
            Current { material: "KRPvKR".parse().unwrap(), expected: 100.0, began, stage: Some(stage) };
        let mut state = State {
            endings: 1,
            of: 3,
            done: 100.0,
            total: 300.0,
            rate: 0.5,
            spent: 50.0,
            current: Some(current),
            waiting: String::new(),
        };
        let after = |state: &State, seconds| state.text(began + Duration::from_secs(seconds));
        // Half of the time is gone.
        assert_eq!(
            after(&state, 25),
            "[2/3] KRPvKR 50 %: compressing, step 5 of 9; 50 % of all, about 75 s left"
        );
        // Sooner or later than expected: limited to the stage.
        assert!(after(&state, 0).starts_with("[2/3] KRPvKR 44 %:"), "{}", after(&state, 0));
        assert!(after(&state, 9_999).starts_with("[2/3] KRPvKR 55 %:"), "{}", after(&state, 9_999));
        // It took twice as long as expected, so the last one is expected to as well.
        state.end(100.0, Some(Duration::from_secs(150)));
        assert_eq!(after(&state, 0), "[3/3]; 66 % of all, about 100 s left");
        state.end(100.0, None);
        assert_eq!(state.text(began), "[3/3]; 99 % of all, almost done");
    }
}
