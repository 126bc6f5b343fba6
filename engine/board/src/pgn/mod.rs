//! Games in Portable Game Notation: reading, one at a time from a file of any size, and writing.
//!
//! [`Reader`] tokenizes everything in the standard (tags, moves, move numbers, comments of both
//! kinds, numeric glyphs, variations, escaped lines, results) and what people and programs also
//! write (`!?`, `+-`, figurines, `e2-e4`, `e.p.`, zeros for castling, null moves, `½-½`, games
//! without a result). A game with any other word is never read in part: it is reported with the
//! word and its line, and reading continues with the next game. Memory is bounded: one game at a
//! time, of limited length.
//!
//! ```
//! use vancura_board::pgn::{GameResult, Reader};
//! let text = "[White \"Saavedra\"]\n[FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\n\n\
//!             1. c7 {why?} Rd6+ 2. Kb5! 1-0\n";
//! let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
//! assert_eq!((game.tag("White"), game.result), (Some("Saavedra"), GameResult::WhiteWins));
//! assert_eq!(game.line.moves.len(), 3);
//! assert_eq!(game.line.moves[0].comment, "why?");
//! ```

mod error;
mod game;
mod lexer;
mod reader;
mod words;
mod writer;

pub use error::{PgnError, PgnFault};
pub use game::{Game, GameResult, Line, Played, after};
pub use reader::Reader;
pub use writer::write;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fen, notation};
    use proptest::prelude::*;

    /// A game generated from choices: moves, comments, annotations and variations.
    fn game(choices: &[u16]) -> Game {
        let start = fen::parse("r3k2r/P6P/8/2pP4/8/8/p6p/R3K2R w KQkq c6 0 5").unwrap();
        let mut game = Game {
            tags: vec![("White".into(), r#"a "quoted" \ name"#.into()), ("FEN".into(), start.to_string())],
            start,
            line: Line::default(),
            result: [GameResult::WhiteWins, GameResult::Draw, GameResult::Unknown][choices.len() % 3],
            begins: 0,
        };
        let mut board = game.start.clone();
        for &choice in choices {
            let moves = crate::legal_moves(&board);
            let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
            let mut played = Played::new(mv);
            if choice % 3 == 0 {
                played.comment = format!("comment [%eval {choice}] ; (not a variation");
            }
            if choice % 5 == 0 {
                played.glyphs = vec![(choice % 140) as u8, 1];
            }
            if choice % 7 == 0 {
                let instead = moves[usize::from(choice / 7) % moves.len()];
                played.variations.push(Line { comment: "or".into(), moves: vec![Played::new(instead)] });
            }
            game.line.moves.push(played);
            board.play_unchecked(mv);
        }
        game
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(choices in proptest::collection::vec(any::<u16>(), 0..60)) {
            let written = game(&choices);
            let text = write(&written);
            let mut read = Reader::new(text.as_bytes()).next().unwrap().unwrap();
            read.begins = 0;
            prop_assert_eq!(&read, &written, "{}", text);
            prop_assert!(text.lines().all(|line| line.len() <= 80), "{}", text);
        }

        #[test]
        fn no_bytes_panic_and_reading_ends(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            prop_assert!(Reader::new(&bytes[..]).count() <= bytes.len() + 1);
        }
    }

    #[test]
    fn moves_are_those_the_notation_names() {
        let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *";
        let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let mut board = game.start.clone();
        let mut names = Vec::new();
        for played in &game.line.moves {
            let mv = played.mv.unwrap();
            names.push(notation::san(&board, mv));
            board.play(mv);
        }
        assert_eq!(names.join(" "), "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O");
    }
}
