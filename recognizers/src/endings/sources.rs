//! Where rules come from, as more than one ending names it.

/// What follows from the rules of chess at once.
pub(super) const GAME: &str = "the rules of the game";

/// What follows once a pawn ending is left.
pub(super) const PAWN_ENDING: &str = "the solved table of KPvK";

/// What no book has.
pub(super) const VERIFY: &str = "found and proved with verify";
