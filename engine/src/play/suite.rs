//! Test suites in EPD: positions with the moves that solve them, or with the length of a mate.
//!
//! Supported are the operations `bm` (best moves, or `#N` for a mate in N moves), `am` (moves to
//! avoid), `dm` (direct mate in N moves), `c0` with points for moves as in the Strategic Test Suite
//! (`"f5=10, Be5+=2"`) and `id`, and the counters `hmvc` and `fmvn`; others are ignored.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use board::{Board, Move, epd, fen, notation, text};
use serde::Serialize;

use crate::clock::Signals;
use crate::engine::Engine;
use crate::limits::Limits;
use crate::play::contest::{Pace, Program, ProgramError, openings};
use crate::position::Position;
use crate::score::Score;
use crate::search::{Observer, SearchInfo};
use crate::tt::Bound;

/// A position and its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position.
    pub board: Board,
    /// The name from `id`, or the line number.
    pub name: String,
    /// Any of these moves solves it; if empty, any move does.
    pub best: Vec<Move>,
    /// None of these moves solves it.
    pub avoid: Vec<Move>,
    /// The length of the mate in moves, negative when the side to move is mated: it counts as
    /// solved when a mate is found for the right side that is no longer (no shorter, when mated).
    pub mate: Option<i32>,
    /// Points for moves; other moves get none.
    pub points: Vec<(Move, u32)>,
}

/// The engine's answer to a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Its move.
    pub mv: Option<Move>,
    /// Its score.
    pub score: Score,
    /// Completed iterations.
    pub depth: i32,
    /// Nodes searched.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: u64,
    /// The move or mate is correct.
    pub is_solved: bool,
    /// A mate for the right side was found, even if it is not the shortest.
    pub is_mate: bool,
    /// When the engine found the solution for good; `None` when it is not solved.
    pub found: Option<Found>,
}

/// When a solution was found for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Found {
    /// Nodes searched.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: u64,
}

/// Observes when the engine finds the solution of a problem, and whether it abandons it again.
struct Watch<'a> {
    problem: &'a Problem,
    found: Option<Found>,
}

impl Observer for Watch<'_> {
    fn info(&mut self, line: &SearchInfo) {
        if line.bound != Bound::Exact || line.rank != 1 {
            return;
        }
        let now = Found { nodes: line.nodes, time_ms: line.time_ms };
        let is_solved = self.problem.is_solved_by(line.pv.first().copied(), line.score);
        self.found = is_solved.then(|| self.found.unwrap_or(now));
    }

    fn current_move(&mut self, _depth: i32, _mv: Move, _number: usize) {}

    fn remark(&mut self, _text: &str) {}
}

/// Why a suite cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// The file cannot be read as text.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The suite.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// A line is not a valid problem.
    #[error("{}, line {line}: {fault}", .path.display())]
    BadLine {
        /// The suite.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// The fault.
        fault: ProblemError,
    },
    /// There are no problems.
    #[error("{}: there are no problems in it", .0.display())]
    Empty(PathBuf),
}

/// Why a line is not a valid problem.
#[derive(Debug, thiserror::Error)]
pub enum ProblemError {
    /// An invalid position.
    #[error(transparent)]
    Position(#[from] fen::FenError),
    /// An invalid move.
    #[error(transparent)]
    Move(#[from] notation::MoveError),
    /// An invalid length of a mate.
    #[error("`{0}` is not the length of a mate; write dm 3 or bm #3")]
    Mate(String),
    /// Points for no legal move.
    #[error("the points `{0}` in c0 are not for a legal move: {1}")]
    Points(String, notation::MoveError),
    /// There is no solution.
    #[error("there is no solution: none of the operations bm, am and dm, and no points in c0")]
    NoTask,
}

/// Reads a suite; blank lines and lines that begin with `#` are skipped.
///
/// # Errors
/// A [`SuiteError`] that names the file and the line.
pub fn read(path: &Path) -> Result<Vec<Problem>, SuiteError> {
    let text = text::read_input(path, openings::FILE_MAX)
        .map_err(|source| SuiteError::Io { path: path.to_owned(), source })?;
    let mut problems = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let problem = parse(line, index + 1).map_err(|fault| SuiteError::BadLine {
            path: path.to_owned(),
            line: index + 1,
            fault,
        })?;
        problems.push(problem);
    }
    if problems.is_empty() { Err(SuiteError::Empty(path.to_owned())) } else { Ok(problems) }
}

pub(super) fn parse(line: &str, number: usize) -> Result<Problem, ProblemError> {
    let line = epd::parse(line)?;
    let mut problem = Problem {
        board: line.board,
        name: format!("line {number}"),
        best: vec![],
        avoid: vec![],
        mate: None,
        points: vec![],
    };
    for (code, operands) in line.operations {
        match (code, operands.strip_prefix('#')) {
            ("bm", Some(length)) => problem.mate = Some(mate_length(length)?),
            ("dm", _) => problem.mate = Some(mate_length(operands)?),
            ("bm", None) => problem.best = moves(&problem.board, operands)?,
            ("am", _) => problem.avoid = moves(&problem.board, operands)?,
            ("c0", _) => problem.points = points(&problem.board, operands)?,
            ("id", _) => operands.trim_matches('"').clone_into(&mut problem.name),
            _ => {}
        }
    }
    let has_task = problem.mate.is_some()
        || !problem.best.is_empty()
        || !problem.avoid.is_empty()
        || !problem.points.is_empty();
    if has_task { Ok(problem) } else { Err(ProblemError::NoTask) }
}

fn moves(board: &Board, text: &str) -> Result<Vec<Move>, ProblemError> {
    // Old suites write "Qd1 +".
    let words = text.split_whitespace().filter(|&word| word != "+");
    Ok(words.map(|word| notation::parse_any(board, word)).collect::<Result<_, _>>()?)
}

/// The points of `"f5=10, Be5+=2"`; of other comments none.
fn points(board: &Board, text: &str) -> Result<Vec<(Move, u32)>, ProblemError> {
    let rewards = text.trim_matches('"').split(',').map(str::trim).filter(|reward| !reward.is_empty());
    // Promotions are written with the same sign: the last one separates.
    let rewards: Option<Vec<(&str, u32)>> = rewards
        .map(|reward| {
            reward.rsplit_once('=').and_then(|(mv, points)| Some((mv, points.trim().parse().ok()?)))
        })
        .collect();
    let points = rewards.unwrap_or_default().into_iter().map(|(mv, points)| {
        let parsed = notation::parse_any(board, mv.trim());
        parsed.map(|parsed| (parsed, points)).map_err(|fault| ProblemError::Points(mv.to_owned(), fault))
    });
    points.collect()
}

fn mate_length(text: &str) -> Result<i32, ProblemError> {
    text.parse().ok().filter(|&length| length != 0).ok_or_else(|| ProblemError::Mate(text.to_owned()))
}

impl Problem {
    /// True when a score is a mate for the right side; `false` when no mate is asked for.
    fn is_mate(&self, score: Score) -> bool {
        let found = score.mate_moves();
        matches!((self.mate, found), (Some(wanted), Some(found)) if wanted.signum() == found.signum())
    }

    /// Points of a move.
    pub fn points_of(&self, mv: Option<Move>) -> u32 {
        self.points.iter().find(|(rewarded, _)| Some(*rewarded) == mv).map_or(0, |(_, points)| *points)
    }

    /// The points of the best move.
    pub fn most_points(&self) -> u32 {
        self.points.iter().map(|(_, points)| *points).max().unwrap_or(0)
    }

    /// The theme: the name without the number at its end, as in `Undermining.001`.
    pub fn theme(&self) -> &str {
        self.name
            .rsplit_once('.')
            .filter(|(_, number)| number.parse::<u32>().is_ok())
            .map_or(self.name.as_str(), |(theme, _)| theme)
    }

    /// True when this move and score solve it.
    fn is_solved_by(&self, mv: Option<Move>, score: Score) -> bool {
        let Some(mv) = mv else { return false };
        let right_mate = self.mate.is_none_or(|wanted| {
            self.is_mate(score) && score.mate_moves().is_some_and(|found| found.abs() <= wanted.abs())
        });
        let has_solution = self.mate.is_some() || !self.best.is_empty() || !self.avoid.is_empty();
        if !has_solution {
            return self.points_of(Some(mv)) == self.most_points();
        }
        right_mate && (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv)
    }
}

/// Runs the problems one after the other, each on a cleared engine. A search for a mate ends when
/// the mate is found.
///
/// # Errors
/// The error returned by `progress`, which ends the run.
pub fn solve(
    engine: &mut Engine,
    problems: &[Problem],
    limits: &Limits,
    mut progress: impl FnMut(usize, &Problem, &Attempt) -> io::Result<()>,
) -> io::Result<Vec<Attempt>> {
    let signals = Signals::default();
    engine.tables.wait_for_small();
    let mut attempts = Vec::with_capacity(problems.len());
    for (index, problem) in problems.iter().enumerate() {
        engine.new_game();
        signals.reset(false);
        let limits = Limits { mate: problem.mate.filter(|&length| length > 0), ..limits.clone() };
        let position = Position::new(problem.board.clone());
        let mut watch = Watch { problem, found: None };
        let outcome = engine.think(&position, &limits, &signals, Instant::now(), &mut watch);
        let is_solved = problem.is_solved_by(outcome.best, outcome.line.score);
        let attempt = Attempt {
            mv: outcome.best,
            score: outcome.line.score,
            depth: outcome.line.depth,
            nodes: outcome.line.nodes,
            time_ms: outcome.line.time_ms,
            is_solved,
            is_mate: problem.is_mate(outcome.line.score),
            found: watch.found.filter(|_| is_solved),
        };
        progress(index + 1, problem, &attempt)?;
        attempts.push(attempt);
    }
    Ok(attempts)
}

/// Runs the problems on another UCI engine, each as the first move of a new game, after setting
/// `options`.
///
/// # Errors
/// When the engine cannot be started, lacks an option or fails, and the error returned by
/// `progress`, which ends the run.
pub fn ask(
    program: &Path,
    options: &[(String, String)],
    problems: &[Problem],
    pace: Pace,
    mut progress: impl FnMut(usize, &Problem, &Attempt) -> io::Result<()>,
) -> Result<Vec<Attempt>, AskError> {
    let mut program = Program::start(program, options)?;
    let mut attempts = Vec::with_capacity(problems.len());
    for (index, problem) in problems.iter().enumerate() {
        let started = Instant::now();
        let answer = program.solve(&problem.board, pace)?;
        let attempt = Attempt {
            mv: Some(answer.mv),
            score: answer.score,
            depth: answer.depth,
            nodes: answer.nodes,
            time_ms: started.elapsed().as_millis() as u64,
            is_solved: problem.is_solved_by(Some(answer.mv), answer.score),
            is_mate: problem.is_mate(answer.score),
            found: None,
        };
        progress(index + 1, problem, &attempt)?;
        attempts.push(attempt);
    }
    Ok(attempts)
}

/// Why another engine could not be used.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// A fault of the engine.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// Output failed.
    #[error(transparent)]
    Write(#[from] io::Error),
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATE_IN_TWO: &str = "7k/8/5K2/8/8/8/8/6R1 w - -";

    #[test]
    fn operations_are_read_in_their_many_spellings() {
        let problem =
            parse("5rk1/8/8/8/8/8/8/R3K3 w Q - bm Ra8 O-O-O; am a1a7; c0 \"a; b\"; id \"A; 1\";", 7).unwrap();
        assert_eq!((problem.best.len(), problem.avoid.len(), problem.mate), (2, 1, None));
        assert_eq!(problem.name, "A; 1");
        let old =
            parse("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - ; bm Qd1 + ; id BK.01 ", 1).unwrap();
        assert_eq!((old.best.len(), old.name.as_str()), (1, "BK.01"));
        let counted = parse(&format!("{MATE_IN_TWO} 0 1 dm 2"), 3).unwrap();
        assert_eq!((counted.mate, counted.name.as_str()), (Some(2), "line 3"));
        assert_eq!(parse(&format!("{MATE_IN_TWO} bm #-2;"), 3).unwrap().mate, Some(-2));
    }

    #[test]
    fn points_are_read_and_counted() {
        let line = "6k1/P7/8/8/8/8/4K3/8 w - - bm a8=Q; c0 \"a8=Q=10, a8=R=7, Kd3=1\"; id \"Promotion.012\";";
        let problem = parse(line, 1).unwrap();
        let points = |text| problem.points_of(notation::parse_any(&problem.board, text).ok());
        assert_eq!(["a8=Q", "a8=R", "Kd3", "Kd2"].map(points), [10, 7, 1, 0]);
        assert_eq!((problem.most_points(), problem.points_of(None), problem.theme()), (10, 0, "Promotion"));
        let only = parse("6k1/P7/8/8/8/8/4K3/8 w - - c0 \"a8=Q=10, Kd3=1\";", 1).unwrap();
        let solves = |text| only.is_solved_by(notation::parse_any(&only.board, text).ok(), Score::DRAW);
        assert!(solves("a8=Q") && !solves("Kd3") && !solves("Kd2"));
        assert!(
            parse(&format!("{MATE_IN_TWO} bm Kf7; c0 \"a mate, of two\";"), 1).unwrap().points.is_empty()
        );
        let wrong = parse(&format!("{MATE_IN_TWO} c0 \"Kf7=10, Qa1=2\";"), 1).unwrap_err().to_string();
        assert!(wrong.starts_with("the points `Qa1` in c0 are not for a legal move"), "{wrong}");
    }

    #[test]
    fn counters_count_and_tabs_are_blanks() {
        let problem = parse("8/8/8/8/8/2k5/1R6/K7 w - -\tdm\t16;\thmvc 90;\tid\t\"late\";", 1).unwrap();
        assert_eq!((problem.board.halfmove_clock(), problem.mate), (90, Some(16)));
        assert_eq!(problem.name, "late");
        let problem = parse(&format!("{MATE_IN_TWO} bm\tKf7;"), 1).unwrap();
        assert_eq!(problem.best.len(), 1);
    }

    #[test]
    fn suites_of_every_origin_are_read() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(
            &file,
            [b"\xef\xbb\xbf# mine\r\n", MATE_IN_TWO.as_bytes(), b" dm 2; id \"M\xfcller\";\r\n"].concat(),
        )
        .unwrap();
        assert_eq!(read(file.path()).unwrap()[0].name, "Müller");
        std::fs::write(&file, [0x1f, 0x8b, 8, 0, 0]).unwrap();
        assert!(
            read(file.path())
                .unwrap_err()
                .to_string()
                .ends_with("this is not a text file; decompress it first")
        );
    }

    #[test]
    fn faults_say_what_to_mend() {
        for (operations, message) in [
            ("bm Qa1;", "`Qa1` names no legal move"),
            ("dm two;", "`two` is not the length of a mate"),
            ("bm #0;", "`0` is not the length of a mate"),
            ("id \"x\";", "there is no solution"),
        ] {
            let fault = parse(&format!("{MATE_IN_TWO} {operations}"), 1).unwrap_err().to_string();
            assert!(fault.starts_with(message), "{fault}");
        }
    }

    #[test]
    fn right_and_wrong_answers_are_told_apart() {
        let text = ["bm Rg2;", "am Rg2;", "bm #1;", "bm #2;", "bm #-2;", "bm Kf7; am Rg2;"];
        let problems: Vec<Problem> =
            text.iter().map(|operations| parse(&format!("{MATE_IN_TWO} {operations}"), 1).unwrap()).collect();
        let mv = notation::parse_any(&problems[0].board, "Kf7").unwrap();
        let solved: Vec<bool> =
            problems.iter().map(|problem| problem.is_solved_by(Some(mv), Score::mate_in(3))).collect();
        assert_eq!(solved, [false, true, false, true, false, true]);
        assert!(problems[2].is_mate(Score::mate_in(3)) && !problems[4].is_mate(Score::mate_in(3)));
    }

    #[test]
    fn a_mate_is_solved_and_ends_its_search() {
        let problem = parse(&format!("{MATE_IN_TWO} bm #2;"), 1).unwrap();
        let mut engine = Engine::new(1).unwrap();
        let attempts = solve(&mut engine, &[problem], &Limits::nodes(1 << 40), |_, _, _| Ok(())).unwrap();
        assert!(attempts[0].is_solved && attempts[0].nodes < 1_000_000, "{attempts:?}");
        assert!(attempts[0].found.is_some_and(|found| found.nodes <= attempts[0].nodes), "{attempts:?}");
    }
}
