//! Values of positions, moves and best play for Python, from any source of values.

use board::{Board, Dtm, MaybeRounded, Outcome, Wdl, notation};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tbgen::{Goal, LinePly, Probe, Ranked, Values, best_line, ranked_moves};

use crate::types::{self, Class};

static ANSWER: Class = Class::new("Answer");
static MOVE: Class = Class::new("Move");

/// Parses the name of a goal.
pub(crate) fn goal(name: &str) -> PyResult<Goal> {
    match name {
        "mate" => Ok(Goal::Mate),
        "zeroing" => Ok(Goal::Zeroing),
        _ => Err(PyValueError::new_err(format!("goal is `{name}` instead of `mate` or `zeroing`"))),
    }
}

/// The distance to zeroing, with whether it is rounded.
pub(crate) fn dtz_of(values: &Values) -> Option<MaybeRounded> {
    let kept = |dtz| if values.rounded { MaybeRounded::Rounded(dtz) } else { MaybeRounded::Precise(dtz) };
    values.dtz.map(kept)
}

/// The result, even if only the distance to mate is known.
pub(crate) fn wdl_of(values: &Values) -> Option<Wdl> {
    values.wdl.or(values.dtm.map(Dtm::wdl))
}

fn set_values(fields: &Bound<'_, PyDict>, values: &Values) -> PyResult<()> {
    let py = fields.py();
    fields.set_item(intern!(py, "wdl"), types::optional(py, values.wdl, types::wdl)?)?;
    fields.set_item(intern!(py, "dtz"), types::optional(py, dtz_of(values), types::dtz)?)?;
    fields.set_item(intern!(py, "dtm"), types::optional(py, values.dtm, types::dtm)?)?;
    fields.set_item(intern!(py, "words"), values.to_string())
}

/// Creates an `Answer`.
pub(crate) fn answer(py: Python<'_>, values: &Values, outcome: Option<Outcome>) -> PyResult<Py<PyAny>> {
    let fields = PyDict::new(py);
    set_values(&fields, values)?;
    fields.set_item(intern!(py, "outcome"), types::optional(py, outcome, types::outcome)?)?;
    ANSWER.with(py, &fields).map(Bound::unbind)
}

/// The moves of a position, best first.
pub(crate) fn rank<P: Probe>(probe: &P, board: &Board) -> Result<Vec<Ranked>, P::Error> {
    let goal = if probe.values(board)?.dtm.is_some() { Goal::Mate } else { Goal::Zeroing };
    ranked_moves(probe, board, goal)
}

/// Creates `Move`s.
pub(crate) fn moves(py: Python<'_>, board: &Board, ranked: &[Ranked]) -> PyResult<Vec<Py<PyAny>>> {
    let one = |ranked: &Ranked| {
        let fields = PyDict::new(py);
        fields.set_item(intern!(py, "uci"), notation::uci(board, ranked.mv, false))?;
        fields.set_item(intern!(py, "san"), notation::san(board, ranked.mv))?;
        fields.set_item(intern!(py, "zeroing"), ranked.zeroing)?;
        set_values(&fields, &ranked.values)?;
        MOVE.with(py, &fields).map(Bound::unbind)
    };
    ranked.iter().map(one).collect()
}

/// Best play as moves in algebraic notation; `None` if the distances that the goal needs are
/// unknown.
pub(crate) fn line<P: Probe>(probe: &P, board: &Board, goal: Goal) -> Result<Option<Vec<String>>, P::Error> {
    let known = probe.values(board)?;
    let is_known = if goal == Goal::Mate { known.dtm.is_some() } else { known.dtz.is_some() };
    if !is_known {
        return Ok(None);
    }
    let line = best_line(probe, board, goal, board.halfmove_clock().into())?;
    let mut position = board.clone();
    let name = |LinePly { mv, .. }: LinePly| {
        let san = notation::san(&position, mv);
        position.play_unchecked(mv);
        san
    };
    Ok(Some(line.into_iter().map(name).collect()))
}
