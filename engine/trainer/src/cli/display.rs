//! Progress of a long run, and display of positions.

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use board::{Board, Color, File};
use indicatif::{ProgressBar, ProgressStyle};
use trainer::Progress;

use super::amount;

/// Interval between lines of progress where no bar can be drawn.
const LINE_INTERVAL: Duration = Duration::from_secs(60);
/// Delay of the first line.
const FIRST_LINE: Duration = Duration::from_secs(10);

/// A bar in a terminal, a line per minute elsewhere.
pub(super) struct Display {
    bar: Option<ProgressBar>,
    before: u64,
    wanted: u64,
    next_line: Duration,
}

impl Display {
    pub(super) fn new(before: u64, wanted: u64) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} {msg}").expect("the template is well formed");
            ProgressBar::new_spinner().with_style(style)
        });
        Self { bar, before, wanted, next_line: FIRST_LINE }
    }

    pub(super) fn show(&mut self, progress: Progress) {
        let text = || describe(self.before, self.wanted, progress);
        if let Some(bar) = &self.bar {
            bar.set_message(text());
            bar.tick();
        } else if progress.elapsed >= self.next_line {
            eprintln!("{}", text());
            self.next_line = progress.elapsed + LINE_INTERVAL;
        }
    }

    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

pub(super) fn describe(before: u64, wanted: u64, progress: Progress) -> String {
    let Progress { games, positions, elapsed } = progress;
    let rate = positions as f64 / elapsed.as_secs_f64().max(1e-3);
    let done = format!(
        "{} ({} new in {}), {} per hour",
        amount::counted(before + positions, "position"),
        amount::grouped(positions),
        amount::counted(games, "game"),
        amount::grouped((rate * 3_600.0) as u64)
    );
    if wanted == u64::MAX || positions == 0 {
        return done;
    }
    let left = Duration::from_secs_f64(wanted.saturating_sub(positions) as f64 / rate);
    format!("{done}, {} to go", amount::duration(left))
}

/// True unless a side may castle with a king or rook that is not on its square in standard chess.
pub(super) fn has_standard_rights(board: &Board, color: Color) -> bool {
    let rights = board.castle_rights(color);
    let is_home = |right: Option<File>, file| {
        right.is_none_or(|rook| rook == file && board.king(color).file() == File::E)
    };
    is_home(rights.short, File::H) && is_home(rights.long, File::A)
}
