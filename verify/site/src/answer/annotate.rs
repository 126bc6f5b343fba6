//! Annotates games with the exact result of every move in endings with known results.

use board::pgn::{Game, PgnError, Reader, write};
use board::{Board, notation, rules};
use serde::Serialize;

use super::category::{Category, Rules};
use super::standard;
use super::words;
use crate::error::Refusal;
use crate::knowledge::{Knowledge, Known};

/// Numeric annotation glyphs of mistakes that cost half a point and a whole point.
const MISTAKE: u8 = 2;
const BLUNDER: u8 = 4;

/// The answer to `POST /api/v1/annotate`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Annotated {
    pub(crate) games: Vec<AnnotatedGame>,
    /// Errors in games that could not be read.
    pub(crate) faults: Vec<String>,
    /// All games, with comments.
    pub(crate) pgn: String,
}

/// One game.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct AnnotatedGame {
    pub(crate) white: Option<String>,
    pub(crate) black: Option<String>,
    /// Number of moves played in positions with a known result.
    pub(crate) covered: usize,
    /// Those moves.
    pub(crate) moves: Vec<AnnotatedMove>,
}

/// A move in a position with a known result.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct AnnotatedMove {
    /// Its ply in the game, from 1.
    pub(crate) ply: usize,
    pub(crate) san: String,
    /// The position before it.
    pub(crate) fen: String,
    /// The results before and after it, both for its mover.
    pub(crate) before: Category,
    pub(crate) after: Category,
    /// Its effect in words.
    pub(crate) words: String,
    /// A move that keeps the result, if this one does not.
    pub(crate) better: Option<String>,
}

/// Reads games and annotates their moves.
///
/// # Errors
/// [`Refusal::Malformed`] when there is no game; damaged files.
pub(crate) fn annotate(knowledge: &Knowledge, pgn: &[u8]) -> Result<Annotated, Refusal> {
    let mut annotated = Annotated { games: Vec::new(), faults: Vec::new(), pgn: String::new() };
    for game in Reader::new(pgn) {
        match game {
            Ok(game) => {
                let (told, game) = one(knowledge, game)?;
                annotated.games.push(told);
                annotated.pgn.push_str(&write(&game));
            }
            Err(PgnError::Io(error)) => return Err(Refusal::Malformed(error.to_string())),
            Err(fault) => annotated.faults.push(fault.to_string()),
        }
    }
    if annotated.games.is_empty() && annotated.faults.is_empty() {
        return Err(Refusal::Malformed("the text contains no game: send games in PGN".to_owned()));
    }
    Ok(annotated)
}

fn category(knowledge: &Knowledge, board: &Board) -> Result<(Category, Option<Known>), Refusal> {
    Ok((Category::of(knowledge, board, Rules::Count)?, knowledge.look_up(board)?))
}

fn one(knowledge: &Knowledge, mut game: Game) -> Result<(AnnotatedGame, Game), Refusal> {
    let mut board = game.start.clone();
    let mut moves = Vec::new();
    for (ply, played) in game.line.moves.iter_mut().enumerate() {
        let Some(mv) = played.mv else {
            // The reader rejects null moves in check.
            board = board.null_move().unwrap_or(board);
            continue;
        };
        let child = rules::after(&board, mv);
        let (before, _) = category(knowledge, &board)?;
        let (after, known) = category(knowledge, &child)?;
        let after = -after;
        if let (Some(was), Some(is)) = (before.result(), after.result()) {
            let values = known.map(|known| tbgen::Values {
                dtm: known.values.dtm.map(board::Dtm::from_parent),
                ..known.values
            });
            let text = words::worth(after, values.as_ref(), rules::is_checkmate(&child));
            let lost = was.with_fifty_move_rule() as i8 - is.with_fifty_move_rule() as i8;
            let better = if lost > 0 {
                let answer = standard::answer(knowledge, &board, Rules::Count)?;
                answer.moves.first().map(|best| best.san.clone())
            } else {
                None
            };
            if lost > 0 {
                played.glyphs.retain(|&glyph| glyph > 6);
                played.glyphs.insert(0, if lost > 2 { BLUNDER } else { MISTAKE });
            }
            let advice =
                better.as_ref().map_or(String::new(), |better| format!("; {better} keeps the {was}"));
            if !played.comment.is_empty() {
                played.comment.push(' ');
            }
            played.comment.push_str(&text);
            played.comment.push_str(&advice);
            moves.push(AnnotatedMove {
                ply: ply + 1,
                san: notation::san(&board, mv),
                fen: board.to_string(),
                before,
                after,
                words: text,
                better,
            });
        }
        board = child;
    }
    let told = AnnotatedGame {
        white: game.tag("White").map(str::to_owned),
        black: game.tag("Black").map(str::to_owned),
        covered: moves.len(),
        moves,
    };
    Ok((told, game))
}
