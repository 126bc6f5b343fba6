//! Errors of questions and positions.

use board::fen::FenError;
use board::{Material, MaterialError, PlacementError};
use tbgen::TbgenError;
use tbgen::syzygy::Error as SyzygyError;

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// A parameter is missing or invalid.
    #[error("{0}")]
    Malformed(String),
    /// A text is not a position.
    #[error("bad FEN: {0}")]
    Fen(#[from] FenError),
    /// A text is not an ending.
    #[error("{0}")]
    Material(#[from] MaterialError),
    /// There is no such thing, or it is not known.
    #[error("{0}")]
    NotFound(String),
    /// The HTTP method is not allowed.
    #[error("this address accepts only {0}")]
    Method(&'static str),
    /// A table is damaged.
    #[error("a table cannot be read: {0}")]
    Table(#[from] SyzygyError),
}

/// Why a position has no value.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NoValue {
    /// It is not in any table.
    #[error("{0}")]
    Placement(#[from] PlacementError),
    /// Its ending is neither in memory nor in files.
    #[error("there is no table of {0}")]
    Missing(Material),
    /// A file is damaged.
    #[error(transparent)]
    File(#[from] SyzygyError),
    /// The ending cannot be solved.
    #[error(transparent)]
    Solver(#[from] TbgenError),
}
