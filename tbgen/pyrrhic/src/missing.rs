//! Stub for processors on which pyrrhic-rs does not compile: it cannot be opened.

use std::convert::Infallible;
use std::path::Path;

use board::Wdl;

use super::{Men, StartError};

/// Table files of a folder; cannot be constructed on this processor.
pub struct Pyrrhic(Infallible);

impl Pyrrhic {
    /// Always fails.
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
