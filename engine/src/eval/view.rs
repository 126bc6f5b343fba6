//! Scores from White's view and from that of the side to move.

use board::Color;

use crate::position::Position;

/// Converts between White's view and that of the side to move.
pub(super) fn from_our_side(position: &Position, white_view: i32) -> i32 {
    if position.side_to_move() == Color::White { white_view } else { -white_view }
}
