//! A network as plain numbers: what a trainer exports and a file stores.

use board::random::Random;

use crate::features::FeatureSet;
use crate::quantization::{DEFAULT_SCALE, INPUT_SCALE};

/// The numbers of a network, quantized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// One line of text: what the network is and how it was trained. At most
    /// [`DESCRIPTION_MAX`](crate::DESCRIPTION_MAX) bytes.
    pub description: String,
    /// The inputs.
    pub feature_set: FeatureSet,
    /// Hidden neurons of one perspective: a multiple of 64, at most 1024.
    pub hidden: usize,
    /// Centipawns that an output of 1.0 stands for: positive, usually 400.
    pub scale: i32,
    /// `[feature][neuron]`, 1.0 being [`INPUT_SCALE`]. [`View::feature`](crate::View::feature)
    /// numbers the features.
    pub input_weights: Vec<i16>,
    /// `[neuron]`, 1.0 being [`INPUT_SCALE`].
    pub input_biases: Vec<i16>,
    /// `[head][sum][input]`, 1.0 being [`OUTPUT_SCALE`](crate::OUTPUT_SCALE), within ±127. The
    /// inputs of a head are the hidden neurons of the side to move, then those of the other side.
    /// Its first sum goes straight to the output, the others are the neurons of its second layer,
    /// if it has one ([`FeatureSet::sums`]).
    pub output_weights: Vec<i16>,
    /// `[head][sum]`, 1.0 being [`INPUT_SCALE`] * [`OUTPUT_SCALE`](crate::OUTPUT_SCALE).
    pub output_biases: Vec<i32>,
    /// `[head][neuron]` of the second layer, 1.0 being [`SECOND_SCALE`](crate::SECOND_SCALE).
    pub second_weights: Vec<i16>,
}

impl Parameters {
    /// A network with random weights, for tests and benches: equal seeds give equal numbers.
    ///
    /// Its hidden neurons are below, within and above the clipped range, about a third each.
    pub fn random(feature_set: FeatureSet, seed: u64, hidden: usize) -> Self {
        const WEIGHT_MAX: i16 = 60;
        // Up to 1.4 in magnitude.
        const SECOND_STEP: i16 = 97;
        let mut random = Random::new(seed);
        let mut small = |count: usize| -> Vec<i16> {
            (0..count).map(|_| random.below(2 * WEIGHT_MAX as usize + 1) as i16 - WEIGHT_MAX).collect()
        };
        let input_weights = small(feature_set.features() * hidden);
        let sums = feature_set.heads() * feature_set.sums();
        let output_weights = small(sums * 2 * hidden);
        let second_layers = feature_set.heads() * feature_set.second_layer();
        let second_weights = small(second_layers).into_iter().map(|weight| weight * SECOND_STEP).collect();
        let bias_max = INPUT_SCALE as usize;
        let input_biases = (0..hidden).map(|_| random.below(bias_max + 1) as i16).collect();
        let output_biases = (0..sums).map(|_| random.below(2_001) as i32 - 1_000).collect();
        Self {
            description: format!("random numbers from seed {seed}"),
            feature_set,
            hidden,
            scale: DEFAULT_SCALE,
            input_weights,
            input_biases,
            output_weights,
            output_biases,
            second_weights,
        }
    }
}
