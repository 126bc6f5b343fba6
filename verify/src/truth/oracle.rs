//! Who knows the truth about one position. (Audits, which ask about all of them, use [`Truth`](super::Truth).)

use board::{Placement, Wdl};

/// Knows the exact result of every legal position of an ending.
pub trait Oracle: Sync {
    /// What it is, in a few words.
    fn name(&self) -> &'static str;

    /// The result for the side to move; `None` when it does not know, which fails an audit.
    fn wdl(&self, placement: &Placement) -> Option<Wdl>;
}

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
