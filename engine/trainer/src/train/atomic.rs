//! Writing files so that there is always a whole one.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use crate::train::TrainError;

/// Writes a file under a temporary name, brings it to the disk, and gives it its name: whatever happens, the name stands for
/// the old file or the new one.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".tmp");
    let temporary = path.with_file_name(name);
    let written = || {
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    written().map_err(TrainError::write(path))
}
