//! The sources of exact results: tables and files, for single positions and whole endings.

mod oracle;
mod rows;
mod syzygy;

pub use oracle::OracleKind;
pub use rows::Truth;
