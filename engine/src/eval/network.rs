//! The networks: those embedded in the program, and reading others from files.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use board::Board;
use nnue::{FeatureSet, Network, NetworkError};

use crate::root_profile::FEW_MEN;

/// The largest network file read, in bytes: several times what the widest network takes.
const FILE_MAX: u64 = 16 << 20;

/// Why a file is not a usable network.
#[derive(Debug, thiserror::Error)]
pub enum NetworkFileError {
    /// It cannot be read.
    #[error("{path}: {fault}; the network in use stays", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        fault: std::io::Error,
    },
    /// It is not a valid network.
    #[error("{path}: {fault}; the network in use stays", path = path.display())]
    Network {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: NetworkError,
    },
    /// It is a network, but with the inputs of the other kind.
    #[error("{path}: this network is for {found}; the network in use stays", path = path.display())]
    Inputs {
        /// The file.
        path: PathBuf,
        /// The kind of network that it is.
        found: &'static str,
    },
}

/// The networks in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Networks {
    /// For all positions that the other one does not cover.
    pub main: Arc<Network>,
    /// For positions with few men.
    pub small: Option<Arc<Network>>,
}

impl Networks {
    /// The embedded networks.
    pub fn embedded() -> Self {
        Self { main: embedded(), small: Some(embedded_small()) }
    }

    /// The network for this position.
    pub(crate) fn speaking_of(&self, board: &Board) -> &Arc<Network> {
        self.small.as_ref().filter(|_| board.occupied().len() <= FEW_MEN).unwrap_or(&self.main)
    }
}

impl From<Arc<Network>> for Networks {
    /// One network for all positions.
    fn from(main: Arc<Network>) -> Self {
        Self { main, small: None }
    }
}

/// The embedded network for all positions.
///
/// # Panics
/// Never: a test reads and checks it.
pub fn embedded() -> Arc<Network> {
    static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| carried(networks::MAIN));
    Arc::clone(&NETWORK)
}

/// The embedded network for positions with few men.
fn embedded_small() -> Arc<Network> {
    static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| carried(networks::SMALL));
    Arc::clone(&NETWORK)
}

fn carried(bytes: &[u8]) -> Arc<Network> {
    Arc::new(Network::from_checked_bytes(bytes).expect("the embedded networks are valid"))
}

/// Reads a network for all positions.
///
/// # Errors
/// [`NetworkFileError`], naming the file and what is wrong with it.
pub fn read(path: &Path) -> Result<Arc<Network>, NetworkFileError> {
    read_with(path, FeatureSet::Mirrored)
}

/// Reads a network for positions with few men.
///
/// # Errors
/// [`NetworkFileError`], naming the file and what is wrong with it.
pub(crate) fn read_small(path: &Path) -> Result<Arc<Network>, NetworkFileError> {
    read_with(path, FeatureSet::KingSquares)
}

fn read_with(path: &Path, wanted: FeatureSet) -> Result<Arc<Network>, NetworkFileError> {
    let unread = |fault| NetworkFileError::Read { path: path.to_owned(), fault };
    let bytes = disk::read(path, FILE_MAX).map_err(unread)?;
    let network = Network::from_bytes(&bytes)
        .map_err(|fault| NetworkFileError::Network { path: path.to_owned(), fault })?;
    if network.feature_set() != wanted {
        let found = match network.feature_set() {
            FeatureSet::Mirrored => "all positions, EvalFile",
            FeatureSet::KingSquares => "positions with few men, EvalFileSmall",
        };
        return Err(NetworkFileError::Inputs { path: path.to_owned(), found });
    }
    Ok(Arc::new(network))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_networks_of_the_program_overflow_nowhere() {
        let Networks { main, small } = Networks::embedded();
        assert_eq!(Network::from_bytes(networks::MAIN).unwrap(), *main);
        assert_eq!(Some(Network::from_bytes(networks::SMALL).unwrap()).as_ref(), small.as_deref());
    }
}
