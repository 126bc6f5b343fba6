//! Opening positions: one per line, EPD with counters or FEN. Blank lines and lines that begin with
//! `#` are skipped.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use board::{Board, epd, fen, legal_moves, text};

/// The largest file of positions that is read, in bytes.
pub(crate) const FILE_MAX: u64 = 1 << 30;

/// Why a file of openings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// It is not text: compressed files must be decompressed first.
    #[error("{}: this is not a text file; decompress it first", .0.display())]
    NoText(PathBuf),
    /// A line is not a position.
    #[error("{}, line {line}: {fault}", .path.display())]
    BadLine {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// The fault.
        fault: fen::FenError,
    },
    /// There are no positions.
    #[error("{}: there is no position with a legal move in it", .0.display())]
    Empty(PathBuf),
    /// Random moves from the positions do not lead to balanced ones.
    #[error("random moves from these positions hardly ever lead to balanced positions")]
    Unbalanced,
}

/// Reads the positions of a book; those without a legal move are left out.
///
/// # Errors
/// A [`OpeningsError`] that names the file and the line.
pub fn read(path: &Path) -> Result<Vec<Board>, OpeningsError> {
    let text = text::read_input(path, FILE_MAX).map_err(|source| match source.kind() {
        ErrorKind::InvalidData => OpeningsError::NoText(path.to_owned()),
        _ => OpeningsError::Io { path: path.to_owned(), source },
    })?;
    let mut boards = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let bad = |fault| OpeningsError::BadLine { path: path.to_owned(), line: index + 1, fault };
        let board = epd::parse(line).map_err(bad)?.board;
        if !legal_moves(&board).is_empty() {
            boards.push(board);
        }
    }
    if boards.is_empty() { Err(OpeningsError::Empty(path.to_owned())) } else { Ok(boards) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fen_and_epd_lines_of_every_origin_are_read_with_their_counters() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        let lines = format!("{fen}\n{fen} 3 40\r\n{fen}\tbm e4; id \"x 1\";\n{fen} c0 \"\"; hmvc 7;\n");
        std::fs::write(&file, [b"\xef\xbb\xbf", lines.as_bytes(), b"# \xfc\n"].concat()).unwrap();
        let clocks: Vec<u8> = read(file.path()).unwrap().iter().map(Board::halfmove_clock).collect();
        assert_eq!(clocks, [0, 3, 0, 7]);
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
        std::fs::write(&path, [0x50, 0x4b, 0x03, 0x04]).unwrap();
        assert!(matches!(read(&path), Err(OpeningsError::NoText(_))));
        assert!(matches!(read(&folder.path().join("none")), Err(OpeningsError::Io { .. })));
    }
}
