//! The evaluation network of Vancura: its definition, its file format, and inference in integers.
//!
//! A [`Network`] is read from a file or made from [`Parameters`]; an [`Evaluator`] evaluates
//! positions along a [`Line`] of play and updates the hidden neurons move by move, on the vector
//! unit ([`Simd`]) of the machine. All units give the same numbers, bit for bit. The crate has no
//! unsafe code.
//!
//! ```toml
//! [dependencies]
//! board = { package = "vancura-board", version = "0.1" }
//! vancura-nnue = "0.1"
//! ```
//!
//! ```
//! use board::Board;
//! use vancura_nnue::{FeatureSet, Network, Parameters};
//!
//! // A trainer fills the parameters; here they are random: seed 1, 64 hidden neurons.
//! let network = Network::new(&Parameters::random(FeatureSet::Mirrored, 1, 64)).unwrap();
//! let bytes = network.to_bytes();
//! let read = Network::from_bytes(&bytes).unwrap();
//! let start = Board::default();
//! assert_eq!(read.evaluate_plain(&start), network.evaluate_plain(&start));
//! // Damage is an error.
//! assert!(Network::from_bytes(&bytes[1..]).is_err());
//! ```
//!
//! The README describes the layers, the arithmetic and why it cannot overflow; `src/format.rs` the
//! bytes of a file.

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
