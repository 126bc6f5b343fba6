//! What can be wrong with games.

use std::io;

use super::game::GameResult;
use crate::fen::FenError;
use crate::notation::MoveError;

/// Why a game could not be had.
#[derive(Debug, thiserror::Error)]
pub enum PgnError {
    /// Nothing more can be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// This game is not one; the next follows.
    #[error("line {line}: {fault} (in the game that begins in line {begins})")]
    Broken {
        /// Where it goes wrong, from 1.
        line: usize,
        /// Where it begins.
        begins: usize,
        /// What is wrong.
        fault: PgnFault,
    },
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnFault {
    /// Not `[Name "value"]`.
    #[error("`{0}` is not a tag; write [Name \"value\"]")]
    Tag(String),
    /// The tag `FEN`.
    #[error("the tag FEN: {0}")]
    Fen(#[from] FenError),
    /// Another game than chess.
    #[error("`{0}` is not played here; only chess and Chess960 are")]
    Variant(String),
    /// Not a legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The side to move is in check and passes.
    #[error("`{0}` passes, but the side to move is in check in {1}")]
    PassInCheck(String, String),
    /// Two ends of one game.
    #[error("the game has two results, {0} and {1}")]
    Results(GameResult, GameResult),
    /// Not a number up to 255, nor one of the usual marks.
    #[error("`{0}` is no annotation glyph")]
    Glyph(String),
    /// Begun in this line and never closed.
    #[error("the comment that begins in line {0} is not closed")]
    OpenComment(usize),
    /// A variation before any move, or too many inside of one another.
    #[error("a variation begins where there is no move to vary")]
    Variation,
    /// `)` without `(`, or a game that ends inside a variation.
    #[error("the parentheses of a variation do not match")]
    Parentheses,
    /// Out of all proportion.
    #[error("the game has too many tags or moves")]
    TooLong,
    /// Out of all proportion.
    #[error("the line has more than 4 MiB")]
    LongLine,
}
