//! Best play to the end, with the fifty-move counter at each ply, as data and as PGN.

use board::pgn::{Game, GameResult, Line, Played, write};
use board::{Board, Color, Dtm, Move, notation, rules};
use serde::Serialize;
use tbgen::{Goal, LinePly, best_line, ranked_moves};

use super::category::{Category, Rules};
use super::standard;
use crate::error::Refusal;
use crate::knowledge::Knowledge;

/// Best play from a position.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BestLine {
    /// `mate`: the quickest mate, fifty-move rule ignored; `zeroing`: the result under the rule,
    /// then the next capture or pawn move.
    pub(crate) goal: &'static str,
    /// The plies.
    pub(crate) plies: Vec<Ply>,
    /// The highest value of the counter in the line.
    pub(crate) highest_counter: u32,
    /// How the game ends: `checkmate`, `draw`, `fifty-move rule` when the counter reaches 100
    /// before mate, `open`.
    pub(crate) ends: &'static str,
    /// The first ply, from 1, at which the lines to mate and to zeroing differ; `null` if they do
    /// not.
    pub(crate) parts_at: Option<usize>,
}

impl BestLine {
    /// True when both lines have the same moves.
    pub(crate) fn is_played_like(&self, other: &Self) -> bool {
        self.plies.iter().map(|ply| ply.mv).eq(other.plies.iter().map(|ply| ply.mv))
    }
}

/// One ply of a line.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Ply {
    pub(crate) uci: String,
    pub(crate) san: String,
    /// The move number with dots: `12.` or `12...`.
    pub(crate) number: String,
    /// Plies since the last capture or pawn move, this move included.
    pub(crate) counter: u32,
    /// Plies to mate before the move; `null` where not known.
    pub(crate) dtm: Option<u16>,
    /// Plies to zeroing before the move.
    pub(crate) dtz: Option<u16>,
    /// Whether no other move keeps the result.
    pub(crate) only: bool,
    /// Whether it is a capture or pawn move.
    pub(crate) zeroing: bool,
    /// The position after it.
    pub(crate) fen: String,
    #[serde(skip)]
    pub(crate) mv: Move,
}

/// A goal by its name in URLs.
///
/// # Errors
/// [`Refusal::Malformed`] for other names.
pub(crate) fn goal(name: Option<&str>) -> Result<Goal, Refusal> {
    match name {
        None | Some("mate") => Ok(Goal::Mate),
        Some("zeroing") => Ok(Goal::Zeroing),
        Some(other) => Err(Refusal::Malformed(format!("goal is `{other}`, but must be mate or zeroing"))),
    }
}

/// Best play; empty for draws and finished games.
///
/// # Errors
/// [`Refusal::NotFound`] where there is no table of the position.
pub(crate) fn line(knowledge: &Knowledge, board: &Board, goal: Goal) -> Result<BestLine, Refusal> {
    let counter = u32::from(board.halfmove_clock());
    let missing = |why: crate::error::NoValue| Refusal::NotFound(why.to_string());
    let found = best_line(knowledge, board, goal, counter).map_err(missing)?;
    let other = match goal {
        Goal::Mate => Goal::Zeroing,
        Goal::Zeroing => Goal::Mate,
    };
    let theirs = best_line(knowledge, board, other, counter).map_err(missing)?;
    let parts_at = found.iter().zip(&theirs).position(|(a, b)| a.mv != b.mv).map(|ply| ply + 1);
    let mut position = board.clone();
    let mut plies = Vec::with_capacity(found.len());
    for ply in &found {
        plies.push(one(knowledge, &mut position, ply).map_err(missing)?);
    }
    let highest_counter = found.iter().map(|ply| ply.counter).max().unwrap_or(0).max(counter);
    let ends = if highest_counter > 100 || highest_counter == 100 && !rules::is_checkmate(&position) {
        "fifty-move rule"
    } else if rules::is_checkmate(&position) {
        "checkmate"
    } else if standard::answer(knowledge, &position, Rules::Count)?.info.category == Category::Draw {
        "draw"
    } else {
        "open"
    };
    let goal = if goal == Goal::Mate { "mate" } else { "zeroing" };
    Ok(BestLine { goal, plies, highest_counter, ends, parts_at })
}

fn one(knowledge: &Knowledge, position: &mut Board, ply: &LinePly) -> Result<Ply, crate::error::NoValue> {
    let ranked = ranked_moves(knowledge, position, Goal::Zeroing)?;
    let result =
        |index: usize| ranked.get(index).and_then(|m| m.values.wdl).map(board::Wdl::without_fifty_move_rule);
    let only = ranked.len() == 1 || result(1) < result(0);
    let dots = if position.side_to_move() == Color::White { "." } else { "..." };
    let played = Ply {
        uci: notation::uci(position, ply.mv, false),
        san: notation::san(position, ply.mv),
        number: format!("{}{dots}", position.fullmove_number()),
        counter: ply.counter,
        dtm: ply.before.dtm.and_then(Dtm::plies),
        dtz: ply.before.dtz.map(|dtz| dtz.0.unsigned_abs()),
        only,
        zeroing: rules::is_zeroing(position, ply.mv),
        fen: rules::after(position, ply.mv).to_string(),
        mv: ply.mv,
    };
    position.play_unchecked(ply.mv);
    Ok(played)
}

/// The line as a game, with the counter after each move as a comment and only moves marked `$7`
/// (forced move).
pub(crate) fn pgn(board: &Board, line: &BestLine) -> String {
    let mut moves: Vec<Played> = Vec::with_capacity(line.plies.len());
    for ply in &line.plies {
        let mut played = Played::new(ply.mv);
        if ply.only {
            played.glyphs.push(7);
        }
        played.comment = format!("counter {}", ply.counter);
        moves.push(played);
    }
    let mover = board.side_to_move();
    let winner = if line.plies.len() % 2 == 1 { mover } else { !mover };
    let result = match line.ends {
        "checkmate" => GameResult::of(Some(winner)),
        "open" => GameResult::Unknown,
        _ => GameResult::Draw,
    };
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let tags = vec![
        tag("Event", &format!("Best play by distance to {}", line.goal)),
        tag("White", "Vancura tables"),
        tag("Black", "Vancura tables"),
        tag("Result", &result.to_string()),
        tag("SetUp", "1"),
        tag("FEN", &board.to_string()),
    ];
    write(&Game {
        tags,
        start: board.clone(),
        line: Line { comment: String::new(), moves },
        result,
        begins: 0,
    })
}
