//! Training data for Vancura's networks, and their training.
//!
//! [`generate`] writes files ([`games`]) of games of the engine against itself; [`rescore`],
//! [`surround`] and [`label`] give better scores, more positions, or exact labels; [`shuffle`] puts
//! them into random order as 32-byte [`sample`]s; [`train`] trains a network on these and exports
//! it.
//!
//! ```
//! use board::Board;
//! use vancura_trainer::sample::{Label, Origin, Sample, SideResult};
//!
//! let result = Some(SideResult::Draw);
//! let label = Label { score: 31, result, origin: Origin::Game, fifty_move_counter: 0 };
//! let sample = Sample::new(&Board::default(), label);
//! let bytes: [u8; 32] = *sample.packed();
//! assert_eq!(Sample::unpack(&bytes).unwrap().label(), label);
//! assert_eq!(sample.men().count(), 32);
//! ```
//!
//! The program is `vancura-trainer`; the README lists its commands in order.

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

pub use crew::{Progress, RunError, Searches};
pub use evaluation::Evaluation;
pub use fit::{ScaleFit, WinChance};
pub use reservoir::Reservoir;
pub use sources::{SourceError, read_samples, training_files};
