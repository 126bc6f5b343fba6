//! Every weight of the hand-crafted evaluation but material and place, in centipawns, middlegame and endgame; ranks from the owner's side.

use board::BitBoard;

use crate::psqt::tapered::{Tapered, s};
use crate::psqt::weights::weights;

/// How often a weight counts that is given by square.
pub(super) fn count(squares: BitBoard) -> i32 {
    squares.len() as i32
}

weights! {
    /// The weights of the terms.
    pub(crate) struct Weights:

    // Pawns.
    /// No own pawn on the files beside.
    isolated: Tapered = s(-9, -11),
    /// An own pawn in front.
    doubled: Tapered = s(-6, -18),
    /// No own pawn can guard it and its next square is guarded by a pawn of the other side.
    backward: Tapered = s(-8, -8),
    /// Guarded by an own pawn or beside one, by rank.
    connected: [Tapered; 8] = [s(0, 0), s(2, -2), s(7, 4), s(10, 6), s(18, 16), s(40, 42), s(80, 70), s(0, 0)],
    /// No pawn of the other side can stop it, by rank.
    passed: [Tapered; 8] = [s(0, 0), s(-4, 8), s(-6, 14), s(-4, 36), s(18, 66), s(48, 118), s(86, 188), s(0, 0)],
    /// The square in front of a passed pawn is occupied, by rank.
    passed_blocked: [Tapered; 8] = [s(0, 0), s(-2, -4), s(-2, -6), s(-4, -14), s(-10, -26), s(-18, -50), s(-24, -84), s(0, 0)],
    /// Every square in front of a passed pawn is free and unattacked, by rank.
    passed_free_path: [Tapered; 8] = [s(0, 0), s(0, 2), s(0, 4), s(2, 10), s(6, 22), s(12, 44), s(22, 70), s(0, 0)],
    /// Per king step that the other king is farther from the square in front of a passed pawn, times the rank minus two.
    passed_king_theirs: Tapered = s(0, 6),
    /// The same for the own king, to be subtracted.
    passed_king_ours: Tapered = s(0, -3),
    /// The other side has only king and pawns and its king cannot catch the pawn.
    passed_unstoppable: Tapered = s(0, 260),

    // Pieces.
    /// By number of squares a knight reaches.
    knight_mobility: [Tapered; 9] = [s(-40, -50), s(-24, -30), s(-10, -12), s(-2, 0), s(4, 6), s(10, 14), s(16, 16), s(22, 16), s(26, 12)],
    /// By number of squares a bishop reaches.
    bishop_mobility: [Tapered; 14] = [s(-32, -46), s(-18, -30), s(-6, -14), s(2, -4), s(8, 4), s(14, 12), s(18, 16), s(20, 20), s(22, 22), s(24, 22), s(28, 20), s(34, 20), s(36, 22), s(40, 18)],
    /// By number of squares a rook reaches.
    rook_mobility: [Tapered; 15] = [s(-36, -52), s(-20, -30), s(-12, -14), s(-8, -4), s(-6, 4), s(-2, 10), s(2, 16), s(6, 22), s(10, 26), s(14, 30), s(16, 34), s(20, 36), s(24, 38), s(28, 38), s(32, 36)],
    /// By number of squares a queen reaches, 27 and 28 in the last entry's place.
    queen_mobility: [Tapered; 28] = [s(-30, -60), s(-24, -50), s(-18, -40), s(-14, -30), s(-10, -22), s(-8, -14), s(-4, -8), s(-2, -2), s(0, 4), s(2, 10), s(4, 14), s(6, 18), s(8, 22), s(8, 26), s(10, 28), s(10, 32), s(12, 34), s(12, 36), s(12, 38), s(14, 40), s(16, 40), s(18, 40), s(22, 38), s(26, 36), s(30, 34), s(34, 32), s(38, 30), s(42, 28)],
    /// Two bishops or more.
    bishop_pair: Tapered = s(26, 54),
    /// Per own pawn on a bishop's color.
    bishop_pawns: Tapered = s(-2, -5),
    /// A rook on a file without pawns.
    rook_open_file: Tapered = s(34, 10),
    /// A rook on a file without own pawns.
    rook_half_open_file: Tapered = s(14, 8),
    /// A knight guarded by a pawn where no pawn of the other side can drive it away.
    knight_outpost: Tapered = s(24, 16),
    /// The same for a bishop.
    bishop_outpost: Tapered = s(20, 6),
    /// A minor piece right behind a pawn.
    minor_behind_pawn: Tapered = s(6, 4),

    // Threats.
    /// A pawn attacks a piece, `[victim]`.
    pawn_threat: [Tapered; 6] = [s(0, 0), s(58, 38), s(52, 48), s(74, 38), s(66, 24), s(0, 0)],
    /// A knight or bishop attacks, `[victim]`.
    minor_threat: [Tapered; 6] = [s(2, 10), s(22, 26), s(24, 30), s(52, 36), s(46, 30), s(0, 0)],
    /// A rook attacks, `[victim]`.
    rook_threat: [Tapered; 6] = [s(-2, 14), s(18, 26), s(22, 28), s(6, 14), s(58, 30), s(0, 0)],
    /// A piece is attacked and not guarded.
    hanging: Tapered = s(14, 10),
    /// A pawn can step forward safely and then attacks a piece.
    pawn_push_threat: Tapered = s(14, 12),

    // King safety.
    /// Danger per attack on the king's neighborhood, `[attacker]`.
    king_attack: [i32; 6] = [0, 14, 10, 14, 10, 0],
    /// Danger of each piece that takes part, `[attacker]`.
    king_attacker: [i32; 6] = [0, 18, 14, 18, 20, 0],
    /// Danger of a safe square for a check, `[checker]`.
    safe_check: [i32; 6] = [0, 44, 30, 52, 44, 0],
    /// Danger of an attacked square beside the king that only the king or nobody guards.
    weak_king_square: i32 = 16,
    /// Danger when the attacker has no queen.
    no_queen: i32 = -110,
    /// Danger per pawn missing from the shield.
    missing_shield: i32 = 14,
    /// Danger without any attack.
    king_danger_base: i32 = -22,
    /// An own pawn right before the king, by its distance in ranks (1 to 3) on a file of the king or beside it.
    shield: [Tapered; 4] = [s(0, 0), s(18, -4), s(10, -2), s(0, 0)],
    /// The king or a neighbor file has no own pawn.
    king_half_open_file: Tapered = s(-14, 4),
    /// The king or a neighbor file has no pawn at all.
    king_open_file: Tapered = s(-18, 2),
    /// Having the move.
    tempo: i32 = 14,
}
