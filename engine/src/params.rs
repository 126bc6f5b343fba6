//! Every constant of the search with its unit. Scores are centipawns, depths and reductions plies unless the name says otherwise.
//!
//! Glossary: `_MARGIN` a score difference, `_BASE` and `_FACTOR` the two ends of a linear formula, `_MIN_DEPTH` and
//! `_MAX_DEPTH` inclusive limits of remaining depth, `_MILLI` thousandths of a ply.

/// Deepest iteration.
pub const MAX_DEPTH: i32 = 120;

// Aspiration windows.

/// First iteration with a narrow window.
pub(crate) const ASPIRATION_MIN_DEPTH: i32 = 5;
/// Half the width of the first window.
pub(crate) const ASPIRATION_MARGIN: i32 = 14;

// Reverse futility: so far above beta that the other side will not come back.

/// Deepest.
pub(crate) const REVERSE_FUTILITY_MAX_DEPTH: i32 = 8;
/// Per remaining ply.
pub(crate) const REVERSE_FUTILITY_FACTOR: i32 = 72;
/// Plies taken off when improving.
pub(crate) const REVERSE_FUTILITY_IMPROVING: i32 = 1;

// Razoring: so far below alpha that only captures could help.

/// Deepest.
pub(crate) const RAZORING_MAX_DEPTH: i32 = 3;
/// Margin at depth 0 and per remaining ply.
pub(crate) const RAZORING_BASE: i32 = 220;
/// See [`RAZORING_BASE`].
pub(crate) const RAZORING_FACTOR: i32 = 200;

// Null move.

/// Shallowest.
pub(crate) const NULL_MOVE_MIN_DEPTH: i32 = 3;
/// Reduction at depth 0.
pub(crate) const NULL_MOVE_BASE: i32 = 4;
/// One more ply of reduction for so many plies of depth.
pub(crate) const NULL_MOVE_DEPTH_DIVISOR: i32 = 4;
/// One more ply of reduction for so many centipawns above beta...
pub(crate) const NULL_MOVE_EVAL_DIVISOR: i32 = 200;
/// ... but no more than this.
pub(crate) const NULL_MOVE_EVAL_MAX: i32 = 3;
/// From this depth on a null-move cutoff is verified by a search without null moves.
pub(crate) const NULL_MOVE_VERIFY_MIN_DEPTH: i32 = 13;

// ProbCut: a capture that beats beta by far in a shallow search will beat beta in a deep one.

/// Shallowest.
pub(crate) const PROBCUT_MIN_DEPTH: i32 = 5;
/// Above beta.
pub(crate) const PROBCUT_MARGIN: i32 = 180;
/// Depth of the proving search below the node's.
pub(crate) const PROBCUT_REDUCTION: i32 = 4;

// Internal iterative reduction: without a hash move the order is poor and the search should be cheaper.

/// Shallowest.
pub(crate) const IIR_MIN_DEPTH: i32 = 4;

// Late move pruning: quiet moves after this many are skipped.

/// Deepest.
pub(crate) const LATE_MOVE_MAX_DEPTH: i32 = 8;
/// Moves at depth 0; the square of the depth is added, and the sum halved when not improving.
pub(crate) const LATE_MOVE_BASE: i32 = 3;

// Futility of quiet moves: they will not lift the score to alpha.

/// Deepest reduced depth.
pub(crate) const FUTILITY_MAX_DEPTH: i32 = 8;
/// Margin at reduced depth 0 and per ply.
pub(crate) const FUTILITY_BASE: i32 = 90;
/// See [`FUTILITY_BASE`].
pub(crate) const FUTILITY_FACTOR: i32 = 84;

// History pruning.

/// Deepest reduced depth.
pub(crate) const HISTORY_PRUNING_MAX_DEPTH: i32 = 4;
/// History per ply below which quiet moves are skipped.
pub(crate) const HISTORY_PRUNING_FACTOR: i32 = -3_200;

// Pruning by exchange evaluation.

/// Deepest.
pub(crate) const EXCHANGE_MAX_DEPTH: i32 = 9;
/// Quiet moves may lose this per reduced ply squared.
pub(crate) const EXCHANGE_QUIET_FACTOR: i32 = -24;
/// Captures may lose this per ply.
pub(crate) const EXCHANGE_CAPTURE_FACTOR: i32 = -95;

// Singular extension: the hash move alone keeps the score.

/// Shallowest.
pub(crate) const SINGULAR_MIN_DEPTH: i32 = 7;
/// The hash entry may be this much shallower than the node.
pub(crate) const SINGULAR_DEPTH_SLACK: i32 = 3;
/// The others must stay this far below the hash score, per ply.
pub(crate) const SINGULAR_FACTOR: i32 = 2;
/// So much further below: extend by two.
pub(crate) const DOUBLE_EXTENSION_MARGIN: i32 = 18;
/// Most double extensions in one line.
pub(crate) const DOUBLE_EXTENSIONS_MAX: u8 = 6;

// Late move reductions.

/// Shallowest.
pub(crate) const REDUCTION_MIN_DEPTH: i32 = 2;
/// Constant part for quiet moves, in thousandths of a ply.
pub(crate) const REDUCTION_QUIET_BASE_MILLI: i32 = 800;
/// ln(depth) * ln(move number) is divided by this for quiet moves, in thousandths.
pub(crate) const REDUCTION_QUIET_DIVISOR_MILLI: i32 = 2_300;
/// Constant part for captures.
pub(crate) const REDUCTION_CAPTURE_BASE_MILLI: i32 = 100;
/// Divisor for captures.
pub(crate) const REDUCTION_CAPTURE_DIVISOR_MILLI: i32 = 3_200;
/// More where a cutoff is expected.
pub(crate) const REDUCTION_CUT_NODE_MILLI: i32 = 1_200;
/// More when not improving.
pub(crate) const REDUCTION_NOT_IMPROVING_MILLI: i32 = 600;
/// Less in principal variations and where one has been.
pub(crate) const REDUCTION_PV_MILLI: i32 = 900;
/// Less for a move that gives check.
pub(crate) const REDUCTION_CHECK_MILLI: i32 = 900;
/// Less for the killer move.
pub(crate) const REDUCTION_KILLER_MILLI: i32 = 800;
/// More when the hash move is a capture.
pub(crate) const REDUCTION_TACTICAL_HASH_MOVE_MILLI: i32 = 500;
/// More when the children of this node keep failing high.
pub(crate) const REDUCTION_CUTOFFS_MILLI: i32 = 600;
/// So many child cutoffs are many.
pub(crate) const REDUCTION_CUTOFFS_MIN: u8 = 3;
/// One ply less for so much history.
pub(crate) const REDUCTION_HISTORY_DIVISOR: i32 = 9_000;
/// A reduced search this far above the best score is repeated deeper than planned.
pub(crate) const DEEPER_MARGIN: i32 = 55;
/// A reduced search that hardly beats the best score is repeated shallower.
pub(crate) const SHALLOWER_MARGIN: i32 = 8;

// History tables.

/// Entries stay within plus and minus this.
pub(crate) const HISTORY_MAX: i32 = 16_384;
/// Bonus per ply and its limit.
pub(crate) const HISTORY_BONUS_FACTOR: i32 = 180;
/// See [`HISTORY_BONUS_FACTOR`].
pub(crate) const HISTORY_BONUS_MAX: i32 = 1_700;
/// Ordering bonus of the killer move.
pub(crate) const KILLER_BONUS: i32 = 20_000;
/// Captures are ordered by this times the victim's value plus their history.
pub(crate) const VICTIM_FACTOR: i32 = 16;

// Correction history: what search keeps finding the evaluation to be off by, for a structure.

/// Entries per side and kind, a power of two.
pub(crate) const CORRECTION_ENTRIES: usize = 1 << 14;
/// Entries stay within plus and minus this.
pub(crate) const CORRECTION_MAX: i32 = 1_024;
/// The pawn entry's weight in centipawns per [`CORRECTION_DIVISOR`].
pub(crate) const CORRECTION_PAWN_WEIGHT: i32 = 8;
/// The same for each side's pieces.
pub(crate) const CORRECTION_PIECE_WEIGHT: i32 = 7;
/// See [`CORRECTION_PAWN_WEIGHT`].
pub(crate) const CORRECTION_DIVISOR: i32 = 128;

// Quiescence.

/// A capture must promise to come this near to alpha.
pub(crate) const QUIESCENCE_FUTILITY_MARGIN: i32 = 150;

/// Exchange values of the men, in the order of `board::Piece::ALL`; the king's is never lost.
pub(crate) const EXCHANGE_VALUES: [i32; 6] = [100, 320, 340, 500, 980, 0];

// Fifty-move rule.

/// From this counter on the hash is not trusted with cutoffs: it does not know the counter.
pub(crate) const HASH_CUTOFF_MAX_CLOCK: u8 = 89;

// Knowledge.

/// A position that a recognizer knows to be won is worth this ...
pub(crate) const RECOGNIZED_WIN: i32 = 600;
/// ... and this for each rank that the winner's foremost pawn has advanced.
pub(crate) const RECOGNIZED_WIN_RANK: i32 = 40;
/// ... less this for each ply that its rule has to go, on the mean, to the next capture, pawn move or mate.
pub(crate) const RECOGNIZED_WIN_PLY: i32 = 1;
/// A win that is certain is worth so much more than the same evaluation without certainty.
pub(crate) const RECOGNIZED_WIN_BONUS: i32 = 60;
/// A win that the root has already is worth so much more than the same evaluation when the fifty-move counter has just begun, and
/// nothing more at its end.
pub(crate) const HELD_WIN_BONUS: i32 = 200;
/// The evaluation of a win that the root has already counts up to here: what comes after a promotion or a capture is not recognized
/// everywhere, and must not look worse.
pub(crate) const HELD_WIN_MAX: i32 = 300;
/// A rook on its fourth rank behind a pawn on the seventh is worth so much in such a win: there it builds Lucena's bridge.
pub(crate) const BRIDGE_BONUS: i32 = 150;
/// Of the evaluation of a position whose result is known, so much is left to tell it from others of that result ...
pub(crate) const SHADE_DIVISOR: i32 = 16;
/// ... and no more than this: half a step of [`RECOGNIZED_WIN_RANK`].
pub(crate) const SHADE_MAX: i32 = 20;

// Time.

/// Moves assumed to be left when the clock does not say.
pub(crate) const TIME_MOVES_LEFT: f64 = 25.0;
/// This share of the clock is never planned with, so that a short delay outside the engine does not lose the game ...
pub(crate) const TIME_RESERVE_SHARE: f64 = 0.8;
/// ... but no more than so much of it: on a shared machine a program may have to wait for a third of a second.
pub(crate) const TIME_RESERVE_MS: f64 = 450.0;
/// Share of the increment that is spent.
pub(crate) const TIME_INCREMENT_SHARE: f64 = 0.5;
/// With less than this on the clock the share shrinks in proportion: the rest refills the clock.
pub(crate) const TIME_INCREMENT_FULL_MS: f64 = 600.0;
/// The hard limit is this many times the soft one...
pub(crate) const TIME_HARD_FACTOR: f64 = 4.0;
/// ... and at most this share of the clock.
pub(crate) const TIME_HARD_SHARE: f64 = 0.5;
/// The soft limit is at most this share of the clock.
pub(crate) const TIME_SOFT_SHARE: f64 = 0.25;
/// Soft limit times this minus [`TIME_NODES_FACTOR`] times the best move's share of the nodes.
pub(crate) const TIME_NODES_BASE: f64 = 2.1;
/// See [`TIME_NODES_BASE`].
pub(crate) const TIME_NODES_FACTOR: f64 = 1.6;
/// More time by this factor per change of the best move in recent iterations.
pub(crate) const TIME_INSTABILITY_FACTOR: f64 = 0.35;
/// Earliest iteration whose node counts are trusted.
pub(crate) const TIME_NODES_MIN_DEPTH: i32 = 6;
/// Nodes between two looks at the clock, a power of two.
pub(crate) const TIME_CHECK_NODES: u64 = 1_024;
/// `currmove` is shown after this time.
pub(crate) const CURRENT_MOVE_DELAY_MS: u128 = 3_000;
