//! The endings, each with its rules and, where it has one, its mined table.

mod duel;
mod escort;
mod four_men;
pub(crate) mod kbbkn;
pub mod kbkp;
pub mod kbnkn;
pub(crate) mod kbpkb;
pub(crate) mod kbpkn;
pub(crate) mod kbppk;
pub mod knnk;
pub(crate) mod knnkp;
pub mod kpk;
pub mod kpkp;
pub mod kqkr;
pub(crate) mod kqpkq;
pub(crate) mod krbkr;
pub(crate) mod krpkb;
pub mod krpkr;
pub mod minor_pawn;
pub mod minors;
mod own;
pub mod pawn_piece;
pub mod rook_minor;
mod sources;
mod tables_alone;
#[cfg(test)]
mod tests;
mod unpromoted;
mod wrong_corner;
