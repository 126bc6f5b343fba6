//! Simultaneous perturbation stochastic approximation: all parameters are perturbed at once in
//! random directions, games between the two sides show which is better, and all parameters move a
//! little in that direction (J. C. Spall, "Multivariate stochastic approximation using a
//! simultaneous perturbation gradient approximation", 1992).
//!
//! The constants are given by their values at the end of a run, as in other testing frameworks
//! (fishtest, OpenBench): the perturbation for the last games (c), and the change per game won (a).
//! In pair k, c is greater by (pairs / k)^gamma, and a by ((A + pairs) / (A + k))^alpha, where A is
//! a tenth of the run.

use board::random::Random;
use serde::{Deserialize, Serialize};

/// Exponent of the decay of a (J. C. Spall, "Implementation of the simultaneous perturbation
/// algorithm for stochastic optimization", 1998).
const ALPHA: f64 = 0.602;
/// Exponent of the decay of c.
const GAMMA: f64 = 0.101;
/// A as a fraction of the run: it limits the first steps.
const STABILITY: f64 = 0.1;

/// One parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dimension {
    /// Its name.
    pub name: String,
    /// Its start value.
    pub start: i32,
    /// Its minimum.
    pub min: i32,
    /// Its maximum.
    pub max: i32,
    /// Its perturbation for the last games: c at the end.
    pub step: f64,
}

/// The two sides of a perturbation, to be played against each other.
#[derive(Debug, PartialEq)]
pub(super) struct Trial {
    pub(super) plus: Vec<i32>,
    pub(super) minus: Vec<i32>,
}

/// A run. Equal seeds and results lead to equal values.
#[derive(Debug)]
pub(super) struct Spsa {
    dimensions: Vec<Dimension>,
    /// Pairs of the whole run.
    pairs: usize,
    /// Change of a parameter per game won at the end, in steps: a / c².
    rate: f64,
    seed: u64,
    played: usize,
    values: Vec<f64>,
}

impl Spsa {
    pub(super) fn new(dimensions: Vec<Dimension>, pairs: usize, rate: f64, seed: u64) -> Self {
        let values = dimensions.iter().map(|dimension| dimension.start.into()).collect();
        Self { dimensions, pairs, rate, seed, played: 0, values }
    }

    /// Current values.
    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    /// Pairs counted so far.
    pub(super) fn played(&self) -> usize {
        self.played
    }

    /// The number of the next pair, from 1.
    fn k(&self) -> f64 {
        (self.played + 1) as f64
    }

    /// The current perturbation in steps.
    fn c(&self) -> f64 {
        (self.pairs as f64 / self.k()).powf(GAMMA)
    }

    /// The current change per game won, in steps, divided by c once.
    fn a(&self) -> f64 {
        let pairs = self.pairs as f64;
        let stability = STABILITY * pairs;
        self.rate * ((stability + pairs) / (stability + self.k())).powf(ALPHA)
    }

    /// For each parameter, whether the first side has the greater value, and the threshold for
    /// rounding up.
    fn directions(&self) -> Vec<(f64, f64)> {
        let mut random = Random::stream(self.seed, self.played as u64);
        let mut direction = || (if random.chance(0.5) { 1.0 } else { -1.0 }, f64::from(random.unit()));
        self.dimensions.iter().map(|_| direction()).collect()
    }

    /// The values that the next pairs try. Fractional values are rounded at random, up with a
    /// probability equal to the fraction and with the same threshold for both sides, so that on
    /// average the sides differ by the right amount even for small steps.
    pub(super) fn trial(&self) -> Trial {
        let c = self.c();
        let moved = |sign: f64| {
            let numbers = self.dimensions.iter().zip(&self.values).zip(self.directions());
            let number = |((dimension, value), (direction, up)): ((&Dimension, &f64), (f64, f64))| {
                let moved = value + sign * direction * c * dimension.step;
                ((moved + up).floor() as i32).clamp(dimension.min, dimension.max)
            };
            numbers.map(number).collect()
        };
        Trial { plus: moved(1.0), minus: moved(-1.0) }
    }

    /// Updates the values after `pairs` pairs of the trial, given the games won minus the games
    /// lost by its first side.
    pub(super) fn learn(&mut self, pairs: usize, net: i32) {
        let stride = self.a() / self.c() * f64::from(net);
        let directions = self.directions();
        for ((dimension, value), (direction, _)) in
            self.dimensions.iter().zip(&mut self.values).zip(directions)
        {
            let [min, max] = [dimension.min, dimension.max].map(f64::from);
            *value = (*value + stride * direction * dimension.step).clamp(min, max);
        }
        self.played += pairs;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dimension(start: i32, min: i32, max: i32, step: f64) -> Dimension {
        Dimension { name: String::new(), start, min, max, step }
    }

    /// Elo of a setting: drops with the squared distance from the optimum, in steps.
    fn elo(dimensions: &[Dimension], best: &[i32], numbers: &[i32]) -> f64 {
        let squares = dimensions.iter().zip(best).zip(numbers);
        -1.5 * squares.map(|((d, best), number)| (f64::from(number - best) / d.step).powi(2)).sum::<f64>()
    }

    /// Games won minus games lost in `pairs` pairs at an Elo difference; two games in five are
    /// drawn.
    fn play(random: &mut Random, pairs: usize, elo: f64) -> i32 {
        let expected = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let mut game = || match (random.chance(0.4), random.chance(expected)) {
            (true, _) => 0,
            (_, true) => 1,
            (_, false) => -1,
        };
        (0..2 * pairs).map(|_| game()).sum()
    }

    #[test]
    fn numbers_far_from_the_best_come_near_it_through_the_noise_of_games() {
        let dimensions =
            [dimension(40, 0, 200, 8.0), dimension(900, 0, 2_000, 100.0), dimension(9, 2, 12, 0.5)];
        let best = [72, 500, 7];
        let mut spsa = Spsa::new(dimensions.to_vec(), 15_000, 0.004, 7);
        let start: Vec<i32> = dimensions.iter().map(|d| d.start).collect();
        let mut random = Random::new(11);
        while spsa.played() < 15_000 {
            let trial = spsa.trial();
            let difference = elo(&dimensions, &best, &trial.plus) - elo(&dimensions, &best, &trial.minus);
            let net = play(&mut random, 8, difference);
            spsa.learn(8, net);
        }
        let end: Vec<i32> = spsa.values().iter().map(|value| value.round() as i32).collect();
        let (before, after) = (elo(&dimensions, &best, &start), elo(&dimensions, &best, &end));
        assert!(before < -70.0 && after > -6.0, "{before} {after} {:?}", spsa.values());
    }

    #[test]
    fn without_a_difference_numbers_hardly_move() {
        let mut spsa = Spsa::new(vec![dimension(50, 0, 100, 5.0)], 2_000, 0.002, 3);
        let mut random = Random::new(5);
        while spsa.played() < 2_000 {
            let net = play(&mut random, 4, 0.0);
            spsa.learn(4, net);
        }
        assert!((spsa.values()[0] - 50.0).abs() < 10.0, "{:?}", spsa.values());
    }

    #[test]
    fn strides_and_distances_end_where_they_should() {
        let mut spsa = Spsa::new(vec![dimension(50, 0, 100, 5.0)], 1_000, 0.002, 3);
        assert!((spsa.c() - 1_000f64.powf(0.101)).abs() < 1e-9);
        assert!((spsa.a() - 0.002 * (1_100.0f64 / 101.0).powf(0.602)).abs() < 1e-9);
        spsa.learn(999, 0);
        assert!((spsa.c() - 1.0).abs() < 1e-12 && (spsa.a() - 0.002).abs() < 1e-12);
        let before = spsa.values()[0];
        let direction = spsa.directions()[0].0;
        spsa.learn(1, -2);
        assert!((spsa.values()[0] - (before - 2.0 * 0.002 * 5.0 * direction)).abs() < 1e-12);
    }

    #[test]
    fn both_sides_keep_to_the_ranges_and_lie_around_the_middle() {
        let dimensions = vec![dimension(3, 1, 6, 0.5), dimension(0, 0, 40, 2.0)];
        let mut spsa = Spsa::new(dimensions.clone(), 40_000, 0.0, 1);
        let mut apart = 0;
        while spsa.played() < 40_000 {
            spsa.played += 1;
            let Trial { plus, minus } = spsa.trial();
            for (numbers, other) in [(&plus, &minus), (&minus, &plus)] {
                let inside = |(d, number): (&Dimension, &i32)| (d.min..=d.max).contains(number);
                assert!(dimensions.iter().zip(numbers).all(inside), "{numbers:?} {other:?}");
            }
            apart += (plus[0] - minus[0]).abs();
        }
        // c is between 1 and 2.92 steps of 0.5; its mean is 1 / (1 - gamma).
        let mean = f64::from(apart) / 40_000.0;
        assert!((mean - 1.0 / (1.0 - GAMMA)).abs() < 0.02, "{mean}");
    }

    #[test]
    fn equal_seeds_try_the_same_and_others_do_not() {
        let spsa = |seed| Spsa::new(vec![dimension(500, 0, 1_000, 50.0); 8], 100, 0.002, seed);
        assert_eq!(spsa(1).trial(), spsa(1).trial());
        assert_ne!(spsa(1).trial(), spsa(2).trial());
        let mut later = spsa(1);
        later.learn(4, 0);
        assert_ne!(later.directions(), spsa(1).directions());
    }
}
