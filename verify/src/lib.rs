#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod audit;
pub mod book;
pub mod distances;
mod error;
pub mod explain;
pub mod files;
pub mod mine;
pub mod proof;
pub mod report;
pub mod truth;

pub use audit::{Audit, Coverage, Domain, Examples, Shard, SquareMap, Universe, audit};
pub use error::VerifyError;
pub use report::{Report, merge::MergeError};
pub use truth::{OracleKind, Truth};
