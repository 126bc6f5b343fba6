//! A UCI session: reads commands, runs searches in a thread of their own, prints answers.

pub mod command;
mod config;
mod console;
pub mod info;
mod lines;
mod proof;
mod search_thread;
mod seat;

use std::io::{BufRead, IsTerminal as _, Read as _};
use std::sync::Arc;
use std::time::Instant;

use board::{Board, Move, fen, notation};
use oracle::Oracle;

use crate::clock::Signals;
use crate::engine::Engine;
use crate::knowledge;
use crate::limits::Limits;
use crate::options::{self, Setting};
use crate::play::bench;
use crate::play::genfens;
use crate::polyglot::Library;
use crate::position::Position;
use crate::search::{Observer, SearchInfo, SearchResult};
use crate::tt::TranspositionTable;
use command::{Command, CommandError};
use console::Console;
use lines::{Lines, MoveNames, Pipe, Terminal};
use search_thread::SearchThread;

/// Most characters quoted of the rest of a line.
const MAX_QUOTED: usize = 80;

/// Prints the reports of a search.
struct Printer {
    console: Console,
    board: Board,
    chess960: bool,
    show_wdl: bool,
    /// Also tells people, on standard error.
    tells_aside: bool,
}

impl Observer for Printer {
    fn info(&mut self, line: &SearchInfo) {
        self.console.say(&info::line(line, &self.board, self.chess960, self.show_wdl));
    }

    fn current_move(&mut self, depth: i32, mv: Move, number: usize) {
        let mv = notation::uci(&self.board, mv, self.chess960);
        self.console.say(&format!("info depth {depth} currmove {mv} currmovenumber {number}"));
    }

    fn remark(&mut self, text: &str) {
        self.console.remark(text);
    }

    fn decided(&mut self, outcome: &SearchResult) {
        if self.tells_aside {
            self.console.say_aside(&info::in_words(&outcome.line, &self.board));
        }
        self.console.say(&info::best_move(&self.board, outcome.best, outcome.ponder, self.chess960));
    }
}

/// The engine, idle or searching.
enum Work {
    /// Being created by the search thread.
    Starting,
    Idle(Box<Engine>),
    /// Searching, since this time.
    Searching(Instant),
}

/// The state of a session.
#[expect(clippy::struct_excessive_bools, reason = "independent switches")]
struct Session {
    work: Work,
    search_thread: SearchThread,
    signals: Arc<Signals>,
    /// The last accepted position.
    position: Position,
    /// Why a later position was rejected: there is nothing to search.
    refusal: Option<PositionError>,
    /// Moves that led to the position, as far as they can be taken back.
    played: Vec<Move>,
    /// Names of legal moves, for completion.
    move_names: MoveNames,
    /// Endings solved for `explain`, with the path of the files.
    known: Option<(String, Oracle)>,
    /// Positions and moves may be typed directly.
    is_interactive: bool,
    /// Text for people goes to standard error, so that standard output is pure UCI.
    tells_aside: bool,
    chess960: bool,
    show_wdl: bool,
    /// `uci` lists everything that can be set.
    lists_all: bool,
    /// The last search has limits.
    has_end: bool,
    /// Opening books.
    library: Library,
    /// The file and line of the current command, unless entered by the user.
    obeyed: Option<String>,
    console: Console,
}

/// What happens to a running search when the input ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtEnd {
    /// It is stopped.
    Stop,
    /// It is completed, unless it has no limits.
    Finish,
}

/// Runs a UCI session until `quit` or the end of the input. A session whose input may still come
/// has text for people on standard error, if that is a terminal; otherwise on standard output.
///
/// # Errors
/// When there is no memory for the default hash table.
pub fn run(input: impl BufRead, at_end: AtEnd) -> Result<(), crate::tt::OutOfMemory> {
    let mut session = Session::new(MoveNames::default())?;
    session.tells_aside = at_end == AtEnd::Stop && std::io::stderr().is_terminal();
    session.talk(&mut Pipe(input), at_end);
    Ok(())
}

/// Runs an interactive session at a terminal, after the lines of `first`, with line editing,
/// history and completion. If the terminal cannot be used, input is read as from a pipe.
///
/// # Errors
/// When there is no memory for the default hash table.
pub fn run_terminal(first: &str) -> Result<(), crate::tt::OutOfMemory> {
    let moves = MoveNames::default();
    let Ok(mut terminal) = Terminal::open(first, &moves) else {
        return run(first.as_bytes().chain(std::io::stdin().lock()), AtEnd::Stop);
    };
    let mut session = Session::new(moves)?;
    session.is_interactive = true;
    session.tells_aside = std::io::stderr().is_terminal();
    if first.is_empty() {
        session.greet();
    }
    session.set_position(Position::new(Board::startpos()), Vec::new());
    session.talk(&mut terminal, AtEnd::Stop);
    Ok(())
}

impl Session {
    fn new(move_names: MoveNames) -> Result<Self, crate::tt::OutOfMemory> {
        let hash = TranspositionTable::new(options::DEFAULT_HASH)?;
        std::thread::spawn(knowledge::prepare);
        let search_thread = SearchThread::start();
        // Loading the networks takes too long for the answer to `uci`.
        search_thread.begin(Box::new(|| {
            let engine = Box::new(Engine::with_hash(hash));
            engine.tables.prepare();
            engine
        }));
        Ok(Self {
            work: Work::Starting,
            search_thread,
            signals: Arc::new(Signals::default()),
            position: Position::new(Board::startpos()),
            refusal: None,
            played: Vec::new(),
            move_names,
            known: None,
            is_interactive: false,
            tells_aside: false,
            chess960: false,
            show_wdl: false,
            lists_all: false,
            has_end: true,
            library: Library::default(),
            obeyed: None,
            console: Console::default(),
        })
    }

    fn talk(mut self, lines: &mut impl Lines, at_end: AtEnd) {
        while let Some(line) = lines.next_line() {
            // The clock of a move runs from the time its `go` is read.
            let heard = Instant::now();
            let line = match line {
                Ok(line) => line,
                Err(error) => {
                    self.remark(&error.to_string());
                    continue;
                }
            };
            self.console.heard(line.trim_end());
            match self.read(&line) {
                Ok(Command::Quit) => {
                    self.engine();
                    return;
                }
                Ok(command) => self.obey(command, heard),
                Err(error) => self.remark(&error.to_string()),
            }
        }
        self.finish(at_end);
    }

    /// Runs a line as a command; otherwise it may be a position or moves typed by the user.
    fn read(&mut self, line: &str) -> Result<Command, CommandError> {
        match line.parse::<Command>() {
            Err(CommandError::Unknown(_)) if self.take_typed(line) => Ok(Command::Nothing),
            // In interactive mode the fault is reported; a GUI may send words for other engines, so
            // the rest is parsed.
            Err(unknown @ CommandError::Unknown(_)) if !self.is_interactive => {
                match command::behind_unknown(line) {
                    Some(rest) => {
                        self.remark(&format!(
                            "{unknown}; read on at `{}`",
                            console::printable(rest, MAX_QUOTED)
                        ));
                        rest.parse()
                    }
                    None => Err(unknown),
                }
            }
            other => other,
        }
    }

    fn obey(&mut self, command: Command, heard: Instant) {
        if self.obey_person(&command) {
            return;
        }
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.get_ready(),
            Command::NewGame => self.engine().new_game(),
            Command::SetOption { name, value } => match options::parse(&name, &value) {
                Ok(setting) => self.set(&setting),
                Err(error) => self.remark(&error.to_string()),
            },
            Command::Position { fen, moves } => match set_up(fen.as_deref(), &moves) {
                Ok(Set { position, played, remarks }) => {
                    self.tell_mended(&remarks);
                    self.set_position(position, played);
                }
                Err(fault) => {
                    self.remark(&format!("{fault}; `go` waits for another position"));
                    self.refusal = Some(fault);
                }
            },
            Command::Go { limits, search_moves, faults } => {
                for fault in faults {
                    self.remark(&fault.to_string());
                }
                self.go(limits, &search_moves, heard);
            }
            Command::Proof(moves) => self.prove(moves, heard),
            Command::Perft(depth) => self.perft(depth),
            Command::Stop => self.signals.stop(),
            Command::PonderHit => {
                if let Work::Searching(started) = self.work {
                    self.signals.ponder_hit(started);
                }
            }
            Command::Bench(depth) => self.bench(depth),
            Command::GenFens(order) => self.generate_fens(&order),
            // Nothing, or a command for people.
            _ => {}
        }
    }

    /// Writes a remark with its source.
    fn remark(&self, text: &str) {
        match &self.obeyed {
            Some(place) => self.console.remark(&format!("{place}: {text}")),
            None => self.console.remark(text),
        }
    }

    fn introduce(&self) {
        self.console.say(&format!("id name Vancura {}", env!("CARGO_PKG_VERSION")));
        self.console.say("id author the Vancura authors");
        let search = if self.lists_all { options::announce_search() } else { Vec::new() };
        for option in options::announce().into_iter().chain(search) {
            self.console.say(&option);
        }
        self.console.say("uciok");
    }

    /// Answers immediately during a search, otherwise when everything is loaded.
    fn get_ready(&mut self) {
        if let Work::Searching(_) = self.work {
            match self.search_thread.try_wait() {
                Some(engine) => self.work = Work::Idle(engine),
                None => return self.console.say("readyok"),
            }
        }
        self.engine().tables.wait_for_three_men();
        knowledge::prepare();
        self.console.say("readyok");
    }

    /// The engine; a running search is stopped and answers first.
    fn engine(&mut self) -> &mut Engine {
        match self.work {
            Work::Idle(_) => {}
            Work::Starting => self.work = Work::Idle(self.search_thread.wait()),
            Work::Searching(_) => {
                self.signals.stop();
                self.work = Work::Idle(self.search_thread.wait());
            }
        }
        match &mut self.work {
            Work::Idle(engine) => engine,
            _ => unreachable!("the engine has just been returned"),
        }
    }

    /// Ends the session.
    fn finish(&mut self, at_end: AtEnd) {
        if at_end == AtEnd::Finish && self.has_end && matches!(self.work, Work::Searching(_)) {
            self.work = Work::Idle(self.search_thread.wait());
        }
        self.engine();
    }

    fn set(&mut self, setting: &Setting) {
        match setting {
            Setting::Chess960(on) => self.chess960 = *on,
            Setting::ShowWdl(on) => self.show_wdl = *on,
            Setting::ListAll(on) => self.lists_all = *on,
            Setting::LogFile(path) => {
                if let Err(error) = self.console.log_to(path) {
                    self.remark(&format!("option Log File: `{path}` cannot be written: {error}"));
                }
            }
            Setting::ConfigFile(path) if path.is_empty() => {}
            Setting::ConfigFile(path) => self.obey_file(path),
            Setting::OwnBook(_)
            | Setting::BookFile(..)
            | Setting::BookDepth(..)
            | Setting::BookVariety(_) => {
                if let Some(text) = self.library.set(setting) {
                    self.remark(&text);
                }
            }
            other => {
                self.library.set(other);
                self.apply(other);
            }
        }
    }

    /// Applies a setting to the engine and prints its remarks.
    fn apply(&mut self, setting: &Setting) {
        let answer = match self.engine().set(setting) {
            Ok(remarks) => remarks,
            Err(error) => error.to_string().lines().map(str::to_owned).collect(),
        };
        for text in answer {
            self.remark(&text);
        }
    }

    /// Plays a book move if there is one and it is a game; true when played.
    fn plays_from_book(&mut self, limits: &Limits) -> bool {
        let is_game = !limits.infinite && !limits.ponder && limits.mate.is_none();
        if !is_game || !limits.search_moves.is_empty() {
            return false;
        }
        let board = self.position.board();
        match self.library.suggest(board) {
            Ok(None) => false,
            Ok(Some(found)) => {
                let name = notation::san(board, found.mv);
                self.remark(&format!("book: {name}, weight {} of {}", found.weight, found.weights));
                self.console.say(&info::best_move(board, Some(found.mv), None, self.chess960));
                true
            }
            Err(fault) => {
                self.remark(&fault);
                false
            }
        }
    }

    fn go(&mut self, mut limits: Limits, search_moves: &[String], started: Instant) {
        self.engine();
        if let Some(fault) = &self.refusal {
            self.remark(&format!("nothing is searched, because the last position was rejected: {fault}"));
            return self.console.say(&info::best_move(self.position.board(), None, None, self.chess960));
        }
        for text in search_moves {
            match notation::parse_any(self.position.board(), text) {
                Ok(mv) => limits.search_moves.push(mv),
                Err(error) => self.remark(&error.to_string()),
            }
        }
        if self.plays_from_book(&limits) {
            return;
        }
        let Work::Idle(mut engine) = std::mem::replace(&mut self.work, Work::Searching(started)) else {
            unreachable!("the engine has just been returned")
        };
        let signals = Arc::clone(&self.signals);
        signals.reset(limits.ponder);
        self.has_end = !limits.infinite && !limits.ponder;
        let position = self.position.clone();
        let mut printer = Printer {
            console: self.console.clone(),
            board: position.board().clone(),
            chess960: self.chess960,
            show_wdl: self.show_wdl,
            tells_aside: self.tells_aside,
        };
        self.search_thread.begin(Box::new(move || {
            engine.think(&position, &limits, &signals, started, &mut printer);
            engine
        }));
    }

    fn perft(&mut self, depth: u32) {
        self.engine();
        let started = Instant::now();
        let board = self.position.board();
        let mut total = 0;
        for (mv, nodes) in board::divide(board, depth) {
            self.console.say(&format!("{}: {nodes}", notation::uci(board, mv, self.chess960)));
            total += nodes;
        }
        let total = if depth == 0 { 1 } else { total };
        self.console.say(&format!("{total} nodes in {} ms", started.elapsed().as_millis()));
    }

    fn fen(&self) -> String {
        let board = self.position.board();
        if self.chess960 { format!("{board:#}") } else { fen::write(board) }
    }

    fn generate_fens(&mut self, order: &genfens::Order) {
        match genfens::generate(self.engine(), order) {
            Ok(fens) => {
                for fen in fens {
                    self.console.say(&format!("info string genfens {fen}"));
                }
            }
            Err(error) => self.remark(&format!("genfens: {error}")),
        }
    }

    fn bench(&mut self, depth: Option<i32>) {
        let depth = depth.unwrap_or(bench::DEFAULT_DEPTH);
        let counted = bench::run(self.engine(), depth, |_, _, _| ());
        self.console.say(&format!("{} nodes {} nps", counted.nodes, counted.nodes_per_second()));
    }
}

/// Why a position is rejected.
#[derive(Debug, thiserror::Error)]
enum PositionError {
    /// It cannot be read.
    #[error("illegal FEN: {0}")]
    Fen(#[from] fen::FenError),
    /// An illegal move.
    #[error(transparent)]
    Move(#[from] notation::MoveError),
}

/// A parsed position.
struct Set {
    /// After the moves.
    position: Position,
    played: Vec<Move>,
    /// Remarks on the FEN and how it was read.
    remarks: Vec<String>,
}

/// Rejecting a position forfeits a game: faults in castling rights, en passant squares and counters
/// are ignored.
fn set_up(text: Option<&str>, moves: &[String]) -> Result<Set, PositionError> {
    let (board, remarks) = match text {
        Some(text) => fen::parse_leniently(text)?,
        None => (Board::startpos(), Vec::new()),
    };
    let mut position = Position::new(board);
    let mut played = Vec::with_capacity(moves.len());
    for text in moves {
        let mv = notation::parse_any(position.board(), text)?;
        position.play(mv);
        played.push(mv);
    }
    Ok(Set { position, played, remarks })
}
