//! Endings solved in memory.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use board::{Board, Material, Wdl};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use tbgen::{
    Goal, Longest, Probe as _, SideStats, SolvedEndings, Stats, TbgenError, Values, random_positions,
};

use crate::answer::{self, dtz_of, wdl_of};
use crate::errors::{illegal_position, in_no_table, of_solving};
use crate::interrupt::interruptible;
use crate::position::{Given, material};
use crate::types::{self, Class};

static STATISTICS: Class = Class::new("Statistics");
static SIDE: Class = Class::new("SideStatistics");
static LONGEST: Class = Class::new("Longest");
static ZUGZWANGS: Class = Class::new("Zugzwangs");

/// Solves an ending of 3 to 5 men and all endings that captures and promotions lead to, without
/// files: results, distances to zeroing under the fifty-move rule, and distances to mate.
///
/// Three men take milliseconds, four up to seconds, five up to minutes and gigabytes: raises
/// `MemoryError` if there is not enough memory. `progress` is called before each ending with its
/// name, its number from 1, and the total number. Ctrl-C interrupts it; the interpreter's lock is
/// released.
///
/// Raises `ValueError` for invalid names and for endings that cannot be solved.
///
/// >>> from vancura import solve
/// >>> ending = solve("KQvKR")
/// >>> ending.statistics.white.longest_win.moves
/// 35
#[pyfunction]
#[pyo3(signature = (material, progress = None))]
pub(crate) fn solve(py: Python<'_>, material: &str, progress: Option<&Bound<'_, PyAny>>) -> PyResult<Ending> {
    let material = self::material(material)?.canonical().0;
    let stop = Arc::new(AtomicBool::new(false));
    let mut solved = SolvedEndings::default().stopped_by(Arc::clone(&stop));
    let endings = solved.lacking(material).map_err(|error| of_solving(&error))?;
    for (done, &ending) in endings.iter().enumerate() {
        if let Some(progress) = progress {
            progress.call1((ending.to_string(), done + 1, endings.len()))?;
        }
        let found = interruptible(py, &stop, || solved.solve(ending))?;
        solved.insert(found);
    }
    Ok(Ending { material, solved, statistics: PyOnceLock::new() })
}

/// An ending solved by `solve`, with statistics: the values of its positions and of those that
/// captures and promotions lead to, with either assignment of colors.
///
/// >>> from vancura import solve
/// >>> ending = solve("KRvK")
/// >>> ending
/// <Ending KRvK>
/// >>> ending.line("7k/8/5K2/8/8/8/8/R7 w - - 0 1")
/// ['Kg6', 'Kg8', 'Ra8#']
#[pyclass(frozen, module = "vancura")]
pub(crate) struct Ending {
    material: Material,
    solved: SolvedEndings,
    statistics: PyOnceLock<Py<PyAny>>,
}

impl Ending {
    fn values(&self, position: &Bound<'_, PyAny>) -> PyResult<(Board, Values)> {
        let board = Given::read(position)?.board()?;
        match self.solved.values(&board) {
            Ok(values) => Ok((board, values)),
            Err(TbgenError::Missing(other)) => {
                let own = self.material;
                Err(in_no_table(&format!(
                    "the position is of {other}, which {own} does not lead to: solve {other}, too"
                )))
            }
            Err(error) => Err(of_solving(&error)),
        }
    }
}

#[pymethods]
impl Ending {
    /// Its name, the stronger side first: `KRPvKR`.
    #[getter]
    fn material(&self) -> String {
        self.material.to_string()
    }

    /// Memory of its tables in bytes, including the endings that it leads to.
    #[getter]
    fn nbytes(&self) -> usize {
        self.solved.bytes()
    }

    /// The result for the side to move under the fifty-move rule, with its counter at zero.
    ///
    /// >>> from vancura import solve
    /// >>> solve("KPvK").wdl("8/8/8/3k4/8/8/4P3/4K3 b - - 0 1")
    /// <Wdl.DRAW: 0>
    fn wdl(&self, position: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let (_, values) = self.values(position)?;
        types::optional(position.py(), wdl_of(&values), types::wdl)
    }

    /// Plies to the next capture or pawn move, always exact: see `Tables.dtz`.
    ///
    /// >>> from vancura import solve
    /// >>> solve("KRvK").dtz("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")
    /// Dtz(27)
    fn dtz(&self, position: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let (_, values) = self.values(position)?;
        types::optional(position.py(), dtz_of(&values), types::dtz)
    }

    /// Plies to mate, fifty-move rule ignored: see `Tables.dtm`.
    ///
    /// >>> from vancura import solve
    /// >>> solve("KRvK").dtm("8/8/8/3k4/8/8/8/R3K3 w - - 0 1").moves
    /// 14
    fn dtm(&self, position: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let (_, values) = self.values(position)?;
        types::optional(position.py(), values.dtm, types::dtm)
    }

    /// All values of a position: see `Tables.probe`.
    ///
    /// >>> from vancura import solve
    /// >>> solve("KRvK").probe("8/8/8/3k4/8/8/8/R3K3 w - - 80 90").outcome
    /// <Outcome.CURSED_WIN: 'cursed win'>
    fn probe(&self, position: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let (board, values) = self.values(position)?;
        let outcome = tbgen::outcome(&self.solved, &board).map_err(|error| of_solving(&error))?;
        answer::answer(position.py(), &values, outcome)
    }

    /// The legal moves with their values, best first: see `Tables.moves`.
    ///
    /// >>> from vancura import solve
    /// >>> [move.san for move in solve("KQvK").moves("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")][:1]
    /// ['Qg7#']
    fn moves(&self, position: &Bound<'_, PyAny>) -> PyResult<Vec<Py<PyAny>>> {
        let (board, _) = self.values(position)?;
        let py = position.py();
        let ranked = py.detach(|| answer::rank(&self.solved, &board)).map_err(|error| of_solving(&error))?;
        answer::moves(py, &board, &ranked)
    }

    /// Best play of both sides: see `Tables.line`.
    ///
    /// >>> from vancura import solve
    /// >>> solve("KQvK").line("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")
    /// ['Qg7#']
    #[pyo3(signature = (position, goal = "mate"))]
    fn line(&self, position: &Bound<'_, PyAny>, goal: &str) -> PyResult<Vec<String>> {
        let goal: Goal = answer::goal(goal)?;
        let (board, _) = self.values(position)?;
        let line = position.py().detach(|| answer::line(&self.solved, &board, goal));
        let line = line.map_err(|error| of_solving(&error))?;
        Ok(line.unwrap_or_default())
    }

    /// Statistics of its positions: results, longest mates, distances to mate, mutual zugzwangs.
    /// Mirror images are counted once. Computed on first use, which takes a few seconds for five
    /// men.
    ///
    /// >>> from vancura import solve
    /// >>> statistics = solve("KRvK").statistics
    /// >>> statistics.white.wins, statistics.white.longest_win.moves
    /// (21959, 16)
    #[getter]
    fn statistics(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let counted = || {
            let stats = py.detach(|| Stats::of_solved(&self.solved, self.material));
            let stats = stats.ok_or_else(|| PyRuntimeError::new_err("the ending is not solved"))?;
            statistics(py, &stats)
        };
        Ok(self.statistics.get_or_try_init(py, counted)?.clone_ref(py))
    }

    /// Up to `count` random legal positions as FENs, without repetitions: of all positions, or with
    /// one `result` for the side to move (fifty-move rule ignored). The same `seed` gives the same
    /// positions.
    ///
    /// >>> from vancura import Wdl, solve
    /// >>> ending = solve("KPvK")
    /// >>> [ending.wdl(fen).name for fen in ending.sample(3, result=Wdl.LOSS)]
    /// ['LOSS', 'LOSS', 'LOSS']
    #[pyo3(signature = (count, seed = 1, result = None))]
    fn sample(&self, py: Python<'_>, count: usize, seed: u64, result: Option<i8>) -> PyResult<Vec<String>> {
        let result = match result {
            None => None,
            Some(number) => Some(
                [Wdl::Loss, Wdl::Draw, Wdl::Win]
                    .into_iter()
                    .find(|&wdl| wdl as i8 == number)
                    .ok_or_else(|| PyValueError::new_err("result must be Wdl.LOSS, Wdl.DRAW or Wdl.WIN"))?,
            ),
        };
        let Some(table) = self.solved.mates().table(self.material) else {
            return Err(illegal_position("the ending is not solved"));
        };
        let found = py.detach(|| random_positions(table, count, seed, result));
        Ok(found.iter().map(board::Placement::to_fen).collect())
    }

    fn __repr__(&self) -> String {
        format!("<Ending {}>", self.material)
    }
}

fn statistics(py: Python<'_>, stats: &Stats) -> PyResult<Py<PyAny>> {
    let [white, black] = &stats.sides;
    let zugzwangs = &stats.mutual_zugzwangs;
    let found = PyDict::new(py);
    found.set_item(intern!(py, "white_draws_black_loses"), zugzwangs.white_draws_black_loses)?;
    found.set_item(intern!(py, "white_loses_black_draws"), zugzwangs.white_loses_black_draws)?;
    found.set_item(intern!(py, "both_lose"), zugzwangs.both_lose)?;
    found.set_item(intern!(py, "examples"), pyo3::types::PyTuple::new(py, &zugzwangs.examples)?)?;
    let fields = PyDict::new(py);
    fields.set_item(intern!(py, "material"), stats.material.to_string())?;
    fields.set_item(intern!(py, "white"), side(py, white)?)?;
    fields.set_item(intern!(py, "black"), side(py, black)?)?;
    fields.set_item(intern!(py, "mutual_zugzwangs"), ZUGZWANGS.with(py, &found)?)?;
    STATISTICS.with(py, &fields).map(Bound::unbind)
}

fn side(py: Python<'_>, side: &SideStats) -> PyResult<Py<PyAny>> {
    let histogram = PyDict::new(py);
    for distance in &side.histogram {
        histogram.set_item(distance.plies, distance.positions)?;
    }
    let fields = PyDict::new(py);
    fields.set_item(intern!(py, "wins"), side.wins)?;
    fields.set_item(intern!(py, "draws"), side.draws)?;
    fields.set_item(intern!(py, "losses"), side.losses)?;
    fields.set_item(intern!(py, "cursed_wins"), side.cursed_wins.unwrap_or(0))?;
    fields.set_item(intern!(py, "blessed_losses"), side.blessed_losses.unwrap_or(0))?;
    fields.set_item(intern!(py, "longest_win"), types::optional(py, side.longest_win.as_ref(), longest)?)?;
    fields
        .set_item(intern!(py, "longest_loss"), types::optional(py, side.longest_loss.as_ref(), longest)?)?;
    fields.set_item(intern!(py, "histogram"), histogram)?;
    SIDE.with(py, &fields).map(Bound::unbind)
}

fn longest(py: Python<'_>, longest: &Longest) -> PyResult<Py<PyAny>> {
    let Longest { plies, moves, positions, fen } = longest;
    LONGEST.make(py, (*plies, *moves, *positions, fen)).map(Bound::unbind)
}
