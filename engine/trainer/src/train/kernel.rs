//! The two inner loops of training, for one tile of the hidden layer: sums of weight rows forward, and the same rows of the
//! gradient added to backward. They are written for the compiler to vectorize wherever they are inlined into.

use crate::train::micro_batch::MicroBatch;
use crate::train::network::{Row, TILE};

/// A tile's neurons for a sample: of the side to move, of the other.
pub(crate) type Neurons = [Row; 2];

/// Computes a tile's clipped neurons of each sample and adds what they bring to the outputs, number by number, to `sums`.
#[inline(always)]
pub(crate) fn forward<const INPUT_ROWS: usize, const OUTPUT_ROWS: usize>(
    batch: &MicroBatch,
    (inputs, outputs): (&[Row; INPUT_ROWS], &[Row; OUTPUT_ROWS]),
    neurons: &mut [Neurons],
    sums: &mut [Row],
) {
    let bias = inputs[INPUT_ROWS - 1];
    for (((pairs, &head), neurons), sum) in batch.inputs().zip(&batch.heads).zip(neurons).zip(sums) {
        let (mut ours, mut theirs) = (bias, bias);
        for pair in pairs {
            add(&mut ours, &inputs[usize::from(pair[0])]);
            add(&mut theirs, &inputs[usize::from(pair[1])]);
        }
        let weights = head_rows(outputs, head);
        clip(&mut ours);
        clip(&mut theirs);
        for lane in 0..TILE {
            sum[lane] +=
                ours[lane] * ours[lane] * weights[0][lane] + theirs[lane] * theirs[lane] * weights[1][lane];
        }
        *neurons = [ours, theirs];
    }
}

/// Adds to a tile's gradient. `slopes` says how the loss of each sample changes with its output; `neurons` are those of
/// [`forward`].
#[inline(always)]
pub(crate) fn backward<const INPUT_ROWS: usize, const OUTPUT_ROWS: usize>(
    batch: &MicroBatch,
    slopes: &[f32],
    outputs: &[Row; OUTPUT_ROWS],
    neurons: &[Neurons],
    (input_gradient, output_gradient): (&mut [Row; INPUT_ROWS], &mut [Row; OUTPUT_ROWS]),
) {
    let mut bias_gradient = Row::ZERO;
    for (((pairs, &head), neurons), &slope) in batch.inputs().zip(&batch.heads).zip(neurons).zip(slopes) {
        let weights = head_rows(outputs, head);
        let weight_gradients = head_rows_mut(output_gradient, head);
        let ours = delta_row(&neurons[0], slope, &weights[0], &mut weight_gradients[0], &mut bias_gradient);
        let theirs = delta_row(&neurons[1], slope, &weights[1], &mut weight_gradients[1], &mut bias_gradient);
        for pair in pairs {
            add(&mut input_gradient[usize::from(pair[0])], &ours);
            add(&mut input_gradient[usize::from(pair[1])], &theirs);
        }
    }
    add(&mut input_gradient[INPUT_ROWS - 1], &bias_gradient);
}

/// How the loss changes with the sums that the clipped `neurons` of one side were before clipping. Adds to the gradients of the
/// weights to the output and of the biases.
#[inline(always)]
fn delta_row(
    neurons: &Row,
    slope: f32,
    weights: &Row,
    weight_gradients: &mut Row,
    bias_gradient: &mut Row,
) -> Row {
    let mut deltas = Row::ZERO;
    for lane in 0..TILE {
        let value = neurons[lane];
        weight_gradients[lane] += slope * value * value;
        // A neuron clipped to 1 does not move the output; one clipped to 0 has a factor of 0.
        let factor = if value < 1.0 { 2.0 * value } else { 0.0 };
        deltas[lane] = slope * weights[lane] * factor;
        bias_gradient[lane] += deltas[lane];
    }
    deltas
}

#[inline(always)]
fn add(to: &mut Row, row: &Row) {
    for lane in 0..TILE {
        to[lane] += row[lane];
    }
}

#[inline(always)]
fn clip(row: &mut Row) {
    for number in &mut row.0 {
        *number = number.clamp(0.0, 1.0);
    }
}

#[inline(always)]
fn head_rows<const OUTPUT_ROWS: usize>(outputs: &[Row; OUTPUT_ROWS], head: u16) -> &[Row; 2] {
    &outputs.as_chunks().0[usize::from(head) % (OUTPUT_ROWS / 2)]
}

#[inline(always)]
fn head_rows_mut<const OUTPUT_ROWS: usize>(outputs: &mut [Row; OUTPUT_ROWS], head: u16) -> &mut [Row; 2] {
    &mut outputs.as_chunks_mut().0[usize::from(head) % (OUTPUT_ROWS / 2)]
}
