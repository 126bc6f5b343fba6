//! Endings that the evaluation treats by rules of their own: plans that win or may win, and material that hardly wins.

pub(crate) mod bare_king;
pub(super) mod drawish;
mod two_knights;

use crate::position::Position;
pub use drawish::Drawish;

/// The value from White's view of an ending that is won, or may be, by a known plan.
pub(super) fn plan(position: &Position) -> Option<i32> {
    bare_king::against_bare_king(position)
        .or_else(|| bare_king::against_lone_piece(position))
        .or_else(|| two_knights::against_pawn(position))
}
