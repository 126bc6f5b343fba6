//! A game: its tags, its moves with what is said about them, its end.

use std::fmt;

use crate::spelling::hyphen;
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
    /// `0-0`, where the tag `Result` has it, too: neither side gets a point.
    BothLose,
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
    /// The move, legal where it stands; `None` when the side to move passes, which only annotated
    /// games do, and never in check.
    pub mv: Option<Move>,
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
        Self::of(Some(mv))
    }

    /// A move or, for `None`, a null move, about which nothing is said.
    pub fn of(mv: Option<Move>) -> Self {
        Self { mv, glyphs: Vec::new(), comment: String::new(), variations: Vec::new() }
    }
}

/// The board after a move or, for `None`, after the side to move has passed; `None` when it cannot
/// pass, being in check.
///
/// # Panics
/// When the move starts from an empty square.
pub fn after(board: &Board, mv: Option<Move>) -> Option<Board> {
    match mv {
        Some(mv) => Some(crate::rules::after(board, mv)),
        None => board.null_move(),
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

    /// As the standard writes it, or with other dashes, a colon, or `½`; `None` for anything else.
    pub fn read(text: &str) -> Option<Self> {
        let plain = text.chars().map(|c| if c == ':' { '-' } else { hyphen(c) }).collect::<String>();
        Some(match plain.replace('½', "1/2").as_str() {
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
            Self::BothLose => "0-0",
            Self::Unknown => "*",
        })
    }
}
