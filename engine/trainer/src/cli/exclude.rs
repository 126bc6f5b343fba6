//! Files of positions that must not be learned from.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use board::fen;
use trainer::exclusions::Exclusions;

/// The positions of FEN and EPD lines; empty ones and those that begin with `#` are skipped.
pub(super) fn read(files: &[PathBuf]) -> anyhow::Result<Exclusions> {
    let mut exclusions = Exclusions::default();
    for path in files {
        let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                exclusions.add(&position(line).with_context(|| at(path, number))?);
            }
        }
    }
    Ok(exclusions)
}

/// The position of an EPD or FEN line: its first four fields.
fn position(line: &str) -> Result<board::Board, fen::FenError> {
    let fields: Vec<&str> = line.split([' ', ';']).filter(|field| !field.is_empty()).take(4).collect();
    fen::parse(&fields.join(" "))
}

fn at(path: &Path, line: usize) -> String {
    format!("{}, line {}", path.display(), line + 1)
}
