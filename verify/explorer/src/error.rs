//! What can go wrong before the explorer answers.

use std::path::PathBuf;

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
