//! The numbers that every network of this format has in common.

/// What 1.0 is in the input layer: a hidden neuron is clipped to 0 to 255.
pub const INPUT_SCALE: i32 = 255;

/// What 1.0 is among the output weights.
pub const OUTPUT_SCALE: i32 = 64;

/// What 1.0 is among the weights of the second layers' neurons.
pub const SECOND_SCALE: i32 = 4096;

/// What 1.0 is among the sums of a head, after division by [`INPUT_SCALE`], and among their biases.
pub(crate) const SUM_SCALE: i64 = (INPUT_SCALE * OUTPUT_SCALE) as i64;

/// The greatest magnitude of an output weight: times a clipped neuron it still fits 16 bits.
pub(crate) const OUTPUT_WEIGHT_MAX: i16 = 127;

/// The number of hidden neurons is a multiple of this.
pub(crate) const HIDDEN_STEP: usize = crate::tile::LANES;

/// The most hidden neurons of one perspective.
pub(crate) const HIDDEN_MAX: usize = 1024;

/// The longest description, in bytes.
pub const DESCRIPTION_MAX: usize = 4096;

/// Centipawns that an output of 1.0 stands for, unless a trainer says otherwise.
pub(crate) const DEFAULT_SCALE: i32 = 400;
