//! Why a question has no answer, and a position no value.

use board::fen::FenError;
use board::{Material, MaterialError, PlacementError};
use tbgen::TbgenError;
use tbgen::syzygy::Error as SyzygyError;

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The question lacks something.
    #[error("{0}")]
    Malformed(String),
    /// A text is no position.
    #[error("bad FEN: {0}")]
    Fen(#[from] FenError),
    /// A text is no ending.
    #[error("{0}")]
    Material(#[from] MaterialError),
    /// There is no such thing, or it is not known.
    #[error("{0}")]
    NotFound(String),
    /// Another method asks for this.
    #[error("this address answers {0}")]
    Method(&'static str),
    /// A table is damaged.
    #[error("a table cannot be read: {0}")]
    Table(#[from] SyzygyError),
}

/// Why a position has no value.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NoValue {
    /// It belongs to no table.
    #[error("{0}")]
    Placement(#[from] PlacementError),
    /// Its ending is neither in memory nor in the folders.
    #[error("no table of {0} is here")]
    Missing(Material),
    /// A file is not sound.
    #[error(transparent)]
    File(#[from] SyzygyError),
    /// The solver refuses.
    #[error(transparent)]
    Solver(#[from] TbgenError),
}
