//! Fitting scores to results: the scale in centipawns by which the odds of a point grow by a factor
//! of e, and the probability of a win by score.

use crate::sample::{Sample, SideResult};
use vancura::chart::{Chart, Span};

/// Scores of this magnitude and more are ignored, in centipawns: they are won or lost on any scale.
const SCORE_MAX: i16 = 2_500;
const CLASSES: usize = 2 * SCORE_MAX as usize - 1;
/// Most steps of Newton's method; it takes five or six.
const STEPS_MAX: usize = 50;
/// Valid scales of scores in centipawns.
const PLAUSIBLE: std::ops::RangeInclusive<f64> = 20.0..=2_000.0;

/// Range of scores in the chart, in centipawns to either side, ...
const PLOT_MAX: f64 = 800.0;
/// ... points of a curve on each side, and centipawns combined into one dot.
const PLOT_STEPS: i32 = 100;
const PLOT_BIN: usize = 20;
const LOSS_COLOR: &str = "#b3261e";
const DRAW_COLOR: &str = "#777777";
const WIN_COLOR: &str = "#1e7b34";

/// Results by score, from which the scale follows: the `s` at which `1 / (1 + exp(-score / s))`
/// predicts the points best (logistic regression, maximum likelihood).
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
    /// Counts a sample, if it has a result and a score within range.
    pub fn add(&mut self, sample: &Sample) {
        let score = sample.score();
        if let Some(ended) = sample.result()
            && score.unsigned_abs() < SCORE_MAX.unsigned_abs()
        {
            let result = match ended {
                SideResult::Loss => 0,
                SideResult::Draw => 1,
                SideResult::Win => 2,
            };
            self.counts[(score + SCORE_MAX - 1) as usize][result] += 1;
        }
    }

    /// Number of samples counted.
    pub fn len(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// True when no sample was counted.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The scale in centipawns; `None` when the scores do not predict the results.
    pub fn scale(&self) -> Option<f64> {
        let mut slope = 0.0;
        for _ in 0..STEPS_MAX {
            let (mut gradient, mut curvature) = (0.0, 0.0);
            for (score, [_, draws, wins], all) in self.classes() {
                let expected = logistic(slope * score);
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

    /// The probability of a win by score, fitted by maximum likelihood; a loss counts as a win at
    /// the opposite score. `None` when the scores do not predict wins.
    pub fn win_chance(&self) -> Option<WinChance> {
        let (mut offset, mut slope) = (0.0, 0.0);
        for _ in 0..STEPS_MAX {
            // Newton's method with two unknowns: gradient and curvature of the likelihood of 1 / (1
            // + exp(-(offset + slope * score))).
            let ([mut to_offset, mut to_slope], [mut oo, mut os, mut ss]) = ([0.0; 2], [0.0; 3]);
            for (score, [losses, _, wins], all) in self.classes() {
                for (score, wins) in [(score, wins), (-score, losses)] {
                    let expected = logistic(offset + slope * score);
                    let (error, weight) = (wins - all * expected, all * expected * (1.0 - expected));
                    to_offset += error;
                    to_slope += error * score;
                    oo += weight;
                    os += weight * score;
                    ss += weight * score * score;
                }
            }
            let determinant = oo * ss - os * os;
            let steps = [
                (ss * to_offset - os * to_slope) / determinant,
                (oo * to_slope - os * to_offset) / determinant,
            ];
            offset += steps[0];
            slope += steps[1];
            if !(offset.is_finite() && slope.is_finite()) {
                return None;
            }
            if steps.iter().all(|step| step.abs() < 1e-9) {
                break;
            }
        }
        let chance = WinChance { even: -100.0 * offset / slope, spread: 100.0 / slope };
        PLAUSIBLE.contains(&chance.spread).then_some(chance)
    }

    /// Scores in pawns, so that all numbers are of similar size; losses, draws and wins; their sum.
    /// Scores without samples are left out.
    fn classes(&self) -> impl Iterator<Item = (f64, [f64; 3], f64)> {
        self.counts.iter().enumerate().filter(|(_, counts)| counts.iter().any(|&count| count > 0)).map(
            |(class, counts)| {
                let score = (class as f64 - f64::from(SCORE_MAX - 1)) / 100.0;
                (score, counts.map(|count| count as f64), counts.iter().sum::<u64>() as f64)
            },
        )
    }

    /// A chart of wins, draws and losses by score, as counted and as fitted, as SVG.
    pub fn to_svg(&self, fit: WinChance) -> String {
        let chart_span = Span { least: -PLOT_MAX, greatest: PLOT_MAX };
        let mut chart = Chart::new(
            "Results by score",
            ("centipawns", chart_span),
            ("share", Span { least: 0.0, greatest: 1.0 }),
        );
        let scores =
            || (-PLOT_STEPS..=PLOT_STEPS).map(|step| f64::from(step) * PLOT_MAX / f64::from(PLOT_STEPS));
        let (win, loss) = (|score| fit.at(score), |score: f64| fit.at(-score));
        chart.curve("lost", LOSS_COLOR, scores().map(|score| (score, loss(score))));
        chart.curve("drawn", DRAW_COLOR, scores().map(|score| (score, 1.0 - win(score) - loss(score))));
        chart.curve("won", WIN_COLOR, scores().map(|score| (score, win(score))));
        for (result, color) in [LOSS_COLOR, DRAW_COLOR, WIN_COLOR].into_iter().enumerate() {
            chart.dots(color, self.shares(result).into_iter());
        }
        chart.finish()
    }

    /// The share of a result in intervals of scores, each with its mean score.
    fn shares(&self, result: usize) -> Vec<(f64, f64)> {
        let middle = usize::from(SCORE_MAX.unsigned_abs() - 1);
        let half = PLOT_MAX as usize;
        let chunks = self.counts[middle - half..middle + half].chunks(PLOT_BIN);
        let shares = chunks.enumerate().filter_map(|(number, counts)| {
            let all: u64 = counts.iter().flatten().sum();
            let score = (number * PLOT_BIN + PLOT_BIN / 2) as f64 - PLOT_MAX;
            let of_result: u64 = counts.iter().map(|counts| counts[result]).sum();
            (all > 0).then(|| (score, of_result as f64 / all as f64))
        });
        shares.collect()
    }
}

/// The probability of a win at a score `x`, in centipawns: `1 / (1 + exp((even - x) / spread))`.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct WinChance {
    /// Centipawns at which half of the games are won.
    pub even: f64,
    /// Centipawns by which the odds of winning grow by a factor of e.
    pub spread: f64,
}

impl WinChance {
    /// The probability at a score in centipawns, 0 to 1.
    pub fn at(self, score: f64) -> f64 {
        logistic((score - self.even) / self.spread)
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Label, Origin};
    use board::Board;
    use board::random::Random;

    fn sample(score: i16, result: Option<SideResult>) -> Sample {
        Sample::new(&Board::default(), Label { score, result, origin: Origin::Game, fifty_move_counter: 0 })
    }

    #[test]
    fn the_scale_that_made_the_results_is_found() {
        let (mut fit, mut random) = (ScaleFit::default(), Random::new(9));
        for _ in 0..200_000 {
            let score = random.below(2_001) as i16 - 1_000;
            let is_won = random.chance(1.0 / (1.0 + (-f64::from(score) / 180.0).exp()));
            fit.add(&sample(score, Some(if is_won { SideResult::Win } else { SideResult::Loss })));
        }
        assert_eq!(fit.len(), 200_000);
        let scale = fit.scale().unwrap();
        assert!((scale - 180.0).abs() < 3.0, "{scale}");
    }

    #[test]
    fn the_chance_of_a_win_that_made_the_results_is_found_and_drawn() {
        let (mut fit, mut random) = (ScaleFit::default(), Random::new(4));
        assert_eq!(fit.win_chance(), None);
        let truth = WinChance { even: 120.0, spread: 90.0 };
        for _ in 0..200_000 {
            let score = random.below(1_401) as i16 - 700;
            let result = if random.chance(truth.at(f64::from(score))) {
                SideResult::Win
            } else if random.chance(truth.at(f64::from(-score)) / (1.0 - truth.at(f64::from(score)))) {
                SideResult::Loss
            } else {
                SideResult::Draw
            };
            fit.add(&sample(score, Some(result)));
        }
        let found = fit.win_chance().unwrap();
        assert!((found.even - 120.0).abs() < 2.0 && (found.spread - 90.0).abs() < 2.0, "{found:?}");
        assert!((found.at(found.even) - 0.5).abs() < 1e-9);
        let svg = fit.to_svg(found);
        assert_eq!(svg.matches("<polyline").count(), 3);
        assert!(svg.matches("<circle").count() > 3 * 60, "{svg}");
    }

    #[test]
    fn draws_count_half_and_silent_samples_not_at_all() {
        let mut fit = ScaleFit::default();
        assert_eq!(fit.scale(), None);
        for ended in [SideResult::Win, SideResult::Draw] {
            fit.add(&sample(100, Some(ended)));
            fit.add(&sample(
                -100,
                Some(match ended {
                    SideResult::Win => SideResult::Loss,
                    other => other,
                }),
            ));
        }
        // Three quarters of the points at 100 centipawns.
        let scale = fit.scale().unwrap();
        assert!((scale - 100.0 / 3.0_f64.ln()).abs() < 1e-6, "{scale}");
        fit.add(&sample(50, None));
        fit.add(&sample(2_500, Some(SideResult::Loss)));
        assert_eq!(fit.len(), 4);
    }
}
