//! All weights of the hand-crafted evaluation except material and piece-square tables, in
//! centipawns, for middlegame and endgame; ranks from the owner's side.

use board::BitBoard;

use crate::psqt::tapered::{Tapered, s};
use crate::psqt::weights::weights;

/// Number of squares for weights given per square.
pub(super) fn count(squares: BitBoard) -> i32 {
    squares.len() as i32
}

weights! {
    /// The weights of the terms.
    pub(crate) struct Weights:

    // Pawns.
    /// No own pawn on the adjacent files.
    isolated: Tapered = s(-6, -3),
    /// An own pawn in front.
    doubled: Tapered = s(-5, -18),
    /// No own pawn can defend it, and an enemy pawn attacks its stop square.
    backward: Tapered = s(-1, 1),
    /// Defended by an own pawn or next to one, by rank.
    connected: [Tapered; 8] = [s(0, 0), s(4, 0), s(10, 10), s(6, 12), s(12, 25), s(15, 56), s(92, 71), s(0, 0)],
    /// Passed pawn, by rank.
    passed: [Tapered; 8] = [s(0, 0), s(-2, 2), s(-5, 8), s(2, 24), s(21, 53), s(41, 103), s(102, 162), s(0, 0)],
    /// The square in front of a passed pawn is occupied, by rank.
    passed_blocked: [Tapered; 8] = [s(0, 0), s(2, -4), s(0, 5), s(-5, -8), s(3, -16), s(-16, -35), s(-63, -46), s(0, 0)],
    /// Every square in front of a passed pawn is free and unattacked, by rank.
    passed_free_path: [Tapered; 8] = [s(0, 0), s(-10, 13), s(-40, 20), s(-45, 29), s(-52, 58), s(-18, 102), s(5, 143), s(0, 0)],
    /// Per king step of the other king's distance from the square in front of a passed pawn, times
    /// the rank minus two.
    passed_king_theirs: Tapered = s(-2, 13),
    /// The same for the own king, to be subtracted.
    passed_king_ours: Tapered = s(0, -8),
    /// The other side has only king and pawns and its king cannot catch the pawn.
    passed_unstoppable: Tapered = s(-6, 128),

    // Pieces.
    /// By number of squares a knight reaches.
    knight_mobility: [Tapered; 9] = [s(-25, -11), s(-19, -27), s(-13, -9), s(-11, 5), s(-6, 7), s(-2, 12), s(2, 12), s(7, 11), s(12, 4)],
    /// By number of squares a bishop reaches.
    bishop_mobility: [Tapered; 14] = [s(-15, -17), s(-12, -12), s(-5, 1), s(-2, 5), s(2, 11), s(4, 17), s(6, 19), s(5, 25), s(9, 23), s(12, 21), s(15, 19), s(39, 14), s(22, 7), s(43, 23)],
    /// By number of squares a rook reaches.
    rook_mobility: [Tapered; 15] = [s(-46, -70), s(-15, -38), s(-6, -20), s(-6, 0), s(-5, 10), s(-3, 21), s(-5, 31), s(-3, 31), s(0, 34), s(2, 38), s(3, 39), s(4, 46), s(4, 53), s(1, 52), s(31, 38)],
    /// By number of squares a queen reaches; the last entry is for 26 to 28.
    queen_mobility: [Tapered; 28] = [s(-50, -64), s(-24, -58), s(-18, -41), s(-14, -39), s(-8, -38), s(-6, -21), s(-3, -19), s(-2, 16), s(1, 11), s(1, 28), s(1, 46), s(4, 34), s(5, 48), s(5, 50), s(-2, 68), s(1, 49), s(-1, 62), s(8, 49), s(2, 64), s(7, 45), s(21, 21), s(28, 22), s(33, 24), s(27, 14), s(22, 9), s(30, 14), s(33, 18), s(36, 12)],
    /// Bishop pair.
    bishop_pair: Tapered = s(20, 49),
    /// Per own pawn on a bishop's color.
    bishop_pawns: Tapered = s(-1, -7),
    /// A rook on a file without pawns.
    rook_open_file: Tapered = s(23, -8),
    /// A rook on a file without own pawns.
    rook_half_open_file: Tapered = s(10, 17),
    /// A knight on an outpost: defended by a pawn where no enemy pawn can attack it.
    knight_outpost: Tapered = s(11, 8),
    /// The same for a bishop.
    bishop_outpost: Tapered = s(14, 5),
    /// A minor piece right behind a pawn.
    minor_behind_pawn: Tapered = s(3, 12),

    // Threats.
    /// A pawn attacks a piece, `[victim]`.
    pawn_threat: [Tapered; 6] = [s(0, 0), s(51, 29), s(47, 54), s(72, 16), s(42, 8), s(0, 0)],
    /// A knight or bishop attacks, `[victim]`.
    minor_threat: [Tapered; 6] = [s(16, 37), s(12, 30), s(22, 35), s(43, 27), s(44, 13), s(0, 0)],
    /// A rook attacks, `[victim]`.
    rook_threat: [Tapered; 6] = [s(10, 47), s(11, 21), s(14, 22), s(9, 20), s(52, 33), s(0, 0)],
    /// A piece is attacked and not defended.
    hanging: Tapered = s(14, 27),
    /// A pawn can safely advance to attack a piece.
    pawn_push_threat: Tapered = s(14, 14),

    // King safety.
    /// Danger per attack on the king's neighborhood, `[attacker]`.
    king_attack: [i32; 6] = [0, -6, 7, -1, 9, 0],
    /// Danger of each attacking piece, `[attacker]`.
    king_attacker: [i32; 6] = [0, 33, 9, 25, 11, 0],
    /// Danger of a safe square for a check, `[checker]`.
    safe_check: [i32; 6] = [0, 52, 22, 68, 58, 0],
    /// Danger of an attacked square next to the king that is defended by the king at most.
    weak_king_square: i32 = 9,
    /// Danger when the attacker has no queen.
    no_queen: i32 = -18,
    /// Danger per pawn missing from the shield.
    missing_shield: i32 = 8,
    /// Danger without any attack (a base value).
    king_danger_base: i32 = -18,
    /// An own pawn in front of the king, by its distance in ranks (1 to 3), on the king's file or
    /// an adjacent one.
    shield: [Tapered; 4] = [s(0, 0), s(12, -17), s(3, -16), s(2, -24)],
    /// The king's file or an adjacent one has no own pawn.
    king_half_open_file: Tapered = s(-13, -10),
    /// The king's file or an adjacent one has no pawn at all.
    king_open_file: Tapered = s(-17, -23),
    /// Tempo bonus.
    tempo: i32 = 19,
}
