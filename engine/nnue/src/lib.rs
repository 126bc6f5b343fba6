#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod bounds;
mod changes;
mod error;
mod evaluator;
mod features;
mod format;
mod men;
mod network;
mod parameters;
mod quantization;
mod refresh;
mod simd;
mod stack;
mod tile;

pub use changes::Changes;
pub use error::NetworkError;
pub use evaluator::{Evaluator, Line};
pub use features::{FeatureSet, MEN_FEATURES, View, active_features};
pub use men::Men;
pub use network::Network;
pub use parameters::Parameters;
pub use quantization::{DESCRIPTION_MAX, INPUT_SCALE, OUTPUT_SCALE, SECOND_SCALE};
pub use simd::{Simd, SimdError};
