#![doc = include_str!("../README.md")]

mod bounds;
mod error;
mod features;
mod format;
mod network;
mod parameters;
mod tile;

pub use error::NetworkError;
pub use features::{FEATURES, HEADS, View, active_features, head};
pub use format::FORMAT_VERSION;
pub use network::Network;
pub use parameters::{
    DEFAULT_SCALE, DESCRIPTION_MAX, HIDDEN_MAX, HIDDEN_STEP, INPUT_SCALE, OUTPUT_SCALE, OUTPUT_WEIGHT_MAX,
    Parameters,
};
