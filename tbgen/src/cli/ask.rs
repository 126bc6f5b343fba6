//! `tbgen probe` and `tbgen line`: one position.

use anyhow::{Context, ensure};
use board::{Board, Diagram, Dtz, Material, Placement, fen, notation};
use serde::Serialize;
use tbgen::{
    Goal, LinePly, Probe, SolvedEndings, TableFiles, TableFolders, Values, best_line, ranked_moves,
    side_to_move,
};

use super::arguments::GoalArg;
use super::output::print_json;

/// The answer to `tbgen probe`, as JSON prints it.
#[derive(Serialize)]
struct Answer {
    fen: String,
    material: Material,
    #[serde(flatten)]
    values: Values,
    value_in_words: String,
    moves: Vec<MoveAnswer>,
    best_line: Vec<String>,
}

#[derive(Serialize)]
struct MoveAnswer {
    uci: String,
    san: String,
    #[serde(flatten)]
    values: Values,
    value_in_words: String,
    /// A capture or pawn move.
    zeroing: bool,
}

/// One ply of `tbgen line`, as JSON prints it.
#[derive(Serialize)]
struct PlyAnswer {
    uci: String,
    san: String,
    /// Values before the move.
    #[serde(flatten)]
    before: Values,
    /// Plies since the last capture or pawn move, this one included.
    counter: u32,
}

/// Says all that is known of a position.
pub(super) fn probe(text: &str, folders: &TableFolders, json: bool) -> anyhow::Result<bool> {
    let board = parse(text)?;
    let answer = match open(folders)? {
        None => answer(&solved(&board)?, &board)?,
        Some(files) => answer(&files, &board)?,
    };
    if json {
        print_json(&answer)?;
        return Ok(true);
    }
    say!("{}\n\n{} to move: {}", Diagram(&board), side_to_move(&board), answer.value_in_words);
    for mv in &answer.moves {
        say!("  {:<8}{}", mv.san, mv.value_in_words);
    }
    if !answer.best_line.is_empty() {
        say!("best line: {}", answer.best_line.join(" "));
    }
    Ok(true)
}

/// Shows best play.
pub(super) fn line(text: &str, goal: GoalArg, folders: &TableFolders, json: bool) -> anyhow::Result<bool> {
    let board = parse(text)?;
    let goal = match goal {
        GoalArg::Dtm => Goal::Mate,
        GoalArg::Dtz => Goal::Zeroing,
    };
    let counter = u32::from(board.halfmove_clock());
    let (values, plies) = match open(folders)? {
        None => {
            let solved = solved(&board)?;
            (solved.values(&board)?, best_line(&solved, &board, goal, counter)?)
        }
        Some(files) => (files.values(&board)?, best_line(&files, &board, goal, counter)?),
    };
    let known = match goal {
        Goal::Mate => values.dtm.is_some(),
        Goal::Zeroing => values.dtz.is_some(),
    };
    ensure!(known, "the tables that best play needs are not there: {}", lacking(goal, &board)?);
    let answers = named(&board, &plies);
    if json {
        print_json(&answers)?;
        return Ok(true);
    }
    say!("{}\n\n{} to move: {}", Diagram(&board), side_to_move(&board), values);
    print_line(&board, &answers);
    Ok(true)
}

/// The files of the folders, where some are named; what is there is told on standard error.
fn open(folders: &TableFolders) -> anyhow::Result<Option<TableFiles>> {
    let files = folders.open()?;
    if let Some(files) = &files {
        eprintln!("{}", folders.remark(files));
    }
    Ok(files)
}

fn parse(text: &str) -> anyhow::Result<Board> {
    let board = fen::parse(text).with_context(|| format!("`{text}` is no position"))?;
    Placement::from_board(&board)?;
    Ok(board)
}

/// The files that would have told.
fn lacking(goal: Goal, board: &Board) -> anyhow::Result<String> {
    let material = Placement::from_board(board)?.material().canonical().0;
    Ok(match goal {
        Goal::Mate => format!("{material}.vdtm"),
        Goal::Zeroing => format!("{material}.rtbw and {material}.rtbz, or smaller ones they need"),
    })
}

fn solved(board: &Board) -> anyhow::Result<SolvedEndings> {
    Ok(SolvedEndings::build(Placement::from_board(board)?.material())?)
}

fn answer<P: Probe>(probe: &P, board: &Board) -> anyhow::Result<Answer>
where
    P::Error: std::error::Error + Send + Sync + 'static,
{
    let values = probe.values(board)?;
    ensure!(values != Values::default(), "no table of these folders knows this position");
    // Distances to mate where they are known, else those to zeroing.
    let goal = if values.dtm.is_some() { Goal::Mate } else { Goal::Zeroing };
    let moves = ranked_moves(probe, board, goal)?.into_iter().map(|ranked| MoveAnswer {
        uci: notation::uci(board, ranked.mv, false),
        san: notation::san(board, ranked.mv),
        values: ranked.values,
        value_in_words: ranked.values.to_string(),
        zeroing: ranked.zeroing,
    });
    let line = best_line(probe, board, goal, board.halfmove_clock().into())?;
    Ok(Answer {
        fen: board.to_string(),
        material: Placement::from_board(board)?.material(),
        values,
        value_in_words: values.to_string(),
        moves: moves.collect(),
        best_line: named(board, &line).into_iter().map(|ply| ply.san).collect(),
    })
}

/// The plies of a line with their names.
fn named(board: &Board, line: &[LinePly]) -> Vec<PlyAnswer> {
    let mut position = board.clone();
    let one = |ply: &LinePly| {
        let (uci, san) = (notation::uci(&position, ply.mv, false), notation::san(&position, ply.mv));
        position.play_unchecked(ply.mv);
        PlyAnswer { uci, san, before: ply.before, counter: ply.counter }
    };
    line.iter().map(one).collect()
}

fn print_line(board: &Board, plies: &[PlyAnswer]) {
    if plies.is_empty() {
        say!("no line: the position is drawn or finished");
        return;
    }
    say!("{:>5}  {:<8}{:>7}  value before the move", "move", "", "counter");
    let mut number = usize::from(board.fullmove_number());
    let mut white = board.side_to_move() == board::Color::White;
    for ply in plies {
        let dots = if white { "." } else { "..." };
        say!("{:>5}  {:<8}{:>7}  {}", format!("{number}{dots}"), ply.san, ply.counter, ply.before);
        number += usize::from(!white);
        white = !white;
    }
    let highest = plies.iter().map(|ply| ply.counter).max().unwrap_or(0);
    let verdict = if highest > u32::from(Dtz::FIFTY_MOVES_PLIES.unsigned_abs()) {
        "past 100 the game can be claimed drawn"
    } else {
        "the result stands"
    };
    say!("{} plies; the counter of the fifty-move rule reaches {highest}: {verdict}", plies.len());
}
