//! Values for Python: members and instances of the classes in `_types.py`.

use board::{Dtm, MaybeRounded, Outcome, Wdl};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};
use recognizers::Bound as Claim;

/// The module of the classes.
const TYPES: &str = "vancura._types";

/// A class in `_types.py`, imported once.
pub(crate) struct Class {
    name: &'static str,
    found: PyOnceLock<Py<PyType>>,
}

impl Class {
    pub(crate) const fn new(name: &'static str) -> Self {
        Self { name, found: PyOnceLock::new() }
    }

    pub(crate) fn bind<'py>(&'py self, py: Python<'py>) -> PyResult<&'py Bound<'py, PyType>> {
        self.found.import(py, TYPES, self.name)
    }

    /// A new instance.
    pub(crate) fn make<'py>(
        &'py self,
        py: Python<'py>,
        args: impl PyCallArgs<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.bind(py)?.call1(args)
    }

    /// A new instance from keyword arguments.
    pub(crate) fn with<'py>(
        &'py self,
        py: Python<'py>,
        fields: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.bind(py)?.call((), Some(fields))
    }
}

static WDL: Class = Class::new("Wdl");
static RESULTS: PyOnceLock<[Py<PyAny>; Wdl::ALL.len()]> = PyOnceLock::new();
static OUTCOME: Class = Class::new("Outcome");
static BOUND: Class = Class::new("Bound");
static DTZ: Class = Class::new("Dtz");
static ROUNDED_DTZ: Class = Class::new("RoundedDtz");
static DTM: Class = Class::new("Dtm");
static CHECKMATED: Class = Class::new("Checkmated");

/// The member of `Wdl`.
pub(crate) fn wdl(py: Python<'_>, wdl: Wdl) -> PyResult<Py<PyAny>> {
    let member = |wdl: Wdl| WDL.make(py, (wdl as i8,)).map(Bound::unbind);
    let all = RESULTS.get_or_try_init(py, || {
        let [loss, blessed, draw, cursed, win] = Wdl::ALL;
        Ok::<_, PyErr>([member(loss)?, member(blessed)?, member(draw)?, member(cursed)?, member(win)?])
    })?;
    Ok(all[(wdl as i8 + 2) as usize].clone_ref(py))
}

/// Creates a `Dtz`.
pub(crate) fn dtz(py: Python<'_>, dtz: MaybeRounded) -> PyResult<Py<PyAny>> {
    let class = if dtz.is_rounded() { &ROUNDED_DTZ } else { &DTZ };
    class.make(py, (dtz.dtz().0,)).map(Bound::unbind)
}

/// Creates a `Dtm`.
pub(crate) fn dtm(py: Python<'_>, dtm: Dtm) -> PyResult<Py<PyAny>> {
    let plies = match dtm {
        Dtm::Win(plies) => i32::from(plies),
        Dtm::Draw => 0,
        Dtm::Loss(plies) => -i32::from(plies),
    };
    let class = if dtm == Dtm::Loss(0) { &CHECKMATED } else { &DTM };
    class.make(py, (plies,)).map(Bound::unbind)
}

/// The member of `Outcome`.
pub(crate) fn outcome(py: Python<'_>, outcome: Outcome) -> PyResult<Py<PyAny>> {
    let name = match outcome {
        Outcome::Loss => "LOSS",
        Outcome::OpenLoss => "OPEN_LOSS",
        Outcome::BlessedLoss => "BLESSED_LOSS",
        Outcome::Draw => "DRAW",
        Outcome::CursedWin => "CURSED_WIN",
        Outcome::OpenWin => "OPEN_WIN",
        Outcome::Win => "WIN",
    };
    OUTCOME.bind(py)?.getattr(name).map(Bound::unbind)
}

/// The member of `Bound`.
pub(crate) fn bound(py: Python<'_>, bound: Claim) -> PyResult<Py<PyAny>> {
    let name = match bound {
        Claim::Loss => "LOSS",
        Claim::AtMostDraw => "AT_MOST_DRAW",
        Claim::Draw => "DRAW",
        Claim::AtLeastDraw => "AT_LEAST_DRAW",
        Claim::Win => "WIN",
    };
    BOUND.bind(py)?.getattr(name).map(Bound::unbind)
}

/// Converts a value that may be missing to an object or `None`.
pub(crate) fn optional<T>(
    py: Python<'_>,
    value: Option<T>,
    make: impl Fn(Python<'_>, T) -> PyResult<Py<PyAny>>,
) -> PyResult<Py<PyAny>> {
    value.map_or_else(|| Ok(py.None()), |value| make(py, value))
}
