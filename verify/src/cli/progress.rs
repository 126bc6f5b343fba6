//! A progress line on standard error, shown only on a terminal: the current work and the time left.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// The template before parts are counted.
const PREPARING: &str = "{spinner} {msg}";
/// The template while they are counted.
const COUNTING: &str = "{spinner} {msg}: {percent} %, about {eta} left";

/// Progress of one piece of work.
pub(super) struct Progress {
    /// The current work, as in "[3/13] KRPvKR".
    what: String,
    bar: ProgressBar,
}

impl Progress {
    /// Progress on the ending `name`, number `index` from 0 of `all`; never shown unless
    /// `is_wanted`.
    pub(super) fn of_ending(name: &str, index: usize, all: usize, is_wanted: bool) -> Self {
        let what = if all > 1 { format!("[{}/{all}] {name}", index + 1) } else { name.to_owned() };
        Self::of(what, is_wanted)
    }

    /// Progress on any piece of work, or on several in succession.
    pub(super) fn of(what: String, is_wanted: bool) -> Self {
        let bar = if is_wanted { ProgressBar::no_length() } else { ProgressBar::hidden() };
        Self { what, bar }
    }

    /// Describes the step before the work whose parts are counted.
    pub(super) fn prepare(&self, doing: &str) {
        self.begin(PREPARING, format!("{}: {doing}", self.what));
    }

    /// Reports the number of parts done; the line is removed after the last one. Callable from
    /// any thread.
    pub(super) fn done(&self, parts: usize, all: usize) {
        if self.bar.length() != Some(all as u64) {
            // The time spent before must not enter the estimate.
            self.begin(COUNTING, self.what.clone());
            self.bar.set_length(all as u64);
        }
        self.bar.set_position(parts as u64);
        if parts >= all {
            self.bar.finish_and_clear();
            self.bar.unset_length();
        }
    }

    fn begin(&self, template: &str, message: String) {
        self.bar.reset();
        let style = ProgressStyle::with_template(template);
        self.bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        self.bar.set_message(message);
        self.bar.enable_steady_tick(Duration::from_millis(250));
    }
}

/// Removes the line, whether the work succeeded or failed.
impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};
    use std::time::Instant;

    use indicatif::{ProgressDrawTarget, TermLike};

    use super::*;

    /// A terminal that records the line it shows.
    #[derive(Clone, Debug, Default)]
    struct Terminal(Arc<Mutex<String>>);

    impl Terminal {
        fn line(&self) -> String {
            self.0.lock().unwrap().clone()
        }

        /// Waits for a line: it is drawn a few times a second, by a separate thread.
        fn wait_for(&self, shown: impl Fn(&str) -> bool) {
            let deadline = Instant::now() + Duration::from_secs(20);
            while !shown(&self.line()) {
                assert!(Instant::now() < deadline, "{:?}", self.line());
                std::thread::sleep(Duration::from_millis(10));
            }
        }
    }

    impl TermLike for Terminal {
        fn width(&self) -> u16 {
            80
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap().push_str(text);
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            self.0.lock().unwrap().clear();
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_line_shows_progress_and_is_removed_at_the_end() {
        let terminal = Terminal::default();
        let progress = Progress::of_ending("KRPvKR", 2, 13, true);
        progress.bar.set_draw_target(ProgressDrawTarget::term_like(Box::new(terminal.clone())));
        progress.prepare("building or reading tables");
        terminal.wait_for(|line| line.contains("[3/13] KRPvKR: building or reading tables"));
        // Twice: several walks may use one line in succession.
        for _ in 0..2 {
            progress.done(1, 4);
            progress.done(3, 4);
            terminal.wait_for(|line| line.contains("[3/13] KRPvKR: 75 %, about "));
            assert!(terminal.line().trim().chars().count() < 80, "{}", terminal.line());
            progress.done(4, 4);
            terminal.wait_for(|line| line.trim().is_empty());
        }
    }

    #[test]
    fn one_of_several_endings_is_numbered() {
        let what = |index, all| Progress::of_ending("KPvK", index, all, false).what.clone();
        assert_eq!([what(0, 1), what(2, 13)], ["KPvK", "[3/13] KPvK"]);
    }
}
