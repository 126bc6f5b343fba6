//! The native part of the Python package `vancura`: tables, rules and proofs for Python programs.
//!
//! It returns instances of the classes in `python/vancura/_types.py`. Functions and classes defined
//! here are documented by docstrings, and their types are in `python/vancura/_native.pyi`. The
//! interpreter's lock is released while files are read, endings are solved or positions are
//! searched.

#![expect(clippy::doc_link_with_quotes, reason = "comments on what Python sees are its docstrings")]

mod answer;
mod batch;
mod ending;
mod errors;
mod interrupt;
mod knowledge;
mod position;
mod tables;
mod types;

/// See the package `vancura`.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use super::ending::{Ending, solve};
    #[pymodule_export]
    use super::knowledge::{Oracle, recognize};
    #[pymodule_export]
    use super::tables::Tables;
}
