//! Training step by step, in memory: batches are divided among threads, and their gradients passed
//! to the optimizer.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::sample::Sample;
use crate::train::adam::Adam;
use crate::train::loss::Losses;
use crate::train::network::Network;
use crate::train::order::Order;
use crate::train::target::TargetRule;
use crate::train::worker::Worker;
use crate::train::{Settings, TrainError};

/// A network in training. Equal settings, samples and numbers of steps give equal weights, to the
/// last bit.
pub struct Trainer {
    settings: Settings,
    pool: ThreadPool,
    workers: Vec<Worker>,
    pub(crate) network: Network,
    pub(crate) adam: Adam,
}

impl Trainer {
    /// Starts with random weights.
    ///
    /// # Errors
    /// Settings outside their range, and threads that cannot be started.
    pub fn new(settings: &Settings) -> Result<Self, TrainError> {
        settings.check()?;
        let &Settings { feature_set, hidden, seed, .. } = settings;
        Self::resume(settings, Network::random(feature_set, hidden, seed), Adam::new(feature_set, hidden))
    }

    /// Continues from a network, which must fit the settings, and the optimizer's state.
    pub(crate) fn resume(settings: &Settings, network: Network, adam: Adam) -> Result<Self, TrainError> {
        let &Settings { feature_set, hidden, threads, .. } = settings;
        Ok(Self {
            pool: ThreadPoolBuilder::new().num_threads(threads).build()?,
            workers: (0..threads).map(|_| Worker::new(feature_set, hidden, settings.power as f32)).collect(),
            settings: settings.clone(),
            network,
            adam,
        })
    }

    /// The current network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Steps of the optimizer taken.
    pub fn steps(&self) -> u64 {
        self.adam.steps
    }

    /// Trains on the next batch of `samples` (not empty), in the order given by the seed. Returns
    /// the batch's losses.
    ///
    /// # Panics
    /// Without samples.
    pub fn step(&mut self, samples: &[Sample]) -> Losses {
        let step = self.adam.steps;
        let rule = self.rule(self.settings.result_weight_at(step));
        let (batch, seed, threads) = (self.settings.batch, self.settings.seed, self.workers.len());
        let (network, workers) = (&self.network, &mut self.workers);
        self.pool.install(|| {
            workers.par_iter_mut().enumerate().for_each(|(part, worker)| {
                let (from, to) = (batch * part / threads, batch * (part + 1) / threads);
                let first = step * batch as u64 + from as u64;
                worker.learn(network, &rule, visit(samples, seed, first, to - from));
            });
        });
        let gradients = self.workers.iter_mut().map(|worker| &mut worker.gradient);
        let rate = self.settings.rate_at(step) as f32;
        self.pool.install(|| self.adam.step(&mut self.network, gradients, batch, rate));
        self.take_losses()
    }

    /// The losses of held-out samples, with the final weight of the result.
    pub fn measure(&mut self, samples: &[Sample]) -> Losses {
        let rule = self.rule(self.settings.result_weight.1);
        let (network, workers) = (&self.network, &mut self.workers);
        let part = samples.len().div_ceil(workers.len()).max(1);
        self.pool.install(|| {
            workers
                .par_iter_mut()
                .zip(samples.par_chunks(part))
                .for_each(|(worker, samples)| worker.measure(network, &rule, samples.iter()));
        });
        self.take_losses()
    }

    /// The network's outputs for samples; 1.0 stands for one scale of centipawns for the side to
    /// move.
    pub(crate) fn outputs(&mut self, samples: &[Sample]) -> Vec<f32> {
        let mut outputs = Vec::with_capacity(samples.len());
        self.workers[0].outputs(&self.network, samples.iter(), |output| outputs.push(output));
        outputs
    }

    fn rule(&self, result_weight: f64) -> TargetRule {
        TargetRule { scale: self.settings.scale as f32, result_weight: result_weight as f32 }
    }

    fn take_losses(&mut self) -> Losses {
        let mut losses = Losses::default();
        for worker in &mut self.workers {
            losses.merge(&std::mem::take(&mut worker.losses));
        }
        losses
    }
}

/// The samples from index `first` on in the order of a seed, pass after pass.
fn visit(samples: &[Sample], seed: u64, first: u64, count: usize) -> impl ExactSizeIterator<Item = &Sample> {
    let all = samples.len() as u64;
    let (mut pass, mut place) = (first / all, (first % all) as usize);
    let mut order = Order::new(samples.len(), seed, pass);
    (0..count).map(move |_| {
        if place == samples.len() {
            (pass, place) = (pass + 1, 0);
            order = Order::new(samples.len(), seed, pass);
        }
        place += 1;
        &samples[order.at(place - 1)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Label, Origin};
    use board::Board;

    #[test]
    fn each_pass_visits_every_sample_once_wherever_it_is_cut() {
        let samples: Vec<Sample> = (0..100)
            .map(|score| {
                let label = Label { score, result: None, origin: Origin::Game, fifty_move_counter: 0 };
                Sample::new(&Board::default(), label)
            })
            .collect();
        let scores = |first, count| visit(&samples, 3, first, count).map(Sample::score).collect::<Vec<i16>>();
        let two_passes = scores(0, 200);
        for pass in two_passes.chunks(100) {
            let mut sorted = pass.to_vec();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..100).collect::<Vec<i16>>());
        }
        assert_ne!(two_passes[..100], two_passes[100..]);
        assert_eq!([scores(0, 77), scores(77, 100), scores(177, 23)].concat(), two_passes);
    }
}
