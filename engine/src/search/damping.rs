//! Damped backup: the score of a position is a weighted mean of its best move's score and its own
//! evaluation, so that the same advantage counts more if it comes sooner (B. Diamond's engine
//! Drais).
//!
//! The window of a position is translated to its children by the inverse of the damping, so that
//! cutoffs are correct. Mates and table wins are not damped.

use crate::score::Score;

/// The damping of one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Damping {
    /// Its own evaluation in centipawns.
    eval: i32,
    /// Weight of a child's score in percent.
    percent: i32,
}

impl Damping {
    /// `None` without damping or, in check, without an evaluation.
    pub(super) fn new(eval: Option<i32>, percent: i32) -> Option<Self> {
        eval.filter(|_| percent < 100).map(|eval| Self { eval, percent })
    }

    /// The damped score of a move; monotonic.
    pub(super) fn damp(self, score: Score) -> Score {
        if score.is_decisive() {
            return score;
        }
        let distance = (score.value() - self.eval) * self.percent;
        Score::heuristic(self.eval + (distance + 50).div_euclid(100))
    }

    /// The least score of a move whose damped score is at least this.
    pub(super) fn needed_for(self, worth: Score) -> Score {
        if worth.is_decisive() {
            return worth;
        }
        let distance = 100 * (worth.value() - self.eval) - 50;
        // Rounded up.
        let least = self.eval - (-distance).div_euclid(self.percent);
        let highest = Score::HEURISTIC_MAX.value();
        Score::from_value(least.clamp(-highest, highest + 1))
    }

    /// The window of a child, from this side's view, for a window of this position.
    pub(super) fn window(self, alpha: Score, beta: Score) -> (Score, Score) {
        (self.needed_for(alpha + 1) - 1, self.needed_for(beta))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_child_reaches_a_bound_exactly_when_its_damped_score_does(
            eval in -27_999..=27_999i32, percent in 50..100i32, bound in -32_000..=32_000i32, near in -3..=3i32, far in -32_000..=32_000i32
        ) {
            let damping = Damping::new(Some(eval), percent).unwrap();
            let bound = Score::from_value(bound);
            let needed = damping.needed_for(bound);
            for child in [needed + near, Score::from_value(far)] {
                // Between the ranges of the scale there are no scores.
                let value = child.value().abs();
                prop_assume!(value <= 27_999 || (28_000..=32_000).contains(&value));
                prop_assert_eq!(child >= needed, damping.damp(child) >= bound, "{:?} {:?}", child, needed);
            }
        }

        #[test]
        fn better_moves_are_never_worth_less_and_mates_are_exact(eval in -27_999..=27_999i32, percent in 50..100i32, score in -31_999..=31_999i32) {
            let damping = Damping::new(Some(eval), percent).unwrap();
            let score = Score::from_value(score);
            prop_assert!(damping.damp(score) <= damping.damp(score + 1));
            prop_assert!(!score.is_decisive() || damping.damp(score) == score);
            prop_assert!((damping.damp(score).value() - eval).abs() <= (score.value() - eval).abs());
        }
    }

    #[test]
    fn null_windows_stay_null_windows() {
        let damping = Damping::new(Some(40), 95).unwrap();
        for value in -300..300 {
            let (alpha, beta) = damping.window(Score::from_value(value), Score::from_value(value + 1));
            assert_eq!(beta - alpha, 1);
        }
        let open = damping.window(-Score::INFINITE, Score::INFINITE);
        assert_eq!(open, (-Score::INFINITE, Score::INFINITE));
        assert!(Damping::new(None, 95).is_none() && Damping::new(Some(0), 100).is_none());
    }
}
