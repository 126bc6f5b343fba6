//! The engine's lines, with marks where a table or a rule takes over. One analysis runs at a time: a new one ends the old.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use board::{Board, Move, notation};
use serde::Serialize;
use site::{Category, Rules};
use vancura::clock::Signals;
use vancura::engine::Engine;
use vancura::limits::Limits;
use vancura::position::Position;
use vancura::search::{Observer, SearchInfo, SearchResult};
use vancura::tt::OutOfMemory;

use crate::knowledge::Knowledge;

/// Size of the transposition table in mebibytes.
const HASH_MEBIBYTES: usize = 16;
/// Longest analysis in milliseconds.
pub(crate) const TIME_MAX_MS: u64 = 60_000;
/// Time of an analysis of which nobody says how long it is to be.
pub(crate) const TIME_DEFAULT_MS: u64 = 5_000;
/// Most lines.
pub(crate) const LINES_MAX: usize = 5;

/// A line of the engine.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Info {
    pub(crate) depth: i32,
    /// Rank among the best lines, from 1.
    pub(crate) rank: usize,
    /// `cp 13`, `mate 3`, for the side to move.
    pub(crate) score: String,
    /// Whether the score is exact, a lower or an upper bound.
    pub(crate) bound: String,
    pub(crate) nodes: u64,
    pub(crate) time_ms: u64,
    /// The moves in standard notation, numbered by ply from 0 in `mark`.
    pub(crate) moves: Vec<String>,
    /// The first position of the line that a table or a rule knows.
    pub(crate) mark: Option<Mark>,
}

/// Where a table or a rule takes over.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Mark {
    /// After so many plies of the line.
    pub(crate) ply: usize,
    /// `table` or `rule`.
    pub(crate) by: &'static str,
    /// The result for the side that is to move there, or the rule and what it says.
    pub(crate) words: String,
    pub(crate) fen: String,
}

/// The end of an analysis.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Done {
    pub(crate) best: Option<String>,
    pub(crate) depth: i32,
    pub(crate) nodes: u64,
    pub(crate) time_ms: u64,
}

/// The engine, and the analysis that runs.
pub(crate) struct Analyst {
    engine: Mutex<Option<Engine>>,
    running: Mutex<Option<Arc<Signals>>>,
}

impl Analyst {
    pub(crate) fn new() -> Self {
        Self { engine: Mutex::new(None), running: Mutex::new(None) }
    }

    /// Announces a new analysis, which ends the old one; the signals end the new one.
    ///
    /// # Panics
    /// Never: nobody panics while holding the signals.
    pub(crate) fn begin(&self) -> Arc<Signals> {
        let signals = Arc::new(Signals::default());
        let old = self.running.lock().expect("nobody panics while holding it").replace(Arc::clone(&signals));
        if let Some(old) = old {
            old.stop();
        }
        signals
    }

    /// Ends whatever runs.
    ///
    /// # Panics
    /// Never: nobody panics while holding the signals.
    pub(crate) fn stop(&self) {
        if let Some(running) = self.running.lock().expect("nobody panics while holding it").take() {
            running.stop();
        }
    }

    /// Searches until the time is over or the signals say so; `hear` is told of each line and returns false when nobody listens any more.
    ///
    /// # Errors
    /// When there is no memory for the engine.
    pub(crate) fn analyse(
        &self,
        knowledge: &Knowledge,
        board: &Board,
        request: &Request,
        signals: &Arc<Signals>,
        hear: &mut (dyn FnMut(&Info) -> bool + Send),
    ) -> Result<Done, OutOfMemory> {
        // The old analysis has been told to stop and soon lets go.
        let mut held = self.engine.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if held.is_none() {
            *held = Some(Engine::new(HASH_MEBIBYTES)?);
        }
        let engine = held.as_mut().expect("made above");
        engine.multi_pv = request.lines.clamp(1, LINES_MAX);
        engine.analyses = true;
        let movetime = request.time_ms.clamp(1, TIME_MAX_MS);
        let limits = Limits { movetime: i64::try_from(movetime).ok(), ..Limits::default() };
        let mut reports = Reports { knowledge, board, signals, hear };
        let outcome =
            engine.think(&Position::new(board.clone()), &limits, signals, Instant::now(), &mut reports);
        Ok(Done {
            best: outcome.best.map(|mv| notation::san(board, mv)),
            depth: outcome.line.depth,
            nodes: outcome.line.nodes,
            time_ms: outcome.line.time_ms,
        })
    }
}

/// What an analysis is to be like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    pub(crate) time_ms: u64,
    pub(crate) lines: usize,
}

/// Hears the engine for somebody far away.
struct Reports<'a> {
    knowledge: &'a Knowledge,
    board: &'a Board,
    signals: &'a Signals,
    hear: &'a mut (dyn FnMut(&Info) -> bool + Send),
}

impl Observer for Reports<'_> {
    fn info(&mut self, line: &SearchInfo) {
        let (moves, mark) = told(self.knowledge, self.board, &line.pv);
        let info = Info {
            depth: line.depth,
            rank: line.rank,
            score: line.score.to_string(),
            bound: format!("{:?}", line.bound).to_lowercase(),
            nodes: line.nodes,
            time_ms: line.time_ms,
            moves,
            mark,
        };
        if !(self.hear)(&info) {
            self.signals.stop();
        }
    }

    fn current_move(&mut self, _depth: i32, _mv: Move, _number: usize) {}

    fn remark(&mut self, _text: &str) {}

    fn decided(&mut self, _outcome: &SearchResult) {}
}

/// The moves by name, and the first position that a table or a rule knows.
fn told(knowledge: &Knowledge, board: &Board, pv: &[Move]) -> (Vec<String>, Option<Mark>) {
    let mut position = board.clone();
    let mut mark = mark(knowledge, &position, 0);
    let mut moves = Vec::with_capacity(pv.len());
    for (ply, &mv) in pv.iter().enumerate() {
        if !position.is_legal(mv) {
            break;
        }
        moves.push(notation::san(&position, mv));
        position.play_unchecked(mv);
        mark = mark.or_else(|| self::mark(knowledge, &position, ply + 1));
    }
    (moves, mark)
}

fn mark(knowledge: &Knowledge, board: &Board, ply: usize) -> Option<Mark> {
    let fen = board.to_string();
    if let Ok(Some(known)) = knowledge.look_up(board) {
        let category = Category::of(knowledge, board, Rules::Count).ok()?;
        let result = category.result()?;
        let words = known.values.dtm.map_or_else(|| result.to_string(), |dtm| dtm.to_string());
        return Some(Mark { ply, by: "table", words, fen });
    }
    let verdict = recognizers::judge(board)?;
    Some(Mark { ply, by: "rule", words: format!("{}: {}", verdict.rule, verdict.bound), fen })
}
