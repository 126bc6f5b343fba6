//! The layers of a network and what they make of a position: integers throughout, in loops that compilers turn into vector code.

use super::inputs::{ActiveRows, Inputs};
use crate::mined::features::Values;
use crate::mined::position::Position;
use crate::rule::Side;

/// Classes of positions, an output each: won by the weak side, drawn, won by the strong side, and those of which nothing may be said.
pub const CLASSES: usize = 4;

/// Sizes that the hidden layer can have.
pub const HIDDEN_SIZES: [usize; 6] = [8, 16, 32, 64, 128, 256];

/// Numbers in the second layer.
pub const SECOND: usize = 16;

/// A row's weight of 1.0, and a hidden sum of 1.0, where it is cut off.
pub const ROW_STEP: i16 = 32;

/// What a hidden sum of 1.0 is after it was squared.
pub const HIDDEN_ONE: i16 = ROW_STEP * ROW_STEP;

/// A weight of 1.0 in the second layer.
pub const SECOND_STEP: i16 = 64;

/// Logarithm of what a sum of the second layer is divided by.
const SECOND_SHIFT: u32 = 8;

/// What a sum of 1.0 in the second layer is after that: there it is cut off.
const SECOND_ONE: i32 = (HIDDEN_ONE as i32 * SECOND_STEP as i32) >> SECOND_SHIFT;

/// A weight of 1.0 in the outputs.
pub const OUTPUT_STEP: i16 = 16;

/// Greatest size of a hidden bias: with the weights of all rows the sum stays below 2^15.
const MOST_HIDDEN_BIAS: i16 = 1 << 14;

/// Greatest size of the other biases.
const MOST_BIAS: i32 = 1 << 28;

/// The weights of a network, those with the strong side to move first.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Weights {
    /// By row the weights of the hidden numbers.
    pub rows: Vec<i8>,
    /// Added to the hidden numbers.
    pub hidden_bias: Vec<i16>,
    /// By number of the second layer the weights of the hidden numbers.
    pub second: Vec<i8>,
    /// Added to the numbers of the second layer.
    pub second_bias: Vec<i32>,
    /// By output the weights of the second layer's numbers.
    pub outputs: Vec<i8>,
    /// Added to the outputs.
    pub output_bias: Vec<i32>,
}

/// What the outputs come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// The class of the greatest output, the first one of equals.
    pub class: usize,
    /// How far it is above the second: 4096 is one unit of log-odds.
    pub margin: i32,
}

/// The layers of a network.
#[derive(PartialEq, Eq)]
pub struct Layers {
    inputs: Inputs,
    hidden: usize,
    weights: Weights,
    /// As in the weights, but as wide as sums are.
    rows: Box<[i16]>,
    second: Box<[i16]>,
}

/// Numbers of the hidden layer that are summed up together: as many as processors' registers hold at once.
const BLOCK: usize = 32;

/// The same for the smallest hidden layers.
const SMALL_BLOCK: usize = 8;

impl Layers {
    /// Layers of these weights; `None` when there are not as many of each as they need, or a bias is so large that sums could overflow.
    pub fn new(inputs: Inputs, hidden: usize, weights: Weights) -> Option<Self> {
        let are_as_many = weights.rows.len() == 2 * inputs.rows() * hidden
            && weights.hidden_bias.len() == 2 * hidden
            && weights.second.len() == 2 * SECOND * hidden
            && weights.second_bias.len() == 2 * SECOND
            && weights.outputs.len() == 2 * CLASSES * SECOND
            && weights.output_bias.len() == 2 * CLASSES;
        let are_small =
            weights.hidden_bias.iter().all(|bias| bias.unsigned_abs() <= MOST_HIDDEN_BIAS.unsigned_abs())
                && weights
                    .second_bias
                    .iter()
                    .chain(&weights.output_bias)
                    .all(|bias| bias.unsigned_abs() <= MOST_BIAS.unsigned_abs());
        if !HIDDEN_SIZES.contains(&hidden) || !are_as_many || !are_small {
            return None;
        }
        let wide = |weights: &[i8]| weights.iter().map(|&weight| i16::from(weight)).collect();
        let (rows, second) = (wide(&weights.rows), wide(&weights.second));
        Some(Self { inputs, hidden, weights, rows, second })
    }

    /// What the network is told about a position.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Numbers in the hidden layer.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// The weights.
    pub(super) fn weights(&self) -> &Weights {
        &self.weights
    }

    /// What the network thinks of a position with these features.
    #[inline]
    pub fn opinion(&self, position: &Position, values: &Values) -> Opinion {
        let active = self.inputs.active(position, values);
        let side = usize::from(position.to_move == Side::Weak);
        match self.hidden {
            8 => self.outputs::<8, SMALL_BLOCK>(side, &active),
            16 => self.outputs::<16, SMALL_BLOCK>(side, &active),
            32 => self.outputs::<32, BLOCK>(side, &active),
            64 => self.outputs::<64, BLOCK>(side, &active),
            128 => self.outputs::<128, BLOCK>(side, &active),
            _ => self.outputs::<256, BLOCK>(side, &active),
        }
    }

    fn outputs<const HIDDEN: usize, const BLOCK: usize>(&self, side: usize, active: &ActiveRows) -> Opinion {
        let rows = &self.rows[side * self.inputs.rows() * HIDDEN..][..self.inputs.rows() * HIDDEN];
        let bias = &self.weights.hidden_bias[side * HIDDEN..][..HIDDEN];
        let mut hidden = [0i16; HIDDEN];
        for (block, (hidden, bias)) in
            hidden.chunks_exact_mut(BLOCK).zip(bias.chunks_exact(BLOCK)).enumerate()
        {
            let mut sums = [0i16; BLOCK];
            sums.copy_from_slice(bias);
            for &row in active.as_slice() {
                let weights = &rows[usize::from(row) * HIDDEN + block * BLOCK..][..BLOCK];
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum = sum.wrapping_add(*weight);
                }
            }
            for (hidden, sum) in hidden.iter_mut().zip(sums) {
                let cut = sum.clamp(0, ROW_STEP);
                *hidden = cut * cut;
            }
        }
        let mut outputs = [0i32; CLASSES];
        outputs.copy_from_slice(&self.weights.output_bias[side * CLASSES..][..CLASSES]);
        let weights = &self.weights.outputs[side * CLASSES * SECOND..][..CLASSES * SECOND];
        for number in 0..SECOND {
            let place = side * SECOND + number;
            let second = &self.second[place * HIDDEN..][..HIDDEN];
            let dot: i32 = hidden.iter().zip(second).map(|(&h, &w)| i32::from(h) * i32::from(w)).sum();
            let cut = ((dot + self.weights.second_bias[place]) >> SECOND_SHIFT).clamp(0, SECOND_ONE);
            for (class, output) in outputs.iter_mut().enumerate() {
                *output += cut * i32::from(weights[class * SECOND + number]);
            }
        }
        opinion(outputs)
    }
}

/// The greatest output and how far it is above the second.
fn opinion(outputs: [i32; CLASSES]) -> Opinion {
    let class = (1..CLASSES).fold(0, |best, class| if outputs[class] > outputs[best] { class } else { best });
    let others = (0..CLASSES).filter(|&other| other != class).map(|other| outputs[other]);
    Opinion { class, margin: outputs[class] - others.max().unwrap_or(outputs[class]) }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::mined::features::MAX_FEATURES;
    use board::Piece;

    pub(crate) const MEN: [(Side, Piece); 3] =
        [(Side::Strong, Piece::King), (Side::Weak, Piece::King), (Side::Strong, Piece::Rook)];

    /// Numbers in no order, always the same ones.
    fn noise(count: usize, seed: u32, most: i32) -> impl Iterator<Item = i32> {
        let mut state = seed;
        std::iter::repeat_with(move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as i32 % (2 * most + 1) - most
        })
        .take(count)
    }

    /// A network that was not trained.
    pub(crate) fn random(hidden: usize) -> Layers {
        let inputs = Inputs::new(3, &[4, 0, 9]).unwrap();
        let small = |count, seed, most| noise(count, seed, most).map(|n| n as i8).collect::<Vec<i8>>();
        let weights = Weights {
            rows: small(2 * inputs.rows() * hidden, 1, 12),
            hidden_bias: noise(2 * hidden, 2, 40).map(|n| n as i16).collect(),
            second: small(2 * SECOND * hidden, 3, 127),
            second_bias: noise(2 * SECOND, 4, 30_000).collect(),
            outputs: small(2 * CLASSES * SECOND, 5, 127),
            output_bias: noise(2 * CLASSES, 6, 9_000).collect(),
        };
        Layers::new(inputs, hidden, weights).unwrap()
    }

    /// The same sums one by one, in wide numbers.
    fn plain(layers: &Layers, position: &Position, values: &Values) -> Opinion {
        let (hidden, weights) = (layers.hidden, &layers.weights);
        let side = usize::from(position.to_move == Side::Weak);
        let active = layers.inputs.active(position, values);
        let row = |row: &u16, at: usize| {
            i64::from(weights.rows[(side * layers.inputs.rows() + usize::from(*row)) * hidden + at])
        };
        let square = |at: usize| {
            let sum: i64 = active.as_slice().iter().map(|number| row(number, at)).sum();
            (sum + i64::from(weights.hidden_bias[side * hidden + at])).clamp(0, 32).pow(2)
        };
        let second = |number: usize| {
            let place = side * SECOND + number;
            let sum: i64 =
                (0..hidden).map(|at| square(at) * i64::from(weights.second[place * hidden + at])).sum();
            ((sum + i64::from(weights.second_bias[place])) >> 8).clamp(0, 256)
        };
        let output = |class: usize| {
            let place = side * CLASSES + class;
            let weight = |number: usize| i64::from(weights.outputs[place * SECOND + number]);
            let sum: i64 = (0..SECOND).map(|number| second(number) * weight(number)).sum();
            (sum + i64::from(weights.output_bias[place])) as i32
        };
        opinion([0, 1, 2, 3].map(output))
    }

    #[test]
    fn vectors_and_single_numbers_come_to_the_same() {
        for hidden in HIDDEN_SIZES {
            let layers = random(hidden);
            let mut classes = [0; CLASSES];
            for key in (0..Position::keys(&MEN)).step_by(97) {
                let position = Position::of_key(key, &MEN);
                let mut values = [0; MAX_FEATURES + 1];
                values[0] = (key % 5) as u8;
                values[2] = (key % 11) as u8;
                let found = layers.opinion(&position, &values);
                assert_eq!(found, plain(&layers, &position, &values), "{hidden} hidden, key {key}");
                classes[found.class] += 1;
            }
            assert!(classes.iter().filter(|&&count| count > 0).count() > 1, "{hidden}: {classes:?}");
        }
    }

    #[test]
    fn sums_at_their_limits_do_not_overflow() {
        let inputs = || Inputs::new(3, &[32; MAX_FEATURES]).unwrap();
        let weights = |weight: i8, bias: i32| Weights {
            rows: vec![weight; 2 * inputs().rows() * 8],
            hidden_bias: vec![MOST_HIDDEN_BIAS * i16::from(weight.signum()); 16],
            second: vec![weight; 2 * SECOND * 8],
            second_bias: vec![bias; 2 * SECOND],
            outputs: vec![weight; 2 * CLASSES * SECOND],
            output_bias: vec![bias; 2 * CLASSES],
        };
        for (weight, bias) in [(127, MOST_BIAS), (-128, -MOST_BIAS)] {
            let layers = Layers::new(inputs(), 8, weights(weight, bias)).unwrap();
            let found = layers.opinion(&Position::of_key(0, &MEN), &[31; MAX_FEATURES + 1]);
            assert_eq!(found, Opinion { class: 0, margin: 0 });
        }
        assert!(Layers::new(inputs(), 8, weights(1, MOST_BIAS + 1)).is_none());
        assert!(Layers::new(inputs(), 7, weights(1, 0)).is_none());
        assert!(Layers::new(inputs(), 16, weights(1, 0)).is_none());
    }
}
