//! Who knows the truth: tables and files, asked about one position or about whole endings.

mod oracle;
mod rows;
mod syzygy;

pub use oracle::OracleKind;
pub use rows::Truth;
