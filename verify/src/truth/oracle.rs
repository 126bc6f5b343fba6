//! Who knows the truth.

/// Which oracle to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OracleKind {
    /// Our own tables, built on the spot.
    Tbgen,
    /// Syzygy files.
    Syzygy,
    /// Both, and whether they agree.
    Both,
}
