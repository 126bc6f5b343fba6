//! Results of many positions at once.

use std::num::NonZero;
use std::thread;

use board::Wdl;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyType};
use syzygy::{Men, Position as _, Tables as Files};

use crate::errors::is_missing;
use crate::position::Given;

/// Number of positions read before they are probed; signals are handled in between.
const CHUNK: usize = 1 << 16;
/// Minimum number of positions per thread.
const LEAST: usize = 256;

/// The results of these positions as an `array.array` of signed bytes. `alone` is called for
/// positions that files do not cover.
pub(crate) fn results<'py>(
    positions: &Bound<'py, PyAny>,
    threads: Option<usize>,
    missing: Option<i8>,
    files: &Files,
    alone: impl Fn(&Given) -> PyResult<Wdl>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = positions.py();
    let threads = match threads {
        Some(0) => return Err(PyValueError::new_err("threads is 0: at least 1 is needed")),
        Some(threads) => threads,
        None => thread::available_parallelism().map_or(1, NonZero::get),
    };
    let (mut results, mut chunk) = (Vec::new(), Vec::new());
    let mut positions = positions.try_iter()?;
    loop {
        for position in positions.by_ref().take(CHUNK) {
            chunk.push(
                Given::read(&position?).map_err(|error| numbered(py, error, results.len() + chunk.len()))?,
            );
        }
        if chunk.is_empty() {
            break;
        }
        let start = results.len();
        results.resize(start + chunk.len(), 0);
        py.detach(|| look_up(files, &chunk, &mut results[start..], threads));
        py.check_signals()?;
        for (number, position) in chunk.drain(..).enumerate() {
            let result = &mut results[start + number];
            if Wdl::ALL.iter().any(|&wdl| wdl as i8 == *result) {
                continue;
            }
            *result = match (alone(&position), missing) {
                (Ok(wdl), _) => wdl as i8,
                (Err(error), Some(missing)) if is_missing(py, &error)? => missing,
                (Err(error), _) => return Err(numbered(py, error, start + number)),
            };
        }
    }
    array(py, &results)
}

/// Probes positions in files; each thread takes a part of them.
fn look_up(files: &Files, positions: &[Given], results: &mut [i8], threads: usize) {
    let part = positions.len().div_ceil(threads).max(LEAST);
    let one = |(positions, results): (&[Given], &mut [i8])| {
        // Positions that cannot be converted are replaced by an illegal one, for which the prober
        // returns a code.
        let men = |position: &Given| {
            position
                .probed()
                .ok()
                .filter(|probed| !probed.castling())
                .map_or(Men::default(), |probed| probed.men())
        };
        let men: Vec<Men> = positions.iter().map(men).collect();
        files.wdl_batch(&men, results);
    };
    let mut parts = positions.chunks(part).zip(results.chunks_mut(part));
    let first = parts.next();
    thread::scope(|scope| {
        for part in parts {
            scope.spawn(|| one(part));
        }
        first.into_iter().for_each(one);
    });
}

/// Adds the number of the position to an exception: as an attribute and, since Python 3.11, as a
/// note in its traceback.
fn numbered(py: Python<'_>, error: PyErr, number: usize) -> PyErr {
    let value = error.value(py);
    let noted = value.setattr("position", number);
    let _ = value.call_method1("add_note", (format!("in position {number}, counted from 0"),));
    noted.err().unwrap_or(error)
}

fn array<'py>(py: Python<'py>, results: &[i8]) -> PyResult<Bound<'py, PyAny>> {
    static ARRAY: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let bytes = PyBytes::new_with(py, results.len(), |room| {
        for (byte, result) in room.iter_mut().zip(results) {
            *byte = result.cast_unsigned();
        }
        Ok(())
    })?;
    ARRAY.import(py, "array", "array")?.call1(("b", bytes))
}
