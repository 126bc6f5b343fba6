//! Features that several mined endings have besides those that follow from their men.

use crate::endings::kpk::table;
use crate::mined::features::flag;
use crate::mined::{Own, Phrase, Scene};
use crate::rule::Side;

/// True when a pawn wins with nothing but the kings on the board.
fn wins_alone(scene: &Scene, pawn: usize, to_move: Side) -> u8 {
    let [king, weak_king] = Side::ALL.map(|side| scene.square(scene.king(side)));
    flag(table::is_won(scene.square(pawn), king, weak_king, to_move))
}

/// The pawn as the first man, the kings as the next two.
const PAWN_AND_KINGS: u8 = 0b111;

/// Two pawns as the first men, the kings as the next two: the lower pawn and the kings.
const LOWER_PAWN_AND_KINGS: u8 = 0b1101;
const UPPER_PAWN_AND_KINGS: u8 = 0b1110;

/// Of a single pawn.
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

/// Of each of two pawns.
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
