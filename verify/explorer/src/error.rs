//! What can go wrong before the explorer answers, and why it has no answer.

use std::path::PathBuf;

use board::fen::FenError;
use board::{Material, MaterialError, PlacementError};
use tbgen::TbgenError;
use tbgen::syzygy::Error as SyzygyError;

/// Why the explorer cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Somebody else listens there.
    #[error(
        "port {port} is taken: stop what listens there, or give another one with --port (0 takes any that is free)"
    )]
    PortTaken {
        /// The port.
        port: u16,
    },
    /// The system does not let us listen.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// Where.
        address: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// Everybody could ask, under any name.
    #[error("--bind {0} lets others in: say with --allow-host NAME under which name they come")]
    NoHost(std::net::IpAddr),
    /// A folder that is no handbook.
    #[error("{} holds no handbook: write it with `verify book {}`", .0.display(), .0.display())]
    NoHandbook(PathBuf),
    /// A folder that cannot be listed.
    #[error("the folder {} cannot be used: {source}", .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: SyzygyError,
    },
    /// Threads or sockets that the system refuses.
    #[error("the server cannot start: {0}")]
    Runtime(#[from] std::io::Error),
}

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// The question lacks something.
    #[error("{0}")]
    Malformed(String),
    /// A text is no position.
    #[error("bad FEN: {0}")]
    Fen(#[from] FenError),
    /// A text is no ending.
    #[error("{0}")]
    Material(#[from] MaterialError),
    /// There is no such thing, or it is not known.
    #[error("{0}")]
    NotFound(String),
    /// A table is damaged.
    #[error("a table cannot be read: {0}")]
    Table(#[from] SyzygyError),
}

/// Why a position has no value.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NoValue {
    /// It belongs to no table.
    #[error("{0}")]
    Placement(#[from] PlacementError),
    /// Its ending is neither in memory nor in the folders.
    #[error("no table of {0} is here")]
    Missing(Material),
    /// A file is not sound.
    #[error(transparent)]
    File(#[from] SyzygyError),
    /// The solver refuses.
    #[error(transparent)]
    Solver(#[from] TbgenError),
}
