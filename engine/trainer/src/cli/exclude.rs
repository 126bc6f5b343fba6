//! Files of positions that are excluded from training.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use board::{epd, text};
use trainer::exclusions::Exclusions;

/// The largest file that is read, in bytes.
const FILE_MAX: u64 = 1 << 30;

/// The positions of FEN and EPD lines; empty ones and those that begin with `#` are skipped.
pub(super) fn read(files: &[PathBuf]) -> anyhow::Result<Exclusions> {
    let mut exclusions = Exclusions::default();
    for path in files {
        let text = text::read_input(path, FILE_MAX).with_context(|| format!("reading {}", path.display()))?;
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                exclusions.add(&epd::parse(line).with_context(|| at(path, number))?.board);
            }
        }
    }
    Ok(exclusions)
}

fn at(path: &Path, line: usize) -> String {
    format!("{}, line {}", path.display(), line + 1)
}
