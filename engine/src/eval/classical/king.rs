//! King safety: the pawn shield and the attack on the king.

use board::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves,
};

use super::attacks::Attacks;
use super::weights::{Weights, count};
use crate::psqt::tapered::{Tapered, s};

/// Danger squared is divided by this for the middlegame...
const DANGER_SQUARE_DIVISOR: i32 = 190;
/// ... and danger itself by this for the endgame.
const DANGER_ENDGAME_DIVISOR: i32 = 12;
/// Upper limit of danger.
const DANGER_MAX: i32 = 420;

/// The king safety of one side.
pub(super) fn safety(board: &Board, us: Color, attacks: &Attacks, shelter: &Shelter, w: &Weights) -> Tapered {
    let danger = danger(board, us, attacks, shelter.missing, w).clamp(0, DANGER_MAX);
    let toll = s(danger * danger / DANGER_SQUARE_DIVISOR, danger / DANGER_ENDGAME_DIVISOR);
    shelter.score - toll
}

/// The pawn shield of one side's king, for one pawn structure.
#[derive(Clone, Copy)]
pub(super) struct Shelter {
    /// The king's square for which this was computed; `None` before.
    king: Option<Square>,
    score: Tapered,
    /// Number of files near the king without a pawn.
    missing: i32,
}

impl Shelter {
    pub(super) const UNKNOWN: Self = Self { king: None, score: Tapered::ZERO, missing: 0 };

    /// Updates the shield if the king has moved.
    #[inline]
    pub(super) fn update(&mut self, board: &Board, us: Color, w: &Weights) {
        let king = Some(board.king(us));
        if self.king != king {
            let (score, missing) = pawn_shield(board, us, w);
            *self = Self { king, score, missing };
        }
    }
}

/// The value of the pawns on the three files around the king, and how many files have none near.
fn pawn_shield(board: &Board, us: Color, w: &Weights) -> (Tapered, i32) {
    let king = board.king(us);
    let own = board.colored_pieces(us, Piece::Pawn);
    let pawns = board.pieces(Piece::Pawn);
    let king_rank = king.rank().relative_to(us) as i32;
    let mut score = Tapered::ZERO;
    let mut missing = 0;
    let middle = (king.file() as usize).clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let file = board::File::index(file).bitboard();
        let nearest = (own & file)
            .into_iter()
            .map(|pawn| pawn.rank().relative_to(us) as i32 - king_rank)
            .filter(|&ahead| ahead > 0)
            .min();
        match nearest {
            Some(ahead @ 1..=3) => score += w.shield[ahead as usize],
            _ => missing += 1,
        }
        if (own & file).is_empty() {
            score += if (pawns & file).is_empty() { w.king_open_file } else { w.king_half_open_file };
        }
    }
    (score, missing)
}

/// How much the other side's pieces threaten the king, in units of danger.
fn danger(board: &Board, us: Color, attacks: &Attacks, missing_shield: i32, w: &Weights) -> i32 {
    let them = !us;
    let king = board.king(us);
    let (ours, theirs) = (us as usize, them as usize);
    let mut danger = w.king_danger_base + attacks.king_danger[ours];
    // Squares defended only by the king, or only by king and queen, are weak.
    let defended = attacks.twice[ours] | (attacks.all[ours] - get_king_moves(king));
    let weak = attacks.all[theirs] - defended;
    danger += w.weak_king_square * count(weak & get_king_moves(king));
    danger += w.missing_shield * missing_shield;
    if board.colored_pieces(them, Piece::Queen).is_empty() {
        danger += w.no_queen;
    }
    let occupied = board.occupied();
    let safe = !board.colors(them) & (!attacks.all[ours] | (weak & attacks.twice[theirs]));
    let lines = get_rook_moves(king, occupied);
    let diagonals = get_bishop_moves(king, occupied);
    let checks = |piece: Piece, from: BitBoard| {
        let squares = attacks.by(them, piece) & from & safe;
        if squares.is_empty() { 0 } else { w.safe_check[piece as usize] }
    };
    danger += checks(Piece::Knight, get_knight_moves(king));
    danger += checks(Piece::Bishop, diagonals);
    danger += checks(Piece::Rook, lines);
    danger += checks(Piece::Queen, lines | diagonals);
    danger
}
