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
fn points_are_added_up_by_theme() {
    let folder = tempfile::tempdir().unwrap();
    let problems = folder.path().join("strategy.epd");
    let line = |moves: &str, id: &str| format!("7k/8/5K2/8/8/8/8/6R1 w - - c0 \"{moves}\"; id \"{id}\";\n");
    let text_of = [
        line("Kf7=10, Rg2=1", "Mates.001"),
        line("Rg2=10, Kf7=3", "Mates.002"),
        line("Rg2=10", "Waiting.001"),
        line("Rg3=10, Kf7=2", "Waiting.002"),
    ];
    std::fs::write(&problems, text_of.concat()).unwrap();
    let run = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vancura"));
        command.arg("suite").arg(&problems).args(["--nodes", "20000", "--quiet"]).args(more).output().unwrap()
    };
    let told = text(&run(&[]).stdout);
    assert!(told.starts_with("solved 1 of 4"), "{told}");
    assert!(
        told.contains(
            "\npoints 15 of 40 (37.5 %)\n  Mates    13 of 20 (65.0 %)\n  Waiting  2 of 20 (10.0 %)\n"
        ),
        "{told}"
    );
    let report: serde_json::Value = serde_json::from_slice(&run(&["--json"]).stdout).unwrap();
    assert_eq!(report["points"], serde_json::json!({"reached": 15, "most": 40}));
    assert_eq!(report["themes"][1], serde_json::json!(["Waiting", {"reached": 2, "most": 20}]));
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
