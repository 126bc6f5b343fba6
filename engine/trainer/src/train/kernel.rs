//! The two inner loops of training, for one tile of the hidden layer: sums of weight rows
//! (forward), and additions to the same rows of the gradient (backward). They are written for the
//! compiler to vectorize wherever they are inlined.

use crate::train::micro_batch::MicroBatch;
use crate::train::network::{Row, TILE};

/// A tile's neurons for a sample: of the side to move, of the other.
pub(crate) type Neurons = [Row; 2];

/// Computes a tile's clipped neurons of each sample and adds their contributions to the sums of its
/// head, lane by lane, to `sums`.
#[inline(always)]
pub(crate) fn forward<const INPUT_ROWS: usize, const OUTPUT_ROWS: usize, const SUMS: usize>(
    batch: &MicroBatch,
    (inputs, outputs): (&[Row; INPUT_ROWS], &[Row; OUTPUT_ROWS]),
    neurons: &mut [Neurons],
    sums: &mut [[Row; SUMS]],
) {
    let bias = inputs[INPUT_ROWS - 1];
    for (((pairs, &head), neurons), sums) in batch.inputs().zip(&batch.heads).zip(neurons).zip(sums) {
        let (mut ours, mut theirs) = (bias, bias);
        for pair in pairs {
            add(&mut ours, &inputs[usize::from(pair[0])]);
            add(&mut theirs, &inputs[usize::from(pair[1])]);
        }
        clip(&mut ours);
        clip(&mut theirs);
        let (our_squares, their_squares) = (square(&ours), square(&theirs));
        for (sum, weights) in sums.iter_mut().zip(head_rows::<OUTPUT_ROWS, SUMS>(outputs, head)) {
            for lane in 0..TILE {
                sum[lane] += our_squares[lane] * weights[0][lane] + their_squares[lane] * weights[1][lane];
            }
        }
        *neurons = [ours, theirs];
    }
}

/// Adds to a tile's gradient. `slopes` are the derivatives of each sample's loss by the sums of its
/// head; `neurons` are those of [`forward`].
#[inline(always)]
pub(crate) fn backward<const INPUT_ROWS: usize, const OUTPUT_ROWS: usize, const SUMS: usize>(
    batch: &MicroBatch,
    slopes: &[[f32; SUMS]],
    outputs: &[Row; OUTPUT_ROWS],
    neurons: &[Neurons],
    (input_gradient, output_gradient): (&mut [Row; INPUT_ROWS], &mut [Row; OUTPUT_ROWS]),
) {
    let mut bias_gradient = Row::ZERO;
    for (((pairs, &head), neurons), slopes) in batch.inputs().zip(&batch.heads).zip(neurons).zip(slopes) {
        let weights = head_rows::<OUTPUT_ROWS, SUMS>(outputs, head);
        let weight_gradients = head_rows_mut::<OUTPUT_ROWS, SUMS>(output_gradient, head);
        let ours = delta_row(0, &neurons[0], slopes, weights, weight_gradients, &mut bias_gradient);
        let theirs = delta_row(1, &neurons[1], slopes, weights, weight_gradients, &mut bias_gradient);
        for pair in pairs {
            add(&mut input_gradient[usize::from(pair[0])], &ours);
            add(&mut input_gradient[usize::from(pair[1])], &theirs);
        }
    }
    add(&mut input_gradient[INPUT_ROWS - 1], &bias_gradient);
}

/// The derivatives of the loss by one side's `neurons` before clipping. Adds to the gradients of
/// the weights of the head's sums and of the biases.
#[inline(always)]
fn delta_row<const SUMS: usize>(
    side: usize,
    neurons: &Row,
    slopes: &[f32; SUMS],
    weights: &[[Row; 2]; SUMS],
    weight_gradients: &mut [[Row; 2]; SUMS],
    bias_gradient: &mut Row,
) -> Row {
    let squares = square(neurons);
    let mut deltas = Row::ZERO;
    for ((&slope, weights), gradients) in slopes.iter().zip(weights).zip(weight_gradients) {
        for lane in 0..TILE {
            gradients[side][lane] += slope * squares[lane];
            deltas[lane] += slope * weights[side][lane];
        }
    }
    for lane in 0..TILE {
        let value = neurons[lane];
        // A neuron clipped to 1 has no gradient; one clipped to 0 has a factor of 0.
        let factor = if value < 1.0 { 2.0 * value } else { 0.0 };
        deltas[lane] *= factor;
        bias_gradient[lane] += deltas[lane];
    }
    deltas
}

#[inline(always)]
fn square(row: &Row) -> Row {
    let mut squares = *row;
    for number in &mut squares.0 {
        *number *= *number;
    }
    squares
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
fn head_rows<const OUTPUT_ROWS: usize, const SUMS: usize>(
    outputs: &[Row; OUTPUT_ROWS],
    head: u16,
) -> &[[Row; 2]; SUMS] {
    let heads = outputs.as_chunks().0.as_chunks().0;
    &heads[usize::from(head) % heads.len()]
}

#[inline(always)]
fn head_rows_mut<const OUTPUT_ROWS: usize, const SUMS: usize>(
    outputs: &mut [Row; OUTPUT_ROWS],
    head: u16,
) -> &mut [[Row; 2]; SUMS] {
    let heads = outputs.as_chunks_mut().0.as_chunks_mut().0;
    let count = heads.len();
    &mut heads[usize::from(head) % count]
}
