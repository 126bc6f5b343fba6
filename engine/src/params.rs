//! The parameters of the search, each with its unit. Scores are centipawns, depths and reductions
//! plies unless the name says otherwise.
//!
//! Glossary: `_margin` a score difference, `_base` and `_factor` the two ends of a linear formula,
//! `_min_depth` and `_max_depth` inclusive limits of remaining depth, `_milli` thousandths of a
//! ply.
//!
//! Tunable parameters are fields of `Params`, which every search holds by value: `vancura tune`
//! changes it, `vancura match --a "param.futility_base=100"` and, for testers who play through UCI,
//! `setoption name param.futility_base value 100` set it; `uci` does not list it. Sizes of tables,
//! limits of stored values, and numbers that depend on one another are constants.

use std::ops::RangeInclusive;

/// This file: `vancura tune` writes its result as a patch to it.
pub(crate) const SOURCE: &str = include_str!("params.rs");

/// Description of a parameter of the search.
#[derive(Debug)]
pub struct Parameter {
    /// As in [`PARAMETERS`], lower case.
    pub name: &'static str,
    /// Its effect, in one line.
    pub about: &'static str,
    /// The default value.
    pub default: i32,
    /// The sensible range.
    pub range: RangeInclusive<i32>,
    /// The offset from the mean that the last games of a tuning run still try: large enough to
    /// matter in a few thousand games.
    pub step: f64,
    /// The unit.
    pub unit: &'static str,
}

/// An unknown parameter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no parameter `{0}`; there are {names}", names = names())]
pub struct UnknownParameter(String);

fn names() -> String {
    let names: Vec<&str> = PARAMETERS.iter().map(|parameter| parameter.name).collect();
    names.join(", ")
}

impl Parameter {
    /// The parameter of this name, in any case.
    ///
    /// # Errors
    /// [`UnknownParameter`], which lists the names.
    pub fn named(name: &str) -> Result<&'static Self, UnknownParameter> {
        let found = PARAMETERS.iter().find(|parameter| parameter.name.eq_ignore_ascii_case(name));
        found.ok_or_else(|| UnknownParameter(name.to_owned()))
    }
}

/// `name = default, range, step, unit;` after a line of description. Names are declared only here.
macro_rules! parameters {
    ($($(#[doc = $about:literal])+ $name:ident = $default:literal, $min:literal..=$max:literal, $step:literal, $unit:ident;)*) => {
        /// The parameters of a search.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(crate) struct Params {
            $($(#[doc = $about])+ pub(crate) $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $($name: $default),* }
            }
        }

        impl Params {
            /// Changes one of [`PARAMETERS`]; other names change nothing.
            pub(crate) fn set(&mut self, name: &str, value: i32) {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => {}
                }
            }
        }

        /// All parameters, in the order of the search.
        pub static PARAMETERS: &[Parameter] = &[$(Parameter {
            name: stringify!($name),
            about: concat!($($about),+),
            default: $default,
            range: $min..=$max,
            step: $step,
            unit: stringify!($unit),
        }),*];
    };
}

parameters! {
    // Aspiration windows.

    /// First iteration with a narrow window.
    aspiration_min_depth = 5, 3..=9, 0.5, plies;
    /// Half the width of the first window.
    aspiration_margin = 14, 5..=40, 2.0, centipawns;

    // Reverse futility: far enough above beta that the other side will not catch up.

    /// Deepest node of reverse futility.
    reverse_futility_max_depth = 8, 3..=14, 0.5, plies;
    /// Reverse futility's margin per remaining ply.
    reverse_futility_factor = 72, 30..=140, 5.5, centipawns;
    /// Plies taken off reverse futility's depth when improving.
    reverse_futility_improving = 1, 0..=3, 0.5, plies;

    /// Percent taken off reverse futility's margin where the other side's last move was none of its
    /// best.
    reverse_futility_gaining = 20, 0..=60, 5.0, percent;

    // Razoring: far enough below alpha that only captures could help.

    /// Deepest node of razoring.
    razoring_max_depth = 3, 1..=6, 0.5, plies;
    /// Razoring's margin at depth 0.
    razoring_base = 220, 50..=500, 22.0, centipawns;
    /// Razoring's margin per remaining ply.
    razoring_factor = 200, 50..=400, 18.0, centipawns;

    // Null move.

    /// Shallowest node of a null move.
    null_move_min_depth = 3, 2..=6, 0.5, plies;
    /// The static evaluation must exceed beta by this at depth 0 ...
    null_move_margin_base = 120, -60..=300, 18.0, centipawns;
    /// ... less this per remaining ply.
    null_move_margin_factor = 20, 0..=50, 2.5, centipawns;
    /// Reduction of a null move at depth 0.
    null_move_base = 4, 2..=7, 0.5, plies;
    /// One more ply of reduction per this many plies of depth.
    null_move_depth_divisor = 4, 2..=8, 0.5, plies;
    /// One more ply of reduction per this many centipawns above beta ...
    null_move_eval_divisor = 200, 80..=400, 16.0, centipawns;
    /// ... but no more than this.
    null_move_eval_max = 3, 1..=6, 0.5, plies;
    /// From this depth on a null-move cutoff is verified by a search without null moves.
    null_move_verify_min_depth = 13, 7..=20, 0.75, plies;

    // ProbCut: a capture that beats beta by far in a shallow search will beat beta in a deep one.

    /// Shallowest node of ProbCut.
    probcut_min_depth = 5, 4..=9, 0.5, plies;
    /// ProbCut's margin above beta.
    probcut_margin = 180, 80..=350, 14.0, centipawns;
    /// Depth reduction of ProbCut's verification search.
    probcut_reduction = 4, 2..=6, 0.5, plies;

    // Internal iterative reduction: without a hash move the move ordering is poor, and the search
    // should be cheaper.

    /// Shallowest node of internal iterative reduction.
    iir_min_depth = 4, 2..=8, 0.5, plies;

    // Late move pruning: quiet moves after this many are skipped.

    /// Deepest node of late move pruning.
    late_move_max_depth = 8, 3..=14, 0.5, plies;
    /// Moves at depth 0; the square of the depth is added, and the sum halved when not improving.
    late_move_base = 3, 1..=9, 0.5, moves;

    // Futility of quiet moves: they will not lift the score to alpha.

    /// Deepest reduced depth of futility.
    futility_max_depth = 8, 3..=14, 0.5, plies;
    /// Futility's margin at reduced depth 0.
    futility_base = 90, 20..=250, 11.0, centipawns;
    /// Futility's margin per reduced ply.
    futility_factor = 84, 30..=160, 6.5, centipawns;
    /// Futility's margin grows by one centipawn per this much history.
    futility_history_divisor = 128, 32..=320, 14.0, history;

    // History pruning.

    /// Deepest reduced depth of history pruning.
    history_pruning_max_depth = 4, 1..=8, 0.5, plies;
    /// History per ply below which quiet moves are skipped.
    history_pruning_factor = -3_200, -8_000..=-1_000, 350.0, history;

    // Pruning by exchange evaluation.

    /// Deepest node, or reduced depth of a quiet move, of pruning by exchange.
    exchange_max_depth = 9, 3..=14, 0.5, plies;
    /// Quiet moves may lose this per reduced ply squared.
    exchange_quiet_factor = -24, -60..=-5, 2.5, centipawns;
    /// Captures may lose this per ply ...
    exchange_capture_factor = -95, -200..=-30, 8.5, centipawns;
    /// ... and one centipawn more per this much history.
    exchange_history_divisor = 64, 16..=256, 12.0, history;

    // Singular extension: the hash move alone keeps the score.

    /// Shallowest node of a singular extension.
    singular_min_depth = 7, 4..=10, 0.5, plies;
    /// The hash entry may be this much shallower than the node.
    singular_depth_slack = 3, 1..=5, 0.5, plies;
    /// The other moves must stay this far below the hash score, per ply.
    singular_factor = 2, 1..=6, 0.5, centipawns;
    /// This much further below: extend by two.
    double_extension_margin = 18, 0..=60, 3.0, centipawns;
    /// Most double extensions in one line.
    double_extensions_max = 6, 1..=12, 0.6, plies;

    // Late move reductions.

    /// Shallowest node of late move reductions.
    reduction_min_depth = 2, 1..=5, 0.5, plies;
    /// Constant part for quiet moves.
    reduction_quiet_base_milli = 800, 0..=1_600, 80.0, milliplies;
    /// ln(depth) * ln(move number) is divided by this for quiet moves, in thousandths.
    reduction_quiet_divisor_milli = 2_300, 1_400..=3_600, 110.0, thousandths;
    /// Constant part for captures.
    reduction_capture_base_milli = 100, -600..=900, 75.0, milliplies;
    /// Divisor for captures.
    reduction_capture_divisor_milli = 3_200, 2_000..=5_000, 150.0, thousandths;
    /// More where a cutoff is expected.
    reduction_cut_node_milli = 1_200, 0..=2_500, 125.0, milliplies;
    /// More when not improving.
    reduction_not_improving_milli = 600, 0..=1_500, 75.0, milliplies;
    /// Less in current and former principal variations.
    reduction_pv_milli = 900, 0..=2_000, 100.0, milliplies;
    /// Less for a move that gives check.
    reduction_check_milli = 900, 0..=2_000, 100.0, milliplies;
    /// Less for the killer move.
    reduction_killer_milli = 800, 0..=2_000, 100.0, milliplies;
    /// More when the hash move is a capture.
    reduction_tactical_hash_move_milli = 500, 0..=1_500, 75.0, milliplies;
    /// More when the children of this node keep failing high.
    reduction_cutoffs_milli = 600, 0..=1_500, 75.0, milliplies;
    /// Number of child cutoffs that counts as many.
    reduction_cutoffs_min = 3, 1..=6, 0.5, nodes;
    /// One ply less per this much history.
    reduction_history_divisor = 9_000, 4_000..=18_000, 700.0, history;
    /// A reduced search that beats the best score by this much is repeated deeper than planned.
    deeper_margin = 55, 10..=150, 7.0, centipawns;
    /// A reduced search that beats the best score by less than this is repeated shallower.
    shallower_margin = 8, 0..=40, 2.0, centipawns;

    // History tables.

    /// Bonus per ply ...
    history_bonus_factor = 180, 60..=400, 17.0, history;
    /// ... less this ...
    history_bonus_offset = 60, 0..=300, 15.0, history;
    /// ... and no more than this.
    history_bonus_max = 1_700, 500..=4_000, 175.0, history;
    /// Ordering bonus of the killer move.
    killer_bonus = 20_000, 0..=50_000, 2_500.0, history;
    /// Captures are ordered by this times the victim's value plus their history.
    victim_factor = 16, 4..=40, 2.0, history;

    // Correction history: mean error of the evaluation against the search, by structure.

    /// Weight of the pawn entry; 128 is full weight.
    correction_pawn_weight = 8, 0..=20, 1.0, parts;
    /// Weight of the entry of each side's pieces.
    correction_piece_weight = 7, 0..=20, 1.0, parts;

    // Quiescence.

    /// A capture must promise to come this near to alpha.
    quiescence_futility_margin = 150, 50..=300, 12.0, centipawns;
}

/// Deepest iteration.
pub const MAX_DEPTH: i32 = 120;

// History tables.

/// Entries stay within plus and minus this.
pub(crate) const HISTORY_MAX: i32 = 16_384;

// Correction history.

/// Entries per side and kind, a power of two.
pub(crate) const CORRECTION_ENTRIES: usize = 1 << 14;
/// Entries stay within plus and minus this.
pub(crate) const CORRECTION_MAX: i32 = 1_024;
/// An entry with this weight counts in full, in centipawns.
pub(crate) const CORRECTION_DIVISOR: i32 = 128;

// Exchanges.

/// Exchange values of the pieces, in the order of `board::Piece::ALL`; the king is never captured.
pub(crate) const EXCHANGE_VALUES: [i32; 6] = [100, 320, 340, 500, 980, 0];
/// More than any exchange can lose, in centipawns.
pub(crate) const EVERY_EXCHANGE: i32 = 10_000;

// Fifty-move rule.

/// From this counter on there are no hash cutoffs, because entries do not store the counter.
pub(crate) const HASH_CUTOFF_MAX_CLOCK: u8 = 89;

// Knowledge.

/// The value of a position recognized as won is this ...
pub(crate) const RECOGNIZED_WIN: i32 = 600;
/// ... plus this for each rank that the winner's foremost pawn has advanced.
pub(crate) const RECOGNIZED_WIN_RANK: i32 = 40;
/// ... minus this for each ply of the rule's mean distance to the next capture, pawn move or mate.
pub(crate) const RECOGNIZED_WIN_PLY: i32 = 1;
/// Most positions that the proof of the root, and of each of its moves, looks at.
pub(crate) const PROOF_NODES: u64 = 2_000;
/// ... for each millisecond planned for the move: all together a tenth of it.
pub(crate) const PROOF_NODES_PER_MS: f64 = 3.5;
/// ... as a fraction of the nodes of a limited search: one in this many.
pub(crate) const PROOF_NODES_SHARE: u64 = 8;
/// Bonus of a certain win over an uncertain one of the same evaluation.
pub(crate) const RECOGNIZED_WIN_BONUS: i32 = 60;
/// Bonus of a win that the root already has, when the fifty-move counter has just begun; it shrinks
/// to zero at its end.
pub(crate) const HELD_WIN_BONUS: i32 = 200;
/// Upper limit of the evaluation of a win that the root already has: positions after a promotion or
/// a capture are not always recognized, and must not look worse.
pub(crate) const HELD_WIN_MAX: i32 = 300;
/// Bonus in such a win for a rook on its fourth rank with the pawn on the seventh: it builds
/// Lucena's bridge.
pub(crate) const BRIDGE_BONUS: i32 = 150;
/// ... and this much more for each rank that the king has come down from the eighth, to the fifth.
pub(crate) const BRIDGE_RANK_BONUS: i32 = 25;
/// Share of the evaluation that is kept where the result is known, to distinguish positions of the
/// same result ...
pub(crate) const SHADE_DIVISOR: i32 = 16;
/// ... but no more than this: half a step of [`RECOGNIZED_WIN_RANK`].
pub(crate) const SHADE_MAX: i32 = 20;

// Time.

/// Moves assumed to be left when the clock does not say: this many ...
pub(crate) const TIME_MOVES_LEFT: f64 = 14.0;
/// ... and this many for each man on the board.
pub(crate) const TIME_MOVES_PER_MAN: f64 = 0.6;
/// Moves to the next time control, at most: more are planned like these.
pub(crate) const TIME_MOVES_MOST: f64 = 50.0;
/// Share of the clock that is never used, so that a short delay outside the engine does not lose
/// the game ...
pub(crate) const TIME_RESERVE_SHARE: f64 = 0.8;
/// ... but no more than this much time: on a shared machine a program may have to wait for a third
/// of a second.
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
/// More time by this factor per unit of the evaluation that the score drops below the mean of
/// previous iterations ...
pub(crate) const TIME_FALL_FACTOR: f64 = 0.008;
/// ... not less than this when it rises ...
pub(crate) const TIME_FALL_MIN: f64 = 0.85;
/// ... and not more than this.
pub(crate) const TIME_FALL_MAX: f64 = 1.6;
/// More time by this factor for each time the last window failed low ...
pub(crate) const TIME_FAILED_LOW_FACTOR: f64 = 0.1;
/// ... up to this many times.
pub(crate) const TIME_FAILED_LOW_MOST: u32 = 3;
/// Earliest iteration whose node counts are trusted.
pub(crate) const TIME_NODES_MIN_DEPTH: i32 = 6;
/// Helpers that skip iterations skip none before this one.
pub(crate) const HELPERS_SKIP_MIN_DEPTH: i32 = 5;
/// Number of window widths among helpers; the widest is twice as wide as the narrowest.
pub(crate) const HELPERS_WINDOWS: usize = 3;
/// Nodes between two clock checks, a power of two.
pub(crate) const TIME_CHECK_NODES: u64 = 1_024;
/// `currmove` is shown after this time.
pub(crate) const CURRENT_MOVE_DELAY_MS: u128 = 3_000;

impl Params {
    /// The same for a search that leaves out and reduces more than usual, above 100 percent, or
    /// less, below.
    pub(crate) fn at_selectivity(&self, percent: i32) -> Self {
        let mut params = self.clone();
        let more = [&mut params.reduction_quiet_base_milli, &mut params.reduction_capture_base_milli];
        for value in more {
            *value = *value * percent / 100;
        }
        let less = [
            &mut params.reduction_quiet_divisor_milli,
            &mut params.reduction_capture_divisor_milli,
            &mut params.reverse_futility_factor,
            &mut params.razoring_base,
            &mut params.razoring_factor,
            &mut params.futility_base,
            &mut params.futility_factor,
            &mut params.history_pruning_factor,
            &mut params.late_move_base,
        ];
        for value in less {
            *value = *value * 100 / percent;
        }
        params
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_within_their_ranges_and_steps_are_felt() {
        for Parameter { name, about, default, range, step, unit } in PARAMETERS {
            assert!(range.contains(default), "{name}");
            let width = f64::from(range.end() - range.start());
            assert!(*step >= 0.5 && *step <= width / 6.0 + 0.1, "{name}: {step} of {width}");
            assert!(about.ends_with(['.', ',']) || about.ends_with("..."), "{name}: {about}");
            assert!(!unit.is_empty());
        }
    }

    #[test]
    fn every_name_sets_its_own_parameter() {
        let mut seen = vec![Params::default()];
        for parameter in PARAMETERS {
            assert!(std::ptr::eq(Parameter::named(&parameter.name.to_uppercase()).unwrap(), parameter));
            let mut params = Params::default();
            params.set(parameter.name, *parameter.range.end());
            assert!(!seen.contains(&params), "{}", parameter.name);
            seen.push(params.clone());
            params.set(parameter.name, parameter.default);
            assert_eq!(params, Params::default());
        }
    }

    #[test]
    fn a_wrong_name_is_answered_by_all_names() {
        let message = Parameter::named("futility").unwrap_err().to_string();
        assert!(message.starts_with("there is no parameter `futility`; there are aspiration_min_depth, "));
        assert!(message.ends_with(", quiescence_futility_margin"), "{message}");
    }
}
