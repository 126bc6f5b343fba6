//! Features that several mined endings have besides the derived ones.

use crate::endings::kpk::table;
use crate::mined::features::flag;
use crate::mined::{Own, Phrase, Scene};
use crate::rule::Side;

/// 1 if the pawn would win with only the kings on the board.
fn wins_alone(scene: &Scene, pawn: usize, to_move: Side) -> u8 {
    let [king, weak_king] = Side::ALL.map(|side| scene.square(scene.king(side)));
    flag(table::is_won(scene.square(pawn), king, weak_king, to_move))
}

/// The pawn is the first piece, the kings are the next two.
const PAWN_AND_KINGS: u8 = 0b111;

/// Two pawns are the first pieces, the kings the next two.
const LOWER_PAWN_AND_KINGS: u8 = 0b1101;
const UPPER_PAWN_AND_KINGS: u8 = 0b1110;

/// For a single pawn.
pub(super) const PAWN_ALONE: &[Own] = &[
    Own {
        name: "pawn wins alone with the move",
        men: PAWN_AND_KINGS,
        phrase: Phrase::Either(
            "alone with its king the pawn would not win with the move",
            "alone with its king the pawn would win with the move",
        ),
        value: |scene| wins_alone(scene, 0, Side::Strong),
    },
    Own {
        name: "pawn wins alone against the move",
        men: PAWN_AND_KINGS,
        phrase: Phrase::Either(
            "alone with its king the pawn would not win against the move",
            "alone with its king the pawn would win against the move",
        ),
        value: |scene| wins_alone(scene, 0, Side::Weak),
    },
];

/// For each of two pawns.
pub(super) const EITHER_PAWN_ALONE: &[Own] = &[
    Own {
        name: "lower pawn wins alone with the move",
        men: LOWER_PAWN_AND_KINGS,
        phrase: Phrase::Either(
            "alone with its king the lower pawn would not win with the move",
            "alone with its king the lower pawn would win with the move",
        ),
        value: |scene| wins_alone(scene, 0, Side::Strong),
    },
    Own {
        name: "lower pawn wins alone against the move",
        men: LOWER_PAWN_AND_KINGS,
        phrase: Phrase::Either(
            "alone with its king the lower pawn would not win against the move",
            "alone with its king the lower pawn would win against the move",
        ),
        value: |scene| wins_alone(scene, 0, Side::Weak),
    },
    Own {
        name: "upper pawn wins alone with the move",
        men: UPPER_PAWN_AND_KINGS,
        phrase: Phrase::Either(
            "alone with its king the upper pawn would not win with the move",
            "alone with its king the upper pawn would win with the move",
        ),
        value: |scene| wins_alone(scene, 1, Side::Strong),
    },
    Own {
        name: "upper pawn wins alone against the move",
        men: UPPER_PAWN_AND_KINGS,
        phrase: Phrase::Either(
            "alone with its king the upper pawn would not win against the move",
            "alone with its king the upper pawn would win against the move",
        ),
        value: |scene| wins_alone(scene, 1, Side::Weak),
    },
];
