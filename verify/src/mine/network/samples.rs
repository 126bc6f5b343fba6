//! Positions that a network learns from, and which values their features have.

use board::random::Random;
use recognizers::mined::{Inputs, MAX_FEATURES, Mineable, Position};

use crate::mine::classes::{Classes, scramble};
use crate::mine::counts::{CLASS, Row};
use crate::mine::passes;

/// A position to learn from.
pub(super) struct Sample {
    pub(super) position: Position,
    /// Its features, and its class in the last byte.
    pub(super) values: Row,
}

impl Sample {
    /// Its class, 0 to 3.
    pub(super) fn class(&self) -> usize {
        usize::from(self.values[CLASS])
    }
}

/// Samples in no order, always the same ones: one position in so many by class.
pub(super) fn draw(ending: &dyn Mineable, classes: &Classes, one_in: [u32; 4]) -> Vec<Sample> {
    let parts = classes.visit(ending.men(), Vec::new, |samples: &mut Vec<Sample>, neighbors| {
        for (lane, &key) in neighbors.keys.iter().enumerate() {
            let (class, _) = passes::class_at(neighbors, lane);
            if scramble(key).is_multiple_of(one_in[class]) {
                let position = neighbors.positions[lane];
                let mut values = ending.values(&position);
                values[CLASS] = class as u8;
                samples.push(Sample { position, values });
            }
        }
    });
    let mut samples = passes::joined(parts);
    Random::new(0).shuffle(&mut samples);
    samples
}

/// What a network is told: the squares of all men, and of each feature the values that samples have.
pub(super) fn inputs(ending: &dyn Mineable, samples: &[Sample], has_squares: bool) -> Option<Inputs> {
    let mut most = [0; MAX_FEATURES];
    for sample in samples {
        for (most, &value) in most.iter_mut().zip(&sample.values) {
            *most = value.max(*most);
        }
    }
    // A feature that is always 0 tells nothing.
    let features = ending.features().len();
    let values: Vec<u8> = most[..features].iter().map(|&most| if most == 0 { 0 } else { most + 1 }).collect();
    Inputs::new(if has_squares { ending.men().len() } else { 0 }, &values)
}
