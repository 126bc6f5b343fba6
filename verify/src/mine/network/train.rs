//! Learns the weights of a network from samples: AdamW (I. Loshchilov and F. Hutter, 2019), in parts whose sums are added up in a fixed order, so
//! that any number of threads learns the same.

use board::random::Random;
use rayon::prelude::*;
use recognizers::mined::Layers;

use super::model::{Scratch, Shape, limited, rounded};
use super::samples::Sample;

/// Positions to a step.
pub(super) const BATCH: usize = 4096;

/// Positions of a batch of which one thread adds up the slopes.
const PART: usize = BATCH / 8;

/// Parameters that one thread changes at a time.
const PARAMETERS: usize = 1 << 13;

/// Size of the first steps; it falls with half a cosine to nothing.
const RATE: f32 = 0.004;

/// Share of the steps, at the end, in which weights are rounded as in the finished network.
const ROUNDED: f32 = 0.4;

/// How fast the means of slopes and of their squares follow.
const MEANS: [f32; 2] = [0.9, 0.999];

const DECAY: f32 = 0.003;

/// Learns from `visits` samples, the same ones again when they are fewer, and says now and then how it goes. `None` when what was learned cannot
/// be told in whole numbers.
pub(super) fn train(
    shape: &Shape,
    samples: &[Sample],
    visits: usize,
    say: &dyn Fn(String),
) -> Option<Layers> {
    let kinds = shape.kinds();
    let steps_of: Vec<f32> = (0..kinds.count()).map(|parameter| kinds.step(parameter)).collect();
    let mut exact = shape.first(&mut Random::new(SEED));
    let mut used = exact.clone();
    let mut means = vec![[0.0f32; 2]; exact.len()];
    let mut parts: Vec<Part> = (0..BATCH / PART).map(|_| Part::new(shape)).collect();
    let steps = visits.div_ceil(BATCH).max(1);
    let mut loss = 0.0;
    for step in 0..steps {
        let start = step * BATCH;
        parts.par_iter_mut().enumerate().for_each(|(part, room)| {
            let samples = (0..PART).map(|i| &samples[(start + part * PART + i) % samples.len()]);
            room.learn(shape, &used, samples);
        });
        loss += parts.iter_mut().map(|part| std::mem::take(&mut part.loss)).sum::<f32>();
        let done = step as f32 / steps as f32;
        let rate = RATE * 0.5 * (1.0 + (std::f32::consts::PI * done).cos()) * (step as f32 / 100.0).min(1.0);
        let is_rounded = done >= 1.0 - ROUNDED;
        let corrections = MEANS.map(|mean| 1.0 - mean.powi(step as i32 + 1));
        let change =
            |(number, ((exact, used), means)): (usize, ((&mut [f32], &mut [f32]), &mut [[f32; 2]]))| {
                let start = number * PARAMETERS;
                for (i, ((exact, used), means)) in exact.iter_mut().zip(used).zip(means).enumerate() {
                    let slope: f32 =
                        parts.iter().map(|part| part.slopes[start + i]).sum::<f32>() / BATCH as f32;
                    means[0] = MEANS[0] * means[0] + (1.0 - MEANS[0]) * slope;
                    means[1] = MEANS[1] * means[1] + (1.0 - MEANS[1]) * slope * slope;
                    let direction = (means[0] / corrections[0]) / ((means[1] / corrections[1]).sqrt() + 1e-8);
                    let step = steps_of[start + i];
                    let decay = if step == 0.0 { 0.0 } else { DECAY };
                    *exact = limited(*exact - rate * (direction + decay * *exact), step);
                    *used = if is_rounded { rounded(*exact, step) } else { *exact };
                }
            };
        exact
            .par_chunks_mut(PARAMETERS)
            .zip(used.par_chunks_mut(PARAMETERS))
            .zip(means.par_chunks_mut(PARAMETERS))
            .enumerate()
            .for_each(change);
        if (step + 1).is_multiple_of(steps.div_ceil(8)) || step + 1 == steps {
            let told = (step + 1 - 1) % steps.div_ceil(8) + 1;
            say(format!("{} of {steps} steps, cross-entropy {:.5}", step + 1, loss / (told * BATCH) as f32));
            loss = 0.0;
        }
    }
    shape.quantize(&exact)
}

/// Where the random numbers start.
const SEED: u64 = 1;

/// What one thread adds up.
struct Part {
    slopes: Vec<f32>,
    scratch: Scratch,
    loss: f32,
}

impl Part {
    fn new(shape: &Shape) -> Self {
        Self { slopes: vec![0.0; shape.kinds().count()], scratch: Scratch::new(shape.hidden), loss: 0.0 }
    }

    fn learn<'a>(&mut self, shape: &Shape, used: &[f32], samples: impl Iterator<Item = &'a Sample>) {
        self.slopes.fill(0.0);
        for sample in samples {
            let active = shape.inputs.active(&sample.position, &sample.values);
            let side = usize::from(sample.position.to_move == recognizers::Side::Weak);
            let told = (side, active.as_slice(), sample.class());
            self.loss += shape.learn(used, told, &mut self.scratch, &mut self.slopes);
        }
    }
}
