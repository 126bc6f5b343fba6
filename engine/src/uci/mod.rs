//! A UCI session: reads commands, runs searches in a thread of their own, prints answers.

pub mod command;
mod config;
mod console;
mod desk;
pub mod info;
mod proof;

use std::io::{BufRead, Read};
use std::sync::Arc;
use std::time::Instant;

use board::{Board, Diagram, Move, fen, notation};

use crate::clock::Signals;
use crate::engine::Engine;
use crate::eval::explain;
use crate::knowledge;
use crate::limits::Limits;
use crate::options::{self, Setting};
use crate::play::bench;
use crate::play::genfens;
use crate::polyglot::Library;
use crate::position::Position;
use crate::search::Outcome;
use crate::search::{Line, Listener};
use command::Command;
use console::Console;
use desk::Desk;

/// Longer lines are refused: a game of ten thousand moves is shorter.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// Prints what a search reports.
struct Printer {
    console: Console,
    board: Board,
    chess960: bool,
    show_wdl: bool,
}

impl Listener for Printer {
    fn line(&mut self, line: &Line) {
        self.console.say(&info::line(line, &self.board, self.chess960, self.show_wdl));
    }

    fn current_move(&mut self, depth: i32, mv: Move, number: usize) {
        let mv = notation::uci(&self.board, mv, self.chess960);
        self.console.say(&format!("info depth {depth} currmove {mv} currmovenumber {number}"));
    }

    fn remark(&mut self, text: &str) {
        self.console.remark(text);
    }

    fn decided(&mut self, outcome: &Outcome) {
        self.console.say(&info::best_move(&self.board, outcome.best, outcome.ponder, self.chess960));
    }
}

/// The engine, at hand or at work.
enum Work {
    Idle(Box<Engine>),
    /// At the desk, since then.
    Searching(Instant),
}

/// The state of a conversation.
struct Session {
    work: Work,
    desk: Desk,
    signals: Arc<Signals>,
    /// The last position that was accepted.
    position: Position,
    /// Why one was refused after that: there is nothing to search.
    refusal: Option<String>,
    chess960: bool,
    show_wdl: bool,
    /// The last search ends by itself.
    has_end: bool,
    /// Opening books.
    library: Library,
    /// The file and the line that are being obeyed, if it is not the user who speaks.
    obeyed: Option<String>,
    console: Console,
}

/// What becomes of a search that is under way when the input ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtEnd {
    /// Whoever asked has gone: it is stopped.
    Stop,
    /// It is finished, unless it has no end.
    Finish,
}

/// Talks UCI until `quit` or the end of the input.
///
/// # Errors
/// When there is no memory for the default hash table.
pub fn run(input: impl BufRead, at_end: AtEnd) -> Result<(), crate::tt::OutOfMemory> {
    let engine = Engine::new(options::DEFAULT_HASH)?;
    engine.tables.prepare();
    std::thread::spawn(knowledge::prepare);
    let mut session = Session {
        work: Work::Idle(Box::new(engine)),
        desk: Desk::open(),
        signals: Arc::new(Signals::default()),
        position: Position::new(Board::startpos()),
        refusal: None,
        chess960: false,
        show_wdl: false,
        has_end: true,
        library: Library::default(),
        obeyed: None,
        console: Console::default(),
    };
    let mut input = input;
    while let Some(line) = read_line(&mut input) {
        // The clock of a move runs from the moment its `go` is read.
        let heard = Instant::now();
        if let Ok(line) = &line {
            session.console.heard(line.trim_end());
        }
        match line
            .map_err(str::to_owned)
            .and_then(|line| line.parse().map_err(|e: command::CommandError| e.to_string()))
        {
            Ok(Command::Quit) => {
                session.engine();
                return Ok(());
            }
            Ok(command) => session.obey(command, heard),
            Err(fault) => session.remark(&fault),
        }
    }
    session.finish(at_end);
    Ok(())
}

/// The next line, bytes that are no text replaced; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> Option<Result<String, &'static str>> {
    let mut bytes = Vec::new();
    input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes).ok().filter(|&read| read > 0)?;
    if bytes.len() as u64 == MAX_LINE_BYTES && !bytes.ends_with(b"\n") {
        skip_line(input);
        return Some(Err("a line of more than 1 MiB was skipped"));
    }
    Some(Ok(String::from_utf8_lossy(&bytes).into_owned()))
}

fn skip_line(input: &mut impl BufRead) {
    let mut bytes = Vec::new();
    while let Ok(read) = input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes) {
        if read == 0 || bytes.ends_with(b"\n") {
            break;
        }
        bytes.clear();
    }
}

impl Session {
    fn obey(&mut self, command: Command, heard: Instant) {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.get_ready(),
            Command::NewGame => self.engine().new_game(),
            Command::SetOption { name, value } => match options::parse(&name, &value) {
                Ok(setting) => self.set(&setting),
                Err(error) => self.remark(&error.to_string()),
            },
            Command::Position { fen, moves } => match set_up(fen.as_deref(), &moves) {
                Ok(position) => {
                    self.engine();
                    self.position = position;
                    self.refusal = None;
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
            Command::Show => self.show(),
            Command::Fen => self.console.say(&self.fen()),
            Command::Eval => self.explain_evaluation(),
            Command::Bench(depth) => self.bench(depth),
            Command::GenFens(order) => self.generate_fens(&order),
            Command::Help => self.console.say(HELP),
            Command::Quit | Command::Nothing => {}
        }
    }

    /// Says something to the user, and where it comes from.
    fn remark(&self, text: &str) {
        match &self.obeyed {
            Some(place) => self.console.remark(&format!("{place}: {text}")),
            None => self.console.remark(text),
        }
    }

    fn introduce(&self) {
        self.console.say(&format!("id name Vancura {}", env!("CARGO_PKG_VERSION")));
        self.console.say("id author the Vancura authors");
        for option in options::announce() {
            self.console.say(&option);
        }
        self.console.say("uciok");
    }

    /// Answers at once during a search; otherwise when everything is loaded.
    fn get_ready(&mut self) {
        if let Work::Searching(_) = self.work {
            match self.desk.try_wait() {
                Some(engine) => self.work = Work::Idle(engine),
                None => return self.console.say("readyok"),
            }
        }
        self.engine().tables.wait_for_small();
        knowledge::prepare();
        self.console.say("readyok");
    }

    /// The engine; a search that is still running is stopped and answers first.
    fn engine(&mut self) -> &mut Engine {
        if let Work::Searching(_) = self.work {
            self.signals.stop();
            self.work = Work::Idle(self.desk.wait());
        }
        match &mut self.work {
            Work::Idle(engine) => engine,
            Work::Searching(_) => unreachable!("the engine has just been called back"),
        }
    }

    /// Ends the conversation.
    fn finish(&mut self, at_end: AtEnd) {
        if at_end == AtEnd::Finish && self.has_end && matches!(self.work, Work::Searching(_)) {
            self.work = Work::Idle(self.desk.wait());
        }
        self.engine();
    }

    fn set(&mut self, setting: &Setting) {
        match setting {
            Setting::Chess960(on) => self.chess960 = *on,
            Setting::ShowWdl(on) => self.show_wdl = *on,
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
                for text in self.engine().set(other) {
                    self.remark(&text);
                }
            }
        }
    }

    /// Plays from a book, where one has a move and a game is being played; true when it does.
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
            self.remark(&format!("nothing is searched, for the last position was refused: {fault}"));
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
            unreachable!("the engine has just been called back")
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
        };
        self.desk.begin(Box::new(move || {
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
        if self.chess960 { format!("{:#}", self.position.board()) } else { self.position.board().to_string() }
    }

    fn show(&self) {
        self.console.say(&Diagram(self.position.board()).to_string());
        self.console.say(&format!("\nFen: {}", self.fen()));
        let checkers: Vec<String> =
            self.position.board().checkers().into_iter().map(|s| s.to_string()).collect();
        self.console.say(&format!("Checkers: {}", checkers.join(" ")));
    }

    fn explain_evaluation(&mut self) {
        let position = self.position.clone();
        let exact = self.engine().tables.exact(position.board());
        let text = explain::evaluation(&position, self.engine().networks());
        self.console.say(&text);
        if let Some(exact) = exact {
            self.console.say(&format!("Table: {exact} for the side to move"));
        }
        if let Some(verdict) = crate::knowledge::judge(position.board()) {
            self.console.say(&format!("Recognizer: {}", crate::knowledge::describe(verdict)));
        }
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

/// The position after the moves.
fn set_up(text: Option<&str>, moves: &[String]) -> Result<Position, String> {
    let board = match text {
        Some(text) => fen::parse(text).map_err(|error| format!("illegal FEN: {error}"))?,
        None => Board::startpos(),
    };
    let mut position = Position::new(board);
    for text in moves {
        let mv = notation::parse_any(position.board(), text).map_err(|error| error.to_string())?;
        position.play(mv);
    }
    Ok(position)
}

const HELP: &str = concat!(
    "uci isready ucinewgame stop ponderhit quit\n",
    "setoption name <option> value <value>\n",
    "position startpos|fen <FEN> [moves <move>...]   moves like e2e4 or Nf3\n",
    "go [depth|nodes|movetime|wtime|btime|winc|binc|movestogo|mate <n>] [infinite] [ponder] [searchmoves <move>...]\n",
    "proof [moves]   prove a mate in so many moves, or look for a short one\n",
    "perft <depth>   count leaf positions by first move\n",
    "show            draw the board (also: d)\n",
    "fen             print the position\n",
    "eval            print the static evaluation and what tables and recognizers know\n",
    "bench [depth]   search fixed positions and count nodes\n",
    "genfens <n> seed <n> [book <file>|None]   print random openings",
);
