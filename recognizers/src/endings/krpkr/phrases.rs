//! Phrases for the features, in the order of their names.

use crate::mined::Phrase::{self, Choice, Count, Difference, Either, File, Files, Rank, Ranks, Steps};

const PAWN: &str = "the pawn";
const KING: &str = "the attacker's king";
const ROOK: &str = "the attacker's rook";
const WEAK_KING: &str = "the defender's king";
const GUARD: &str = "the defender's rook";
const QUEENING: &str = "the queening square";

/// Phrases for attackers and guards of a rook.
const ROOK_STANDS: &[&str] = &[
    "the attacker's rook is not attacked",
    "the attacker's rook is attacked once and guarded twice",
    "the attacker's rook is attacked once and guarded twice",
    "the attacker's rook is attacked and guarded as often",
    "the attacker's rook is attacked and hangs",
    "the attacker's rook is attacked twice and hangs",
];
const GUARD_STANDS: &[&str] = &[
    "the defender's rook is not attacked",
    "the defender's rook is attacked and well guarded",
    "the defender's rook is attacked and well guarded",
    "the defender's rook is attacked and guarded as often",
    "the defender's rook is attacked and hangs",
    "the defender's rook is attacked twice and hangs",
    "the defender's rook is attacked three times and hangs",
];

#[rustfmt::skip]
pub(super) const PHRASES: &[Phrase] = &[
    Either("the attacker is to move", "the defender is to move"), File(PAWN), Rank(PAWN),
    File(KING), Rank(KING),
    File(WEAK_KING), Rank(WEAK_KING),
    File(ROOK), Rank(ROOK),
    File(GUARD), Rank(GUARD),
    Files(KING, PAWN), Ranks(KING, PAWN),
    Files(WEAK_KING, PAWN), Ranks(WEAK_KING, PAWN),
    Files(ROOK, PAWN), Ranks(ROOK, PAWN),
    Files(GUARD, PAWN), Ranks(GUARD, PAWN),
    Files(GUARD, KING), Ranks(GUARD, KING),
    Files(WEAK_KING, KING),
    Files(ROOK, WEAK_KING), Ranks(ROOK, WEAK_KING),
    Steps(KING, PAWN), Steps(KING, QUEENING),
    Steps(WEAK_KING, PAWN), Steps(WEAK_KING, QUEENING),
    Steps(KING, WEAK_KING),
    Steps(KING, ROOK),
    Steps(KING, GUARD),
    Steps(WEAK_KING, ROOK),
    Steps(WEAK_KING, GUARD),
    Difference("the defender's king's way to the queening square less the pawn's"),
    Either("the side to move is not in check", "the side to move is in check"),
    Choice(&["the attacker can take nothing", "the attacker can exchange rooks for a drawn pawn ending",
        "the attacker can exchange rooks for a won pawn ending", "the attacker can take the rook for nothing"]),
    Choice(&["the defender can take nothing", "the defender can exchange rooks for a lost pawn ending",
        "the defender can exchange rooks for a drawn pawn ending", "the defender can take the pawn",
        "the defender can take the rook for nothing"]),
    Choice(ROOK_STANDS), Choice(GUARD_STANDS),
    Count("the defender attacks the pawn with", "man of two"), Count("the attacker guards the pawn with", "man of two"),
    Count("the defender's rook has", "safe move"),
    Count("the defender's rook has", "safe check"),
    Count("the attacker's rook has", "safe move"),
    Count("the attacker's rook has", "safe check"),
    Count("the defender's king has", "move"),
    Count("the attacker's king has", "move"),
    Count("the attacker's king covers", "square of the pawn's path"),
    Count("the defender's king covers", "square of the pawn's path"),
    Count("the defender's rook hits", "square of the pawn's path"),
    Choice(&["the square in front of the pawn is free", "a man of its own side stands in front of the pawn",
        "the defender's king stands in front of the pawn", "the defender's rook stands in front of the pawn"]),
    Count("the pawn has", "free step"),
    Choice(&["the attacker's rook does not protect the pawn", "the attacker's rook is behind the pawn",
        "the attacker's rook is in front of the pawn", "the attacker's rook is beside the pawn"]),
    Choice(&["the defender's rook does not attack the pawn", "the defender's rook is behind the pawn",
        "the defender's rook is in front of the pawn", "the defender's rook attacks the pawn from the side"]),
    Either("without rooks the pawn would not win with its side to move", "without rooks the pawn would win with its side to move"),
    Either("without rooks the pawn would not win against the move", "without rooks the pawn would win even against the move"),
    Count("the attacker's rook has", "check that skewers or forks king and rook"),
    Count("the defender's rook has", "check that skewers or forks king and rook"),
    Count("the defender's rook has", "check that hits the pawn, too"),
    Count("the defender's rook has", "safe move that hits the pawn"),
    Count("the defender's rook has", "safe move that hits the pawn's path"),
    Count("the defender's rook has", "safe check from afar"),
    Count("the attacker's rook has", "safe move that hits the defender's rook"),
];
