//! Errors at startup.

use std::path::PathBuf;

use tbgen::syzygy::Error as SyzygyError;

/// Why the explorer cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Another program listens on the port.
    #[error(
        "port {port} is in use: stop the other program, or give another port with --port (0 for any free port)"
    )]
    PortTaken {
        /// The port.
        port: u16,
    },
    /// The system refuses to listen on the address.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: String,
        /// The cause.
        source: std::io::Error,
    },
    /// Other machines could connect, but no host name is allowed.
    #[error("--bind {0} accepts other machines: give the host name that they use with --allow-host NAME")]
    NoHost(std::net::IpAddr),
    /// A folder does not contain a handbook.
    #[error("{} does not contain a handbook: write it with `verify book {}`", .0.display(), .0.display())]
    NoHandbook(PathBuf),
    /// A folder cannot be read.
    #[error("cannot use the folder {}: {source}", .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The cause.
        source: SyzygyError,
    },
    /// The system refuses threads or sockets.
    #[error("cannot start the server: {0}")]
    Runtime(#[from] std::io::Error),
}
