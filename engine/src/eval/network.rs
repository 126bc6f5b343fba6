//! The network that the program carries, and reading another from a file.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use nnue::{Network, NetworkError};

/// The largest network file read, in bytes: several times what the widest network takes.
const FILE_MAX: u64 = 16 << 20;

/// Why a file is no network to play with.
#[derive(Debug, thiserror::Error)]
pub enum NetworkFileError {
    /// It cannot be read.
    #[error("{path}: {fault}; the network in use stays", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        fault: std::io::Error,
    },
    /// It is no network, or not a sound one.
    #[error("{path}: {fault}; the network in use stays", path = path.display())]
    Network {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: NetworkError,
    },
    /// Networks are smaller.
    #[error("{path}: {bytes} bytes are too many for a network; the network in use stays", path = path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
    },
}

/// The network that the program carries.
///
/// # Panics
/// Never: a test reads it.
pub fn embedded() -> Arc<Network> {
    static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
        Arc::new(Network::from_bytes(data::NETWORK).expect("the network of the program is sound"))
    });
    Arc::clone(&NETWORK)
}

/// Reads a network.
///
/// # Errors
/// [`NetworkFileError`], naming the file and what is wrong with it.
pub fn read(path: &Path) -> Result<Arc<Network>, NetworkFileError> {
    let unread = |fault| NetworkFileError::Read { path: path.to_owned(), fault };
    let bytes = std::fs::metadata(path).map_err(unread)?.len();
    if bytes > FILE_MAX {
        return Err(NetworkFileError::TooLarge { path: path.to_owned(), bytes });
    }
    let bytes = std::fs::read(path).map_err(unread)?;
    let network = Network::from_bytes(&bytes)
        .map_err(|fault| NetworkFileError::Network { path: path.to_owned(), fault })?;
    Ok(Arc::new(network))
}
