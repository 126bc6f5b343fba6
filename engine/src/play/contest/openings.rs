//! Openings to play from: one position a line, EPD or FEN. Blank lines and lines that begin with `#` are skipped.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use board::{Board, fen, legal_moves};

/// Why a file of openings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// It is no text: packed files must be unpacked first.
    #[error("{}: this is not a text file; unpack it first", .0.display())]
    NoText(PathBuf),
    /// A line is no position.
    #[error("{}, line {line}: {fault}", .path.display())]
    BadLine {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What is wrong.
        fault: fen::FenError,
    },
    /// Nothing to play.
    #[error("{}: there is no position with a legal move in it", .0.display())]
    Empty(PathBuf),
    /// Random moves from the positions lead nowhere.
    #[error("random moves from these positions hardly ever keep the balance")]
    Unbalanced,
}

/// Reads the positions of a book; those without a legal move are left out.
///
/// # Errors
/// A [`OpeningsError`] that names the file and the line.
pub fn read(path: &Path) -> Result<Vec<Board>, OpeningsError> {
    let text = std::fs::read_to_string(path).map_err(|source| match source.kind() {
        ErrorKind::InvalidData => OpeningsError::NoText(path.to_owned()),
        _ => OpeningsError::Io { path: path.to_owned(), source },
    })?;
    let mut boards = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let board = fen::parse(&position_of(line)).map_err(|fault| OpeningsError::BadLine {
            path: path.to_owned(),
            line: index + 1,
            fault,
        })?;
        if !legal_moves(&board).is_empty() {
            boards.push(board);
        }
    }
    if boards.is_empty() { Err(OpeningsError::Empty(path.to_owned())) } else { Ok(boards) }
}

/// The fields of a line that are a position: four, and two counters if they follow; EPD's operations are left out.
pub(crate) fn position_of(line: &str) -> String {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let is_counter = |field: &&&str| field.bytes().all(|byte| byte.is_ascii_digit());
    let counters = fields.iter().skip(4).take(2).take_while(is_counter).count();
    let length = if counters == 2 { 6 } else { 4 };
    fields[..fields.len().min(length)].join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fen_and_epd_lines_are_read_and_operations_left_out() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        for line in [fen.to_owned(), format!("{fen} 3 40"), format!("{fen} bm e4; id \"x 1\";")] {
            let board = fen::parse(&position_of(&line)).unwrap();
            assert_eq!(board.halfmove_clock(), if line.ends_with("40") { 3 } else { 0 }, "{line}");
        }
    }

    #[test]
    fn faults_name_the_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.epd");
        std::fs::write(&path, "# mine\n\n4k3/8/8/8/8/8/4P3/4K3 w - -\n4k3/8/8 w - -\n").unwrap();
        let message = read(&path).unwrap_err().to_string();
        assert!(message.contains("book.epd, line 4: the board has 3 ranks"), "{message}");
        std::fs::write(&path, "# nothing\n7k/5Q2/6K1/8/8/8/8/8 b - -\n").unwrap();
        assert!(matches!(read(&path), Err(OpeningsError::Empty(_))));
        std::fs::write(&path, [0x50, 0x4b, 0xff, 0xfe]).unwrap();
        assert!(matches!(read(&path), Err(OpeningsError::NoText(_))));
        assert!(matches!(read(&folder.path().join("none")), Err(OpeningsError::Io { .. })));
    }
}
