//! The same sums in a plain loop, position by position and weight by weight: the reference for
//! tests and timings of the tiled loop.

use nnue::FeatureSet;
use pulp::Arch;

use crate::sample::Sample;
use crate::train::features::{self, Pair};
use crate::train::loss;
use crate::train::network::{Network, TILE};
use crate::train::target::{TargetRule, sigmoid};

/// A network with its weights row by row: `input[feature][neuron]`, the biases last;
/// `output[head][sum][side][neuron]`; `output_bias[head][sum]`; `second[head][neuron]`.
#[derive(Clone, Debug)]
pub struct PlainNetwork {
    feature_set: FeatureSet,
    hidden: usize,
    input: Vec<f32>,
    output: Vec<f32>,
    output_bias: Vec<f32>,
    second: Vec<f32>,
}

impl PlainNetwork {
    /// The same numbers in another order.
    pub fn new(network: &Network) -> Self {
        let (feature_set, hidden) = (network.feature_set(), network.hidden());
        let (heads, sums, second_layer) =
            (feature_set.heads(), feature_set.sums(), feature_set.second_layer());
        let mut plain = Self {
            feature_set,
            hidden,
            input: vec![0.0; (feature_set.features() + 1) * hidden],
            output: vec![0.0; heads * sums * 2 * hidden],
            output_bias: (0..heads * sums).map(|row| network.sum_bias(row / sums, row % sums)).collect(),
            second: (0..heads * second_layer)
                .map(|row| network.second_weight(row / second_layer, row % second_layer))
                .collect(),
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

    /// Adds the gradient of samples to `gradient`; returns the sum of their squared errors.
    /// Compiled for the same instruction sets as the tiled loop.
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
        let mut values = vec![0.0; self.feature_set.sums()];
        let mut pairs: Vec<Pair> = Vec::new();
        let mut sum = 0.0;
        for sample in samples {
            pairs.clear();
            let head = features::append(self.feature_set, sample, &mut pairs);
            let expected = sigmoid(self.forward(&pairs, head, &mut neurons, &mut values));
            let target = rule.target(sample);
            sum += f64::from(loss::loss(expected, target, 2.0));
            self.backward(
                &pairs,
                head,
                loss::slope(expected, target, 2.0),
                &mut neurons,
                &mut values,
                gradient,
            );
        }
        sum
    }

    /// The weights of a head's second layer.
    fn second_layer(&self, head: usize) -> std::ops::Range<usize> {
        let neurons = self.feature_set.second_layer();
        head * neurons..(head + 1) * neurons
    }

    /// Computes the clipped neurons and the head's sums, clipped except for the first.
    #[inline(always)]
    fn forward(&self, pairs: &[Pair], head: usize, neurons: &mut [f32], values: &mut [f32]) -> f32 {
        let hidden = self.hidden;
        for side in 0..2 {
            let neurons = &mut neurons[side * hidden..][..hidden];
            neurons.copy_from_slice(&self.input[self.feature_set.features() * hidden..][..hidden]);
            for pair in pairs {
                let row = &self.input[usize::from(pair[side]) * hidden..][..hidden];
                neurons.iter_mut().zip(row).for_each(|(neuron, weight)| *neuron += weight);
            }
            for neuron in neurons {
                *neuron = neuron.clamp(0.0, 1.0);
            }
        }
        let sums = values.len();
        for (sum, value) in values.iter_mut().enumerate() {
            let row = head * sums + sum;
            let weights = &self.output[row * 2 * hidden..][..2 * hidden];
            let products = neurons.iter().zip(weights).map(|(neuron, weight)| neuron * neuron * weight);
            *value = products.fold(self.output_bias[row], |sum, product| sum + product);
        }
        let (direct, second) = values.split_first_mut().expect("a head has a sum at least");
        let mut output = *direct;
        for (value, weight) in second.iter_mut().zip(&self.second[self.second_layer(head)]) {
            *value = value.clamp(0.0, 1.0);
            output += *value * *value * weight;
        }
        output
    }

    #[inline(always)]
    fn backward(
        &self,
        pairs: &[Pair],
        head: usize,
        slope: f32,
        neurons: &mut [f32],
        values: &mut [f32],
        gradient: &mut Self,
    ) {
        let (hidden, sums) = (self.hidden, values.len());
        let layer = self.second_layer(head);
        // From here on the values are slopes.
        values[0] = slope;
        for (value, row) in values[1..].iter_mut().zip(layer) {
            gradient.second[row] += slope * *value * *value;
            *value = if *value < 1.0 { 2.0 * slope * self.second[row] * *value } else { 0.0 };
        }
        for (sum, slope) in values.iter().enumerate() {
            gradient.output_bias[head * sums + sum] += slope;
        }
        for side in 0..2 {
            let neurons = &mut neurons[side * hidden..][..hidden];
            for (neuron, value) in neurons.iter_mut().enumerate() {
                let mut through = 0.0;
                for (sum, slope) in values.iter().enumerate() {
                    let weight = ((head * sums + sum) * 2 + side) * hidden + neuron;
                    gradient.output[weight] += slope * *value * *value;
                    through += slope * self.output[weight];
                }
                *value = if *value < 1.0 { 2.0 * through * *value } else { 0.0 };
            }
            let biases = self.feature_set.features();
            for row in pairs.iter().map(|pair| usize::from(pair[side])).chain([biases]) {
                let row = &mut gradient.input[row * hidden..][..hidden];
                row.iter_mut().zip(&*neurons).for_each(|(weight, delta)| *weight += delta);
            }
        }
    }

    /// The greatest difference of two corresponding numbers.
    pub fn distance(&self, other: &Self) -> f32 {
        let numbers = |plain: &Self| -> Vec<f32> {
            [&plain.input[..], &plain.output[..], &plain.output_bias[..], &plain.second[..]].concat()
        };
        numbers(self).iter().zip(numbers(other)).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
    }
}
