//! `vancura suite` as a program.

use std::path::Path;
use std::process::{Command, Output};

const PROBLEMS: &str = "7k/8/5K2/8/8/8/8/6R1 w - - bm Kf7; id \"mate in two\";
8/8/8/4k3/8/2P5/1K3b2/8 w - - bm Ka1; id \"never played\";
8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - bm Kb1; id \"Lasker and Reichhelm\";
";

fn solve(folder: &Path, arguments: &[&str]) -> Output {
    let problems = folder.join("problems.epd");
    std::fs::write(&problems, PROBLEMS).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_vancura"));
    command.arg("suite").arg(problems).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn another_program_is_asked_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let asked = ["--nodes", "20000", "--keep", "--with", "Hash=8 InternalTB=0"];
    let ours = solve(folder.path(), &asked);
    let others = solve(folder.path(), &[&asked[..], &["--cmd", env!("CARGO_BIN_EXE_vancura")]].concat());
    assert!(ours.status.success() && others.status.success(), "{}", text(&others.stderr));
    // Everything except the times.
    let lines = |output: &Output| -> Vec<String> {
        let lines = text(&output.stdout);
        lines.lines().map(|line| line.split(" time ").next().unwrap().to_owned()).collect()
    };
    assert_eq!(lines(&ours), lines(&others));
    assert!(lines(&ours)[0].contains("+ mate in two: Kf7 mate 2"), "{:?}", lines(&ours));
    assert!(lines(&ours)[3].starts_with("the result is kept in 1 of 3"), "{:?}", lines(&ours));
}

#[test]
fn a_program_that_does_not_speak_uci_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for (program, complaint) in [("/nowhere/engine", "/nowhere/engine: "), ("true", "there was no `uciok`")] {
        let output = solve(folder.path(), &["--nodes", "100", "--cmd", program]);
        assert!(!output.status.success());
        assert!(text(&output.stderr).contains(complaint), "{}", text(&output.stderr));
    }
    let output = solve(folder.path(), &["--movetime", "100", "--cmd", "true"]);
    assert!(!output.status.success() && text(&output.stderr).contains("--cmd"), "{}", text(&output.stderr));
}
