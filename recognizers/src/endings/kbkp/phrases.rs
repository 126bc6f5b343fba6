//! Phrases for the features, in the order of their names.

use crate::mined::Phrase::{self, Choice, Count, Difference, Either, File, Files, Rank, Ranks, Steps};

const PAWN: &str = "the pawn";
const KING: &str = "the pawn's king";
const WEAK_KING: &str = "the bishop's king";
const BISHOP: &str = "the bishop";
const QUEENING: &str = "the queening square";

#[rustfmt::skip]
pub(super) const PHRASES: &[Phrase] = &[
    Either("the pawn's side is to move", "the bishop's side is to move"),
    File(PAWN), Rank(PAWN), File(KING), Rank(KING), File(WEAK_KING), Rank(WEAK_KING), File(BISHOP), Rank(BISHOP),
    Either("the bishop does not have the color of the queening square", "the bishop has the color of the queening square"),
    Steps(KING, PAWN), Steps(KING, QUEENING), Steps(WEAK_KING, PAWN), Steps(WEAK_KING, QUEENING),
    Steps(KING, WEAK_KING), Steps(KING, BISHOP), Steps(WEAK_KING, BISHOP),
    Files(KING, PAWN), Files(WEAK_KING, PAWN), Files(BISHOP, PAWN),
    Ranks(KING, PAWN), Ranks(WEAK_KING, PAWN), Ranks(BISHOP, PAWN),
    Difference("the bishop's king's way to the queening square less the pawn's"),
    Either("the king does not attack the bishop", "the king attacks the bishop"),
    Either("the pawn does not attack the bishop", "the pawn attacks the bishop"),
    Either("the bishop is not guarded", "the bishop is guarded"),
    Either("the side to move is not in check", "the side to move is in check"),
    Either("the bishop does not attack the pawn", "the bishop attacks the pawn"),
    Either("the pawn is not guarded", "the pawn is guarded"),
    Count("the bishop hits", "square of the pawn's path"),
    Choice(&["nothing blocks the pawn", "its own king blocks the pawn", "the bishop blocks the pawn",
        "the bishop's king blocks the pawn"]),
    Either("the bishop's king does not hit the square in front of the pawn", "the bishop's king hits the square in front of the pawn"),
    Count("the pawn's king has", "move"), Count("the bishop's king has", "move"), Count("the bishop has", "safe move"),
    Count("the bishop has", "safe move that hits the path or the pawn"),
    Count("out of the pawn's king's reach are", "path square of the bishop's color"),
    Count("in two moves the bishop reaches", "safe square that hits the path"),
    Either("without the bishop the pawn would not win with the move", "without the bishop the pawn would win with the move"),
    Either("without the bishop the pawn would not win against the move", "without the bishop the pawn would win against the move"),
    Either("without the bishop a step of the pawn would not win", "without the bishop a step of the pawn would win"),
];
