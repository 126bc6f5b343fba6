//! Commands for people: the board, the moves, what is known about a position and why. Their answers
//! go to standard error if that is a terminal or in interactive mode, so that standard output is
//! pure UCI; otherwise to standard output.

use std::fmt::Write as _;

use board::notation::MoveError;
use board::{Board, Diagram, fen, legal_moves, notation};
use explain::Explanation;
use oracle::Oracle;
use tbgen::KnownEndings;

use super::Session;
use super::command::{COMMANDS, Command};
use crate::eval;
use crate::options::{self, Setting};
use crate::picture::{Picture, Style};
use crate::position::Position;
use crate::tablebase::readable_folders;

/// Largest endings solved on request, in men.
const EXPLAINED_MEN: usize = 4;

const LICENSE: &str = concat!(
    "Vancura ",
    env!("CARGO_PKG_VERSION"),
    "\nFree software under either of two licenses, at your choice: the MIT license or the Apache license 2.0;\n",
    "their texts are in the files LICENSE-MIT and LICENSE-APACHE of the source. There is no warranty."
);

impl Session {
    /// Writes an answer for people.
    pub(super) fn tell(&self, text: &str) {
        if self.tells_aside { self.console.say_aside(text) } else { self.console.say(text) }
    }

    pub(super) fn show(&self, flipped: bool) {
        let board = self.position.board();
        let checkers: Vec<String> = board.checkers().into_iter().map(|square| square.to_string()).collect();
        if self.tells_aside || flipped {
            let last = self.played.last().copied();
            let style = if self.tells_aside { Style::of(&std::io::stderr()) } else { Style::default() };
            self.tell(&format!("{}\nFen: {}", Picture { board, last, style, flipped }, self.fen()));
        } else {
            self.tell(&format!("{}\n\nFen: {}", Diagram(board), self.fen()));
        }
        self.tell(&format!("Checkers: {}", checkers.join(" ")));
    }

    /// The greeting.
    pub(super) fn greet(&self) {
        self.tell(concat!(
            "Vancura ",
            env!("CARGO_PKG_VERSION"),
            ", a chess engine with exact endgame knowledge.\n",
            "Type \"help\" for the commands, a move or a FEN to set up a position, \"quit\" to leave."
        ));
    }

    /// Switches the side to move.
    pub(super) fn flip(&mut self) {
        match self.position.board().null_move() {
            Some(board) => self.set_position(Position::new(board), Vec::new()),
            None => self.remark("the side to move cannot be changed in check"),
        }
    }

    pub(super) fn undo(&mut self) {
        if self.played.pop().is_none() {
            return self.remark("there is no move to take back");
        }
        self.engine();
        self.position.undo();
        self.moved();
    }

    pub(super) fn list_moves(&self) {
        let board = self.position.board();
        let moves = legal_moves(board).into_iter();
        let names: Vec<String> = moves
            .map(|mv| format!("{} ({})", notation::san(board, mv), notation::uci(board, mv, self.chess960)))
            .collect();
        self.tell(&if names.is_empty() { "no legal move".to_owned() } else { names.join(", ") });
    }

    pub(super) fn explain_evaluation(&mut self, lists_terms: bool) {
        let position = self.position.clone();
        let engine = self.engine();
        if lists_terms {
            let text = eval::explain::terms_of(&position, engine.left_out());
            return self.tell(&text);
        }
        let exact = engine.tables.exact(position.board());
        let text = eval::explain::evaluation(&position, engine.networks(), engine.left_out());
        self.tell(&text);
        if let Some(exact) = exact {
            self.tell(&format!("Table: {exact} for the side to move"));
        }
        if let Some(verdict) = crate::knowledge::judge(position.board()) {
            let words = crate::knowledge::describe(verdict, position.fifty_move_clock());
            self.tell(&format!("Recognizer: {words}"));
        }
    }

    /// Prints what tables and rules say about the position.
    pub(super) fn explain(&mut self, as_json: bool) {
        let path = self.engine().tables.syzygy_path.clone();
        let mut known = match self.known.take() {
            Some((of, known)) if of == path => known,
            _ => {
                let known = KnownEndings::open(&readable_folders(&path).0, EXPLAINED_MEN);
                let known = known.unwrap_or_else(|error| {
                    self.remark(&error.to_string());
                    KnownEndings::in_memory(EXPLAINED_MEN)
                });
                Oracle::from(known)
            }
        };
        let board = self.position.board();
        if let Err(error) = known.prepare(board) {
            self.remark(&error.to_string());
        }
        let explanation = Explanation::new(board, &known);
        match serde_json::to_string(&explanation).ok().filter(|_| as_json) {
            Some(json) => self.tell(&json),
            None => self.tell(explanation.to_string().trim_end()),
        }
        self.known = Some((path, known));
    }

    /// Prints the quiescence search line by line.
    pub(super) fn resolve(&mut self) {
        let position = self.position.clone();
        match self.engine().resolve(&position) {
            Ok(text) => self.tell(text.trim_end()),
            Err(error) => self.remark(&error.to_string()),
        }
    }

    pub(super) fn load(&mut self, path: &str) {
        self.apply(&Setting::EvalFile(path.to_owned()));
    }

    pub(super) fn help(&self) {
        let widest = COMMANDS.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let mut text = String::new();
        for (name, what) in COMMANDS {
            let _ = writeln!(text, "{name:widest$}  {what}");
        }
        let names: Vec<&str> = options::names().collect();
        let _ = write!(text, "options: {}", names.join(", "));
        self.tell(&text);
    }

    pub(super) fn license(&self) {
        self.tell(LICENSE);
    }

    /// A line that is not a command: at a terminal a position or moves may be typed directly. False
    /// when it is neither.
    pub(super) fn take_typed(&mut self, line: &str) -> bool {
        let line = line.trim();
        if !self.is_interactive || line.is_empty() {
            return false;
        }
        if line.contains('/') {
            match fen::parse_leniently(line) {
                Ok((board, remarks)) => {
                    self.tell_mended(&remarks);
                    self.set_position(Position::new(board), Vec::new());
                    self.show(false);
                }
                Err(error) => self.remark(&format!("illegal FEN: {error}")),
            }
            return true;
        }
        let moves = match read_moves(self.position.board(), line) {
            None => return false,
            Some(Ok(moves)) => moves,
            Some(Err(fault)) => {
                self.remark(&fault.to_string());
                return true;
            }
        };
        self.engine();
        for mv in moves {
            self.position.play(mv);
            self.played.push(mv);
        }
        self.moved();
        self.show(false);
        true
    }

    /// Reports how a FEN with faults was read.
    pub(super) fn tell_mended(&self, remarks: &[String]) {
        for remark in remarks {
            self.remark(&format!("FEN: {remark}"));
        }
    }

    /// Sets the current position.
    pub(super) fn set_position(&mut self, position: Position, played: Vec<board::Move>) {
        self.engine();
        self.position = position;
        self.played = played;
        self.refusal = None;
        self.moved();
    }

    /// Updates the moves for completion.
    fn moved(&self) {
        let board = self.position.board();
        let names = legal_moves(board).into_iter().map(|mv| notation::san(board, mv)).collect();
        *self.move_names.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = names;
    }

    /// Runs a command for people; false for all other commands.
    pub(super) fn obey_person(&mut self, command: &Command) -> bool {
        match command {
            Command::Show { flipped } => self.show(*flipped),
            Command::Fen => self.tell(&self.fen()),
            Command::Flip => self.flip(),
            Command::Undo => self.undo(),
            Command::Moves => self.list_moves(),
            Command::Eval { lists_terms } => self.explain_evaluation(*lists_terms),
            Command::Explain { as_json } => self.explain(*as_json),
            Command::Resolve => self.resolve(),
            Command::Load(path) => self.load(path),
            Command::Help => self.help(),
            Command::License => self.license(),
            Command::IsATty(on) => {
                self.is_interactive = on.unwrap_or(!self.is_interactive);
                self.tells_aside = self.is_interactive;
            }
            _ => return false,
        }
        true
    }
}

/// The moves of a line like `1. e4 e5 2. Nf3`, in any notation, or the fault of one of them; `None`
/// when the line does not begin with a move, legal or not.
fn read_moves(board: &Board, line: &str) -> Option<Result<Vec<board::Move>, MoveError>> {
    let mut board = board.clone();
    let mut moves = Vec::new();
    for word in line.split_whitespace() {
        let name = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.');
        if name.is_empty() && word.contains('.') {
            continue;
        }
        // `0-0` also begins with a digit.
        match notation::parse_any(&board, if word.starts_with("0-0") { word } else { name }) {
            Ok(mv) => {
                moves.push(mv);
                board.play_unchecked(mv);
            }
            Err(MoveError::Unreadable(_)) if moves.is_empty() => return None,
            Err(fault) => return Some(Err(fault)),
        }
    }
    (!moves.is_empty()).then_some(Ok(moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_are_typed_are_legal_or_said_not_to_be() {
        let read = |line: &str| {
            let moves = read_moves(&Board::startpos(), line)?;
            Some(moves.map(|moves| moves.len()).map_err(|fault| fault.to_string()))
        };
        assert_eq!(read("1. e4 e5 2.Nf3"), Some(Ok(3)));
        assert_eq!(read("1. ♘f3 d7-d5"), Some(Ok(2)));
        for (line, fault) in [
            ("e2e5", "`e2e5` is not a legal move"),
            ("Nf6", "`Nf6` names no legal move"),
            ("0-0", "`0-0` names no legal move"),
            ("e4 e5 Ke3", "`Ke3` names no legal move"),
            ("e4 hello", "`hello` is not a move"),
        ] {
            assert!(read(line).is_some_and(|read| read.is_err_and(|told| told.starts_with(fault))), "{line}");
        }
        assert!(["hello", "12", "help me", ""].into_iter().all(|line| read(line).is_none()));
    }
}
