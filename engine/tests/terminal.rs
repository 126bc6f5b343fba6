//! The program at a real pseudo-terminal, which `script` of util-linux gives it.
#![cfg(target_os = "linux")]

use std::io::{Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// What the line editor writes whenever it waits for a line.
const READY: &str = "\x1b[?2004h";

/// Types a line whenever the program waits for one.
struct Typist {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    shown: String,
}

impl Typist {
    fn sit_down(command: &str) -> Self {
        let mut child = Command::new("script")
            .args(["-q", "-e", "-c", command, "/dev/null"])
            .env("TERM", "xterm")
            .env("NO_COLOR", "1")
            .env("LC_ALL", "C")
            .env_remove("SYZYGY_PATH")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("`script` of util-linux is needed for this test");
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, input, output, shown: String::new() }
    }

    /// Reads until the program waits for line number `lines`, from 1, or has ended.
    fn wait_for_turn(&mut self, lines: usize) {
        self.wait_for(READY, lines);
    }

    /// Reads until a text has been shown this often, or the program has ended.
    fn wait_for(&mut self, text: &str, times: usize) {
        let mut bytes = [0; 4096];
        while self.shown.matches(text).count() < times {
            match self.output.read(&mut bytes) {
                Ok(read) if read > 0 => self.shown.push_str(&String::from_utf8_lossy(&bytes[..read])),
                _ => return,
            }
        }
    }
}

/// Types lines at a terminal and returns what it showed.
fn type_lines(command: &str, lines: &[&str]) -> String {
    let mut typist = Typist::sit_down(command);
    for (number, line) in lines.iter().enumerate() {
        typist.wait_for_turn(number + 1);
        // The Enter key of a terminal.
        typist.input.write_all(format!("{line}\r").as_bytes()).unwrap();
    }
    typist.wait_for_turn(usize::MAX);
    typist.child.wait().unwrap();
    typist.shown.replace('\r', "")
}

fn program() -> String {
    format!("'{}'", env!("CARGO_BIN_EXE_vancura"))
}

#[test]
fn moves_and_positions_are_typed_directly_and_the_last_move_is_marked() {
    let lines =
        ["1. e4 e5 2. Nf3", "fen", "undo", "fen", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1", "flip", "moves", "quit"];
    let shown = type_lines(&program(), &lines);
    assert!(shown.contains("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"), "{shown}");
    assert!(shown.contains("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"), "{shown}");
    assert!(shown.contains("3  .  .  .  .  . [N] .  . "), "{shown}");
    assert!(shown.contains("Kd3 (c3d3)"), "{shown}");
}

#[test]
fn standard_output_is_pure_uci_at_a_terminal_too() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let command = format!("{} > '{}'", program(), out.display());
    let shown = type_lines(&command, &["e4", "show flipped", "help", "go depth 2", "isready", "quit"]);
    assert!(shown.contains("print the license") && shown.contains("   h  g  f  e  d  c  b  a"), "{shown}");
    let out = std::fs::read_to_string(&out).unwrap();
    let is_uci = |line: &str| ["info ", "bestmove ", "readyok"].iter().any(|word| line.starts_with(word));
    assert!(out.contains("bestmove ") && out.lines().all(is_uci), "{out}");
    // `quit` may have ended the search earlier.
    assert!(shown.contains("depth ") && shown.contains(": 1... "), "{shown}");
}

#[test]
fn an_unfinished_word_is_completed_and_history_comes_back() {
    let shown = type_lines(&program(), &["lice\t", "fen", "\x1b[A", "quit"]);
    assert!(shown.contains("Apache"), "{shown}");
    assert_eq!(
        shown.matches("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").count(),
        2,
        "{shown}"
    );
}

/// A program behind a pipe whose standard error is a terminal: what people read goes there, and
/// typed moves are for `isatty on` only.
#[test]
fn standard_error_at_a_terminal_is_for_people_whatever_the_input_is() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let run = |lines: &str| {
        let command = format!("printf '{lines}' | {} > '{}'", program(), out.display());
        let shown = type_lines(&command, &[]);
        (shown, std::fs::read_to_string(&out).unwrap())
    };
    let (shown, said) = run("show\\ne4\\ngo nodes 100\\nisready\\nquit\\n");
    assert!(shown.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"), "{shown}");
    assert!(said.contains("unknown command `e4`") && said.contains("bestmove "), "{said}");
    assert!(!said.contains("Fen:"), "{said}");
    let (shown, said) = run("isatty off\\nshow\\nquit\\n");
    assert!(said.contains("Fen: rnbqkbnr/pppppppp/") && !shown.contains("Fen:"), "{shown}\n{said}");
}

#[test]
fn an_ending_is_practiced_at_a_terminal() {
    let command =
        format!("{} practice --fen '8/8/8/8/8/2K5/7R/k7 w - - 0 1' --no-files --progress off", program());
    let mut typist = Typist::sit_down(&command);
    for (turn, line) in ["hint", "Kb3", "Rh1#"].into_iter().enumerate() {
        typist.wait_for("> ", turn + 1);
        typist.input.write_all(format!("{line}\r").as_bytes()).unwrap();
    }
    typist.wait_for_turn(usize::MAX);
    assert!(typist.child.wait().unwrap().success());
    let shown = typist.shown.replace('\r', "");
    assert!(shown.contains("win against the best defense") && shown.contains("Black plays Kb1."), "{shown}");
    assert!(shown.contains("Checkmate. Solved without a fault."), "{shown}");
}
