//! The moves played from the position of a task, and the end of the game.

use board::notation::{self, MoveError};
use board::{Board, Move, rules};
use serde::Serialize;
use thiserror::Error;

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side can mate anymore.
    InsufficientMaterial,
    /// The position has occurred three times.
    Repetition,
    /// Fifty moves by each side without a capture or pawn move.
    FiftyMoves,
}

impl End {
    /// In words: "by the fifty-move rule".
    pub fn words(self) -> &'static str {
        match self {
            Self::Checkmate => "by checkmate",
            Self::Stalemate => "by stalemate",
            Self::InsufficientMaterial => "by insufficient material",
            Self::Repetition => "by threefold repetition",
            Self::FiftyMoves => "by the fifty-move rule",
        }
    }
}

/// Why moves cannot be played.
#[derive(Debug, Error)]
pub enum PlayError {
    /// A move that is illegal or cannot be parsed.
    #[error("move {0}: {1}")]
    Move(usize, MoveError),
    /// Too many moves.
    #[error("{0} moves: at most {MOVES_MAX} are allowed")]
    TooMany(usize),
    /// Moves after the end of the game.
    #[error("move {0} comes after the game has ended {words}", words = .1.words())]
    Over(usize, End),
}

/// Most moves, those of both sides counted.
const MOVES_MAX: usize = 600;

/// A position and the moves played from it.
#[derive(Clone, Debug)]
pub struct Play {
    /// All positions, the first and the last included.
    boards: Vec<Board>,
    moves: Vec<Move>,
}

impl Play {
    /// A game without moves.
    pub fn new(start: Board) -> Self {
        Self { boards: vec![start], moves: Vec::new() }
    }

    /// Plays moves separated by commas or spaces, in UCI or algebraic notation.
    ///
    /// # Errors
    /// [`PlayError`] for the first move that cannot be played.
    pub fn read(start: Board, moves: &str) -> Result<Self, PlayError> {
        let mut play = Self::new(start);
        let texts: Vec<&str> =
            moves.split([',', ' ']).filter(|text| !text.is_empty()).take(MOVES_MAX + 1).collect();
        if texts.len() > MOVES_MAX {
            return Err(PlayError::TooMany(texts.len()));
        }
        for (index, text) in texts.into_iter().enumerate() {
            if let Some(end) = play.end() {
                return Err(PlayError::Over(index + 1, end));
            }
            let mv =
                notation::parse_any(play.board(), text).map_err(|error| PlayError::Move(index + 1, error))?;
            play.push(mv);
        }
        Ok(play)
    }

    /// The current position.
    pub fn board(&self) -> &Board {
        &self.boards[self.boards.len() - 1]
    }

    /// The position of the task.
    pub fn start(&self) -> &Board {
        &self.boards[0]
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plies played.
    pub fn plies(&self) -> usize {
        self.boards.len() - 1
    }

    /// Plays a legal move.
    pub fn push(&mut self, mv: Move) {
        self.boards.push(rules::after(self.board(), mv));
        self.moves.push(mv);
    }

    /// How often a position has occurred.
    pub(crate) fn occurrences(&self, board: &Board) -> usize {
        self.boards.iter().filter(|before| before.same_position(board)).count()
    }

    /// How the game has ended; `None` if it has not.
    pub fn end(&self) -> Option<End> {
        let board = self.board();
        if !rules::has_legal_move(board) {
            return Some(if board.checkers().is_empty() { End::Stalemate } else { End::Checkmate });
        }
        if rules::is_insufficient_material(board) {
            Some(End::InsufficientMaterial)
        } else if self.occurrences(board) >= 3 {
            Some(End::Repetition)
        } else {
            tbgen::is_claimable(board).then_some(End::FiftyMoves)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::fen;

    fn end(fen: &str, moves: &str) -> Option<End> {
        Play::read(fen::parse(fen).unwrap(), moves).unwrap().end()
    }

    #[test]
    fn each_end_is_seen() {
        assert_eq!(end("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", "a1a2,d5e5"), None);
        assert_eq!(end("k7/8/1K6/8/8/8/8/7R w - - 0 1", "Rh8"), Some(End::Checkmate));
        assert_eq!(end("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "f6f7"), Some(End::Stalemate));
        assert_eq!(end("k7/2Q5/8/8/8/8/8/K7 w - - 0 1", "Ka2"), Some(End::Stalemate));
        assert_eq!(end("8/8/8/3k4/4R3/8/8/K7 b - - 0 1", "Kxe4"), Some(End::InsufficientMaterial));
        assert_eq!(end("8/8/8/3k4/8/8/8/R3K3 w - - 99 60", "Ra2"), Some(End::FiftyMoves));
        assert_eq!(end("k7/8/1K6/8/8/8/8/7R w - - 99 60", "Rh8"), Some(End::Checkmate));
        let twice = "a1a2 d5e5 a2a1 e5d5 a1a2 d5e5 a2a1";
        assert_eq!(end("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", twice), None);
        let thrice = format!("{twice} e5d5");
        assert_eq!(end("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", &thrice), Some(End::Repetition));
    }

    #[test]
    fn moves_that_cannot_be_played_are_named() {
        let read = |moves: &str| {
            Play::read(fen::parse("k7/8/1K6/8/8/8/8/7R w - - 0 1").unwrap(), moves).unwrap_err().to_string()
        };
        assert!(read("h1h2,e2e4").starts_with("move 2: "), "{}", read("h1h2,e2e4"));
        assert_eq!(read("h1h8,a8a7"), "move 2 comes after the game has ended by checkmate");
        assert_eq!(read(&"h1h2,".repeat(601)), "601 moves: at most 600 are allowed");
    }
}
