//! The same sums by a straight loop, position by position and weight by weight: what the tiled loop is tested against and
//! timed beside.

use nnue::FeatureSet;
use pulp::Arch;

use crate::sample::Sample;
use crate::train::features::{self, Pair};
use crate::train::loss;
use crate::train::network::{Network, TILE};
use crate::train::target::{TargetRule, sigmoid};

/// A network with its weights row by row: `input[feature][neuron]`, the biases last; `output[head][side][neuron]`.
#[derive(Clone, Debug)]
pub struct PlainNetwork {
    feature_set: FeatureSet,
    hidden: usize,
    input: Vec<f32>,
    output: Vec<f32>,
    output_bias: Vec<f32>,
}

impl PlainNetwork {
    /// The same numbers in another order.
    pub fn new(network: &Network) -> Self {
        let (feature_set, hidden) = (network.feature_set(), network.hidden());
        let mut plain = Self {
            feature_set,
            hidden,
            input: vec![0.0; (feature_set.features() + 1) * hidden],
            output: vec![0.0; feature_set.heads() * 2 * hidden],
            output_bias: (0..feature_set.heads()).map(|head| network.output_bias(head)).collect(),
        };
        for neuron in 0..hidden {
            let (inputs, outputs) = network.tile(neuron / TILE);
            for (row, weights) in inputs.iter().enumerate() {
                plain.input[row * hidden + neuron] = weights[neuron % TILE];
            }
            for (row, weights) in outputs.iter().enumerate() {
                plain.output[row * hidden + neuron] = weights[neuron % TILE];
            }
        }
        plain
    }

    /// Adds the gradient of samples to `gradient`; returns the sum of their squared errors. Has the same instructions at hand as the
    /// tiled loop.
    pub fn learn<'a>(
        &self,
        samples: impl Iterator<Item = &'a Sample>,
        scale: f32,
        result_weight: f32,
        gradient: &mut Self,
    ) -> f64 {
        Arch::new().dispatch(
            #[inline(always)]
            || self.each(samples, scale, result_weight, gradient),
        )
    }

    #[inline(always)]
    fn each<'a>(
        &self,
        samples: impl Iterator<Item = &'a Sample>,
        scale: f32,
        result_weight: f32,
        gradient: &mut Self,
    ) -> f64 {
        let rule = TargetRule { scale, result_weight };
        let mut neurons = vec![0.0; 2 * self.hidden];
        let mut pairs: Vec<Pair> = Vec::new();
        let mut sum = 0.0;
        for sample in samples {
            pairs.clear();
            let head = features::append(self.feature_set, sample, &mut pairs);
            let expected = sigmoid(self.forward(&pairs, head, &mut neurons));
            let target = rule.target(sample);
            sum += f64::from(loss::loss(expected, target, 2.0));
            self.backward(&pairs, head, loss::slope(expected, target, 2.0), &mut neurons, gradient);
        }
        sum
    }

    #[inline(always)]
    fn forward(&self, pairs: &[Pair], head: usize, neurons: &mut [f32]) -> f32 {
        let hidden = self.hidden;
        let mut output = self.output_bias[head];
        let weights = &self.output[head * 2 * hidden..][..2 * hidden];
        for side in 0..2 {
            let neurons = &mut neurons[side * hidden..][..hidden];
            neurons.copy_from_slice(&self.input[self.feature_set.features() * hidden..][..hidden]);
            for pair in pairs {
                let row = &self.input[usize::from(pair[side]) * hidden..][..hidden];
                neurons.iter_mut().zip(row).for_each(|(neuron, weight)| *neuron += weight);
            }
            for (neuron, weight) in neurons.iter_mut().zip(&weights[side * hidden..]) {
                *neuron = neuron.clamp(0.0, 1.0);
                output += *neuron * *neuron * weight;
            }
        }
        output
    }

    #[inline(always)]
    fn backward(&self, pairs: &[Pair], head: usize, slope: f32, neurons: &mut [f32], gradient: &mut Self) {
        let hidden = self.hidden;
        let biases = self.feature_set.features();
        gradient.output_bias[head] += slope;
        for side in 0..2 {
            let from = (head * 2 + side) * hidden;
            let neurons = &mut neurons[side * hidden..][..hidden];
            for (neuron, value) in neurons.iter_mut().enumerate() {
                gradient.output[from + neuron] += slope * *value * *value;
                *value = if *value < 1.0 { 2.0 * slope * self.output[from + neuron] * *value } else { 0.0 };
            }
            for row in pairs.iter().map(|pair| usize::from(pair[side])).chain([biases]) {
                let row = &mut gradient.input[row * hidden..][..hidden];
                row.iter_mut().zip(&*neurons).for_each(|(weight, delta)| *weight += delta);
            }
        }
    }

    /// The greatest difference of any two numbers of the same meaning.
    pub fn distance(&self, other: &Self) -> f32 {
        let numbers = |plain: &Self| -> Vec<f32> {
            [&plain.input[..], &plain.output[..], &plain.output_bias[..]].concat()
        };
        numbers(self).iter().zip(numbers(other)).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
    }
}
