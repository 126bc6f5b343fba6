//! Switches for the ideas of the search, so that the value of each can be measured in games with it
//! against games without it.
//!
//! All that are worth Elo are on by default. `vancura match --b "null_move=false"` and, for testers
//! who play through UCI, `setoption name null_move value false` switch one off; `uci` does not list
//! them.

use crate::root_profile::RootProfile;

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident = $default:expr),* $(,)?) => {
        /// The switches of the search.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Features {
            $($(#[$doc])* pub $name: bool,)*
        }

        impl Default for Features {
            fn default() -> Self {
                Self { $($name: $default),* }
            }
        }

        impl Features {
            /// All names.
            pub(crate) const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// True for one of `Features::NAMES` that is on.
            pub(crate) fn is_on(&self, name: &str) -> bool {
                match name {
                    $(stringify!($name) => self.$name,)*
                    _ => false,
                }
            }

            /// Switches one of `Features::NAMES`; other names change nothing.
            pub(crate) fn switch(&mut self, name: &str, on: bool) {
                match name {
                    $(stringify!($name) => self.$name = on,)*
                    _ => {}
                }
            }
        }
    };
}

features! {
    /// Recognizers end or bound nodes and contribute to the evaluation.
    recognizers = true,
    /// Root moves of up to five men that no table knows are judged by proofs.
    root_proofs = true,
    /// Recognized wins bound nodes as long as the fifty-move counter cannot spoil them, not only
    /// near its start.
    timely_wins = true,
    /// Narrow windows around the last iteration's score.
    aspiration = true,
    /// Deep enough hash entries end nodes.
    hash_cutoffs = true,
    /// Less depth without a hash move.
    internal_reduction = true,
    /// Nodes far above beta end at once.
    reverse_futility = true,
    /// Nodes far below alpha drop into quiescence.
    razoring = true,
    /// Null-move pruning: passing still beats beta.
    null_move = true,
    /// A capture that beats a raised beta in a shallow search ends the node.
    probcut = true,
    /// Late quiet moves are skipped, unless the root has few men: there any of the few moves may be
    /// the only good one.
    late_move_pruning = true,
    /// If the root has few men, every capture is searched, also at the horizon: the network was
    /// trained on quiet positions, and a piece given for the last pawn may draw.
    captures_at_few_men = true,
    /// ... and a move that gives check without losing material is extended by one ply.
    check_extensions = true,
    /// Quiet moves that cannot reach alpha are skipped.
    futility = true,
    /// Quiet moves that have failed everywhere are skipped.
    history_pruning = true,
    /// Moves that lose material are skipped.
    exchange_pruning = true,
    /// Captures at the horizon that promise too little are skipped.
    delta_pruning = true,
    /// Late move reductions.
    late_move_reductions = true,
    /// Singular extensions: the only good move is searched deeper.
    singular_extensions = true,
    /// ... by two plies when it is far better.
    double_extensions = true,
    /// Multi-cut: several moves that beat beta in the singular search end the node.
    multi_cut = true,
    /// Killer moves: the quiet move that refuted a sibling comes early.
    killers = true,
    /// Quiet checks that lose no material are tried in the first ply of quiescence, except when the
    /// root has few men.
    quiescence_checks = true,
    /// Continuation history: quiet moves are also ordered by the moves before them.
    continuation_history = true,
    /// Correction history: the evaluation is corrected by its past errors.
    correction_history = true,
    /// A search takes longer when its score drops or its window fails low.
    time_for_falling_scores = true,
    /// Helper threads skip every other depth and use wider windows.
    diverse_helpers = true,
    /// Margins depend on whether the side's evaluation is improving.
    improving = true,
    /// A repetition that the side to move can force is scored before it is on the board.
    upcoming_repetition = true,
    /// The evaluation fades as the fifty-move counter grows.
    clock_fade = true,
}

impl Features {
    /// The switches for a search from such a root. A known win still has to be converted, which
    /// also takes depth.
    pub(crate) fn at(self, root: RootProfile, is_known_win: bool) -> Self {
        Self {
            late_move_pruning: self.late_move_pruning && (!root.is_contested || is_known_win),
            captures_at_few_men: self.captures_at_few_men && root.is_contested,
            check_extensions: self.check_extensions && root.is_contested,
            quiescence_checks: self.quiescence_checks && !root.has_few_men,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_switches_its_own_idea() {
        let mut all_off = Features::default();
        for name in Features::NAMES {
            all_off.switch(name, false);
        }
        let mut seen = vec![all_off];
        for name in Features::NAMES {
            let mut features = all_off;
            features.switch(name, true);
            assert!(!seen.contains(&features), "{name}");
            seen.push(features);
            features.switch(name, false);
            assert_eq!(features, all_off);
        }
    }
}
