//! One thread's work on its part of a batch: forward, loss, backward, for each micro-batch.

use nnue::FeatureSet::{self, KingSquares, Mirrored};
use pulp::{Arch, Simd, WithSimd};

use crate::sample::Sample;
use crate::train::kernel::{self, Neurons};
use crate::train::loss::{self, Losses};
use crate::train::micro_batch::{MICRO_BATCH, MicroBatch};
use crate::train::network::{Network, Row, TILE, input_rows, output_rows};
use crate::train::target::{TargetRule, sigmoid};

/// True for every network: its rows are divided by its inputs.
const TILE_ROWS: &str = "a tile's rows are those of its network's inputs and heads";

/// A thread's buffers, its gradient, and the losses of the samples it has seen.
pub(crate) struct Worker {
    batch: MicroBatch,
    /// Clipped neurons, tile by tile; within a tile sample by sample.
    neurons: Vec<Neurons>,
    /// The sums of each sample's head before their lanes are added.
    sums: Vec<Row>,
    /// The sums with lanes added.
    added: Vec<f32>,
    /// The derivatives of the loss by these sums.
    added_slopes: Vec<f32>,
    /// Each sample's output, then the derivative of its loss by the output.
    slopes: Vec<f32>,
    /// The sum of the samples' gradients since it was last taken.
    pub(crate) gradient: Network,
    /// Losses of samples since they were last taken.
    pub(crate) losses: Losses,
    power: f32,
}

impl Worker {
    pub(crate) fn new(feature_set: FeatureSet, hidden: usize, power: f32) -> Self {
        Self {
            batch: MicroBatch::default(),
            neurons: vec![[Row::ZERO; 2]; MICRO_BATCH * hidden / TILE],
            sums: vec![Row::ZERO; MICRO_BATCH * feature_set.sums()],
            added: vec![0.0; MICRO_BATCH * feature_set.sums()],
            added_slopes: vec![0.0; MICRO_BATCH * feature_set.sums()],
            slopes: vec![0.0; MICRO_BATCH],
            gradient: Network::zero(feature_set, hidden),
            losses: Losses::default(),
            power,
        }
    }

    /// Adds the gradient and the losses of samples.
    pub(crate) fn learn<'a>(
        &mut self,
        network: &Network,
        rule: &TargetRule,
        samples: impl ExactSizeIterator<Item = &'a Sample>,
    ) {
        self.each_micro_batch(network, rule, Task::Learn, samples, |_| {});
    }

    /// Adds the losses of samples.
    pub(crate) fn measure<'a>(
        &mut self,
        network: &Network,
        rule: &TargetRule,
        samples: impl ExactSizeIterator<Item = &'a Sample>,
    ) {
        self.each_micro_batch(network, rule, Task::Measure, samples, |_| {});
    }

    /// The network's outputs for samples; 1.0 stands for one scale of centipawns.
    pub(crate) fn outputs<'a>(
        &mut self,
        network: &Network,
        samples: impl ExactSizeIterator<Item = &'a Sample>,
        mut each: impl FnMut(f32),
    ) {
        // The targets are not used.
        let rule = TargetRule { scale: 1.0, result_weight: 0.0 };
        self.each_micro_batch(network, &rule, Task::Output, samples, |worker| {
            worker.slopes[..worker.batch.len()].iter().copied().for_each(&mut each);
        });
    }

    fn each_micro_batch<'a>(
        &mut self,
        network: &Network,
        rule: &TargetRule,
        task: Task,
        mut samples: impl ExactSizeIterator<Item = &'a Sample>,
        mut done: impl FnMut(&Self),
    ) {
        let arch = Arch::new();
        while samples.len() > 0 {
            let part = samples.by_ref().take(MICRO_BATCH);
            arch.dispatch(Pass { worker: self, network, rule, task, samples: part });
            done(self);
        }
    }

    #[inline(always)]
    fn forward<'a, const INPUT_ROWS: usize, const OUTPUT_ROWS: usize, const SUMS: usize>(
        &mut self,
        network: &Network,
        rule: &TargetRule,
        samples: impl Iterator<Item = &'a Sample>,
    ) {
        self.batch.fill(network.feature_set(), samples, rule);
        let len = self.batch.len();
        let (sums, _) = self.sums[..len * SUMS].as_chunks_mut::<SUMS>();
        sums.fill([Row::ZERO; SUMS]);
        for (tile, neurons) in self.neurons.chunks_exact_mut(MICRO_BATCH).enumerate() {
            let (inputs, outputs) = network.tile(tile);
            let tile = (inputs.try_into().expect(TILE_ROWS), outputs.try_into().expect(TILE_ROWS));
            kernel::forward::<INPUT_ROWS, OUTPUT_ROWS, SUMS>(&self.batch, tile, &mut neurons[..len], sums);
        }
        let (added, _) = self.added.as_chunks_mut::<SUMS>();
        for (((output, added), sums), &head) in
            self.slopes.iter_mut().zip(added).zip(sums).zip(&self.batch.heads)
        {
            let head = usize::from(head);
            for (number, sum) in sums.iter().enumerate() {
                added[number] = add_up(sum) + network.sum_bias(head, number);
            }
            *output = added[0];
            for (neuron, &value) in added[1..].iter().enumerate() {
                *output += value.clamp(0.0, 1.0).powi(2) * network.second_weight(head, neuron);
            }
        }
    }

    /// Turns outputs into slopes, and adds their losses.
    #[inline(always)]
    fn judge(&mut self) {
        for ((slope, &target), &head) in
            self.slopes.iter_mut().zip(&self.batch.targets).zip(&self.batch.heads)
        {
            let expected = sigmoid(*slope);
            self.losses.add(head, loss::loss(expected, target, self.power));
            *slope = loss::slope(expected, target, self.power);
        }
    }

    #[inline(always)]
    fn backward<const INPUT_ROWS: usize, const OUTPUT_ROWS: usize, const SUMS: usize>(
        &mut self,
        network: &Network,
    ) {
        let len = self.batch.len();
        let (added, _) = self.added.as_chunks::<SUMS>();
        let (added_slopes, _) = self.added_slopes.as_chunks_mut::<SUMS>();
        for (((&slope, added), slopes), &head) in
            self.slopes.iter().zip(added).zip(added_slopes.iter_mut()).zip(&self.batch.heads)
        {
            let head = usize::from(head);
            slopes[0] = slope;
            for (neuron, &value) in added[1..].iter().enumerate() {
                let value = value.clamp(0.0, 1.0);
                *self.gradient.second_weight_mut(head, neuron) += slope * value * value;
                let factor = if value < 1.0 { 2.0 * value } else { 0.0 };
                slopes[1 + neuron] = slope * network.second_weight(head, neuron) * factor;
            }
            for (sum, &slope) in slopes.iter().enumerate() {
                *self.gradient.sum_bias_mut(head, sum) += slope;
            }
        }
        for (tile, neurons) in self.neurons.chunks_exact(MICRO_BATCH).enumerate() {
            let (inputs, outputs) = self.gradient.tile_mut(tile);
            kernel::backward::<INPUT_ROWS, OUTPUT_ROWS, SUMS>(
                &self.batch,
                &added_slopes[..len],
                network.tile(tile).1.try_into().expect(TILE_ROWS),
                &neurons[..len],
                (inputs.try_into().expect(TILE_ROWS), outputs.try_into().expect(TILE_ROWS)),
            );
        }
    }
}

/// The desired results of a micro-batch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Task {
    /// Gradient and losses.
    Learn,
    /// Losses.
    Measure,
    /// Outputs, stored in place of the slopes.
    Output,
}

/// The work on a micro-batch, compiled once for each instruction set. Not a closure: the compiler
/// may not inline one that borrows into the code for the instruction set.
struct Pass<'p, I> {
    worker: &'p mut Worker,
    network: &'p Network,
    rule: &'p TargetRule,
    task: Task,
    samples: I,
}

impl<'a, I: Iterator<Item = &'a Sample>> WithSimd for Pass<'_, I> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _simd: S) {
        match self.network.feature_set() {
            Mirrored => {
                self.run::<{ input_rows(Mirrored) }, { output_rows(Mirrored) }, { Mirrored.sums() }>();
            }
            KingSquares => {
                self.run::<{ input_rows(KingSquares) }, { output_rows(KingSquares) }, { KingSquares.sums() }>();
            }
        }
    }
}

impl<'a, I: Iterator<Item = &'a Sample>> Pass<'_, I> {
    /// The number of rows is a compile-time constant: with slices the loops take six times as long.
    #[inline(always)]
    fn run<const INPUT_ROWS: usize, const OUTPUT_ROWS: usize, const SUMS: usize>(self) {
        self.worker.forward::<INPUT_ROWS, OUTPUT_ROWS, SUMS>(self.network, self.rule, self.samples);
        if self.task != Task::Output {
            self.worker.judge();
        }
        if self.task == Task::Learn {
            self.worker.backward::<INPUT_ROWS, OUTPUT_ROWS, SUMS>(self.network);
        }
    }
}

/// The sum of a row, in an order that does not depend on the machine's vector width.
#[inline(always)]
fn add_up(row: &Row) -> f32 {
    let mut lanes = *row;
    let mut width = TILE / 2;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] += lanes[lane + width];
        }
        width /= 2;
    }
    lanes[0]
}
