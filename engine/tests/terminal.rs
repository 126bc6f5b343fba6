//! The program at a real pseudo-terminal, which `script` of util-linux gives it.
#![cfg(target_os = "linux")]

use std::io::Write as _;
use std::process::{Command, Stdio};

/// Types lines at a terminal; what came back from standard output and error, and what a redirected standard output got.
fn type_lines(lines: &[&str], redirected: bool) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let program = env!("CARGO_BIN_EXE_vancura");
    let command =
        if redirected { format!("'{program}' > '{}'", out.display()) } else { format!("'{program}'") };
    let mut child = Command::new("script")
        .args(["-q", "-e", "-c", &command, "/dev/null"])
        .env("TERM", "xterm")
        .env("NO_COLOR", "1")
        .env_remove("SYZYGY_PATH")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("`script` of util-linux is needed for this test");
    let mut input = child.stdin.take().unwrap();
    for line in lines {
        // A terminal's Enter.
        input.write_all(format!("{line}\r").as_bytes()).unwrap();
    }
    let output = child.wait_with_output().unwrap();
    drop(input);
    let shown = String::from_utf8_lossy(&output.stdout).replace('\r', "");
    (shown, std::fs::read_to_string(out).unwrap_or_default())
}

#[test]
fn moves_and_positions_are_typed_directly_and_the_last_move_is_marked() {
    let (shown, _) = type_lines(
        &["1. e4 e5 2. Nf3", "fen", "undo", "fen", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1", "flip", "moves", "quit"],
        false,
    );
    assert!(shown.contains("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"), "{shown}");
    assert!(shown.contains("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"), "{shown}");
    assert!(shown.contains("[N]") || shown.contains("[♘]"), "{shown}");
    assert!(shown.contains("Kxb2 (c3b2)"), "{shown}");
}

#[test]
fn standard_output_is_pure_uci_at_a_terminal_too() {
    let (shown, out) = type_lines(&["e4", "show", "help", "go depth 2", "isready", "quit"], true);
    assert!(shown.contains("print the license"), "{shown}");
    let is_uci = |line: &str| {
        line.is_empty() || ["info ", "bestmove ", "readyok"].iter().any(|word| line.starts_with(word))
    };
    assert!(out.contains("bestmove ") && out.lines().all(is_uci), "{out}");
    assert!(shown.contains("depth 2, ") && shown.contains(": 1... "), "{shown}");
}

#[test]
fn an_unfinished_word_is_completed() {
    let (shown, _) = type_lines(&["lice\t", "quit"], false);
    assert!(shown.contains("Apache"), "{shown}");
}
