//! The endings, each with its rules and, if it has one, its mined table.

mod duel;
mod escort;
mod four_men;
pub(crate) mod kbbkn;
pub(crate) mod kbkp;
pub(crate) mod kbnkn;
pub(crate) mod kbpkb;
pub(crate) mod kbpkn;
pub(crate) mod kbppk;
pub(crate) mod knnk;
pub(crate) mod knnkp;
pub(crate) mod kpk;
pub(crate) mod kpkp;
pub(crate) mod kqkr;
pub(crate) mod kqpkq;
pub(crate) mod krbkr;
pub(crate) mod krpkb;
pub(crate) mod krpkr;
pub(crate) mod listed;
pub(crate) mod minor_pawn;
pub(crate) mod minors;
mod own;
pub(crate) mod pawn_piece;
pub(crate) mod rook_minor;
#[cfg(test)]
mod tests;
mod unpromoted;
mod wrong_corner;

pub use kbkp::Kbkp;
