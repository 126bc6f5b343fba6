//! The loss of samples, by output head.

use serde::{Deserialize, Serialize};

/// The loss of one sample is the distance between the expected score of the network and the target,
/// to this power.
pub(crate) fn loss(expected: f32, target: f32, power: f32) -> f32 {
    let distance = (expected - target).abs();
    if is_square(power) { distance * distance } else { distance.powf(power) }
}

/// The derivative of [`loss`] by the network's output, whose sigmoid is `expected`.
pub(crate) fn slope(expected: f32, target: f32, power: f32) -> f32 {
    let difference = expected - target;
    let steepness =
        if is_square(power) { difference } else { difference.abs().powf(power - 1.0).copysign(difference) };
    power * steepness * expected * (1.0 - expected)
}

/// The usual power, which needs no slow function.
fn is_square(power: f32) -> bool {
    (power - 2.0).abs() < f32::EPSILON
}

/// Sums of losses.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    sums: Vec<f64>,
    samples: Vec<u64>,
}

impl Losses {
    pub(crate) fn add(&mut self, head: u16, loss: f32) {
        self.make_room(usize::from(head) + 1);
        self.sums[usize::from(head)] += f64::from(loss);
        self.samples[usize::from(head)] += 1;
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.make_room(other.sums.len());
        for head in 0..other.sums.len() {
            self.sums[head] += other.sums[head];
            self.samples[head] += other.samples[head];
        }
    }

    /// Makes room for `heads` heads.
    fn make_room(&mut self, heads: usize) {
        if self.sums.len() < heads {
            self.sums.resize(heads, 0.0);
            self.samples.resize(heads, 0);
        }
    }

    /// The number of samples.
    pub fn samples(&self) -> u64 {
        self.samples.iter().sum()
    }

    /// The mean loss of a sample; `None` without samples.
    pub fn mean(&self) -> Option<f64> {
        let samples = self.samples();
        (samples > 0).then(|| self.sums.iter().sum::<f64>() / samples as f64)
    }

    /// The mean loss of the samples of each head up to the last that had some; `None` where there
    /// were none.
    pub fn by_head(&self) -> Vec<Option<f64>> {
        let heads = self.sums.iter().zip(&self.samples);
        heads.map(|(sum, &samples)| (samples > 0).then(|| sum / samples as f64)).collect()
    }
}
