//! Phrases for the features, in the order of their names.

use crate::mined::Phrase::{self, Choice, Count, Difference, Either, File, Rank, Steps};

const KING: &str = "the king of bishop and knight";
const WEAK_KING: &str = "the lone knight's king";
const BISHOP: &str = "the bishop";
const KNIGHT: &str = "the bishop's knight";
const LONE: &str = "the lone knight";

#[rustfmt::skip]
pub(super) const PHRASES: &[Phrase] = &[
    Either("bishop and knight are to move", "the lone knight's side is to move"),
    File(KING), Rank(KING), File(WEAK_KING), Rank(WEAK_KING), File(LONE), Rank(LONE),
    Count("between the lone knight's king and the edge there are", "square"),
    Count("the lone knight's king is from the next corner", "square"),
    Count("the lone knight's king is from the next corner of the bishop's color", "square"),
    Count("between the lone knight and the edge there are", "square"),
    Count("the lone knight is from the next corner", "square"),
    Either("its king is not on the bishop's color", "its king is on the bishop's color"),
    Either("the lone knight is not on the bishop's color", "the lone knight is on the bishop's color"),
    Steps(KING, WEAK_KING), Steps(KING, LONE), Steps(WEAK_KING, LONE), Steps(KNIGHT, LONE), Steps(BISHOP, LONE),
    Steps(KNIGHT, WEAK_KING), Steps(BISHOP, WEAK_KING), Steps(KING, BISHOP), Steps(KING, KNIGHT),
    Difference("the other king's way to the lone knight less its own king's"),
    Either("the side to move is not in check", "the side to move is in check"),
    Count("the lone knight is attacked by", "man of three"),
    Either("the lone knight is not guarded", "the lone knight is guarded"),
    Either("the lone knight is not pinned", "the lone knight is pinned"),
    Choice(&["the side to move can take nothing", "the side to move can take a piece for a piece",
        "the side to move can take a piece for nothing"]),
    Choice(&["the other side threatens to take nothing", "the other side threatens to take a piece for a piece",
        "the other side threatens to take a piece for nothing"]),
    Count("the lone knight hits", "man of the other side"),
    Either("the bishop is not guarded", "the bishop is guarded"),
    Either("the bishop's knight is not guarded", "the bishop's knight is guarded"),
    Count("the king of bishop and knight has", "move"),
    Count("the lone knight's king has", "move"),
    Count("the lone knight has", "safe move"),
    Count("closed to the lone knight's king are", "square of its neighborhood"),
    Count("in two moves the lone knight reaches", "safe square"),
    Count("the lone knight has", "safe move to its king's side"),
    Count("the lone knight has", "safe move that hits a man or the king"),
    Count("the lone knight has", "safe move out of the king's reach"),
    Count("the lone knight has", "safe move out of the reach of king and knight in two"),
    Count("the lone knight has", "safe move that forks"),
    Count("after a safe move it has, at worst,", "safe move"),
    Count("after a safe move it has, at best,", "safe move"),
    Count("the bishop's knight has", "safe move that hits the lone knight"),
    Count("the bishop has", "safe move that hits the lone knight"),
    Count("the king has", "move that hits the lone knight"),
    Count("bishop, knight and king have", "move that traps the lone knight"),
    Count("an attack leaves the lone knight", "safe square"),
];
