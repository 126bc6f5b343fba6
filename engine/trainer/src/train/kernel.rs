//! The two inner loops of training, for one tile of the hidden layer: sums of weight rows forward, and the same rows of the
//! gradient added to backward. They are written for the compiler to vectorize wherever they are inlined into.

use nnue::{FEATURES, HEADS};

use crate::train::features::Pair;
use crate::train::micro_batch::MicroBatch;
use crate::train::network::{INPUT_ROWS, OUTPUT_ROWS, Row, TILE};

/// A tile's neurons for a sample: of the side to move, of the other.
pub(crate) type Neurons = [Row; 2];

/// Computes a tile's clipped neurons of each sample and adds what they bring to the outputs, number by number, to `sums`.
#[inline(always)]
pub(crate) fn forward(
    batch: &MicroBatch,
    (inputs, outputs): (&[Row; INPUT_ROWS], &[Row; OUTPUT_ROWS]),
    neurons: &mut [Neurons],
    sums: &mut [Row],
) {
    let bias = inputs[FEATURES];
    for (((pairs, &head), neurons), sum) in batch.inputs().zip(&batch.heads).zip(neurons).zip(sums) {
        let mut values = [bias; 2];
        add_rows(inputs, pairs, &mut values);
        let weights = head_rows(outputs, head);
        for side in 0..2 {
            for (value, (sum, weight)) in values[side].iter_mut().zip(sum.iter_mut().zip(&weights[side])) {
                *value = value.max(0.0).min(1.0);
                *sum += *value * *value * weight;
            }
        }
        *neurons = values;
    }
}

/// Adds to a tile's gradient. `slopes` says how the loss of each sample changes with its output; `neurons` are those of
/// [`forward`] and are used up.
#[inline(always)]
pub(crate) fn backward(
    batch: &MicroBatch,
    slopes: &[f32],
    outputs: &[Row; OUTPUT_ROWS],
    neurons: &mut [Neurons],
    (input_gradient, output_gradient): (&mut [Row; INPUT_ROWS], &mut [Row; OUTPUT_ROWS]),
) {
    let mut bias_gradient = [0.0; TILE];
    for (((pairs, &head), deltas), &slope) in batch.inputs().zip(&batch.heads).zip(neurons).zip(slopes) {
        let weights = head_rows(outputs, head);
        let weight_gradients = head_rows_mut(output_gradient, head);
        for side in 0..2 {
            for lane in 0..TILE {
                let value = deltas[side][lane];
                weight_gradients[side][lane] += slope * value * value;
                // A neuron clipped to 1 does not move the output; one clipped to 0 has a factor of 0.
                let factor = if value < 1.0 { 2.0 * value } else { 0.0 };
                let delta = slope * weights[side][lane] * factor;
                deltas[side][lane] = delta;
                bias_gradient[lane] += delta;
            }
        }
        add_to_rows(input_gradient, pairs, deltas);
    }
    add(&mut input_gradient[FEATURES], &bias_gradient);
}

#[inline(always)]
fn add(to: &mut Row, row: &Row) {
    for (to, number) in to.iter_mut().zip(row) {
        *to += number;
    }
}

#[inline(always)]
fn add_rows(rows: &[Row; INPUT_ROWS], pairs: &[Pair], values: &mut Neurons) {
    let [mut ours, mut theirs] = *values;
    for pair in pairs {
        add(&mut ours, &rows[usize::from(pair[0])]);
        add(&mut theirs, &rows[usize::from(pair[1])]);
    }
    *values = [ours, theirs];
}

#[inline(always)]
fn add_to_rows(rows: &mut [Row; INPUT_ROWS], pairs: &[Pair], deltas: &Neurons) {
    let [ours, theirs] = *deltas;
    for pair in pairs {
        add(&mut rows[usize::from(pair[0])], &ours);
        add(&mut rows[usize::from(pair[1])], &theirs);
    }
}

#[inline(always)]
fn head_rows(outputs: &[Row; OUTPUT_ROWS], head: u8) -> &[Row; 2] {
    &outputs.as_chunks().0[usize::from(head) % HEADS]
}

#[inline(always)]
fn head_rows_mut(outputs: &mut [Row; OUTPUT_ROWS], head: u8) -> &mut [Row; 2] {
    &mut outputs.as_chunks_mut().0[usize::from(head) % HEADS]
}
