//! The ideas of the search as switches, so that the worth of each can be measured by playing with it against without it.
//!
//! All that have earned their place are on in play. `vancura match --b "null_move=false"` and, for testers who play through UCI,
//! `setoption name null_move value false` switch one off; `uci` does not list them.

use crate::root_profile::RootProfile;

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident = $default:expr),* $(,)?) => {
        /// Which ideas are in use.
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
    /// Recognizers end or bound nodes and speak in the evaluation.
    recognizers = true,
    /// Recognized wins bound nodes as long as the fifty-move counter cannot spoil them, not only where it has just begun.
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
    /// Passing proves that a move is not needed.
    null_move = true,
    /// A capture that beats a raised beta in a shallow search ends the node.
    probcut = true,
    /// Late quiet moves are skipped, unless the search begins with few men: there each of the few moves may be the only one.
    late_move_pruning = true,
    /// Where the search begins with few men, every capture is played out, at the horizon, too: the network has learned quiet
    /// positions, and a piece given for the last pawn may be the draw.
    captures_at_few_men = true,
    /// ... and a move that gives check without losing material is searched one ply more deeply.
    check_extensions = true,
    /// Quiet moves that cannot reach alpha are skipped.
    futility = true,
    /// Quiet moves that have failed everywhere are skipped.
    history_pruning = true,
    /// Moves that lose material are skipped.
    exchange_pruning = true,
    /// Captures at the horizon that promise too little are skipped.
    delta_pruning = true,
    /// Late moves are searched less deeply at first.
    late_move_reductions = true,
    /// The only good move is searched more deeply.
    singular_extensions = true,
    /// ... by two plies when it is far better.
    double_extensions = true,
    /// Several moves that beat beta in the singularity search end the node.
    multi_cut = true,
    /// The quiet move that refuted a sibling comes early.
    killers = true,
    /// Quiet checks that lose nothing are tried in the first ply of quiescence, but not where the search begins with few men.
    quiescence_checks = true,
    /// Quiet moves are ordered by what came before, too.
    continuation_history = true,
    /// The evaluation is corrected by what searches found it to be off by.
    correction_history = true,
    /// A search goes on for longer when its score falls or its window fails low.
    time_for_falling_scores = true,
    /// Helper threads leave out every other depth and open wider windows.
    diverse_helpers = true,
    /// Margins are wider or narrower as the side is doing better or worse than at its last move.
    improving = true,
    /// A repetition that the side to move can bring about is seen before it is on the board.
    upcoming_repetition = true,
    /// The evaluation fades as the fifty-move counter runs.
    clock_fade = true,
}

impl Features {
    /// The ideas that a search from such a root uses. Where a win is known it has to be brought home, which takes depth, too.
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
