//! A game: its tags, its moves with what is said about them, its end.

use std::fmt;

use crate::{Board, Color, Move};

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
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
    pub result: GameResult,
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

impl GameResult {
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

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}
