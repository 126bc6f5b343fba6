//! Writes a file of samples, which gets its name when it is whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use crate::sample::Packed;

/// A file of samples that is being written. Dropped before [`finish`](Self::finish) it leaves a temporary file.
pub(crate) struct SamplesWriter {
    file: BufWriter<File>,
    temporary: PathBuf,
    path: PathBuf,
}

impl SamplesWriter {
    /// Begins a file beside the place where it will lie.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".tmp");
        let temporary = path.with_file_name(name);
        let file = BufWriter::with_capacity(1 << 20, File::create(&temporary)?);
        Ok(Self { file, temporary, path: path.to_owned() })
    }

    /// Adds a sample.
    pub(crate) fn push(&mut self, packed: &Packed) -> io::Result<()> {
        self.file.write_all(packed)
    }

    /// Gives the file its name.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        fs::rename(&self.temporary, &self.path)
    }
}
