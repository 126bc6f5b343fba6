//! Quantizing the trained network, and measuring the loss of accuracy.

use std::fmt;

use nnue::{INPUT_SCALE, OUTPUT_SCALE, Parameters, SECOND_SCALE};
use serde::Serialize;

use crate::sample::Sample;
use crate::train::network::{Network, Row, WEIGHT_MAX};
use crate::train::{TrainError, Trainer};

/// Most samples on which floating point and integers are compared.
const COMPARED_MAX: usize = 20_000;
/// Most samples for finding dead neurons, which are never above zero.
const NEURON_SAMPLES: usize = 20_000;
/// Samples of a head that are sufficient for its mean.
const CENTERED_MIN: u32 = 100;

/// How the integer network differs from the one that was trained, and whether its weights look
/// healthy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExportReport {
    /// Held-out positions on which both were evaluated.
    pub positions: usize,
    /// Mean difference, in centipawns.
    pub mean_difference: f64,
    /// Greatest difference, in centipawns.
    pub max_difference: f64,
    /// Neurons that were zero for both sides in all positions checked.
    pub dead_neurons: usize,
    /// Total number of neurons.
    pub neurons: usize,
    /// Greatest magnitude of an input weight.
    pub max_input_weight: f32,
    /// Greatest magnitude of an output weight.
    pub max_output_weight: f32,
    /// The share of clipped weights.
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

/// Rounds the weights to integers. The mean error that this causes in a head's output, measured on
/// `samples`, is subtracted from its bias: that halves the difference.
///
/// # Errors
/// Weights that some position could overflow.
pub(crate) fn quantize(
    trainer: &mut Trainer,
    scale: f64,
    description: &str,
    samples: &[Sample],
) -> Result<nnue::Network, TrainError> {
    let heads = trainer.network().feature_set().heads();
    let rounded = round(trainer.network(), scale, description, &vec![0.0; heads])?;
    let (mut sums, mut counts) = (vec![0.0; heads], vec![0_u32; heads]);
    for (head, difference) in differences(trainer, &rounded, samples) {
        sums[head] += difference;
        counts[head] += 1;
    }
    let offset = |head: usize| {
        let mean = sums[head] / f64::from(counts[head].max(1)) / f64::from(rounded.scale());
        if counts[head] < CENTERED_MIN { 0.0 } else { mean as f32 }
    };
    let offsets: Vec<f32> = (0..heads).map(offset).collect();
    round(trainer.network(), scale, description, &offsets)
}

/// Rounds the weights to integers after adding `offsets` to the output biases.
fn round(
    network: &Network,
    scale: f64,
    description: &str,
    offsets: &[f32],
) -> Result<nnue::Network, TrainError> {
    let (feature_set, hidden) = (network.feature_set(), network.hidden());
    let input = |number: f32| (number * INPUT_SCALE as f32).round() as i16;
    let output = |number: f32| (number * OUTPUT_SCALE as f32).round() as i16;
    let output_bias = |number: f32| (number * (INPUT_SCALE * OUTPUT_SCALE) as f32).round() as i32;
    let second = |number: f32| (number * SECOND_SCALE as f32).round() as i16;
    let (heads, sums, second_layer) = (feature_set.heads(), feature_set.sums(), feature_set.second_layer());
    let offset = |row: usize| if row.is_multiple_of(sums) { offsets[row / sums] } else { 0.0 };
    let each = |count: usize| (0..count).flat_map(|row| (0..hidden).map(move |neuron| (row, neuron)));
    let parameters = Parameters {
        description: description.to_owned(),
        feature_set,
        hidden,
        scale: scale.round() as i32,
        input_weights: each(feature_set.features())
            .map(|(f, neuron)| input(network.input_weight(f, neuron)))
            .collect(),
        input_biases: (0..hidden).map(|neuron| input(network.input_bias(neuron))).collect(),
        output_weights: each(heads * sums * 2)
            .map(|(row, neuron)| output(network.output_weight(row / 2, row % 2, neuron)))
            .collect(),
        output_biases: (0..heads * sums)
            .map(|row| output_bias(network.sum_bias(row / sums, row % sums) + offset(row)))
            .collect(),
        second_weights: (0..heads * second_layer)
            .map(|row| second(network.second_weight(row / second_layer, row % second_layer)))
            .collect(),
    };
    Ok(nnue::Network::new(&parameters)?)
}

/// The trained network's output minus that of the integers, in centipawns, with the output head,
/// for the first samples. Illegal positions are left out.
fn differences(trainer: &mut Trainer, integers: &nnue::Network, samples: &[Sample]) -> Vec<(usize, f64)> {
    let samples = &samples[..samples.len().min(COMPARED_MAX)];
    let scale = f64::from(integers.scale());
    let outputs = trainer.outputs(samples);
    let compared = samples.iter().zip(outputs).filter_map(|(sample, output)| {
        let board = sample.to_board()?;
        let difference = f64::from(output) * scale - f64::from(integers.evaluate_plain(&board));
        Some((integers.feature_set().head_of(&board), difference))
    });
    compared.collect()
}

/// Compares the trained network with its quantized form on held-out samples.
pub fn compare(trainer: &mut Trainer, integers: &nnue::Network, samples: &[Sample]) -> ExportReport {
    let differences: Vec<f64> =
        differences(trainer, integers, samples).into_iter().map(|(_, difference)| difference.abs()).collect();
    let network = trainer.network();
    let greatest = |row: &Row| row.iter().fold(0.0, |most: f32, weight| most.max(weight.abs()));
    let tiles = || (0..network.tiles()).map(|tile| network.tile(tile));
    let clipped = network.weights().filter(|weight| weight.abs() >= WEIGHT_MAX).count();
    ExportReport {
        positions: differences.len(),
        mean_difference: differences.iter().sum::<f64>() / differences.len().max(1) as f64,
        max_difference: differences.iter().copied().fold(0.0, f64::max),
        dead_neurons: dead_neurons(network, samples),
        neurons: network.hidden(),
        max_input_weight: tiles().flat_map(|(inputs, _)| inputs).map(greatest).fold(0.0, f32::max),
        max_output_weight: tiles().flat_map(|(_, outputs)| outputs).map(greatest).fold(0.0, f32::max),
        clipped: clipped as f64 / network.weights().count() as f64,
    }
}

/// The number of neurons that are above zero in no sample, for either side.
fn dead_neurons(network: &Network, samples: &[Sample]) -> usize {
    let mut alive = vec![false; network.hidden()];
    let mut pairs = Vec::new();
    for sample in &samples[..samples.len().min(NEURON_SAMPLES)] {
        pairs.clear();
        crate::train::features::append(network.feature_set(), sample, &mut pairs);
        for tile in 0..network.tiles() {
            for (lane, alive) in
                alive[tile * crate::train::TILE..][..crate::train::TILE].iter_mut().enumerate()
            {
                let rows = network.tile(tile).0;
                let value = |side: usize| {
                    pairs.iter().map(|pair| rows[usize::from(pair[side])][lane]).sum::<f32>()
                        + rows[rows.len() - 1][lane]
                };
                *alive = *alive || value(0) > 0.0 || value(1) > 0.0;
            }
        }
    }
    alive.iter().filter(|alive| !**alive).count()
}
