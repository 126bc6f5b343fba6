//! Questions and answers: a mate in N moves, or the shortest that can be found.

use std::fmt;

use board::rules::FIFTY_MOVES_PLIES;
use board::{Board, Move, rules};

use super::file;
use super::leaf::Frame;
use super::search::Search;
use super::table::{OutOfMemory, Table};
use super::value::{EVER, MAX_MOVES, Thresholds, Value};
use crate::position::Position;
use crate::tablebase::Tablebases;

/// The mate to prove.
#[derive(Clone, Copy)]
pub struct MateQuestion<'a> {
    /// The game so far; the side to move attacks.
    pub position: &'a Position,
    /// Mate in this many moves of the attacker, 1 to [`MAX_MOVES`]; if `None`, any mate, and then
    /// shorter ones.
    pub moves: Option<u8>,
    /// Produce a proof file.
    pub wants_file: bool,
}

/// A mate to prove, and what the prover may use.
pub struct Question<'a> {
    /// The mate.
    pub mate: MateQuestion<'a>,
    /// Restricts the first moves, if any are given; none of them may lead back to the position.
    pub first_moves: &'a [Move],
    /// Tables that decide positions.
    pub tables: &'a Tablebases,
}

impl Answer {
    /// The result in words, given the requested number of moves.
    pub fn words(&self, asked: Option<u8>) -> String {
        match (self.verdict, asked) {
            (Verdict::Proved { moves, is_shortest: true }, None) => {
                format!("proved: mate in {moves}, the shortest")
            }
            (Verdict::Proved { moves, is_shortest: false }, None) => {
                format!("proved: mate in {moves}, perhaps not the shortest")
            }
            (Verdict::Proved { moves, .. }, Some(_)) => format!("proved: mate in {moves}"),
            (Verdict::Disproved, Some(moves)) => format!("disproved: no mate in {moves}"),
            (Verdict::Disproved | Verdict::NotFound, _) => "not found".to_owned(),
            (Verdict::Stopped, _) => "not found: the search was stopped".to_owned(),
            (Verdict::OutOfMemory, _) => "not found: out of memory, a larger table may help".to_owned(),
        }
    }
}

/// The result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker mates within this many moves, shown by the line of the answer.
    Proved {
        /// Moves of the attacker.
        moves: u8,
        /// No shorter mate can be forced.
        is_shortest: bool,
    },
    /// There is no mate in the requested number of moves.
    Disproved,
    /// No number was given, and there is no mate in [`MAX_MOVES`].
    NotFound,
    /// The search was stopped early.
    Stopped,
    /// The table is too small: too many entries were overwritten.
    OutOfMemory,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
pub struct Answer {
    /// The result.
    pub verdict: Verdict,
    /// The line with the longest defense in the proof; empty without a proof, and shorter than the
    /// mate when the search was stopped while reconstructing the line.
    pub line: Vec<Move>,
    /// Moves played.
    pub nodes: u64,
    /// Use of the table in thousandths.
    pub hash_permille: usize,
    /// The text of the proof file, if requested and there is a proof; also `None` when the table
    /// had lost too much to reconstruct the proof.
    pub file: Option<String>,
}

/// How far a proof has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Moves played.
    pub nodes: u64,
    /// The number of moves in which a mate is sought.
    pub sought: u8,
    /// The shortest mate proved, in moves.
    pub mate: Option<u8>,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.mate {
            write!(f, "mate in {moves} proved, ")?;
        }
        write!(f, "mate in {} sought, {} nodes", self.sought, self.nodes)
    }
}

/// A prover with its hash table.
pub struct Prover {
    table: Table,
}

/// Nodes of each attempt in the first round without a number of moves.
const FIRST_BUDGET: u64 = 20_000;
/// Factor of nodes from one round to the next.
const BUDGET_GROWTH: u64 = 4;
/// Numbers of moves that are tried when none is given.
const LENGTHS: [u8; 13] = [1, 2, 3, 4, 5, 6, 8, 11, 16, 24, 40, 72, MAX_MOVES];
/// Factor of nodes for finding shorter mates, relative to those of the first mate or to
/// [`SHORTENING_MIN`], whichever is greater.
const SHORTENING: u64 = 8;
const SHORTENING_MIN: u64 = 2_000_000;
/// Most nodes for reconstructing a line.
const LINE_NODES: u64 = 2_000_000;

impl Prover {
    /// A prover with a table of this size in MiB.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { table: Table::new(mebibytes)? })
    }

    /// Answers a question. `goes_on` is called every few microseconds; returning false stops the
    /// search.
    pub fn answer(&mut self, question: &Question, goes_on: &mut dyn FnMut(&Progress) -> bool) -> Answer {
        self.table.clear();
        let mut attempts = Attempts { prover: self, question, goes_on, nodes: 0, sought: 0, mate: None };
        let verdict = match question.mate.moves {
            Some(moves) => attempts.within(moves.clamp(1, MAX_MOVES)),
            None => attempts.shortest(),
        };
        attempts.conclude(verdict)
    }
}

/// The attempts to answer one question.
struct Attempts<'a, 'q> {
    prover: &'a mut Prover,
    question: &'a Question<'q>,
    goes_on: &'a mut dyn FnMut(&Progress) -> bool,
    nodes: u64,
    /// The number of moves in which a mate was last sought.
    sought: u8,
    /// The shortest proved mate.
    mate: Option<Mate>,
}

/// A mate proved by an attempt.
#[derive(Clone, Copy)]
struct Mate {
    plies: u8,
    /// The attempt's number of moves, needed to find its entries in the table again.
    given: u8,
}

impl Attempts<'_, '_> {
    fn board(&self) -> &Board {
        self.question.mate.position.board()
    }

    /// Searches for a mate in this many moves.
    fn within(&mut self, moves: u8) -> Verdict {
        match self.attempt(moves, u64::MAX) {
            Ok(value) if value.is_proved(true) => self.proved(moves == 1),
            Ok(_) => Verdict::Disproved,
            Err(verdict) => verdict,
        }
    }

    /// Searches for any mate, then the shortest: rounds of attempts with ever more moves, each
    /// round with a larger budget.
    fn shortest(&mut self) -> Verdict {
        // Disproved numbers of moves.
        let mut excluded = 0;
        let mut budget = FIRST_BUDGET;
        while self.mate.is_none() {
            for moves in LENGTHS {
                if moves <= excluded {
                    continue;
                }
                match self.attempt(moves, budget) {
                    Ok(value) if value.is_proved(true) => break,
                    Ok(value) if value.plies == EVER => return Verdict::NotFound,
                    Ok(_) => excluded = moves,
                    Err(Verdict::Stopped) if self.may_go_on() => {}
                    Err(verdict) => return verdict,
                }
            }
            if excluded == MAX_MOVES {
                return Verdict::NotFound;
            }
            budget *= BUDGET_GROWTH;
        }
        self.shorten(excluded)
    }

    /// Searches for mates shorter than the known one, given that there is none in `excluded` moves:
    /// rounds of attempts halfway between disproved and proved numbers, each round with a larger
    /// budget.
    fn shorten(&mut self, mut excluded: u8) -> Verdict {
        let (mut budget, end) = (self.nodes, SHORTENING * self.nodes.max(SHORTENING_MIN));
        while self.nodes < end && excluded + 1 < self.mate_moves() {
            let mut failed = excluded;
            while failed + 1 < self.mate_moves() {
                let moves = u8::midpoint(failed, self.mate_moves());
                match self.attempt(moves, budget) {
                    Ok(value) if value.is_proved(true) => {}
                    Ok(_) => (excluded, failed) = (moves, moves),
                    Err(Verdict::Stopped) if self.may_go_on() => failed = moves,
                    Err(_) => return self.proved(false),
                }
            }
            budget *= BUDGET_GROWTH;
        }
        self.proved(excluded + 1 >= self.mate_moves())
    }

    /// Moves of the shortest proved mate.
    fn mate_moves(&self) -> u8 {
        self.mate.expect("a mate has been proved").plies.div_ceil(2)
    }

    fn progress(&self) -> Progress {
        let mate = self.mate.map(|mate| mate.plies.div_ceil(2));
        Progress { nodes: self.nodes, sought: self.sought, mate }
    }

    fn may_go_on(&mut self) -> bool {
        let progress = self.progress();
        (self.goes_on)(&progress)
    }

    fn proved(&self, is_shortest: bool) -> Verdict {
        let moves = self.mate_moves();
        Verdict::Proved { moves, is_shortest: is_shortest || moves == 1 }
    }

    /// Tries to solve the position with `moves` moves left within a number of nodes.
    fn attempt(&mut self, moves: u8, budget: u64) -> Result<Value, Verdict> {
        let plies = 2 * moves - 1;
        let root = self.board().clone();
        if !rules::has_legal_move(&root) {
            return Ok(Value::disproved(true, EVER));
        }
        self.sought = moves;
        let (before, end) = (self.progress(), self.nodes.saturating_add(budget));
        let goes_on = &mut *self.goes_on;
        let mut within_budget = |nodes: u64| {
            let progress = Progress { nodes: before.nodes + nodes, ..before };
            progress.nodes < end && goes_on(&progress)
        };
        self.prover.table.begin();
        let mut search = search(self.question, moves, &mut self.prover.table, &mut within_budget);
        let key = search.key(&root);
        let value = search.expand(&root, key, plies, Thresholds::NONE);
        self.nodes += search.nodes;
        if value.is_proved(true) {
            self.mate = Some(Mate { plies: value.plies, given: moves });
        }
        if value.is_solved() {
            Ok(value)
        } else if self.prover.table.is_exhausted() {
            Err(Verdict::OutOfMemory)
        } else {
            Err(Verdict::Stopped)
        }
    }

    /// Assembles the answer.
    fn conclude(self, verdict: Verdict) -> Answer {
        let (mut line, mut file) = (Vec::new(), None);
        if let (Verdict::Proved { moves, .. }, Some(mate)) = (verdict, self.mate) {
            let root = self.question.mate.position.board();
            let table = &mut self.prover.table;
            table.begin();
            let mut goes_on = |nodes: u64| nodes < LINE_NODES;
            line = search(self.question, mate.given, table, &mut goes_on).line(root, mate.plies);
            if self.question.mate.wants_file {
                table.begin();
                let mut goes_on = |_: u64| true;
                let mut search = search(self.question, mate.given, table, &mut goes_on);
                let strategy = search.strategy(root, mate.plies);
                file = strategy.map(|strategy| file::text(root, moves, &strategy, search.frame.counts_clock));
            }
        }
        Answer { verdict, line, nodes: self.nodes, hash_permille: self.prover.table.permille(), file }
    }
}

/// A search for a mate in this many moves.
fn search<'a>(
    question: &'a Question,
    moves: u8,
    table: &'a mut Table,
    goes_on: &'a mut dyn FnMut(u64) -> bool,
) -> Search<'a> {
    let board = question.mate.position.board();
    let plies = 2 * u16::from(moves) - 1;
    let counts_clock = u16::from(board.halfmove_clock()) + plies > u16::from(FIFTY_MOVES_PLIES);
    let frame =
        Frame { tables: question.tables, attacker: board.side_to_move(), counts_clock, barred: Vec::new() };
    let mut search = Search::new(frame, table, goes_on);
    let twice = question.mate.position.repeated_boards();
    search.frame.barred = twice.into_iter().map(|board| search.key(board)).collect();
    if !question.first_moves.is_empty() {
        let root = search.key(board);
        search.frame.barred.push(root);
        search.only = Some((root, question.first_moves.to_vec()));
    }
    search
}
