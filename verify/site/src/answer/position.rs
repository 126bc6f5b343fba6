//! Everything about one position.

use board::{Board, Color, Dtm, Material, rules};
use explain::ByMoves;
use serde::Serialize;
use tbgen::syzygy::Kind;
use tbgen::{Goal, Probe, ranked_moves};

use super::category::{Category, Rules};
use super::rules as rulebook;
use super::standard::{self, Info};
use super::{fen, line, words};
use crate::error::Refusal;
use crate::knowledge::{Cost, FileFacts, Knowledge, MEMORY_MEN_MAX, Source, TABLE_MEN_MAX};

/// The answer to `/api/v1/position`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Position {
    pub(crate) fen: String,
    pub(crate) side_to_move: &'static str,
    /// Plies since the last capture or pawn move.
    pub(crate) counter: u8,
    /// The ending under its table name; `null` with castling rights or more pieces than tables
    /// have.
    pub(crate) material: Option<Material>,
    /// The fields of the lichess API.
    #[serde(flatten)]
    pub(crate) info: Info,
    /// The verdict at this counter, in words.
    pub(crate) verdict: String,
    /// The highest value of the counter in best play that keeps the result; `null` where neither
    /// side wins or it is not known.
    pub(crate) highest_counter: Option<u32>,
    /// The greatest counter with which the win or loss would still be one; `null` where neither
    /// side wins.
    pub(crate) holds_until: Option<i32>,
    pub(crate) moves: Vec<MoveWords>,
    /// The only move that keeps the result, if there is one.
    pub(crate) only_move: Option<String>,
    pub(crate) zugzwang: Option<Zugzwang>,
    /// The rules that apply, in the order in which they are tried.
    pub(crate) rules: Vec<rulebook::Speaking>,
    /// What a search proves, where there is no table and no rule decides.
    pub(crate) proof: Option<ByMoves>,
    pub(crate) provenance: Provenance,
    /// What is missing for an answer, or for a better one.
    pub(crate) missing: Option<Missing>,
}

/// A move with its result and effect.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MoveWords {
    #[serde(flatten)]
    pub(crate) of: standard::MoveInfo,
    /// The result for the mover.
    pub(crate) result: Category,
    /// "mate in 16 (31 plies)"
    pub(crate) words: String,
    /// Plies to zeroing for the mover, this one included; `null` for draws and where not known.
    pub(crate) zeroing_in: Option<u16>,
    /// Whether no other move keeps the result.
    pub(crate) only: bool,
    /// For a move that changes the result: the conditions that it breaks of the rule that applied
    /// before it, as in "leaves the third rank".
    pub(crate) breaks: Vec<&'static str>,
    /// The position after it.
    pub(crate) fen: String,
}

/// The effect of passing.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Zugzwang {
    /// `mutual`: neither side wants to move; `none` otherwise.
    pub(crate) kind: &'static str,
    /// The same in a sentence.
    pub(crate) words: String,
    /// The same position with the other side to move.
    pub(crate) fen: String,
    /// The result of that position, for its side to move.
    pub(crate) other: Category,
}

/// The source of the values.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Provenance {
    /// `memory`, `file`, `solved ending` where only results are solved, `proved rule`, `rules of
    /// chess` or `nothing`.
    pub(crate) source: &'static str,
    pub(crate) files: Vec<FileFacts>,
    /// Whether the values follow from those after each move; `null` where a move leads to an ending
    /// that is not available.
    pub(crate) follows_from_moves: Option<bool>,
}

/// What is missing.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Missing {
    /// The reason, in words.
    pub(crate) why: String,
    /// Names of missing files.
    pub(crate) files: Vec<String>,
    pub(crate) cost: Option<Cost>,
    /// The command that builds the files.
    pub(crate) command: Option<String>,
}

/// Everything about a position.
///
/// # Errors
/// A damaged file.
pub(crate) fn position(knowledge: &Knowledge, board: &Board) -> Result<Position, Refusal> {
    let answer = standard::answer(knowledge, board, Rules::Count)?;
    let known = knowledge.look_up(board)?;
    let values = known.map(|known| known.values);
    let category = answer.info.category;
    let missing = missing(knowledge, board);
    let proof = if known.is_none() { knowledge.proof(board).and_then(ByMoves::of) } else { None };
    let decided = matches!(category, Category::Win | Category::Loss);
    let highest_counter = (decided && values.is_some_and(|values| values.dtz.is_some()))
        .then(|| line::line(knowledge, board, Goal::Zeroing).map(|line| line.highest_counter))
        .transpose()
        .unwrap_or(None);
    let why = missing.as_ref().map_or("", |missing| missing.why.as_str());
    let holds_until = values
        .and_then(|values| Some((values.wdl?, values.dtz?)))
        .filter(|(wdl, dtz)| wdl.with_fifty_move_rule() != board::Wdl::Draw && dtz.0 != 0)
        .map(|(_, dtz)| 100 - i32::from(dtz.0.unsigned_abs()));
    let moves = moves(knowledge, board, &answer)?;
    Ok(Position {
        fen: board.to_string(),
        side_to_move: if board.side_to_move() == Color::White { "white" } else { "black" },
        counter: board.halfmove_clock(),
        material: fen::material(board),
        verdict: verdict(knowledge, board, category, highest_counter, why),
        highest_counter,
        holds_until,
        only_move: moves.iter().find(|m| m.only).map(|m| m.of.san.clone()),
        moves,
        zugzwang: zugzwang(knowledge, board)?,
        rules: rulebook::speaking(board),
        proof,
        provenance: provenance(knowledge, board, known.map(|known| known.source), category),
        missing,
        info: answer.info,
    })
}

fn moves(knowledge: &Knowledge, board: &Board, answer: &standard::Answer) -> Result<Vec<MoveWords>, Refusal> {
    let result = |index: usize| answer.moves.get(index).and_then(|m| m.info.category.result());
    let best = |wdl: board::Wdl| wdl.with_fifty_move_rule();
    let only = match (result(0), result(1)) {
        (Some(first), Some(second)) => best(second) > best(first),
        (first, _) => first.is_some() && answer.moves.len() == 1,
    };
    let one = |(index, of): (usize, &standard::MoveInfo)| {
        let child = rules::after(board, of.mv);
        let known = knowledge.look_up(&child)?;
        let before =
            known.map(|known| tbgen::Values { dtm: known.values.dtm.map(Dtm::from_parent), ..known.values });
        let result = -of.info.category;
        let zeroing_in = of
            .info
            .dtz
            .filter(|&dtz| dtz != 0)
            .map(|dtz| if of.zeroing || of.info.checkmate { 1 } else { dtz.unsigned_abs() + 1 });
        let worse =
            answer.info.category.result().zip(result.result()).is_some_and(|(was, is)| best(is) < best(was));
        Ok(MoveWords {
            breaks: if worse { recognizers::broken_by(board, of.mv) } else { Vec::new() },
            words: words::worth(result, before.as_ref(), of.info.checkmate),
            result,
            zeroing_in,
            only: index == 0 && only,
            fen: child.to_string(),
            of: of.clone(),
        })
    };
    answer.moves.iter().enumerate().map(one).collect()
}

/// The verdict in words; where a draw can be claimed, also the result if it is not.
fn verdict(
    knowledge: &Knowledge,
    board: &Board,
    category: Category,
    highest_counter: Option<u32>,
    why: &str,
) -> String {
    if tbgen::is_claimable(board) {
        let result = explain::played_on(knowledge, board);
        return words::claimable(board, result);
    }
    let values = knowledge.values(board).ok();
    words::verdict(board, values.as_ref(), category, highest_counter, why)
}

/// The effect of passing at the current counter; `None` in check, with an en passant right, where a
/// draw can be claimed, or where one of the two results is not known.
fn zugzwang(knowledge: &Knowledge, board: &Board) -> Result<Option<Zugzwang>, Refusal> {
    let over = !rules::has_legal_move(board) || tbgen::is_claimable(board);
    let Some(passed) = rules::passed(board).filter(|_| !over) else { return Ok(None) };
    let side = board.side_to_move();
    let category = Category::of(knowledge, board, Rules::Count)?;
    let other = Category::of(knowledge, &passed, Rules::Count)?;
    let (Some(mine), Some(theirs)) = (category.result(), other.result()) else { return Ok(None) };
    let (mine, theirs) = (mine.with_fifty_move_rule(), theirs.with_fifty_move_rule());
    let (us, them) = (tbgen::side_name(side), tbgen::side_name(!side));
    // If passing is better than moving for one side, it is so for the other: the zugzwang is
    // mutual.
    let (kind, words) = if mine < -theirs {
        let would = if -theirs == board::Wdl::Win { "win" } else { "draw" };
        let does = if mine == board::Wdl::Loss { "loses" } else { "only draws" };
        (
            "mutual",
            format!(
                "Mutual zugzwang: {us} is to move and {does}; if {them} were to move, {us} would {would}."
            ),
        )
    } else {
        ("none", format!("No zugzwang: with {them} to move, {us} would do no better."))
    };
    Ok(Some(Zugzwang { kind, words, fen: passed.to_string(), other }))
}

fn provenance(
    knowledge: &Knowledge,
    board: &Board,
    source: Option<Source>,
    category: Category,
) -> Provenance {
    let files = match (source, fen::material(board)) {
        (Some(Source::File), Some(material)) => knowledge.file_facts(material),
        _ => Vec::new(),
    };
    let source = match source {
        Some(Source::Memory) => "memory",
        Some(Source::File) => "file",
        Some(Source::Rules) => "rules of chess",
        None if category == Category::Unknown => "nothing",
        None if board.occupied().len() as usize <= MEMORY_MEN_MAX => "solved ending",
        None => "proved rule",
    };
    Provenance { source, files, follows_from_moves: follows(knowledge, board) }
}

/// Whether result and distances are those of the best move, looked up after each move.
fn follows(knowledge: &Knowledge, board: &Board) -> Option<bool> {
    let stored = knowledge.values(board).ok()?;
    if !rules::has_legal_move(board) {
        let mated = !board.checkers().is_empty();
        return Some(stored.dtm.is_none_or(|dtm| dtm == if mated { Dtm::Loss(0) } else { Dtm::Draw }));
    }
    let by_zeroing = ranked_moves(knowledge, board, Goal::Zeroing).ok()?.first()?.values;
    let by_mate = ranked_moves(knowledge, board, Goal::Mate).ok()?.first()?.values;
    let same = |a: Option<board::Dtz>, b: Option<board::Dtz>| match (a, b) {
        // Distances in files may be rounded by a ply.
        (Some(a), Some(b)) => a.0.signum() == b.0.signum() && a.0.abs_diff(b.0) <= 1,
        _ => true,
    };
    let wdl = stored
        .wdl
        .zip(by_zeroing.wdl)
        .is_none_or(|(a, b)| a.with_fifty_move_rule() == b.with_fifty_move_rule() || a == b);
    let dtm = stored.dtm.zip(by_mate.dtm).is_none_or(|(a, b)| a == b);
    Some(wdl && dtm && same(stored.dtz, by_zeroing.dtz))
}

/// Why a position has no full answer; `None` where nothing is missing.
fn missing(knowledge: &Knowledge, board: &Board) -> Option<Missing> {
    let only = |why: String| Some(Missing { why, files: Vec::new(), cost: None, command: None });
    let men = board.occupied().len() as usize;
    if men > TABLE_MEN_MAX {
        return only(format!("the board has {men} pieces, and tables have at most {TABLE_MEN_MAX}"));
    }
    let Some(material) = fen::material(board) else {
        return only("tables do not contain positions with castling rights".to_owned());
    };
    if knowledge.is_in_memory(material) {
        return None;
    }
    let lacking: Vec<(Material, Kind)> =
        Kind::ALL.into_iter().flat_map(|kind| knowledge.files().lacking(material, kind)).collect();
    if lacking.is_empty() {
        return None;
    }
    let mut files: Vec<String> = lacking.iter().map(|&(material, kind)| kind.file_name(material)).collect();
    files.sort();
    files.dedup();
    let progress = knowledge.progress();
    let why = if progress.awaits(material) {
        let is_large = material.men() > MEMORY_MEN_MAX;
        let what =
            if is_large { format!("an ending that {material} leads to") } else { material.to_string() };
        format!("{what} is not solved yet ({} of {} endings are)", progress.done, progress.of)
    } else if knowledge.has_results(material) {
        format!("only some files of {material} are available")
    } else if let Some(fault) = progress.fault {
        fault
    } else {
        format!("there is no table of {material}")
    };
    let cost = knowledge.cost(material);
    let command = cost.as_ref().map(|_| format!("tbgen build {material} --with-subtables --out tables"));
    Some(Missing { why, files, cost, command })
}
