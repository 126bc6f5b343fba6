//! Weights of endings with plans or rules of their own, in centipawns.

use board::BitBoard;

/// Number of squares for weights given per square.
pub(super) fn count(squares: BitBoard) -> i32 {
    squares.len() as i32
}

/// The divisor of scale factors: a factor of 64 leaves a score as it is.
pub(super) const SCALE_FULL: i32 = 64;
/// Factor of an endgame score without own pawns, and the increment for each own pawn.
pub(super) const SCALE_PAWNS: (i32, i32) = (42, 4);
/// No pawns, and at most a minor piece more than the other side.
pub(super) const SCALE_PAWNLESS: i32 = 10;
/// Bishops of opposite colors and only pawns, and the increment for each passed pawn.
pub(super) const SCALE_OPPOSITE_BISHOPS: (i32, i32) = (24, 8);
/// Bishops of opposite colors with other pieces on the board.
pub(super) const SCALE_OPPOSITE_BISHOPS_WITH_PIECES: i32 = 52;
/// Against a bare king: bonus for a certain win, on top of the material.
pub(super) const BARE_KING_WIN: i32 = 600;
/// Against a bare king: per step of its king from the center.
pub(super) const BARE_KING_EDGE: i32 = 24;
/// Against a bare king: per step that the kings are nearer than seven.
pub(super) const BARE_KING_PROXIMITY: i32 = 12;
/// Bishop and knight: per step that the bare king is nearer than seven to a corner of the bishop's
/// color.
pub(super) const BISHOP_KNIGHT_CORNER: i32 = 60;
/// Two knights: a knight right in front of a pawn that is high enough.
pub(super) const TWO_KNIGHTS_HELD: i32 = 240;
/// The same one rank lower: wins that often take too long.
pub(super) const TWO_KNIGHTS_HELD_LOW: i32 = 70;
/// Two knights: a piece farther ahead in the path of a pawn that is high enough.
pub(super) const TWO_KNIGHTS_IN_FRONT: i32 = 110;
/// Two knights: a free path for a pawn that is high enough.
pub(super) const TWO_KNIGHTS_FREE: i32 = 60;
/// Two knights: per rank that a free pawn is higher than necessary.
pub(super) const TWO_KNIGHTS_MARGIN: i32 = 12;
/// Two knights: a pawn that is too low.
pub(super) const TWO_KNIGHTS_TOO_LOW: i32 = 20;
/// Two knights: per step of the weak king from the center.
pub(super) const TWO_KNIGHTS_EDGE: i32 = 8;
/// Two knights: per step that the kings are nearer than seven.
pub(super) const TWO_KNIGHTS_KING: i32 = 6;
/// Two knights: per step of the weak king from its pawn.
pub(super) const TWO_KNIGHTS_PAWN_REACH: i32 = 4;
