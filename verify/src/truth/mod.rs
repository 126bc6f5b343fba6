//! Who knows the truth: tables and files, asked about one position or about whole endings.

mod open;
mod oracle;
mod rows;
mod syzygy;

pub use open::Oracles;
pub use oracle::{Oracle, OracleKind};
pub use rows::Truth;
pub use syzygy::SyzygyFolder;
