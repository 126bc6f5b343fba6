//! What can be wrong with games.

use std::io;

use super::game::GameResult;
use crate::fen::FenError;
use crate::notation::MoveError;

/// Why a game could not be read.
#[derive(Debug, thiserror::Error)]
pub enum PgnError {
    /// The input cannot be read any further.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// This game is invalid; reading continues with the next.
    #[error("line {line}: {fault} (in the game that begins in line {begins})")]
    Broken {
        /// The line of the fault, from 1.
        line: usize,
        /// The line in which the game begins.
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
    /// A variant other than standard chess or Chess960.
    #[error("the variant `{0}` is not supported, only standard chess and Chess960")]
    Variant(String),
    /// Not a legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The side to move is in check and passes.
    #[error("`{0}` passes, but the side to move is in check in {1}")]
    PassInCheck(String, String),
    /// Two results of one game.
    #[error("the game has two results, {0} and {1}")]
    Results(GameResult, GameResult),
    /// Not a number up to 255, nor one of the usual marks.
    #[error("`{0}` is not an annotation glyph")]
    Glyph(String),
    /// A comment begun in this line is never closed.
    #[error("the comment that begins in line {0} is not closed")]
    OpenComment(usize),
    /// A variation before any move, or variations nested too deeply.
    #[error("a variation begins where there is no move to vary")]
    Variation,
    /// `)` without `(`, or a game that ends inside a variation.
    #[error("the parentheses of a variation do not match")]
    Parentheses,
    /// Too long.
    #[error("the game has too many tags or moves")]
    TooLong,
    /// Too long.
    #[error("the line has more than 4 MiB")]
    LongLine,
}
