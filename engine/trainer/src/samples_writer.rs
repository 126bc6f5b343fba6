//! Writes a file of samples, which gets its name when it is complete.

use std::io::{self, Write as _};
use std::path::Path;

use disk::Output;

use crate::sample::Packed;

/// A file of samples that is being written.
pub(crate) struct SamplesWriter(Output);

impl SamplesWriter {
    /// Starts a file; until [`SamplesWriter::finish`] a previous file stays.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        Output::create(path).map(Self)
    }

    /// Adds a sample.
    pub(crate) fn push(&mut self, packed: &Packed) -> io::Result<()> {
        self.0.write_all(packed)
    }

    /// Gives the file its name.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.0.finish()
    }
}
