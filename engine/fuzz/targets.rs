//! Invariants for text and files from outside: the engine reads them or reports what is wrong, and
//! never panics.

use std::path::PathBuf;

use board::{Board, fen, notation};
use vancura::options;
use vancura::play::{contest, suite};
use vancura::polyglot::Book;
use vancura::uci::command::Command;

/// Lines of the UCI protocol; options are read, positions set up, moves played.
pub(crate) fn commands(bytes: &[u8]) {
    for line in String::from_utf8_lossy(bytes).lines() {
        match line.parse() {
            Ok(Command::SetOption { name, value }) => drop(options::parse(&name, &value)),
            Ok(Command::Position { fen, moves }) => {
                let board = fen.map_or_else(|| Ok(Board::startpos()), |text| fen::parse(&text));
                let Ok(mut board) = board else { continue };
                for text in moves {
                    let Ok(mv) = notation::parse_any(&board, &text) else { break };
                    assert!(board.is_legal(mv), "{text} on {board}");
                    board.play(mv);
                }
            }
            Ok(_) => {}
            Err(fault) => assert!(!fault.to_string().contains(char::is_control), "{fault:?}"),
        }
    }
}

/// A file of commands, in any encoding, or not text at all.
pub(crate) fn config(bytes: &[u8]) {
    match board::text::read(&file("config", bytes), 1 << 20) {
        Ok(text) => {
            assert!(!text.contains('\0') && !text.starts_with('\u{feff}'), "{text:?}");
            commands(text.as_bytes());
        }
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::InvalidData, "{error}"),
    }
}

/// A suite of problems in EPD: the solutions are legal.
pub(crate) fn suite(bytes: &[u8]) {
    for problem in suite::read(&file("suite", bytes)).into_iter().flatten() {
        assert!(
            problem.best.iter().chain(&problem.avoid).all(|&mv| problem.board.is_legal(mv)),
            "{}",
            problem.name
        );
    }
}

/// Opening positions: each has a legal move.
pub(crate) fn openings(bytes: &[u8]) {
    for board in contest::openings::read(&file("openings", bytes)).into_iter().flatten() {
        assert!(!board::legal_moves(&board).is_empty(), "{board}");
    }
}

/// A Polyglot book: its moves are legal.
pub(crate) fn polyglot(bytes: &[u8]) {
    let Ok(mut book) = Book::open(&file("polyglot", bytes)) else { return };
    let mut board = Board::startpos();
    for _ in 0..8 {
        let Ok(moves) = book.moves(&board) else { return };
        assert!(moves.iter().all(|weighted| board.is_legal(weighted.mv)), "{board}");
        let Some(first) = moves.first() else { return };
        board.play(first.mv);
    }
}

/// A temporary file with these bytes: one for each target and process.
fn file(target: &str, bytes: &[u8]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("vancura-fuzz-{target}-{}", std::process::id()));
    std::fs::write(&path, bytes).expect("a temporary file can be written");
    path
}
