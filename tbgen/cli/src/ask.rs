//! `tbgen probe` and `tbgen line`: one position.

use std::path::Path;

use anyhow::{Context, ensure};
use board::rules::FIFTY_MOVES_PLIES;
use board::{Board, Diagram, Dtm, Material, Outcome, Placement, fen, notation, rules};
use serde::Serialize;
use tbgen::{
    Dtm50, Dtm50Table, Goal, LinePly, Probe, SolvedEndings, Standing, TableFiles, TableFolders, Values,
    best_line, dtm50_from_dtm, ranked_moves, side_to_move,
};

use crate::arguments::GoalArg;
use crate::others::Gaviota;
use crate::output::print_json;

/// The output of `tbgen probe` in JSON.
#[derive(Serialize)]
struct Answer {
    fen: String,
    material: Material,
    #[serde(flatten)]
    values: Values,
    /// Distance to mate under the fifty-move rule, from the position's counter; `None` with more
    /// than four men if the plain distance exceeds the remaining plies.
    dtm50: Option<Dtm>,
    /// The result with the position's fifty-move counter.
    standing: Option<Standing>,
    value_in_words: String,
    moves: Vec<MoveAnswer>,
    best_line: Vec<String>,
    /// The distance to mate of Gaviota tables, if a folder is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    gaviota: Option<Dtm>,
}

#[derive(Serialize)]
struct MoveAnswer {
    uci: String,
    san: String,
    #[serde(flatten)]
    values: Values,
    dtm50: Option<Dtm>,
    /// The result for the mover, with the fifty-move counter after the move.
    result: Option<Outcome>,
    value_in_words: String,
    /// A capture or pawn move.
    zeroing: bool,
}

/// One ply of `tbgen line` in JSON.
#[derive(Serialize)]
struct PlyAnswer {
    uci: String,
    san: String,
    /// Values before the move.
    #[serde(flatten)]
    before: Values,
    /// Plies since the last capture or pawn move, including this ply.
    counter: u32,
}

/// One ply of `tbgen line --goal mate50` in JSON.
#[derive(Serialize)]
struct CountedAnswer {
    uci: String,
    san: String,
    /// Distances before the move, without and with the fifty-move rule.
    dtm: Dtm,
    dtm50: Dtm,
    /// Plies since the last capture or pawn move, including this ply.
    counter: u8,
}

/// Prints all known values of a position.
pub(crate) fn probe(
    text: &str,
    folders: &TableFolders,
    gaviota: Option<&Path>,
    json: bool,
) -> anyhow::Result<bool> {
    let board = parse(text)?;
    let mut answer = match open(folders)? {
        None => answer(&solved(&board)?, &board)?,
        Some(files) => answer(&files, &board)?,
    };
    if let Some(folder) = gaviota {
        let gaviota = Gaviota::open(folder)?.values(&board)?.dtm;
        answer.gaviota = Some(gaviota.context("the Gaviota table says that this position is illegal")?);
    }
    if json {
        print_json(&answer)?;
        return Ok(true);
    }
    say!("{}\n\n{} to move: {}", Diagram(&board), side_to_move(&board), answer.value_in_words);
    let counter = board.halfmove_clock();
    if let Some(dtm50) = answer.dtm50.filter(|_| counter > 0 || answer.dtm50 != answer.values.dtm) {
        say!("with {counter} of 100 plies on the counter of the fifty-move rule: {dtm50}");
    }
    if let Some(standing) = answer.standing.filter(|_| counter > 0) {
        say!("{standing}");
    }
    if let Some(gaviota) = answer.gaviota {
        let differs = answer.values.dtm.is_some_and(|dtm| dtm != gaviota);
        say!("Gaviota: {gaviota}{}", if differs { ", which DIFFERS" } else { "" });
    }
    for mv in &answer.moves {
        let counted = mv.dtm50.filter(|_| mv.dtm50 != mv.values.dtm);
        let from_zero = mv.values.wdl.map(Outcome::from);
        let result = mv.result.filter(|_| mv.dtm50.is_none() && mv.result != from_zero);
        let counted = match (counted, result) {
            (Some(dtm50), _) => format!("; under the rule: {dtm50}"),
            (None, Some(result)) => format!("; at this counter: {result}"),
            (None, None) => String::new(),
        };
        say!("  {:<8}{}{counted}", mv.san, mv.value_in_words);
    }
    if !answer.best_line.is_empty() {
        say!("best line: {}", answer.best_line.join(" "));
    }
    Ok(true)
}

/// Prints best play.
pub(crate) fn line(text: &str, goal: GoalArg, folders: &TableFolders, json: bool) -> anyhow::Result<bool> {
    let board = parse(text)?;
    let goal = match goal {
        GoalArg::Dtm => Goal::Mate,
        GoalArg::Dtz => Goal::Zeroing,
        GoalArg::Mate50 => return counted_line(&board, json),
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
    ensure!(known, "tables needed for best play are missing: {}", lacking(goal, &board)?);
    let answers = named(&board, &plies);
    if json {
        print_json(&answers)?;
        return Ok(true);
    }
    say!("{}\n\n{} to move: {}", Diagram(&board), side_to_move(&board), values);
    print_line(&board, &answers);
    Ok(true)
}

/// Prints the quickest mate under the fifty-move rule.
fn counted_line(board: &Board, json: bool) -> anyhow::Result<bool> {
    let mut mates = Dtm50::default();
    let value = mates.value(board)?;
    let mut position = board.clone();
    let named = |ply: tbgen::CountedPly| {
        let (uci, san) = (notation::uci(&position, ply.mv, false), notation::san(&position, ply.mv));
        position.play_unchecked(ply.mv);
        CountedAnswer { uci, san, dtm: ply.dtm, dtm50: ply.dtm50, counter: ply.counter }
    };
    let plies: Vec<CountedAnswer> = mates.best_line(board)?.into_iter().map(named).collect();
    if json {
        print_json(&plies)?;
        return Ok(true);
    }
    let counter = board.halfmove_clock();
    say!(
        "{}\n\n{} to move, {counter} of 100 plies on the counter: {value}",
        Diagram(board),
        side_to_move(board)
    );
    let beside = |ply: &CountedAnswer| {
        let plain = if ply.dtm50 == ply.dtm {
            String::new()
        } else {
            format!("; fifty-move rule ignored: {}", ply.dtm)
        };
        format!("{}{plain}", ply.dtm50)
    };
    print_plies(board, plies.iter().map(|ply| (&ply.san[..], ply.counter.into(), beside(ply))));
    Ok(true)
}

/// The distance to mate with the position's fifty-move counter; `None` where unknown.
fn counted(mates: &mut Dtm50, board: &Board, plain: Option<Dtm>) -> anyhow::Result<Option<Dtm>> {
    if let Some(dtm50) = plain.and_then(|dtm| dtm50_from_dtm(dtm, board)) {
        return Ok(Some(dtm50));
    }
    let few = board.occupied().len() as usize <= Dtm50Table::MAX_MEN;
    Ok(if few { Some(mates.value(board)?) } else { None })
}

/// Opens the table files if folders are named, and reports their number on standard error.
fn open(folders: &TableFolders) -> anyhow::Result<Option<TableFiles>> {
    let files = folders.open()?;
    if let Some(files) = &files {
        eprintln!("{}", folders.remark(files));
    }
    Ok(files)
}

fn parse(text: &str) -> anyhow::Result<Board> {
    let board = fen::parse(text).with_context(|| format!("`{text}` is not a valid position"))?;
    Placement::from_board(&board)?;
    Ok(board)
}

/// The files that a goal needs for a position.
fn lacking(goal: Goal, board: &Board) -> anyhow::Result<String> {
    let material = Placement::from_board(board)?.material().canonical().0;
    Ok(match goal {
        Goal::Mate => {
            format!("{material}.vdtm; with Syzygy files, use --goal dtz")
        }
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
    ensure!(values != Values::default(), "no table in these folders contains this position");
    // Distances to mate where known, otherwise to zeroing.
    let goal = if values.dtm.is_some() { Goal::Mate } else { Goal::Zeroing };
    let mut mates = Dtm50::default();
    let mut moves = Vec::new();
    for ranked in ranked_moves(probe, board, goal)? {
        let child = rules::after(board, ranked.mv);
        let plain = probe.values(&child)?.dtm;
        moves.push(MoveAnswer {
            uci: notation::uci(board, ranked.mv, false),
            san: notation::san(board, ranked.mv),
            values: ranked.values,
            dtm50: counted(&mut mates, &child, plain)?.map(Dtm::from_parent),
            result: tbgen::outcome(probe, &child)?.map(|outcome| -outcome),
            value_in_words: ranked.values.to_string(),
            zeroing: ranked.zeroing,
        });
    }
    let line = best_line(probe, board, goal, board.halfmove_clock().into())?;
    Ok(Answer {
        fen: board.to_string(),
        material: Placement::from_board(board)?.material(),
        values,
        dtm50: counted(&mut mates, board, values.dtm)?,
        standing: Standing::of(probe, board)?,
        value_in_words: values.to_string(),
        moves,
        best_line: named(board, &line).into_iter().map(|ply| ply.san).collect(),
        gaviota: None,
    })
}

/// The plies of a line with their moves in SAN.
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
    print_plies(board, plies.iter().map(|ply| (&ply.san[..], ply.counter, ply.before.to_string())));
}

/// Prints moves with the counter after each and the value before it.
fn print_plies<'a>(board: &Board, plies: impl Iterator<Item = (&'a str, u32, String)> + Clone) {
    if plies.clone().next().is_none() {
        say!("no line: the position is drawn or finished");
        return;
    }
    say!("{:>5}  {:<8}{:>7}  value before the move", "move", "", "counter");
    let mut number = usize::from(board.fullmove_number());
    let mut white = board.side_to_move() == board::Color::White;
    for (san, counter, before) in plies.clone() {
        let dots = if white { "." } else { "..." };
        say!("{:>5}  {:<8}{:>7}  {}", format!("{number}{dots}"), san, counter, before);
        number += usize::from(!white);
        white = !white;
    }
    let highest = plies.clone().map(|(_, counter, _)| counter).max().unwrap_or(0);
    let full = u32::from(FIFTY_MOVES_PLIES);
    let reached = plies.clone().filter(|&(_, counter, _)| counter >= full);
    // Mate takes precedence over the rule, even on the hundredth ply.
    let verdict = if reached.clone().all(|(san, counter, _)| counter == full && san.ends_with('#')) {
        "the result stands"
    } else {
        "at 100 a draw can be claimed"
    };
    say!(
        "{}; the counter of the fifty-move rule reaches {highest}: {verdict}",
        tbgen::plies(plies.count() as u32)
    );
}
