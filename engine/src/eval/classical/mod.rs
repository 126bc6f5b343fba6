//! The hand-crafted evaluation: material and piece-square tables, pawns, mobility, threats, king
//! safety, and scaling of drawish endings.

mod attacks;
mod king;
mod pawns;
mod pieces;
mod weights;

use board::{BitBoard, Color};

use super::endings::drawish;
use crate::position::Position;
use crate::psqt::PHASE_MAX;
use crate::psqt::tapered::Tapered;
use attacks::Attacks;
pub(crate) use pawns::PawnTable;
use pawns::Structure;
pub(crate) use weights::Weights;

/// The tempo bonus in centipawns.
pub(super) const TEMPO: i32 = Weights::HAND.tempo;

/// The sum of all terms from White's view, and the passed pawns by color.
pub(super) fn weigh(position: &Position, pawns: &mut PawnTable) -> (Tapered, [BitBoard; 2]) {
    let structure = pawns.probe(position, &Weights::HAND);
    (weigh_with(position, position.material(), structure, &Weights::HAND), structure.passed)
}

/// The same sum with other weights, for a position whose material and pawns were evaluated with
/// them.
fn weigh_with(position: &Position, material: Tapered, structure: &Structure, w: &Weights) -> Tapered {
    let board = position.board();
    let mut attacks = Attacks::new(board);
    let mut score = material + structure.score;
    score += pieces::activity(board, Color::White, &mut attacks, w);
    score -= pieces::activity(board, Color::Black, &mut attacks, w);
    for (color, sign) in [(Color::White, 1), (Color::Black, -1)] {
        let passed = structure.passed[color as usize];
        let terms: Tapered = pieces::threats(position, color, &attacks, w)
            + king::safety(board, color, &attacks, &structure.shelters[color as usize], w)
            + pawns::passed(board, color, passed, &attacks, w);
        score += terms * sign;
    }
    score
}

/// Centipawns from White's view, without the tempo bonus.
pub(super) fn by_hand(position: &Position, pawns: &mut PawnTable) -> i32 {
    let (score, passed) = weigh(position, pawns);
    tapered(position, score, passed)
}

/// The same with other weights, for a position whose material and piece-square values were computed
/// with them; with a table of pawns that were all evaluated with them, or without one.
pub(super) fn by_hand_with(
    position: &Position,
    material: Tapered,
    pawns: Option<&mut PawnTable>,
    w: &Weights,
) -> i32 {
    let structure = match pawns {
        Some(pawns) => *pawns.probe(position, w),
        None => Structure::new(position, w),
    };
    tapered(position, weigh_with(position, material, &structure, w), structure.passed)
}

/// Middlegame and endgame values interpolated by phase, scaled down in drawish endings.
fn tapered(position: &Position, score: Tapered, passed: [BitBoard; 2]) -> i32 {
    let phase = position.phase().min(PHASE_MAX);
    let (middlegame, endgame) = drawish::scale(position, score, passed);
    (middlegame * phase + endgame * (PHASE_MAX - phase)) / PHASE_MAX
}
