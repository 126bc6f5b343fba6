//! Analysis by the engine; its lines are marked where tables or rules take over. One analysis runs
//! at a time: a new one ends the previous one.

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
/// Maximum time of an analysis, in milliseconds.
pub(crate) const TIME_MAX_MS: u64 = 60_000;
/// Default time of an analysis, in milliseconds.
pub(crate) const TIME_DEFAULT_MS: u64 = 5_000;
/// Maximum number of lines.
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
    /// The moves in standard algebraic notation.
    pub(crate) moves: Vec<String>,
    /// The first position of the line with a result from tables or rules.
    pub(crate) mark: Option<Mark>,
}

/// Where a table or a rule takes over.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Mark {
    /// Number of plies from the root.
    pub(crate) ply: usize,
    /// `table` or `rule`.
    pub(crate) by: &'static str,
    /// The result for the side to move there, or the rule and its result.
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

/// The engine and the running analysis.
pub(crate) struct Analyst {
    engine: Mutex<Option<Engine>>,
    running: Mutex<Option<Arc<Signals>>>,
}

impl Analyst {
    pub(crate) fn new() -> Self {
        Self { engine: Mutex::new(None), running: Mutex::new(None) }
    }

    /// Ends the running analysis and returns the signals of a new one.
    ///
    /// # Panics
    /// Never: no thread panics while holding the lock.
    pub(crate) fn begin(&self) -> Arc<Signals> {
        let signals = Arc::new(Signals::default());
        let old = self
            .running
            .lock()
            .expect("no thread panics while holding the lock")
            .replace(Arc::clone(&signals));
        if let Some(old) = old {
            old.stop();
        }
        signals
    }

    /// Ends the running analysis, if any.
    ///
    /// # Panics
    /// Never: no thread panics while holding the lock.
    pub(crate) fn stop(&self) {
        if let Some(running) = self.running.lock().expect("no thread panics while holding the lock").take() {
            running.stop();
        }
    }

    /// Searches until the time is up or the signals end it. `hear` is called with each line; when
    /// it returns false, the search ends.
    ///
    /// # Errors
    /// When there is not enough memory for the engine.
    pub(crate) fn analyse(
        &self,
        knowledge: &Knowledge,
        board: &Board,
        request: &Request,
        signals: &Arc<Signals>,
        hear: &mut (dyn FnMut(&Info) -> bool + Send),
    ) -> Result<Done, OutOfMemory> {
        // The previous analysis has been stopped and releases the engine soon.
        let mut held = self.engine.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if held.is_none() {
            *held = Some(Engine::new(HASH_MEBIBYTES)?);
        }
        let engine = held.as_mut().expect("created above");
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

/// The settings of an analysis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    pub(crate) time_ms: u64,
    pub(crate) lines: usize,
}

/// Converts the engine's reports to [`Info`].
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

/// The moves in algebraic notation, and the first position with a result from tables or rules.
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
