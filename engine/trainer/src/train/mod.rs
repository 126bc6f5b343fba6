//! Training of the evaluation network on the processor.
//!
//! [`Run`] is a whole run with its files; [`Trainer`] is its core, in memory.

mod adam;
mod checkpoint;
mod curve;
mod data;
mod error;
mod export;
mod features;
mod first;
mod history;
mod kernel;
mod loss;
mod micro_batch;
mod network;
mod order;
pub mod plain;
mod run;
mod settings;
mod target;
mod trainer;
mod worker;

#[cfg(test)]
mod gradient_tests;
#[cfg(test)]
mod learning_tests;
#[cfg(test)]
mod positions;

pub use data::Data;
pub use error::TrainError;
pub use export::{ExportReport, compare};
pub use history::Superbatch;
pub use loss::Losses;
pub use network::{Network, Row, TILE, WEIGHT_MAX};
pub use run::{Run, Sources};
pub use settings::Settings;
pub use target::SCORE_CLIP;
pub(crate) use target::{TargetRule, sigmoid};
pub use trainer::Trainer;
