//! Measures how many random positions of an ending the oracle solves without files, and compares
//! the results with tables.

use std::fmt;
use std::time::{Duration, Instant};

use board::rules::FIFTY_MOVES_PLIES;
use board::{Board, BoardBuilder, Material, Outcome, Placement, Wdl, narrow};
use oracle::{Limits, Pocket};
use tbgen::{TableFiles, TbgenError, WdlTables, placements_by_lot};

use crate::error::VerifyError;

/// The settings of a measurement.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Number of random legal positions.
    pub positions: usize,
    /// The seed of the random positions.
    pub seed: u64,
    /// Limits of the search for one position.
    pub limits: Limits,
}

/// The source of exact results.
pub enum Truth<'a> {
    /// Files of the ending and of all endings it leads to.
    Files(&'a TableFiles),
    /// The ending, solved in memory.
    Solved(Box<WdlTables>),
}

impl Truth<'_> {
    /// Solves an ending, which takes minutes for five pieces.
    ///
    /// # Errors
    /// [`TbgenError`] when it cannot be solved.
    pub fn solve(material: Material) -> Result<Self, TbgenError> {
        let mut tables = WdlTables::new();
        tables.build_all(&[material])?;
        Ok(Self::Solved(Box::new(tables)))
    }

    /// The position with a fifty-move counter that puts distance plus counter `off` plies beyond
    /// 100, and the result there; `None` where no distance is known or the counter does not matter.
    fn pressed(&self, board: &Board, off: i32) -> Result<Option<(Board, Outcome)>, VerifyError> {
        let Self::Files(files) = self else { return Ok(None) };
        let dtz = i32::from(files.probe_dtz(board)?.dtz().0.abs());
        let counter = FIFTY_MOVES_PLIES as i32 + off - dtz;
        if dtz == 0 || !(1..=FIFTY_MOVES_PLIES as i32).contains(&counter) {
            return Ok(None);
        }
        let mut builder = BoardBuilder::from_board(board);
        builder.halfmove_clock = narrow(counter);
        let Ok(pressed) = builder.build() else { return Ok(None) };
        Ok(tbgen::outcome(*files, &pressed)?.map(|outcome| (pressed, outcome)))
    }

    fn wdl(&self, board: &Board, placement: &Placement) -> Result<Option<Wdl>, VerifyError> {
        match self {
            Self::Files(files) => Ok(Some(files.probe_wdl(board)?)),
            Self::Solved(tables) => Ok(tables.wdl(placement)),
        }
    }
}

/// The results for one ending.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The ending.
    pub material: Material,
    /// Number of positions.
    pub positions: usize,
    /// Positions solved without a search.
    pub at_once: usize,
    /// Positions solved with a search.
    pub answered: usize,
    /// Positions also checked with a fifty-move counter, so that |distance| + counter is 98 to 102.
    pub pressed: usize,
    /// Positions with a wrong result.
    pub wrong: Vec<String>,
    /// Positions that were not solved.
    pub open: Vec<String>,
    /// Times of the searches, shortest first.
    pub times: Vec<Duration>,
}

/// Queries the oracle for random positions of an ending.
///
/// # Errors
/// When the exact results cannot be read or the oracle cannot be prepared.
pub fn measure(material: Material, truth: &Truth<'_>, asked: Asked) -> Result<Measured, VerifyError> {
    let mut pocket = Pocket::default();
    pocket.prepare(material)?;
    let legal = |placement: &Placement| -> Result<_, VerifyError> {
        let Ok(board) = placement.to_board() else { return Ok(None) };
        Ok(truth.wdl(&board, placement)?.map(|wdl| (board, wdl)))
    };
    let drawn = placements_by_lot(material, asked.positions, asked.seed, legal)?;
    let mut measured = Measured {
        material,
        positions: drawn.len(),
        at_once: 0,
        answered: 0,
        pressed: 0,
        wrong: Vec::new(),
        open: Vec::new(),
        times: Vec::new(),
    };
    for (number, (board, wdl)) in drawn.into_iter().enumerate() {
        let at_once = pocket.prepared(&board, Limits { nodes: 0 });
        let start = Instant::now();
        let answer = pocket.prepared(&board, asked.limits);
        measured.times.push(start.elapsed());
        measured.at_once += usize::from(at_once.range.is_exact());
        measured.answered += usize::from(answer.range.is_exact());
        if !answer.range.is_exact() {
            let (low, high) = (answer.range.low, answer.range.high);
            measured.open.push(format!("{board} {wdl}, known: {low} to {high}"));
        }
        if !answer.range.allows(wdl) || !at_once.range.allows(wdl) {
            measured.wrong.push(board.to_string());
        }
        let off = number as i32 % 5 - 2;
        if let Some((pressed, outcome)) = truth.pressed(&board, off)? {
            measured.pressed += 1;
            let said = answer.at_counter(pressed.halfmove_clock());
            if said.and_then(Outcome::wdl).is_some_and(|said| outcome.wdl().is_some_and(|wdl| wdl != said)) {
                measured.wrong.push(pressed.to_string());
            }
        }
    }
    measured.times.sort_unstable();
    Ok(measured)
}

/// The columns of a [`Measured`] as it is displayed.
pub const HEADER: &str = "ending   positions at once %  search %  counters  wrong  mean ms  99 % ms";

impl fmt::Display for Measured {
    /// A row under [`HEADER`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |count: usize| 100.0 * count as f64 / self.positions.max(1) as f64;
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        let mean = milliseconds(self.times.iter().sum::<Duration>()) / self.times.len().max(1) as f64;
        let late = self.times.get(self.times.len() * 99 / 100).copied().unwrap_or_default();
        write!(
            f,
            "{:8} {:>9} {:>9.2} {:>9.2} {:>9} {:>6} {:>8.3} {:>8.3}",
            self.material.to_string(),
            self.positions,
            percent(self.at_once),
            percent(self.answered),
            self.pressed,
            self.wrong.len(),
            mean,
            milliseconds(late)
        )
    }
}
