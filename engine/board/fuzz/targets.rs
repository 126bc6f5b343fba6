//! Invariants of the text readers: no input makes them panic, and what they print can be read back.

use board::pgn::{self, Line, Reader};
use board::{Material, fen, notation};

/// A FEN: parsed, printed and parsed again, the position is the same.
pub(crate) fn position(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(board) = fen::parse(text) {
        // The plain form names no files, so it cannot distinguish an inner rook from an outer one.
        let printed = fen::write(&board);
        let again = fen::parse(&printed).unwrap_or_else(|error| panic!("{printed}: {error}"));
        assert!(again.same_position(&board), "{text} is printed as {printed}");
    }
}

/// The name of an ending.
pub(crate) fn material(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(material) = text.parse::<Material>() {
        assert_eq!(material.to_string().parse(), Ok(material), "{text}");
    }
}

/// A FEN, then moves, one per line, in any notation: those that parse are legal.
pub(crate) fn moves(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut lines = text.lines();
    let Some(Ok(mut board)) = lines.next().map(fen::parse) else { return };
    for line in lines {
        let Ok(mv) = notation::parse_any(&board, line) else { return };
        assert!(board.is_legal(mv), "{line} on {board}");
        let printed = notation::san(&board, mv);
        assert_eq!(notation::parse_san(&board, &printed).ok(), Some(mv), "{printed} on {board}");
        board.play_unchecked(mv);
    }
}

/// Games: reading terminates, each move is legal, and a game written and read again is the same.
pub(crate) fn games(bytes: &[u8]) {
    for game in Reader::new(bytes).flatten() {
        let written = pgn::write(&game);
        let again = Reader::new(written.as_bytes()).next().expect("a game was written").expect("and is read");
        assert_eq!((&again.start, &again.result), (&game.start, &game.result));
        let moves = |line: &Line| line.moves.iter().map(|played| played.mv).collect::<Vec<_>>();
        assert_eq!(moves(&again.line), moves(&game.line));
    }
    // Game boundaries may differ: errors in variations are ignored here.
    let _ = Reader::new(bytes).without_variations().count();
}
