#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod audit;
pub mod distances;
pub mod enumerate;
mod error;
pub mod explain;
pub mod html;
pub mod mine;
pub mod oracle;
pub mod page;
pub mod published;
pub mod pyrrhic;
pub mod report;
mod shard;
mod svg;
mod syzygy;
pub mod tables;
mod tally;
mod truth;
mod walk;

pub use audit::{Audit, audit};
pub use enumerate::{Domain, Universe};
pub use error::VerifyError;
pub use oracle::{Oracle, OracleKind, Oracles};
pub use report::Report;
pub use shard::Shard;
pub use syzygy::SyzygyFolder;
pub use tally::{Coverage, Examples, SquareMap};
pub use truth::Truth;
