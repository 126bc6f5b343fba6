//! The evaluation with which games are generated or searched again.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use base16ct::HexDisplay;
use nnue::Network;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use vancura::engine::Engine;
use vancura::eval::network::{self, NetworkFileError};

/// The evaluation of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evaluation {
    /// The embedded network.
    #[default]
    Embedded,
    /// The hand-crafted evaluation, for the very first games.
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

/// A loaded evaluation: a network, or `None` for the hand-crafted one.
pub(crate) struct Loaded(Option<Arc<Network>>);

impl Loaded {
    /// Sets the evaluation of an engine.
    pub(crate) fn hand_to(&self, engine: &mut Engine) {
        if let Some(network) = &self.0 {
            engine.set_network(Arc::clone(network));
        }
        engine.use_network(self.0.is_some());
    }

    /// For the headers: SHA-256 of the network's file and its description; `None` for the
    /// hand-crafted evaluation.
    pub(crate) fn name(&self) -> Option<String> {
        let network = self.0.as_ref()?;
        let sum = Sha256::digest(network.to_bytes());
        Some(format!("{:x} {}", HexDisplay(&sum), network.description()))
    }
}
