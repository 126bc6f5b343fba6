//! A book in a file: the moves of a position are found by binary search, so that books of any size
//! can be used without reading them whole.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use board::{Board, Move, Piece, Square, notation};

use super::key::key;

/// Size of an entry in bytes.
const ENTRY_BYTES: u64 = 16;

/// Why a book cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The book.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// It is not a list of entries.
    #[error("{}: this is not a Polyglot book, whose length is a multiple of 16 bytes; it has {bytes} bytes", .path.display())]
    Length {
        /// The book.
        path: PathBuf,
        /// Its length.
        bytes: u64,
    },
    /// The last entry sorts before the first.
    #[error("{}: this is not a Polyglot book, or a damaged one: its entries are not in order", .0.display())]
    Order(PathBuf),
}

/// A book move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighted {
    /// The move, legal in the position.
    pub mv: Move,
    /// Its weight: moves with more weight are played more often; those of weight 0 never.
    pub weight: u16,
}

/// One entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BookMove {
    pub(super) key: u64,
    pub(super) mv: u16,
    pub(super) weight: u16,
}

impl BookMove {
    fn from_bytes(bytes: [u8; ENTRY_BYTES as usize]) -> Self {
        let number = u128::from_be_bytes(bytes);
        Self { key: (number >> 64) as u64, mv: (number >> 48) as u16, weight: (number >> 32) as u16 }
    }

    pub(super) fn to_bytes(self) -> [u8; ENTRY_BYTES as usize] {
        let number = u128::from(self.key) << 64 | u128::from(self.mv) << 48 | u128::from(self.weight) << 32;
        number.to_be_bytes()
    }
}

/// An open book.
#[derive(Debug)]
pub struct Book {
    path: PathBuf,
    file: File,
    entries: u64,
}

impl Book {
    /// Opens a book.
    ///
    /// # Errors
    /// [`BookError`], naming the file.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let fault = |source| BookError::Io { path: path.to_owned(), source };
        let file = disk::open(path).map_err(fault)?;
        let bytes = file.metadata().map_err(fault)?.len();
        if !bytes.is_multiple_of(ENTRY_BYTES) || bytes == 0 {
            return Err(BookError::Length { path: path.to_owned(), bytes });
        }
        let mut book = Self { path: path.to_owned(), file, entries: bytes / ENTRY_BYTES };
        if book.entry(0)?.key > book.entry(book.entries - 1)?.key {
            return Err(BookError::Order(path.to_owned()));
        }
        Ok(book)
    }

    /// Number of entries.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// The moves of a position in the order of the book; those that are not legal there are left
    /// out.
    ///
    /// # Errors
    /// [`BookError::Io`].
    pub fn moves(&mut self, board: &Board) -> Result<Vec<Weighted>, BookError> {
        let wanted = key(board);
        let (mut low, mut high) = (0, self.entries);
        while low < high {
            let middle = low.midpoint(high);
            if self.entry(middle)?.key < wanted {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let mut moves: Vec<Weighted> = Vec::new();
        while low < self.entries {
            let entry = self.entry(low)?;
            if entry.key != wanted {
                break;
            }
            if let Some(mv) = decode(board, entry.mv)
                && moves.iter().all(|known| known.mv != mv)
            {
                moves.push(Weighted { mv, weight: entry.weight });
            }
            low += 1;
        }
        Ok(moves)
    }

    fn entry(&mut self, index: u64) -> Result<BookMove, BookError> {
        let mut bytes = [0; ENTRY_BYTES as usize];
        let read = self.file.seek(SeekFrom::Start(index * ENTRY_BYTES));
        let read = read.and_then(|_| self.file.read_exact(&mut bytes));
        read.map_err(|source| BookError::Io { path: self.path.clone(), source })?;
        Ok(BookMove::from_bytes(bytes))
    }
}

/// A move in the encoding of books.
pub(super) fn encode(mv: Move) -> u16 {
    let promotion = match mv.promotion {
        Some(Piece::Knight) => 1,
        Some(Piece::Bishop) => 2,
        Some(Piece::Rook) => 3,
        Some(Piece::Queen) => 4,
        _ => 0,
    };
    mv.to as u16 | (mv.from as u16) << 6 | promotion << 12
}

/// Decodes a book move if it is legal here. Castling with the king's target square is accepted,
/// too.
fn decode(board: &Board, bits: u16) -> Option<Move> {
    let promotion = match bits >> 12 & 7 {
        0 => None,
        1 => Some(Piece::Knight),
        2 => Some(Piece::Bishop),
        3 => Some(Piece::Rook),
        4 => Some(Piece::Queen),
        _ => return None,
    };
    let square = |bits: u16| Square::index(usize::from(bits & 63));
    let mv = Move { from: square(bits >> 6), to: square(bits), promotion };
    if board.is_legal(mv) { Some(mv) } else { notation::parse_uci(board, &mv.to_string()).ok() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{fen, legal_moves};

    #[test]
    fn moves_are_coded_as_published() {
        let board = fen::parse("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        // To-file, to-rank, from-file, from-rank, promotion.
        let bits = |to: (u16, u16), from: (u16, u16), promotion: u16| {
            to.0 | to.1 << 3 | from.0 << 6 | from.1 << 9 | promotion << 12
        };
        for (text, expected) in [
            ("e1h1", bits((7, 0), (4, 0), 0)),
            ("e1a1", bits((0, 0), (4, 0), 0)),
            ("b7a8q", bits((0, 7), (1, 6), 4)),
            ("b7b8n", bits((1, 7), (1, 6), 1)),
            ("a1a8", bits((0, 7), (0, 0), 0)),
        ] {
            let mv = notation::parse_uci(&board, text).unwrap();
            assert_eq!(encode(mv), expected, "{text}");
        }
        for mv in legal_moves(&board) {
            assert_eq!(decode(&board, encode(mv)), Some(mv));
        }
        assert_eq!(
            decode(&board, bits((6, 0), (4, 0), 0)).unwrap().to_string(),
            "e1h1",
            "e1g1, as in some books"
        );
        // A rook on the king's original square can move to the corner without castling.
        let rook = fen::parse("7k/8/8/8/8/8/3K4/4R3 w - - 0 1").unwrap();
        assert_eq!(decode(&rook, bits((7, 0), (4, 0), 0)).unwrap().to_string(), "e1h1");
        assert_eq!(decode(&board, 0), None, "a1a1 is ignored");
        assert_eq!(decode(&board, bits((1, 7), (1, 6), 5)), None);
    }

    #[test]
    fn all_moves_of_a_position_are_found_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bin");
        let start = Board::startpos();
        let mut entries: Vec<BookMove> = (0..500)
            .map(|n: u64| BookMove { key: n.wrapping_mul(0x9E37_79B9_7F4A_7C15), mv: 7, weight: 1 })
            .collect();
        for (text, weight) in [("e2e4", 7), ("d2d4", 9), ("e1e3", 99), ("d2d4", 1)] {
            entries.push(BookMove { key: key(&start), mv: encode(text.parse().unwrap()), weight });
        }
        entries.sort_by_key(|entry| entry.key);
        let bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
        std::fs::write(&path, &bytes).unwrap();
        let mut book = Book::open(&path).unwrap();
        let found: Vec<_> = book
            .moves(&start)
            .unwrap()
            .into_iter()
            .map(|found| (found.mv.to_string(), found.weight))
            .collect();
        assert_eq!(found, [("e2e4".to_owned(), 7), ("d2d4".to_owned(), 9)]);
        let other = fen::parse("7k/8/8/8/8/8/3K4/4R3 w - - 0 1").unwrap();
        assert_eq!((book.moves(&other).unwrap(), book.entries()), (vec![], 504));
        std::fs::write(&path, &bytes[..100]).unwrap();
        assert!(matches!(Book::open(&path), Err(BookError::Length { bytes: 100, .. })));
        let reversed: Vec<u8> = entries.iter().rev().flat_map(|entry| entry.to_bytes()).collect();
        std::fs::write(&path, reversed).unwrap();
        assert!(matches!(Book::open(&path), Err(BookError::Order(_))));
        assert!(matches!(Book::open(&folder.path().join("none")), Err(BookError::Io { .. })));
    }
}
