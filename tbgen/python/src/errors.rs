//! Converts errors to exceptions.

use std::path::Path;

use board::PlacementError;
use board::fen::FenError;
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError, PyOSError, PyValueError};
use pyo3::prelude::*;
use syzygy::Error as SyzygyError;
use tbgen::{KnownError, TbgenError};

use crate::types::Class;

static MISSING_TABLE: Class = Class::new("MissingTable");
static DAMAGED_TABLE: Class = Class::new("DamagedTable");
static ILLEGAL_POSITION: Class = Class::new("IllegalPosition");

fn raised(class: &'static Class, message: &str, file: Option<&str>) -> PyErr {
    let made = |py: Python<'_>| match file {
        Some(file) => class.make(py, (message, file)).map(PyErr::from_value),
        None => class.make(py, (message,)).map(PyErr::from_value),
    };
    Python::attach(|py| made(py).unwrap_or_else(|error| error))
}

/// `MissingTable` if no file would help.
pub(crate) fn in_no_table(message: &str) -> PyErr {
    raised(&MISSING_TABLE, message, None)
}

/// `MissingTable` with the name of the file.
pub(crate) fn missing_table(message: &str, file: &str) -> PyErr {
    raised(&MISSING_TABLE, message, Some(file))
}

/// `IllegalPosition`.
pub(crate) fn illegal_position(message: &str) -> PyErr {
    raised(&ILLEGAL_POSITION, message, None)
}

pub(crate) fn of_fen(fault: &FenError) -> PyErr {
    illegal_position(&fault.to_string())
}

fn of_system(path: &Path, error: &std::io::Error) -> PyErr {
    let text = error.to_string();
    let path = path.display().to_string();
    match error.raw_os_error() {
        // Python chooses the class by the number: FileNotFoundError, PermissionError …
        Some(number) => {
            let text = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, text, path))
        }
        None => PyOSError::new_err(format!("{path}: {text}")),
    }
}

pub(crate) fn of_files(error: &SyzygyError) -> PyErr {
    let message = error.to_string();
    match error {
        SyzygyError::MissingTable { kind, material } => {
            missing_table(&message, &format!("{material}.{}", kind.extension()))
        }
        SyzygyError::BadTable { path, .. } => {
            raised(&DAMAGED_TABLE, &message, Some(&path.display().to_string()))
        }
        SyzygyError::Io { path, source } => of_system(path, source),
        SyzygyError::Illegal => illegal_position(&message),
        // Neither is in any table, as in python-chess.
        _ => in_no_table(&message),
    }
}

pub(crate) fn of_solving(error: &TbgenError) -> PyErr {
    let message = error.to_string();
    match error {
        TbgenError::Memory { .. } => PyMemoryError::new_err(message),
        TbgenError::Stopped(_) => PyKeyboardInterrupt::new_err(message),
        TbgenError::Missing(_)
        | TbgenError::Placement(PlacementError::CastlingRights | PlacementError::TooManyMen(_)) => {
            in_no_table(&message)
        }
        TbgenError::Placement(_) => illegal_position(&message),
        _ => PyValueError::new_err(message),
    }
}

pub(crate) fn of_known(error: &KnownError) -> PyErr {
    match error {
        KnownError::Position(error) => of_solving(error),
        KnownError::File(error) => of_files(error),
    }
}

/// True for `MissingTable`.
pub(crate) fn is_missing(py: Python<'_>, error: &PyErr) -> PyResult<bool> {
    Ok(error.is_instance(py, MISSING_TABLE.bind(py)?))
}
