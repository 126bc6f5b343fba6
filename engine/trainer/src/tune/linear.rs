//! The linear model of the evaluation and its fit.

use rayon::prelude::*;

use crate::train::sigmoid;

/// Adam's decay rates for the gradient and its square.
const MOMENTUM: f32 = 0.9;
const SQUARE_MOMENTUM: f32 = 0.999;
/// Regularization toward the initial values, in loss per squared centipawn: weights with little
/// data hardly change.
const HOLD: f32 = 2e-9;

/// The linear model of some positions: their values and the derivatives by each weight.
pub(super) struct Block {
    /// Centipawns.
    pub(super) base: Vec<f32>,
    /// Points.
    pub(super) targets: Vec<f32>,
    /// For each weight, the positions that it affects, in centipawns per unit.
    pub(super) columns: Vec<Vec<(u16, f32)>>,
}

impl Block {
    /// The gradient of the summed loss by the changes of the weights.
    fn gradient(&self, changes: &[f32], scale: f32) -> Vec<f32> {
        let mut values = self.base.clone();
        for (column, &change) in self.columns.iter().zip(changes) {
            if change != 0.0 {
                for &(row, slope) in column {
                    values[usize::from(row)] += slope * change;
                }
            }
        }
        for (value, &target) in values.iter_mut().zip(&self.targets) {
            let points = expected(*value, scale);
            *value = 2.0 * (points - target) * points * (1.0 - points) / scale;
        }
        let along = |column: &Vec<(u16, f32)>| {
            column.iter().map(|&(row, slope)| slope * values[usize::from(row)]).sum()
        };
        self.columns.iter().map(along).collect()
    }
}

/// The expected score, 0 to 1, of a value in centipawns.
pub(super) fn expected(value: f32, scale: f32) -> f32 {
    sigmoid(value / scale)
}

/// Fits the weights in `passes` passes, starting at the point of linearization; the greatest step
/// of a weight decays from `step` to a tenth of it.
pub(super) fn fit(blocks: &[Block], values: &[i32], passes: usize, step: f32, scale: f32) -> Vec<f32> {
    let positions: usize = blocks.iter().map(|block| block.base.len()).sum();
    let mut changes = vec![0.0_f32; values.len()];
    let (mut mean, mut square) = (changes.clone(), changes.clone());
    for pass in 0..passes {
        let gradients: Vec<Vec<f32>> =
            blocks.par_iter().map(|block| block.gradient(&changes, scale)).collect();
        let done = pass as f32 / passes as f32;
        let step = step * (1.0 - 0.9 * done);
        let (warm, square_warm) =
            (1.0 - MOMENTUM.powi(pass as i32 + 1), 1.0 - SQUARE_MOMENTUM.powi(pass as i32 + 1));
        for number in 0..changes.len() {
            let sum: f64 = gradients.iter().map(|gradient| f64::from(gradient[number])).sum();
            let gradient = (sum / positions.max(1) as f64) as f32 + HOLD * changes[number];
            mean[number] = MOMENTUM * mean[number] + (1.0 - MOMENTUM) * gradient;
            square[number] = SQUARE_MOMENTUM * square[number] + (1.0 - SQUARE_MOMENTUM) * gradient * gradient;
            let root = (square[number] / square_warm).sqrt();
            if root > 0.0 {
                changes[number] -= step * (mean[number] / warm) / (root + 1e-10);
            }
        }
    }
    values.iter().zip(&changes).map(|(&value, &change)| value as f32 + change).collect()
}
