//! Endings with rules of their own in the evaluation: winning plans, and drawish material.

pub(crate) mod bare_king;
pub(super) mod drawish;
mod two_knights;

use crate::position::Position;
pub use drawish::Drawish;

/// The value from White's view of an ending that a known plan wins or may win.
pub(super) fn plan(position: &Position) -> Option<i32> {
    bare_king::against_bare_king(position)
        .or_else(|| bare_king::against_lone_piece(position))
        .or_else(|| two_knights::against_pawn(position))
}
