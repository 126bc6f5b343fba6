//! What can go wrong when tables are built or asked.

use board::{Material, PlacementError};

/// Why a table cannot be built or a position cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TbgenError {
    /// More men than the solver takes.
    #[error("{0} has {men} men; tables of 3 to {max} men can be built in memory", men = .0.men(), max = crate::MAX_SOLVED_MEN)]
    TooManyMen(Material),
    /// Just the two kings, a draw that needs no table.
    #[error("{0} is always a draw and has no table")]
    BareKings(Material),
    /// The position is not one a table holds.
    #[error("no table can answer: {0}")]
    Placement(#[from] PlacementError),
    /// Distances that do not fit into the byte kept of each position in memory; of up to five men only KPPvKP has some.
    #[error(
        "{material} has distances of more than {plies} plies, too many for a table in memory; its files can be built"
    )]
    TooLong {
        /// The ending.
        material: Material,
        /// The greatest distance that can be held.
        plies: usize,
    },
    /// A table that has not been built.
    #[error("the table {0} has not been built")]
    Missing(Material),
}
