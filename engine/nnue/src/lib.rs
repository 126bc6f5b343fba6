#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod bounds;
mod changes;
mod error;
mod evaluator;
mod features;
mod format;
mod network;
mod parameters;
mod refresh;
mod simd;
mod stack;
mod tile;

pub use changes::Changes;
pub use error::NetworkError;
pub use evaluator::{Evaluator, Line};
pub use features::{FEATURES, HEADS, View, active_features, head};
pub use format::FORMAT_VERSION;
pub use network::Network;
pub use parameters::{
    DEFAULT_SCALE, DESCRIPTION_MAX, HIDDEN_MAX, HIDDEN_STEP, INPUT_SCALE, OUTPUT_SCALE, OUTPUT_WEIGHT_MAX,
    Parameters,
};
pub use simd::{Simd, SimdError};
