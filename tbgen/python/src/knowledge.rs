//! Results without tables: rules, and proofs from rules and solved endings.

use std::sync::{PoisonError, RwLock};

use board::Placement;
use explain::Explanation;
use explain::annotate::GameReport;
use oracle::{Answer, Limits, Pocket};
use pyo3::exceptions::PyRuntimeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use recognizers::{Layer, Reason};
use serde::Serialize;

use crate::errors::of_solving;
use crate::position::Given;
use crate::types::{self, Class};

static VERDICT: Class = Class::new("Verdict");
static PROVED: Class = Class::new("Proved");
static EXPLANATION: Class = Class::new("Explanation");
static ANNOTATED: Class = Class::new("AnnotatedGame");

/// The rule that applies to a position of up to five men, with its bound: a `Verdict`, or `None` if
/// no rule applies. Rules are never wrong; wins assume a fifty-move counter far from its limit.
///
/// Raises `IllegalPosition`.
///
/// >>> from vancura import recognize
/// >>> verdict = recognize("8/P7/4K3/8/8/8/4b3/7k b - - 0 1")
/// >>> verdict.bound
/// <Bound.DRAW: 'draw'>
/// >>> verdict.rule
/// 'KBvKP: the bishop reaches the path'
/// >>> verdict.claim
/// 'The bishop has a safe move after which it hits a square in front of the pawn.'
#[pyfunction]
pub(crate) fn recognize(position: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let py = position.py();
    let board = Given::read(position)?.board()?;
    types::optional(py, recognizers::explain(&board), |py, reason| verdict(py, &reason))
}

fn verdict(py: Python<'_>, reason: &Reason) -> PyResult<Py<PyAny>> {
    let fields = PyDict::new(py);
    fields.set_item(intern!(py, "rule"), &reason.rule)?;
    fields.set_item(intern!(py, "bound"), types::bound(py, reason.result)?)?;
    fields.set_item(intern!(py, "claim"), &reason.claim)?;
    fields.set_item(intern!(py, "source"), reason.source)?;
    fields.set_item(intern!(py, "because"), PyTuple::new(py, &reason.because)?)?;
    fields.set_item(intern!(py, "plan"), reason.plan)?;
    fields.set_item(intern!(py, "example"), reason.example)?;
    fields.set_item(intern!(py, "also"), PyTuple::new(py, &reason.also)?)?;
    fields.set_item(intern!(py, "mined"), reason.layer == Layer::Mined)?;
    let plies = reason.distance.as_ref().map(|distance| (distance.mean, distance.greatest));
    fields.set_item(intern!(py, "plies"), plies)?;
    VERDICT.with(py, &fields).map(Bound::unbind)
}

/// Exact results for positions of three to five men without files: endings of three and four men
/// are solved on first use (seconds), and larger positions are decided by rules or by a search of
/// at most `nodes` positions that proves a result from these. Its results are never wrong, and
/// `None` if nothing is proved.
///
/// >>> from vancura import Oracle
/// >>> oracle = Oracle()
/// >>> proved = oracle.answer("8/8/q6P/8/8/5KQ1/8/2k5 w - - 0 1")
/// >>> proved.result, proved.verdict
/// (<Wdl.WIN: 2>, None)
/// >>> proved.line, proved.leaves
/// (('Qe1+', 'Kc2', 'Qe2+'), {'KQPvKQ: mined table': 2})
#[pyclass(frozen, module = "vancura")]
pub(crate) struct Oracle {
    pocket: RwLock<Pocket>,
    limits: Limits,
}

#[pymethods]
impl Oracle {
    #[new]
    #[pyo3(signature = (nodes = 2_000))]
    fn new(nodes: u32) -> Self {
        Self { pocket: RwLock::default(), limits: Limits { nodes } }
    }

    /// What is proved about a position: a `Proved`, whose `result` is `None` if only bounds or
    /// nothing is known. Its `leaves` are what the proof rests on, and `line` leads to the first of
    /// them.
    ///
    /// Raises `IllegalPosition`, and `MissingTable` for positions with too many men or with
    /// castling rights.
    fn answer(&self, position: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = position.py();
        let board = Given::read(position)?.board()?;
        let answer = py.detach(|| {
            let material = Placement::from_board(&board)?.material();
            {
                let pocket = self.pocket.read().unwrap_or_else(PoisonError::into_inner);
                if material.men() == 2 || pocket.is_prepared(material) {
                    return Ok(pocket.prepared(&board, self.limits));
                }
            }
            self.pocket.write().unwrap_or_else(PoisonError::into_inner).answer(&board, self.limits)
        });
        let answer = answer.map_err(|error| of_solving(&error))?;
        let reason = if answer.nodes == 0 { recognizers::explain(&board) } else { None };
        proved(py, &answer, reason.as_ref())
    }

    /// Memory of the solved endings in bytes.
    #[getter]
    fn nbytes(&self) -> usize {
        self.pocket.read().unwrap_or_else(PoisonError::into_inner).bytes()
    }
}

fn proved(py: Python<'_>, answer: &Answer, reason: Option<&Reason>) -> PyResult<Py<PyAny>> {
    let Answer { range, nodes, proof } = answer;
    let fields = PyDict::new(py);
    fields.set_item(intern!(py, "low"), types::wdl(py, range.low)?)?;
    fields.set_item(intern!(py, "high"), types::wdl(py, range.high)?)?;
    fields.set_item(intern!(py, "plies"), range.plies())?;
    fields.set_item(intern!(py, "nodes"), nodes)?;
    fields.set_item(intern!(py, "verdict"), types::optional(py, reason, verdict)?)?;
    let leaves = PyDict::new(py);
    for (leaf, positions) in proof.iter().flat_map(oracle::Proof::leaves) {
        leaves.set_item(leaf, positions)?;
    }
    fields.set_item(intern!(py, "leaves"), leaves)?;
    let line = proof.as_ref().map(oracle::Proof::line).unwrap_or_default();
    fields.set_item(intern!(py, "line"), PyTuple::new(py, line)?)?;
    fields.set_item(intern!(py, "positions"), proof.as_ref().map_or(0, |proof| proof.steps.len()))?;
    PROVED.with(py, &fields).map(Bound::unbind)
}

/// Creates an `AnnotatedGame`.
pub(crate) fn annotated(py: Python<'_>, pgn: &str, report: &GameReport) -> PyResult<Py<PyAny>> {
    ANNOTATED.make(py, (pgn, report.to_string(), data(py, report)?)).map(Bound::unbind)
}

/// Creates an `Explanation`.
pub(crate) fn explanation(py: Python<'_>, explanation: &Explanation) -> PyResult<Py<PyAny>> {
    EXPLANATION.make(py, (explanation.to_string(), data(py, explanation)?)).map(Bound::unbind)
}

/// Converts to dictionaries, lists, strings and numbers.
fn data<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let json = serde_json::to_string(value).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    py.import(intern!(py, "json"))?.call_method1(intern!(py, "loads"), (json,))
}
