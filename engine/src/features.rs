//! The ideas of the search as switches, so that the worth of each can be measured by playing with it against without it.
//!
//! All are on in play. `vancura match --b "null_move=false"` and, for testers who play through UCI, `setoption name null_move
//! value false` switch one off; `uci` does not list them.

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// Which ideas are in use.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Features {
            $($(#[$doc])* pub $name: bool,)*
        }

        impl Default for Features {
            fn default() -> Self {
                Self { $($name: true),* }
            }
        }

        impl Features {
            /// All names.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// Switches one of [`Features::NAMES`]; other names change nothing.
            pub fn switch(&mut self, name: &str, on: bool) {
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
    recognizers,
    /// Narrow windows around the last iteration's score.
    aspiration,
    /// Deep enough hash entries end nodes.
    hash_cutoffs,
    /// Less depth without a hash move.
    internal_reduction,
    /// Nodes far above beta end at once.
    reverse_futility,
    /// Nodes far below alpha drop into quiescence.
    razoring,
    /// Passing proves that a move is not needed.
    null_move,
    /// Deep null-move cutoffs are verified.
    null_move_verification,
    /// A capture that beats a raised beta in a shallow search ends the node.
    probcut,
    /// Late quiet moves are skipped.
    late_move_pruning,
    /// Quiet moves that cannot reach alpha are skipped.
    futility,
    /// Quiet moves that have failed everywhere are skipped.
    history_pruning,
    /// Moves that lose material are skipped.
    exchange_pruning,
    /// Nothing is pruned on the way to a mate of a king smothered by its own men.
    mating_checks,
    /// Late moves are searched less deeply at first.
    late_move_reductions,
    /// The only good move is searched more deeply.
    singular_extensions,
    /// ... by two plies when it is far better.
    double_extensions,
    /// Several moves that beat beta in the singularity search end the node.
    multi_cut,
    /// The quiet move that refuted a sibling comes early.
    killers,
    /// Quiet moves are ordered by what came before, too.
    continuation_history,
    /// The evaluation is corrected by what searches found it to be off by.
    correction_history,
    /// Margins are wider or narrower as the side is doing better or worse than at its last move.
    improving,
    /// The evaluation fades as the fifty-move counter runs.
    clock_fade,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_switches_its_own_idea() {
        let mut seen = vec![Features::default()];
        for name in Features::NAMES {
            let mut features = Features::default();
            features.switch(name, false);
            assert!(!seen.contains(&features), "{name}");
            seen.push(features);
            features.switch(name, true);
            assert_eq!(features, Features::default());
        }
    }
}
