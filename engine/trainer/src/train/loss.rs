//! The loss of samples, by output head.

use serde::{Deserialize, Serialize};

use nnue::HEADS;

/// The loss of one sample is the distance between the share of points that the network expects and the target, to this power.
pub(crate) fn loss(expected: f32, target: f32, power: f32) -> f32 {
    let distance = (expected - target).abs();
    if is_square(power) { distance * distance } else { distance.powf(power) }
}

/// How [`loss`] changes with the network's output, of which `expected` is the sigmoid.
pub(crate) fn slope(expected: f32, target: f32, power: f32) -> f32 {
    let difference = expected - target;
    let steepness =
        if is_square(power) { difference } else { difference.abs().powf(power - 1.0).copysign(difference) };
    power * steepness * expected * (1.0 - expected)
}

/// The usual power, for which no slow function is needed.
fn is_square(power: f32) -> bool {
    (power - 2.0).abs() < f32::EPSILON
}

/// Sums of losses.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    sums: [f64; HEADS],
    samples: [u64; HEADS],
}

impl Losses {
    pub(crate) fn add(&mut self, head: u8, loss: f32) {
        self.sums[usize::from(head)] += f64::from(loss);
        self.samples[usize::from(head)] += 1;
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        for head in 0..HEADS {
            self.sums[head] += other.sums[head];
            self.samples[head] += other.samples[head];
        }
    }

    /// How many samples were looked at.
    pub fn samples(&self) -> u64 {
        self.samples.iter().sum()
    }

    /// The mean loss of a sample; `None` without samples.
    pub fn mean(&self) -> Option<f64> {
        let samples = self.samples();
        (samples > 0).then(|| self.sums.iter().sum::<f64>() / samples as f64)
    }

    /// The mean loss of the samples of each head; `None` where there were none.
    pub fn by_head(&self) -> [Option<f64>; HEADS] {
        std::array::from_fn(|head| {
            (self.samples[head] > 0).then(|| self.sums[head] / self.samples[head] as f64)
        })
    }
}
