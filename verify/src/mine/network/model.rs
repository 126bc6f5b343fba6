//! A network in floating-point numbers while it learns: parameters, what they make of a position, and where the loss leads down.

use board::random::Random;
use recognizers::mined::{
    CLASSES, HIDDEN_ONE, Inputs, Layers, OUTPUT_STEP, ROW_STEP, SECOND, SECOND_STEP, Weights,
};

/// Greatest size of a weight in steps.
const MOST_STEPS: f32 = 127.0;

/// How the parameters lie in one list: each kind with the strong side to move first.
#[derive(Clone)]
pub(super) struct Shape {
    pub(super) inputs: Inputs,
    pub(super) hidden: usize,
}

/// The ends of the kinds of parameters, and the steps in which they are rounded, 0 for not at all.
pub(super) struct Kinds {
    ends: [usize; 6],
    steps: [f32; 6],
}

impl Kinds {
    /// The number of all parameters.
    pub(super) fn count(&self) -> usize {
        self.ends[5]
    }

    /// The step of a parameter: a weight of 1.0 has so many; 0 for those that are not rounded.
    pub(super) fn step(&self, parameter: usize) -> f32 {
        let kind = self.ends.iter().position(|&end| parameter < end).unwrap_or(5);
        self.steps[kind]
    }
}

/// A parameter as the finished network will have it.
pub(super) fn rounded(value: f32, step: f32) -> f32 {
    if step == 0.0 { value } else { (value * step).round() / step }
}

/// A parameter no larger than the finished network can have it.
pub(super) fn limited(value: f32, step: f32) -> f32 {
    if step == 0.0 { value } else { value.clamp(-MOST_STEPS / step, MOST_STEPS / step) }
}

impl Shape {
    /// Rows, hidden bias, second layer, its bias, outputs, their bias.
    pub(super) fn kinds(&self) -> Kinds {
        let sizes = [
            self.inputs.rows() * self.hidden,
            self.hidden,
            SECOND * self.hidden,
            SECOND,
            CLASSES * SECOND,
            CLASSES,
        ];
        let mut end = 0;
        let ends = sizes.map(|size| {
            end += 2 * size;
            end
        });
        let (row, second, output) = (f32::from(ROW_STEP), f32::from(SECOND_STEP), f32::from(OUTPUT_STEP));
        // A hidden bias is as exact as a sum of rows; the other biases are far more exact than weights.
        Kinds { ends, steps: [row, 0.0, second, 0.0, output, 0.0] }
    }

    /// Parameters to begin with, spread so that the sums of all layers are where they are not cut off.
    pub(super) fn first(&self, random: &mut Random) -> Vec<f32> {
        let kinds = self.kinds();
        let spread = [0.09, 0.0, 1.8 / (self.hidden as f32).sqrt(), 0.0, 0.5, 0.0];
        let middle = [0.0, 0.4, 0.0, 0.4, 0.0, 0.0];
        let mut parameters = vec![0.0; kinds.count()];
        let mut start = 0;
        for ((end, spread), middle) in kinds.ends.into_iter().zip(spread).zip(middle) {
            for parameter in &mut parameters[start..end] {
                *parameter = middle + spread * (2.0 * random.unit() - 1.0);
            }
            start = end;
        }
        parameters
    }

    /// The network of whole numbers; `None` when a bias is larger than can be.
    pub(super) fn quantize(&self, parameters: &[f32]) -> Option<Layers> {
        let kinds = self.kinds();
        let part =
            |kind: usize| &parameters[if kind == 0 { 0 } else { kinds.ends[kind - 1] }..kinds.ends[kind]];
        let weights = |kind: usize| {
            let step = kinds.steps[kind];
            part(kind).iter().map(|&w| (w * step).round().clamp(-MOST_STEPS, MOST_STEPS) as i8).collect()
        };
        let biases =
            |kind: usize, one: f32| part(kind).iter().map(|&bias| (bias * one).round() as i32).collect();
        let second_one = f32::from(HIDDEN_ONE) * f32::from(SECOND_STEP);
        let weights = Weights {
            rows: weights(0),
            hidden_bias: part(1).iter().map(|&bias| (bias * f32::from(ROW_STEP)).round() as i16).collect(),
            second: weights(2),
            second_bias: biases(3, second_one),
            outputs: weights(4),
            output_bias: biases(5, LOG_ODDS),
        };
        Layers::new(self.inputs.clone(), self.hidden, weights)
    }
}

/// What one unit of log-odds is in the outputs of a network.
pub(super) const LOG_ODDS: f32 = 4096.0;

/// Numbers that are added up side by side, so that sums come out the same however they are compiled.
const LANES: usize = 8;

/// The sum of products, in a fixed order.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    sums.iter().sum()
}

/// Adds `factor` times `from` to `to`.
fn add_scaled(to: &mut [f32], factor: f32, from: &[f32]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += factor * from;
    }
}

/// Room for the numbers of one position.
pub(super) struct Scratch {
    hidden: Vec<f32>,
    /// The hidden numbers before they are squared.
    cut: Vec<f32>,
    back: Vec<f32>,
}

impl Scratch {
    pub(super) fn new(hidden: usize) -> Self {
        Self { hidden: vec![0.0; hidden], cut: vec![0.0; hidden], back: vec![0.0; hidden] }
    }
}

impl Shape {
    /// Adds the slope of one position's cross-entropy to `slopes`, and returns it. `side` is to move (0 strong, 1 weak).
    pub(super) fn learn(
        &self,
        parameters: &[f32],
        (side, rows, class): (usize, &[u16], usize),
        scratch: &mut Scratch,
        slopes: &mut [f32],
    ) -> f32 {
        let hidden = self.hidden;
        let Kinds { ends, .. } = self.kinds();
        let row_at = |row: u16| (side * self.inputs.rows() + usize::from(row)) * hidden;
        let bias_at = ends[0] + side * hidden;
        let second_at = ends[1] + side * SECOND * hidden;
        let second_bias_at = ends[2] + side * SECOND;
        let outputs_at = ends[3] + side * CLASSES * SECOND;
        let output_bias_at = ends[4] + side * CLASSES;

        let sums = &mut scratch.cut[..];
        sums.copy_from_slice(&parameters[bias_at..][..hidden]);
        for &row in rows {
            for (sum, weight) in sums.iter_mut().zip(&parameters[row_at(row)..][..hidden]) {
                *sum += weight;
            }
        }
        for (sum, squared) in sums.iter_mut().zip(&mut scratch.hidden) {
            *sum = sum.clamp(0.0, 1.0);
            *squared = *sum * *sum;
        }
        let mut second = [0.0; SECOND];
        for (number, value) in second.iter_mut().enumerate() {
            let weights = &parameters[second_at + number * hidden..][..hidden];
            *value = dot(&scratch.hidden, weights) + parameters[second_bias_at + number];
        }
        let cut = second.map(|value| value.clamp(0.0, 1.0));
        let mut outputs = [0.0; CLASSES];
        for (output, value) in outputs.iter_mut().enumerate() {
            let weights = &parameters[outputs_at + output * SECOND..][..SECOND];
            *value = dot(&cut, weights) + parameters[output_bias_at + output];
        }
        let greatest = outputs.iter().fold(f32::MIN, |a, &b| a.max(b));
        let powers = outputs.map(|output| (output - greatest).exp());
        let sum: f32 = powers.iter().sum();
        let loss = sum.ln() + greatest - outputs[class];

        let mut back_second = [0.0; SECOND];
        for output in 0..CLASSES {
            let slope = powers[output] / sum - f32::from(u8::from(output == class));
            slopes[output_bias_at + output] += slope;
            add_scaled(&mut slopes[outputs_at + output * SECOND..][..SECOND], slope, &cut);
            add_scaled(&mut back_second, slope, &parameters[outputs_at + output * SECOND..][..SECOND]);
        }
        scratch.back.fill(0.0);
        for (number, &slope) in back_second.iter().enumerate() {
            // Flat where the sum was cut off.
            if (0.0..=1.0).contains(&second[number]) {
                let at = second_at + number * hidden;
                slopes[second_bias_at + number] += slope;
                add_scaled(&mut slopes[at..][..hidden], slope, &scratch.hidden);
                add_scaled(&mut scratch.back, slope, &parameters[at..][..hidden]);
            }
        }
        for (back, &sum) in scratch.back.iter_mut().zip(&scratch.cut) {
            // As flat where this sum was cut off, and steeper the larger it is, for it was squared.
            *back *= if sum < 1.0 { 2.0 * sum } else { 0.0 };
        }
        add_scaled(&mut slopes[bias_at..][..hidden], 1.0, &scratch.back);
        for &row in rows {
            add_scaled(&mut slopes[row_at(row)..][..hidden], 1.0, &scratch.back);
        }
        loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Shape {
        Shape { inputs: Inputs::new(1, &[5, 0, 9]).unwrap(), hidden: 8 }
    }

    const ROWS: [u16; 3] = [17, 66, 70];

    fn loss(shape: &Shape, parameters: &[f32], side: usize, class: usize) -> (f32, Vec<f32>) {
        let mut slopes = vec![0.0; parameters.len()];
        let told = (side, &ROWS[..], class);
        (shape.learn(parameters, told, &mut Scratch::new(8), &mut slopes), slopes)
    }

    #[test]
    fn slopes_are_what_small_steps_change() {
        let shape = small();
        let parameters = shape.first(&mut Random::new(3));
        let mut seen = 0;
        for (side, class) in [(0, 1), (1, 3)] {
            let (_, slopes) = loss(&shape, &parameters, side, class);
            for (at, &slope) in slopes.iter().enumerate().filter(|(_, slope)| slope.abs() > 0.02) {
                let moved = |by: f32| {
                    let mut moved = parameters.clone();
                    moved[at] += by;
                    loss(&shape, &moved, side, class).0
                };
                let found = (moved(0.004) - moved(-0.004)) / 0.008;
                assert!((found - slope).abs() < 0.05 * slope.abs() + 0.002, "{at}: {slope} {found}");
                seen += 1;
            }
        }
        assert!(seen > 50, "{seen}");
    }

    #[test]
    fn steps_lead_down_and_stay_on_their_side() {
        let shape = small();
        let parameters = shape.first(&mut Random::new(3));
        let (before, slopes) = loss(&shape, &parameters, 0, 2);
        let moved: Vec<f32> = parameters.iter().zip(&slopes).map(|(p, slope)| p - 0.02 * slope).collect();
        assert!(loss(&shape, &moved, 0, 2).0 < before);
        let on_other_side = |parameters: &[f32]| loss(&shape, parameters, 1, 2).0.to_bits();
        assert_eq!(on_other_side(&moved), on_other_side(&parameters));
    }

    #[test]
    fn whole_numbers_are_rounded_parameters() {
        let shape = small();
        let kinds = shape.kinds();
        let parameters = shape.first(&mut Random::new(3));
        assert!(shape.quantize(&parameters).is_some());
        let last = kinds.count() - 1;
        let bits = |values: [f32; 3]| values.map(f32::to_bits);
        assert_eq!(bits([kinds.step(0), kinds.step(last), rounded(0.51, 32.0)]), bits([32.0, 0.0, 0.5]));
        let found = [limited(9.0, 32.0), limited(-9.0, 64.0), limited(9.0, 0.0)];
        assert_eq!(bits(found), bits([127.0 / 32.0, -127.0 / 64.0, 9.0]));
        let mut large = parameters;
        large[last] = 1e6;
        assert!(shape.quantize(&large).is_none());
    }
}
