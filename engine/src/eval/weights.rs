//! Every weight of the hand-crafted evaluation but material and place, in centipawns, middlegame and endgame; ranks from the owner's side.

use board::BitBoard;

use crate::psqt::tapered::{Tapered, s};

/// How often a weight counts that is given by square.
pub(super) fn count(squares: BitBoard) -> i32 {
    squares.len() as i32
}

// Pawns.

/// No own pawn on the files beside.
pub(super) const ISOLATED: Tapered = s(-9, -11);
/// An own pawn in front.
pub(super) const DOUBLED: Tapered = s(-6, -18);
/// No own pawn can guard it and its next square is guarded by a pawn of the other side.
pub(super) const BACKWARD: Tapered = s(-8, -8);
/// Guarded by an own pawn or beside one, by rank.
pub(super) const CONNECTED: [Tapered; 8] =
    [s(0, 0), s(2, -2), s(7, 4), s(10, 6), s(18, 16), s(40, 42), s(80, 70), s(0, 0)];
/// No pawn of the other side can stop it, by rank.
pub(super) const PASSED: [Tapered; 8] =
    [s(0, 0), s(-4, 8), s(-6, 14), s(-4, 36), s(18, 66), s(48, 118), s(86, 188), s(0, 0)];
/// The square in front of a passed pawn is occupied, by rank.
pub(super) const PASSED_BLOCKED: [Tapered; 8] =
    [s(0, 0), s(-2, -4), s(-2, -6), s(-4, -14), s(-10, -26), s(-18, -50), s(-24, -84), s(0, 0)];
/// Every square in front of a passed pawn is free and unattacked, by rank.
pub(super) const PASSED_FREE_PATH: [Tapered; 8] =
    [s(0, 0), s(0, 2), s(0, 4), s(2, 10), s(6, 22), s(12, 44), s(22, 70), s(0, 0)];
/// Per king step that the other king is farther from the square in front of a passed pawn, times the rank minus two.
pub(super) const PASSED_KING_THEIRS: Tapered = s(0, 6);
/// The same for the own king, to be subtracted.
pub(super) const PASSED_KING_OURS: Tapered = s(0, -3);
/// The other side has only king and pawns and its king cannot catch the pawn.
pub(super) const PASSED_UNSTOPPABLE: Tapered = s(0, 260);

// Pieces.

/// By number of squares a knight reaches.
pub(super) const KNIGHT_MOBILITY: [Tapered; 9] =
    [s(-40, -50), s(-24, -30), s(-10, -12), s(-2, 0), s(4, 6), s(10, 14), s(16, 16), s(22, 16), s(26, 12)];
/// By number of squares a bishop reaches.
pub(super) const BISHOP_MOBILITY: [Tapered; 14] = [
    s(-32, -46),
    s(-18, -30),
    s(-6, -14),
    s(2, -4),
    s(8, 4),
    s(14, 12),
    s(18, 16),
    s(20, 20),
    s(22, 22),
    s(24, 22),
    s(28, 20),
    s(34, 20),
    s(36, 22),
    s(40, 18),
];
/// By number of squares a rook reaches.
pub(super) const ROOK_MOBILITY: [Tapered; 15] = [
    s(-36, -52),
    s(-20, -30),
    s(-12, -14),
    s(-8, -4),
    s(-6, 4),
    s(-2, 10),
    s(2, 16),
    s(6, 22),
    s(10, 26),
    s(14, 30),
    s(16, 34),
    s(20, 36),
    s(24, 38),
    s(28, 38),
    s(32, 36),
];
/// By number of squares a queen reaches, 27 and 28 in the last entry's place.
pub(super) const QUEEN_MOBILITY: [Tapered; 28] = [
    s(-30, -60),
    s(-24, -50),
    s(-18, -40),
    s(-14, -30),
    s(-10, -22),
    s(-8, -14),
    s(-4, -8),
    s(-2, -2),
    s(0, 4),
    s(2, 10),
    s(4, 14),
    s(6, 18),
    s(8, 22),
    s(8, 26),
    s(10, 28),
    s(10, 32),
    s(12, 34),
    s(12, 36),
    s(12, 38),
    s(14, 40),
    s(16, 40),
    s(18, 40),
    s(22, 38),
    s(26, 36),
    s(30, 34),
    s(34, 32),
    s(38, 30),
    s(42, 28),
];
/// Two bishops or more.
pub(super) const BISHOP_PAIR: Tapered = s(26, 54);
/// Per own pawn on a bishop's color.
pub(super) const BISHOP_PAWNS: Tapered = s(-2, -5);
/// A rook on a file without pawns.
pub(super) const ROOK_OPEN_FILE: Tapered = s(34, 10);
/// A rook on a file without own pawns.
pub(super) const ROOK_HALF_OPEN_FILE: Tapered = s(14, 8);
/// A knight guarded by a pawn where no pawn of the other side can drive it away.
pub(super) const KNIGHT_OUTPOST: Tapered = s(24, 16);
/// The same for a bishop.
pub(super) const BISHOP_OUTPOST: Tapered = s(20, 6);
/// A minor piece right behind a pawn.
pub(super) const MINOR_BEHIND_PAWN: Tapered = s(6, 4);

// Threats.

/// A pawn attacks a piece, `[victim]`.
pub(super) const PAWN_THREAT: [Tapered; 6] = [s(0, 0), s(58, 38), s(52, 48), s(74, 38), s(66, 24), s(0, 0)];
/// A knight or bishop attacks, `[victim]`.
pub(super) const MINOR_THREAT: [Tapered; 6] = [s(2, 10), s(22, 26), s(24, 30), s(52, 36), s(46, 30), s(0, 0)];
/// A rook attacks, `[victim]`.
pub(super) const ROOK_THREAT: [Tapered; 6] = [s(-2, 14), s(18, 26), s(22, 28), s(6, 14), s(58, 30), s(0, 0)];
/// A piece is attacked and not guarded.
pub(super) const HANGING: Tapered = s(14, 10);
/// A pawn can step forward safely and then attacks a piece.
pub(super) const PAWN_PUSH_THREAT: Tapered = s(14, 12);

// King safety.

/// Danger per attack on the king's neighborhood, `[attacker]`.
pub(super) const KING_ATTACK: [i32; 6] = [0, 14, 10, 14, 10, 0];
/// Danger of each piece that takes part, `[attacker]`.
pub(super) const KING_ATTACKER: [i32; 6] = [0, 18, 14, 18, 20, 0];
/// Danger of a safe square for a check, `[checker]`.
pub(super) const SAFE_CHECK: [i32; 6] = [0, 44, 30, 52, 44, 0];
/// Danger of an attacked square beside the king that only the king or nobody guards.
pub(super) const WEAK_KING_SQUARE: i32 = 16;
/// Danger when the attacker has no queen.
pub(super) const NO_QUEEN: i32 = -110;
/// Danger per pawn missing from the shield.
pub(super) const MISSING_SHIELD: i32 = 14;
/// Danger without any attack.
pub(super) const KING_DANGER_BASE: i32 = -22;
/// Danger squared is divided by this for the middlegame...
pub(super) const KING_DANGER_SQUARE_DIVISOR: i32 = 190;
/// ... and danger itself by this for the endgame.
pub(super) const KING_DANGER_ENDGAME_DIVISOR: i32 = 12;
/// Danger counts no further than this.
pub(super) const KING_DANGER_MAX: i32 = 420;
/// An own pawn right before the king, by its distance in ranks (1 to 3) on a file of the king or beside it.
pub(super) const SHIELD: [Tapered; 4] = [s(0, 0), s(18, -4), s(10, -2), s(0, 0)];
/// The king or a neighbor file has no own pawn.
pub(super) const KING_HALF_OPEN_FILE: Tapered = s(-14, 4);
/// The king or a neighbor file has no pawn at all.
pub(super) const KING_OPEN_FILE: Tapered = s(-18, 2);

/// Having the move.
pub(super) const TEMPO: i32 = 14;

// Endgames.

/// The divisor of scale factors: a factor of 64 leaves a score as it is.
pub(super) const SCALE_FULL: i32 = 64;
/// Factor of an endgame score without own pawns, and the step for each own pawn.
pub(super) const SCALE_PAWNS: (i32, i32) = (42, 4);
/// No pawns, and at most a minor piece more than the other side.
pub(super) const SCALE_PAWNLESS: i32 = 10;
/// Bishops of opposite colors and nothing but pawns, and the step for each passed pawn.
pub(super) const SCALE_OPPOSITE_BISHOPS: (i32, i32) = (24, 8);
/// Bishops of opposite colors with other pieces on the board.
pub(super) const SCALE_OPPOSITE_BISHOPS_WITH_PIECES: i32 = 52;
/// Against a bare king: a certain win is worth this on top of the material.
pub(super) const BARE_KING_WIN: i32 = 600;
/// Against a bare king: per step of its king from the center.
pub(super) const BARE_KING_EDGE: i32 = 24;
/// Against a bare king: per step that the kings are nearer than seven.
pub(super) const BARE_KING_PROXIMITY: i32 = 12;
/// Bishop and knight: per step that the bare king is nearer than seven to a corner of the bishop's color.
pub(super) const BISHOP_KNIGHT_CORNER: i32 = 60;
/// Two knights: one right in front of the pawn, which is high enough.
pub(super) const TWO_KNIGHTS_HELD: i32 = 240;
/// The same one rank too low: wins that often take too long.
pub(super) const TWO_KNIGHTS_HELD_LOW: i32 = 70;
/// Two knights: one of the pieces farther on in front of a pawn that is high enough.
pub(super) const TWO_KNIGHTS_IN_FRONT: i32 = 110;
/// Two knights: nothing in front of a pawn that is high enough.
pub(super) const TWO_KNIGHTS_FREE: i32 = 60;
/// Two knights: per rank that a pawn which nobody holds is higher than it need be.
pub(super) const TWO_KNIGHTS_MARGIN: i32 = 12;
/// Two knights: a pawn that is too low.
pub(super) const TWO_KNIGHTS_TOO_LOW: i32 = 20;
/// Two knights: per step of the weak king from the center.
pub(super) const TWO_KNIGHTS_EDGE: i32 = 8;
/// Two knights: per step that the kings are nearer than seven.
pub(super) const TWO_KNIGHTS_KING: i32 = 6;
/// Two knights: per step of the weak king from its pawn.
pub(super) const TWO_KNIGHTS_PAWN_REACH: i32 = 4;
