//! Games in Portable Game Notation: read one at a time from a file of any size, and written.
//!
//! [`Reader`] tokenizes everything the standard has (tags, moves, move numbers, comments of both kinds, numeric glyphs, variations,
//! escaped lines, results) and what programs write besides (`!?`, `e.p.`, zeros for castling, games without a result). A game it cannot
//! follow is reported with its line, and reading goes on with the next one. Memory is bounded: one game at a time, of limited length.
//!
//! ```
//! use board::pgn::{Outcome, Reader};
//! let text = "[White \"Saavedra\"]\n[FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\n\n1. c7 {why?} Rd6+ 2. Kb5! 1-0\n";
//! let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
//! assert_eq!((game.tag("White"), game.outcome), (Some("Saavedra"), Outcome::WhiteWins));
//! assert_eq!(game.line.moves.len(), 3);
//! assert_eq!(game.line.moves[0].comment, "why?");
//! ```

mod lexer;
mod reader;
mod writer;

use std::fmt;

use crate::{Board, Color, Move};

pub use reader::{PgnError, PgnFault, Reader};
pub use writer::write;

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: not finished, or nobody knows.
    #[default]
    Unknown,
}

/// A game.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Names and values in their order.
    pub tags: Vec<(String, String)>,
    /// Where it began: by the tag `FEN`, else the starting position.
    pub start: Board,
    /// What was played.
    pub line: Line,
    /// How it ended.
    pub outcome: Outcome,
    /// The line of the file it begins in, from 1; 0 for a game that was not read.
    pub begins: usize,
}

/// Moves that follow one another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// What is said before the first move; empty for nothing.
    pub comment: String,
    /// The moves.
    pub moves: Vec<Played>,
}

/// A move with what is said about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The move, legal where it stands.
    pub mv: Move,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?`, and so on.
    pub glyphs: Vec<u8>,
    /// What follows it; empty for nothing.
    pub comment: String,
    /// What might have been played instead of it.
    pub variations: Vec<Line>,
}

impl Played {
    /// A move about which nothing is said.
    pub fn new(mv: Move) -> Self {
        Self { mv, glyphs: Vec::new(), comment: String::new(), variations: Vec::new() }
    }
}

impl Game {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }
}

impl Outcome {
    /// The end of a game by who won it.
    pub fn of(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => Self::WhiteWins,
            Some(Color::Black) => Self::BlackWins,
            None => Self::Draw,
        }
    }

    /// As the standard writes it; `None` for anything else.
    pub fn read(text: &str) -> Option<Self> {
        Some(match text {
            "1-0" => Self::WhiteWins,
            "0-1" => Self::BlackWins,
            "1/2-1/2" | "1/2" => Self::Draw,
            "*" => Self::Unknown,
            _ => return None,
        })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fen, notation};
    use proptest::prelude::*;

    /// A game by way of choices: plays, comments, annotates and varies as they say.
    fn game(choices: &[u16]) -> Game {
        let start = fen::parse("r3k2r/P6P/8/2pP4/8/8/p6p/R3K2R w KQkq c6 0 5").unwrap();
        let mut game = Game {
            tags: vec![("White".into(), r#"a "quoted" \ name"#.into()), ("FEN".into(), start.to_string())],
            start,
            line: Line::default(),
            outcome: [Outcome::WhiteWins, Outcome::Draw, Outcome::Unknown][choices.len() % 3],
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
            names.push(notation::san(&board, played.mv));
            board.play(played.mv);
        }
        assert_eq!(names.join(" "), "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O");
    }
}
