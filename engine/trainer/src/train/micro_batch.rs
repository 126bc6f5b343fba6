//! A hundred unpacked samples: few enough that a tile's weights, read and updated for each of them,
//! stay in the L2 cache.

use nnue::FeatureSet;

use crate::sample::Sample;
use crate::train::features::{self, Pair};
use crate::train::target::TargetRule;

/// Most samples of a micro-batch.
pub(crate) const MICRO_BATCH: usize = 128;

/// Samples with their active inputs, heads and targets.
#[derive(Default)]
pub(crate) struct MicroBatch {
    samples: Vec<Sample>,
    /// The inputs of all samples, one sample after the other.
    pairs: Vec<Pair>,
    /// The end of each sample's inputs.
    ends: Vec<u32>,
    /// Each sample's output head.
    pub(crate) heads: Vec<u16>,
    /// Each sample's target.
    pub(crate) targets: Vec<f32>,
}

impl MicroBatch {
    /// Replaces the samples.
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
        // All are fetched before any is processed: they are far apart in memory, and this way their
        // cache misses overlap.
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
