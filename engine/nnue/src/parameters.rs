//! A network as plain numbers: what a trainer exports and a file holds.

use board::random::Random;

use crate::features::{FEATURES, HEADS};
use crate::{NetworkError, bounds};

/// What 1.0 is in the input layer: a hidden neuron is clipped to 0 to 255.
pub const INPUT_SCALE: i32 = 255;

/// What 1.0 is among the output weights.
pub const OUTPUT_SCALE: i32 = 64;

/// The greatest magnitude of an output weight: times a clipped neuron it still fits 16 bits.
pub const OUTPUT_WEIGHT_MAX: i16 = 127;

/// The number of hidden neurons is a multiple of this.
pub const HIDDEN_STEP: usize = crate::tile::LANES;

/// The most hidden neurons of one perspective.
pub const HIDDEN_MAX: usize = 1024;

/// The longest description, in bytes.
pub const DESCRIPTION_MAX: usize = 4096;

/// Centipawns that an output of 1.0 stands for, unless a trainer says otherwise.
pub const DEFAULT_SCALE: i32 = 400;

/// The numbers of a network, quantized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// One line of text: what the network is and how it was made. At most [`DESCRIPTION_MAX`] bytes.
    pub description: String,
    /// Hidden neurons of one perspective: a multiple of [`HIDDEN_STEP`] from 64 to [`HIDDEN_MAX`].
    pub hidden: usize,
    /// Centipawns that an output of 1.0 stands for: positive, usually [`DEFAULT_SCALE`].
    pub scale: i32,
    /// `[feature][neuron]`, 1.0 being [`INPUT_SCALE`]. [`View::feature`](crate::View::feature) numbers the features.
    pub input_weights: Vec<i16>,
    /// `[neuron]`, 1.0 being [`INPUT_SCALE`].
    pub input_biases: Vec<i16>,
    /// `[head][input]`, 1.0 being [`OUTPUT_SCALE`], within [`OUTPUT_WEIGHT_MAX`] of zero. The inputs of a head are the hidden neurons of the
    /// side to move, then those of the other side.
    pub output_weights: Vec<i16>,
    /// `[head]`, 1.0 being [`INPUT_SCALE`] * [`OUTPUT_SCALE`].
    pub output_biases: Vec<i32>,
}

impl Parameters {
    /// A network that knows nothing of chess, for tests and benches: equal seeds give equal numbers.
    ///
    /// Its hidden neurons are below, within and above the clipped range, about a third each.
    pub fn random(seed: u64, hidden: usize) -> Self {
        const WEIGHT_MAX: i16 = 60;
        let mut random = Random::new(seed);
        let mut small = |count: usize| -> Vec<i16> {
            (0..count).map(|_| random.below(2 * WEIGHT_MAX as usize + 1) as i16 - WEIGHT_MAX).collect()
        };
        let input_weights = small(FEATURES * hidden);
        let output_weights = small(HEADS * 2 * hidden);
        let bias_max = INPUT_SCALE as usize;
        let input_biases = (0..hidden).map(|_| random.below(bias_max + 1) as i16).collect();
        let output_biases = (0..HEADS).map(|_| random.below(2_001) as i32 - 1_000).collect();
        Self {
            description: format!("random numbers from seed {seed}"),
            hidden,
            scale: DEFAULT_SCALE,
            input_weights,
            input_biases,
            output_weights,
            output_biases,
        }
    }

    /// Checks everything that evaluation relies on.
    pub(crate) fn check(&self) -> Result<(), NetworkError> {
        check_hidden(self.hidden)?;
        if self.scale <= 0 {
            return Err(NetworkError::Scale(self.scale));
        }
        if self.description.len() > DESCRIPTION_MAX {
            return Err(NetworkError::DescriptionLength(self.description.len()));
        }
        if self.description.chars().any(char::is_control) {
            return Err(NetworkError::DescriptionText);
        }
        for (what, actual, expected) in [
            ("input weights", self.input_weights.len(), FEATURES * self.hidden),
            ("input biases", self.input_biases.len(), self.hidden),
            ("output weights", self.output_weights.len(), HEADS * 2 * self.hidden),
            ("output biases", self.output_biases.len(), HEADS),
        ] {
            if actual != expected {
                return Err(NetworkError::Count { what, expected, actual });
            }
        }
        bounds::check(self)
    }
}

/// Checks the number of hidden neurons.
pub(crate) fn check_hidden(hidden: usize) -> Result<(), NetworkError> {
    if hidden == 0 || hidden > HIDDEN_MAX || !hidden.is_multiple_of(HIDDEN_STEP) {
        return Err(NetworkError::Hidden(hidden));
    }
    Ok(())
}
