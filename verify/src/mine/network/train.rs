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

/// What is kept of the means of slopes and of their squares at each step.
const MEANS: [f32; 2] = [0.9, 0.999];

/// How much weights shrink, as a share of the rate.
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
    let mut means = vec![[0.0; 2]; exact.len()];
    let mut parts: Vec<Part> = (0..BATCH / PART).map(|_| Part::new(shape)).collect();
    let steps = visits.div_ceil(BATCH).max(1);
    let told_every = steps.div_ceil(8);
    let (mut loss, mut untold) = (0.0, 0);
    for step in 0..steps {
        let start = step * BATCH;
        parts.par_iter_mut().enumerate().for_each(|(part, room)| {
            let samples = (0..PART).map(|i| &samples[(start + part * PART + i) % samples.len()]);
            room.learn(shape, &used, samples);
        });
        loss += parts.iter().map(|part| part.loss).sum::<f32>();
        let change = Change::new(step, steps, &parts, &steps_of);
        exact
            .par_chunks_mut(PARAMETERS)
            .zip(used.par_chunks_mut(PARAMETERS))
            .zip(means.par_chunks_mut(PARAMETERS))
            .enumerate()
            .for_each(|(number, ((exact, used), means))| {
                change.make(number * PARAMETERS, exact, used, means);
            });
        untold += BATCH;
        if (step + 1).is_multiple_of(told_every) || step + 1 == steps {
            say(format!("{} of {steps} steps, cross-entropy {:.5}", step + 1, loss / untold as f32));
            (loss, untold) = (0.0, 0);
        }
    }
    shape.quantize(&exact)
}

/// Where the random numbers start.
const SEED: u64 = 1;

/// One step of all parameters.
struct Change<'a> {
    rate: f32,
    /// What is made good because the means began with nothing.
    corrections: [f32; 2],
    is_rounded: bool,
    parts: &'a [Part],
    /// By parameter the steps in which it is rounded.
    steps_of: &'a [f32],
}

impl<'a> Change<'a> {
    fn new(step: usize, steps: usize, parts: &'a [Part], steps_of: &'a [f32]) -> Self {
        /// Steps in which the rate rises.
        const RISE: f32 = 100.0;
        let done = step as f32 / steps as f32;
        let fall = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
        Self {
            rate: RATE * fall * (step as f32 / RISE).min(1.0),
            corrections: MEANS.map(|mean| 1.0 - mean.powi(step as i32 + 1)),
            is_rounded: done >= 1.0 - ROUNDED,
            parts,
            steps_of,
        }
    }

    /// Changes neighboring parameters, of which the first has number `start`.
    fn make(&self, start: usize, exact: &mut [f32], used: &mut [f32], means: &mut [[f32; 2]]) {
        for (i, ((exact, used), means)) in exact.iter_mut().zip(used).zip(means).enumerate() {
            let sum: f32 = self.parts.iter().map(|part| part.slopes[start + i]).sum();
            let slope = sum / BATCH as f32;
            means[0] = MEANS[0] * means[0] + (1.0 - MEANS[0]) * slope;
            means[1] = MEANS[1] * means[1] + (1.0 - MEANS[1]) * slope * slope;
            let [mean, square] = [means[0] / self.corrections[0], means[1] / self.corrections[1]];
            let step = self.steps_of[start + i];
            let decay = if step == 0.0 { 0.0 } else { DECAY };
            *exact = limited(*exact - self.rate * (mean / (square.sqrt() + 1e-8) + decay * *exact), step);
            *used = if self.is_rounded { rounded(*exact, step) } else { *exact };
        }
    }
}

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
        self.loss = 0.0;
        for sample in samples {
            let active = shape.inputs.active(&sample.position, &sample.values);
            let side = usize::from(sample.position.to_move == recognizers::Side::Weak);
            let told = (side, active.as_slice(), sample.class());
            self.loss += shape.learn(used, told, &mut self.scratch, &mut self.slopes);
        }
    }
}
