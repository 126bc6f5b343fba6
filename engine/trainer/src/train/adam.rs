//! The optimizer: Adam with decoupled weight decay (I. Loshchilov and F. Hutter, "Decoupled weight
//! decay regularization", 2019).

use nnue::FeatureSet;
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use crate::train::network::{Network, Row, TILE, WEIGHT_MAX};

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const WEIGHT_DECAY: f32 = 0.01;
/// Keeps the steps of weights with tiny gradients small.
const EPSILON: f32 = 1e-8;

/// Running means of the gradients and of their squares.
pub(crate) struct Adam {
    /// Means of the gradients.
    pub(crate) means: Network,
    /// Means of their squares.
    pub(crate) squares: Network,
    /// Steps taken.
    pub(crate) steps: u64,
}

/// Constants of a step, equal for all weights.
#[derive(Clone, Copy)]
struct Factors {
    /// Factor from the sum of gradients to their mean.
    per_sample: f32,
    rate: f32,
    keep: f32,
    /// Bias corrections, because running means start at zero.
    mean_correction: f32,
    square_correction: f32,
}

/// A part of the weights with their optimizer state.
struct WeightRows<'a> {
    weights: &'a mut [Row],
    means: &'a mut [Row],
    squares: &'a mut [Row],
    gradients: Vec<&'a mut [Row]>,
    factors: Factors,
}

impl Adam {
    pub(crate) fn new(feature_set: FeatureSet, hidden: usize) -> Self {
        let zero = Network::zero(feature_set, hidden);
        Self { means: zero.clone(), squares: zero, steps: 0 }
    }

    /// Moves the weights against the sum of the gradients of `samples` samples together, and clears
    /// the gradients. Runs on the current thread pool, one part per gradient.
    pub(crate) fn step<'a>(
        &mut self,
        network: &mut Network,
        gradients: impl ExactSizeIterator<Item = &'a mut Network>,
        samples: usize,
        rate: f32,
    ) {
        self.steps += 1;
        let correction = |decay: f32| (1.0 / (1.0 - f64::from(decay).powf(self.steps as f64))) as f32;
        let factors = Factors {
            per_sample: 1.0 / samples as f32,
            rate,
            keep: 1.0 - rate * WEIGHT_DECAY,
            mean_correction: correction(MEAN_DECAY),
            square_correction: correction(SQUARE_DECAY),
        };
        let rows = network.rows.len().div_ceil(gradients.len());
        let mut parts: Vec<WeightRows> = network
            .rows
            .chunks_mut(rows)
            .zip(self.means.rows.chunks_mut(rows))
            .zip(self.squares.rows.chunks_mut(rows))
            .map(|((weights, means), squares)| WeightRows {
                weights,
                means,
                squares,
                gradients: Vec::new(),
                factors,
            })
            .collect();
        for gradient in gradients {
            for (part, rows) in parts.iter_mut().zip(gradient.rows.chunks_mut(rows)) {
                part.gradients.push(rows);
            }
        }
        let arch = Arch::new();
        parts.into_par_iter().for_each(|part| arch.dispatch(part));
    }
}

impl WithSimd for WeightRows<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, _simd: S) {
        for index in 0..self.weights.len() {
            let mut gradient = Row::ZERO;
            for rows in &mut self.gradients {
                let row = &mut rows[index];
                for lane in 0..TILE {
                    gradient[lane] += row[lane];
                }
                *row = Row::ZERO;
            }
            step_row(
                &mut self.weights[index],
                &mut self.means[index],
                &mut self.squares[index],
                &gradient,
                self.factors,
            );
        }
    }
}

#[inline(always)]
fn step_row(weights: &mut Row, means: &mut Row, squares: &mut Row, gradient: &Row, factors: Factors) {
    for lane in 0..TILE {
        let slope = gradient[lane] * factors.per_sample;
        let mean = MEAN_DECAY * means[lane] + (1.0 - MEAN_DECAY) * slope;
        let square = SQUARE_DECAY * squares[lane] + (1.0 - SQUARE_DECAY) * (slope * slope);
        let spread = (square * factors.square_correction).sqrt() + EPSILON;
        let step = factors.rate * (mean * factors.mean_correction) / spread;
        weights[lane] = (weights[lane] * factors.keep - step).clamp(-WEIGHT_MAX, WEIGHT_MAX);
        means[lane] = mean;
        squares[lane] = square;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_is_the_rate_against_the_gradient_and_empties_it() {
        let mut network = Network::zero(FeatureSet::Mirrored, TILE);
        let mut adam = Adam::new(FeatureSet::Mirrored, TILE);
        let mut gradients =
            [Network::zero(FeatureSet::Mirrored, TILE), Network::zero(FeatureSet::Mirrored, TILE)];
        gradients[0].rows[0][0] = 3.0;
        gradients[1].rows[0][0] = 5.0;
        gradients[1].rows[1][7] = -0.5;
        adam.step(&mut network, gradients.iter_mut(), 4, 0.25);
        assert!((network.rows[0][0] + 0.25).abs() < 1e-5);
        assert!((network.rows[1][7] - 0.25).abs() < 1e-5);
        assert!(network.rows[0][1].abs() < 1e-9);
        assert_eq!(
            gradients,
            [Network::zero(FeatureSet::Mirrored, TILE), Network::zero(FeatureSet::Mirrored, TILE)]
        );
    }

    #[test]
    fn a_parabola_is_followed_to_its_lowest_point_and_weights_are_clipped() {
        let mut network = Network::zero(FeatureSet::Mirrored, TILE);
        let mut adam = Adam::new(FeatureSet::Mirrored, TILE);
        for step in 0..2_000 {
            let mut gradient = Network::zero(FeatureSet::Mirrored, TILE);
            gradient.rows[0][0] = network.rows[0][0] - 0.5;
            gradient.rows[0][1] = -1.0;
            let rate = 0.02 * (1.0 - step as f32 / 2_000.0);
            adam.step(&mut network, [&mut gradient].into_iter(), 1, rate);
        }
        assert!((network.rows[0][0] - 0.5).abs() < 0.01, "{}", network.rows[0][0]);
        assert!((network.rows[0][1] - WEIGHT_MAX).abs() < 0.01);
    }
}
