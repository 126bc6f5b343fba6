//! What stands for the prober where pyrrhic-rs does not compile: it never starts.

use std::convert::Infallible;
use std::path::Path;

use board::Wdl;

use super::{Men, StartError};

/// Table files of a folder: there are none of it on this processor.
pub struct Pyrrhic(Infallible);

impl Pyrrhic {
    /// Says that there is no prober.
    ///
    /// # Errors
    /// [`StartError::Missing`].
    pub fn open(_folder: &Path) -> Result<Self, StartError> {
        Err(StartError::Missing)
    }

    /// Never called.
    pub fn wdl(&self, _position: impl Into<Men>) -> Option<Wdl> {
        match self.0 {}
    }

    /// Never called.
    pub fn dtz(&self, _position: impl Into<Men>) -> Option<u16> {
        match self.0 {}
    }
}
