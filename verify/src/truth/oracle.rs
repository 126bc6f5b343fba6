//! The choice of oracle.

/// The oracle to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OracleKind {
    /// Our own tables, built in memory.
    Tbgen,
    /// Syzygy files.
    Syzygy,
    /// Both, checked for agreement.
    Both,
}
