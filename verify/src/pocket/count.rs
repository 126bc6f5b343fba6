//! What a measurement counts, and how it is displayed.

use std::fmt;
use std::time::Duration;

use board::Material;

/// The results for one ending, or for several together.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// The ending; `None` for several.
    pub material: Option<Material>,
    /// Number of positions.
    pub positions: usize,
    /// Positions solved without a search.
    pub at_once: usize,
    /// Positions solved with a search.
    pub answered: usize,
    /// Positions whose moves were also examined: every twentieth.
    pub looked_at: usize,
    /// Those in which the result of every legal move is known.
    pub with_moves: usize,
    /// Critical positions: some moves keep the result, at most half of them do.
    pub critical: usize,
    /// Critical positions solved with a search.
    pub critical_answered: usize,
    /// Positions also checked with a fifty-move counter, so that |distance| + counter is 98 to 102.
    pub pressed: usize,
    /// Positions also checked with the right to capture en passant.
    pub passing: usize,
    /// Positions with a wrong result.
    pub wrong: Vec<String>,
    /// Positions that were not solved.
    pub open: Vec<String>,
    /// Times of the searches, shortest first.
    pub times: Vec<Duration>,
}

impl Measured {
    /// Adds the results of another ending.
    pub fn add(&mut self, other: &Self) {
        self.material = None;
        self.positions += other.positions;
        self.at_once += other.at_once;
        self.answered += other.answered;
        self.looked_at += other.looked_at;
        self.with_moves += other.with_moves;
        self.critical += other.critical;
        self.critical_answered += other.critical_answered;
        self.pressed += other.pressed;
        self.passing += other.passing;
        self.wrong.extend_from_slice(&other.wrong);
        self.open.extend_from_slice(&other.open);
        self.times.extend_from_slice(&other.times);
        self.times.sort_unstable();
    }

    /// The share of positions solved with a search, in percent.
    pub fn share(&self) -> f64 {
        percent(self.answered, self.positions)
    }
}

fn percent(count: usize, all: usize) -> f64 {
    100.0 * count as f64 / all.max(1) as f64
}

/// The columns of a [`Measured`] as it is displayed.
pub const HEADER: &str =
    "ending   positions at once %  search %   moves % critical %  counters  passing  wrong  mean ms  99 % ms";

impl fmt::Display for Measured {
    /// A row under [`HEADER`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        let mean = milliseconds(self.times.iter().sum::<Duration>()) / self.times.len().max(1) as f64;
        let late = self.times.get(self.times.len() * 99 / 100).copied().unwrap_or_default();
        write!(
            f,
            "{:8} {:>9} {:>9.2} {:>9.2} {:>9.2} {:>10.2} {:>9} {:>8} {:>6} {:>8.3} {:>8.3}",
            self.material.map_or_else(|| "all".to_owned(), |material| material.to_string()),
            self.positions,
            percent(self.at_once, self.positions),
            self.share(),
            percent(self.with_moves, self.looked_at),
            percent(self.critical_answered, self.critical),
            self.pressed,
            self.passing,
            self.wrong.len(),
            mean,
            milliseconds(late)
        )
    }
}
