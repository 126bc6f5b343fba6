#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod audit;
pub mod enumerate;
mod error;
pub mod explain;
pub mod mine;
pub mod oracle;
pub mod published;
pub mod report;
mod syzygy;

pub use audit::{Audit, audit};
pub use enumerate::{Domain, Universe};
pub use error::VerifyError;
pub use oracle::{Oracle, OracleKind, Oracles};
pub use report::Report;
