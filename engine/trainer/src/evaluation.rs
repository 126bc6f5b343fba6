//! By what positions are evaluated while games are made or searched again.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use nnue::Network;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use vancura::engine::Engine;
use vancura::eval::network::{self, NetworkFileError};

/// The evaluation that searches of a run use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evaluation {
    /// The network that the program carries.
    #[default]
    Embedded,
    /// No network: how the first games of all are played.
    HandCrafted,
    /// The network in this file.
    File(PathBuf),
}

impl FromStr for Evaluation {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(if text == "none" { Self::HandCrafted } else { Self::File(text.into()) })
    }
}

impl Evaluation {
    /// Reads the network of a file.
    pub(crate) fn load(&self) -> Result<Loaded, NetworkFileError> {
        Ok(match self {
            Self::Embedded => Loaded(Some(network::embedded())),
            Self::HandCrafted => Loaded(None),
            Self::File(path) => Loaded(Some(network::read(path)?)),
        })
    }
}

/// An evaluation that is ready: a network, or none for the hand-crafted one.
pub(crate) struct Loaded(Option<Arc<Network>>);

impl Loaded {
    /// Makes an engine evaluate so.
    pub(crate) fn hand_to(&self, engine: &mut Engine) {
        if let Some(network) = &self.0 {
            engine.set_network(Arc::clone(network));
        }
        engine.use_network(self.0.is_some());
    }

    /// For the headers: SHA-256 of the network's file and its description; none for the hand-crafted evaluation.
    pub(crate) fn name(&self) -> Option<String> {
        let network = self.0.as_ref()?;
        Some(format!("{:x} {}", Sha256::digest(network.to_bytes()), network.description()))
    }
}
