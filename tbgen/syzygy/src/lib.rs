#![doc = include_str!("../README.md")]
// Six men need more than 32 bits: numbers are narrowed by `board::narrow`, checked. Tests may cut short what they made themselves.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation))]

mod checksum;
mod compare;
pub mod decode;
mod error;
pub mod format;
mod index;
mod mapped;
mod packed;
mod probe;
mod ranking;
mod read;
mod stamp;
mod tiles;
pub mod vdtm;
mod vectorized;
pub mod write;

pub use checksum::checksum;
pub use compare::{Comparison, Example};
pub use error::{Fault, SyzygyError};
pub use format::Kind;
pub use index::{Layout, Squares, leading_file};
pub use probe::SyzygyTables;
pub use read::{SubTable, Table};
pub use stamp::Stamp;
pub use vectorized::vectorized;
