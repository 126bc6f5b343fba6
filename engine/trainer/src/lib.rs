#![doc = include_str!("../README.md")]

mod crew;
mod evaluation;
pub mod exclusions;
mod fit;
pub mod games;
pub mod generate;
pub mod label;
pub mod rescore;
mod reservoir;
pub mod sample;
mod samples_writer;
pub mod shuffle;
mod sources;
pub mod surround;
pub mod train;
pub mod tune;

pub use crew::{Progress, RunError};
pub use evaluation::Evaluation;
pub use fit::{ScaleFit, WinChance};
pub use reservoir::Reservoir;
pub use sources::{SourceError, read_samples, training_files};
