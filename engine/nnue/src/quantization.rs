//! Constants that all networks of this format share.

/// The value of 1.0 in the input layer: hidden neurons are clipped to 0 to 255.
pub const INPUT_SCALE: i32 = 255;

/// The value of 1.0 among the output weights.
pub const OUTPUT_SCALE: i32 = 64;

/// The value of 1.0 among the weights of the second layers' neurons.
pub const SECOND_SCALE: i32 = 4096;

/// The value of 1.0 among the sums of a head, after division by [`INPUT_SCALE`], and among their
/// biases.
pub(crate) const SUM_SCALE: i64 = (INPUT_SCALE * OUTPUT_SCALE) as i64;

/// The greatest magnitude of an output weight: its product with a clipped neuron fits 16 bits.
pub(crate) const OUTPUT_WEIGHT_MAX: i16 = 127;

/// The number of hidden neurons is a multiple of this.
pub(crate) const HIDDEN_STEP: usize = crate::tile::LANES;

/// The most hidden neurons of one perspective.
pub(crate) const HIDDEN_MAX: usize = 1024;

/// The longest description, in bytes.
pub const DESCRIPTION_MAX: usize = 4096;

/// Default for the centipawns that an output of 1.0 stands for.
pub(crate) const DEFAULT_SCALE: i32 = 400;
