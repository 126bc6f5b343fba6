//! The scale of scores: how many centipawns make the odds of a point grow e-fold.

use crate::sample::{Outcome, Sample};

/// Scores of this magnitude and more are not looked at, in centipawns: they are won or lost whatever the scale.
const SCORE_MAX: i16 = 2_500;
const CLASSES: usize = 2 * SCORE_MAX as usize - 1;
/// Steps of Newton's method, at most; it takes five or six.
const STEPS_MAX: usize = 50;
/// Scales that scores in centipawns can have.
const PLAUSIBLE: std::ops::RangeInclusive<f64> = 20.0..=2_000.0;

/// Results by score, from which the scale follows: the `s` at which `1 / (1 + exp(-score / s))` foretells the points best
/// (logistic regression, maximum likelihood).
#[derive(Clone, Debug)]
pub struct ScaleFit {
    /// Lost, drawn and won positions by score.
    counts: Vec<[u64; 3]>,
}

impl Default for ScaleFit {
    fn default() -> Self {
        Self { counts: vec![[0; 3]; CLASSES] }
    }
}

impl ScaleFit {
    /// Counts a sample, if it has a result and a score that says something.
    pub fn add(&mut self, sample: &Sample) {
        let score = sample.score();
        if let Some(outcome) = sample.outcome()
            && score.unsigned_abs() < SCORE_MAX.unsigned_abs()
        {
            let result = match outcome {
                Outcome::Loss => 0,
                Outcome::Draw => 1,
                Outcome::Win => 2,
            };
            self.counts[(score + SCORE_MAX - 1) as usize][result] += 1;
        }
    }

    /// Samples counted.
    pub fn len(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// True when no sample was counted.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The scale in centipawns; `None` when the results do not follow the scores.
    pub fn scale(&self) -> Option<f64> {
        let mut slope = 0.0;
        for _ in 0..STEPS_MAX {
            let (mut gradient, mut curvature) = (0.0, 0.0);
            for (class, counts) in self.counts.iter().enumerate() {
                // In pawns, so that all numbers are of similar size.
                let score = (class as f64 - f64::from(SCORE_MAX - 1)) / 100.0;
                let [_, draws, wins] = counts.map(|count| count as f64);
                let all: f64 = counts.iter().sum::<u64>() as f64;
                let expected = 1.0 / (1.0 + (-slope * score).exp());
                gradient += score * (wins + draws / 2.0 - all * expected);
                curvature += score * score * all * expected * (1.0 - expected);
            }
            let step = gradient / curvature;
            slope += step;
            if !slope.is_finite() {
                return None;
            }
            if step.abs() < 1e-9 {
                break;
            }
        }
        let scale = 100.0 / slope;
        PLAUSIBLE.contains(&scale).then_some(scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Label, Origin};
    use board::Board;
    use board::random::Random;

    fn sample(score: i16, outcome: Option<Outcome>) -> Sample {
        Sample::new(&Board::default(), Label { score, outcome, origin: Origin::Game, fifty_move_counter: 0 })
    }

    #[test]
    fn the_scale_that_made_the_results_is_found() {
        let (mut fit, mut random) = (ScaleFit::default(), Random::new(9));
        for _ in 0..200_000 {
            let score = random.below(2_001) as i16 - 1_000;
            let is_won = random.chance(1.0 / (1.0 + (-f64::from(score) / 180.0).exp()));
            fit.add(&sample(score, Some(if is_won { Outcome::Win } else { Outcome::Loss })));
        }
        assert_eq!(fit.len(), 200_000);
        let scale = fit.scale().unwrap();
        assert!((scale - 180.0).abs() < 3.0, "{scale}");
    }

    #[test]
    fn draws_count_half_and_silent_samples_not_at_all() {
        let mut fit = ScaleFit::default();
        assert_eq!(fit.scale(), None);
        for outcome in [Outcome::Win, Outcome::Draw] {
            fit.add(&sample(100, Some(outcome)));
            fit.add(&sample(
                -100,
                Some(match outcome {
                    Outcome::Win => Outcome::Loss,
                    other => other,
                }),
            ));
        }
        // Three quarters of the points at 100 centipawns.
        let scale = fit.scale().unwrap();
        assert!((scale - 100.0 / 3.0_f64.ln()).abs() < 1e-6, "{scale}");
        fit.add(&sample(50, None));
        fit.add(&sample(2_500, Some(Outcome::Loss)));
        assert_eq!(fit.len(), 4);
    }
}
