//! The trained network in integers, and what was lost on the way.

use std::fmt;

use nnue::{FEATURES, HEADS, INPUT_SCALE, OUTPUT_SCALE, Parameters};
use serde::Serialize;

use crate::sample::Sample;
use crate::train::network::{Network, WEIGHT_MAX};
use crate::train::{TrainError, Trainer};

/// Samples on which floating point and integers are compared, at most.
const COMPARED_MAX: usize = 20_000;
/// A neuron that is above zero in none of the samples looked at is dead.
const NEURON_SAMPLES: usize = 20_000;

/// How the integer network differs from the one that was trained, and whether its weights look healthy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExportReport {
    /// Held-out positions on which both were evaluated.
    pub positions: usize,
    /// Mean difference, in centipawns.
    pub mean_difference: f64,
    /// Greatest difference, in centipawns.
    pub max_difference: f64,
    /// Neurons that were at zero for both sides of all positions looked at.
    pub dead_neurons: usize,
    /// Neurons there are.
    pub neurons: usize,
    /// Greatest magnitude of an input weight.
    pub max_input_weight: f32,
    /// Greatest magnitude of an output weight.
    pub max_output_weight: f32,
    /// The share of the weights that lie at the clip.
    pub clipped: f64,
}

impl fmt::Display for ExportReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "integers differ from floating point by {:.2} centipawns on average, {:.1} at most ({} held-out positions)",
            self.mean_difference, self.max_difference, self.positions
        )?;
        write!(
            f,
            "{} of {} neurons dead; greatest weight {:.2} (input), {:.2} (output); {:.3} % of the weights at the clip",
            self.dead_neurons,
            self.neurons,
            self.max_input_weight,
            self.max_output_weight,
            self.clipped * 100.0
        )
    }
}

/// Rounds the weights to integers.
///
/// # Errors
/// Weights that some position could overflow.
pub fn quantize(network: &Network, scale: f64, description: String) -> Result<nnue::Network, TrainError> {
    let hidden = network.hidden();
    let input = |number: f32| (number * INPUT_SCALE as f32).round() as i16;
    let output = |number: f32| (number * OUTPUT_SCALE as f32).round() as i16;
    let output_bias = |number: f32| (number * (INPUT_SCALE * OUTPUT_SCALE) as f32).round() as i32;
    let each = |count: usize| (0..count).flat_map(|row| (0..hidden).map(move |neuron| (row, neuron)));
    let parameters = Parameters {
        description,
        hidden,
        scale: scale.round() as i32,
        input_weights: each(FEATURES).map(|(f, neuron)| input(network.input_weight(f, neuron))).collect(),
        input_biases: (0..hidden).map(|neuron| input(network.input_bias(neuron))).collect(),
        output_weights: each(HEADS * 2)
            .map(|(row, neuron)| output(network.output_weight(row / 2, row % 2, neuron)))
            .collect(),
        output_biases: (0..HEADS).map(|head| output_bias(network.output_bias(head))).collect(),
    };
    Ok(nnue::Network::new(&parameters)?)
}

/// Compares the trained network with its integers on held-out samples. Samples whose position is illegal are left out.
pub fn compare(trainer: &mut Trainer, integers: &nnue::Network, samples: &[Sample]) -> ExportReport {
    let samples = &samples[..samples.len().min(COMPARED_MAX)];
    let scale = f64::from(integers.scale());
    let outputs = trainer.outputs(samples);
    let differences: Vec<f64> = samples
        .iter()
        .zip(outputs)
        .filter_map(|(sample, output)| {
            let board = sample.to_board()?;
            Some((f64::from(output) * scale - f64::from(integers.evaluate_plain(&board))).abs())
        })
        .collect();
    let network = trainer.network();
    let weights = network.rows.as_flattened();
    let rows = |from: fn(&Network, usize) -> &[f32]| {
        (0..network.tiles()).flat_map(|tile| from(network, tile)).fold(0.0, |most: f32, w| most.max(w.abs()))
    };
    ExportReport {
        positions: differences.len(),
        mean_difference: differences.iter().sum::<f64>() / differences.len().max(1) as f64,
        max_difference: differences.iter().copied().fold(0.0, f64::max),
        dead_neurons: dead_neurons(network, samples),
        neurons: network.hidden(),
        max_input_weight: rows(|network, tile| network.tile(tile).0.as_flattened()),
        max_output_weight: rows(|network, tile| network.tile(tile).1.as_flattened()),
        clipped: weights.iter().filter(|weight| weight.abs() >= WEIGHT_MAX).count() as f64
            / weights.len() as f64,
    }
}

/// How many neurons no sample brings above zero, for either side.
fn dead_neurons(network: &Network, samples: &[Sample]) -> usize {
    let mut alive = vec![false; network.hidden()];
    let mut pairs = Vec::new();
    for sample in &samples[..samples.len().min(NEURON_SAMPLES)] {
        pairs.clear();
        crate::train::features::append(sample, &mut pairs);
        for tile in 0..network.tiles() {
            for (lane, alive) in
                alive[tile * crate::train::TILE..][..crate::train::TILE].iter_mut().enumerate()
            {
                let rows = network.tile(tile).0;
                let value = |side: usize| {
                    pairs.iter().map(|pair| rows[usize::from(pair[side])][lane]).sum::<f32>()
                        + rows[FEATURES][lane]
                };
                *alive = *alive || value(0) > 0.0 || value(1) > 0.0;
            }
        }
    }
    alive.iter().filter(|alive| !**alive).count()
}
