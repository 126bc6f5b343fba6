//! A hundred samples unpacked: small enough that a tile's weights, read and changed again and again for each of them, stay
//! in the second-level cache.

use nnue::FeatureSet;

use crate::sample::Sample;
use crate::train::features::{self, Pair};
use crate::train::target::TargetRule;

/// Samples of a micro-batch, at most.
pub(crate) const MICRO_BATCH: usize = 128;

/// Samples with the inputs that they turn on, their heads and targets.
#[derive(Default)]
pub(crate) struct MicroBatch {
    samples: Vec<Sample>,
    /// The inputs of all samples, one sample after the other.
    pairs: Vec<Pair>,
    /// Where a sample's inputs end.
    ends: Vec<u32>,
    /// Each sample's output head.
    pub(crate) heads: Vec<u16>,
    /// Each sample's target.
    pub(crate) targets: Vec<f32>,
}

impl MicroBatch {
    /// Takes these samples instead of those from before.
    #[inline(always)]
    pub(crate) fn fill<'a>(
        &mut self,
        feature_set: FeatureSet,
        samples: impl Iterator<Item = &'a Sample>,
        rule: &TargetRule,
    ) {
        self.pairs.clear();
        self.ends.clear();
        self.heads.clear();
        self.targets.clear();
        // All are fetched before any is looked at: they lie far apart in memory, and this way the processor waits for several at a
        // time.
        self.samples.clear();
        self.samples.extend(samples);
        for sample in &self.samples {
            self.heads.push(features::append(feature_set, sample, &mut self.pairs) as u16);
            self.ends.push(self.pairs.len() as u32);
            self.targets.push(rule.target(sample));
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The inputs of each sample in turn.
    #[inline(always)]
    pub(crate) fn inputs(&self) -> impl Iterator<Item = &[Pair]> {
        let mut rest = self.pairs.as_slice();
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let (inputs, after) = rest.split_at((end - start) as usize);
            (rest, start) = (after, end);
            inputs
        })
    }
}
