//! A game: its tags, its moves with their annotations, its result.

use std::fmt;

use crate::spelling::hyphen;
use crate::{Board, Color, Move};

/// The result of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `0-0`, where the tag `Result` says so, too: neither side gets a point.
    BothLose,
    /// `*`: unfinished or unknown.
    #[default]
    Unknown,
}

/// A game.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Names and values, in order.
    pub tags: Vec<(String, String)>,
    /// The initial position: from the tag `FEN`, else the starting position.
    pub start: Board,
    /// The moves.
    pub line: Line,
    /// The result.
    pub result: GameResult,
    /// The line of the file in which it begins, from 1; 0 for a game that was not read.
    pub begins: usize,
}

/// Moves that follow one another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// The comment before the first move; may be empty.
    pub comment: String,
    /// The moves.
    pub moves: Vec<Played>,
}

/// A move with its annotations.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The move, legal where it stands; `None` when the side to move passes, which only annotated
    /// games do, and never in check.
    pub mv: Option<Move>,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?`, and so on.
    pub glyphs: Vec<u8>,
    /// The comment after it; may be empty.
    pub comment: String,
    /// Variations: alternatives to this move.
    pub variations: Vec<Line>,
}

impl Played {
    /// A move without annotations.
    pub fn new(mv: Move) -> Self {
        Self::of(Some(mv))
    }

    /// A move or, for `None`, a null move, without annotations.
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
    /// The result for a given winner.
    pub fn of(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => Self::WhiteWins,
            Some(Color::Black) => Self::BlackWins,
            None => Self::Draw,
        }
    }

    /// A result in standard form, or with other dashes, a colon, or `½`; `None` for anything else.
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
