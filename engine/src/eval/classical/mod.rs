//! The hand-crafted evaluation: material and place, pawns, mobility, threats, king safety, and what is drawish.

mod attacks;
mod king;
mod pawns;
mod pieces;

use board::{BitBoard, Color};

use super::endings::drawish;
use crate::position::Position;
use crate::psqt::PHASE_MAX;
use crate::psqt::tapered::Tapered;
use attacks::Attacks;
pub(crate) use pawns::PawnTable;

/// The sum of all terms from White's view, and the passed pawns by color.
pub(super) fn weigh(position: &Position, pawns: &mut PawnTable) -> (Tapered, [BitBoard; 2]) {
    let board = position.board();
    let structure = pawns.probe(position);
    let mut attacks = Attacks::new(board);
    let mut score = position.material() + structure.score;
    score += pieces::activity(board, Color::White, &mut attacks);
    score -= pieces::activity(board, Color::Black, &mut attacks);
    for (color, sign) in [(Color::White, 1), (Color::Black, -1)] {
        let passed = structure.passed[color as usize];
        let terms: Tapered = pieces::threats(position, color, &attacks)
            + king::safety(board, color, &attacks, &structure.shelters[color as usize])
            + pawns::passed(board, color, passed, &attacks);
        score += terms * sign;
    }
    (score, structure.passed)
}

/// Centipawns from White's view, without what the move is worth.
pub(super) fn by_hand(position: &Position, pawns: &mut PawnTable) -> i32 {
    let (score, passed) = weigh(position, pawns);
    let phase = position.phase().min(PHASE_MAX);
    let (middlegame, endgame) = drawish::scale(position, score, passed);
    (middlegame * phase + endgame * (PHASE_MAX - phase)) / PHASE_MAX
}
