//! `vancura practice` through a pipe and at a terminal.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Plays lines through a pipe.
fn practice(arguments: &[&str], lines: &str, progress: &Path) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_vancura"))
        .args(["practice", "--no-files", "--progress", progress.to_str().unwrap()])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments reads nothing.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Philidor's position: Rg6 stays on the third rank, Rh8 leaves it.
const PHILIDOR: &str = "3k4/8/7r/2PK4/8/8/8/1R6 b - - 0 1";

#[test]
fn a_fault_is_explained_and_taken_back_and_the_task_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new/practice.json");
    let said = text(&practice(&["--fen", PHILIDOR, "--moves", "1"], "Rh8\nRg6\n", &file));
    for part in [
        "KRPvKR, Black to move: hold the draw for 1 move.",
        "Rh8 loses. It leaves the third rank. The rule before it: KRPvKR: the third-rank defense.",
        "Refutation: 2. ",
        "It is taken back: try again.",
        "The draw has been held for 1 move. Done, with 1 fault on the way. It comes back on ",
        "0 of 1 task solved without a fault.",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(kept.contains("\"3k4/8/7r/2PK4/8/8/8/1R6 b - - hold\"") && kept.contains("\"box\": 1"), "{kept}");
    // It is due on a later day, not today.
    assert!(text(&practice(&["--due"], "", &file)).contains("Nothing is to be repeated today."));
    let due = kept.split("\"due\": \"").nth(1).unwrap()[..10].to_owned();
    std::fs::write(&file, kept.replace(&due, "2020-01-01")).unwrap();
    let again = text(&practice(&["--due", "--moves", "1"], "Rg6\n", &file));
    assert!(again.contains("Solved without a fault.") && again.contains("1 of 1 task solved"), "{again}");
    assert!(std::fs::read_to_string(&file).unwrap().contains("\"box\": 2"));
}

#[test]
fn a_mate_solves_a_task_and_hints_lead_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("practice.json");
    let mate = ["--fen", "8/8/8/8/8/2K5/7R/k7 w - - 0 1"];
    let said = text(&practice(&mate, "Kb3\nRh1\n", &file));
    assert!(
        said.contains("Black plays Kb1.") && said.contains("Checkmate. Solved without a fault."),
        "{said}"
    );
    let said = text(&practice(&mate, "hint\nhint\nhint\nhint\nnonsense\ngive up\n", &file));
    assert!(said.contains("Move the king on c3.") && said.contains("Play Kb3."), "{said}");
    assert!(said.contains("That was the last hint") && said.contains("nonsense"), "{said}");
    assert!(said.contains("Given up. It comes back on "), "{said}");
}

/// The same tasks against sides that play worse; the same moves get the same replies.
#[test]
fn the_other_side_may_play_at_a_level() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("practice.json");
    let rook = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1";
    for (level, words) in [
        ("longest", "win against the best defense."),
        ("easy", "win against an easy defense."),
        ("1400", "win against a defense of 1400 Elo."),
    ] {
        let arguments = ["--fen", rook, "--defender", level];
        let said = text(&practice(&arguments, "Ra4\nquit\n", &file));
        assert!(said.contains(words) && said.contains("Black plays K"), "{said}");
        assert_eq!(said, text(&practice(&arguments, "Ra4\nquit\n", &file)), "the same game again");
        let held = text(&practice(&["--fen", PHILIDOR, "--moves", "1", "--defender", level], "Rg6\n", &file));
        assert!(held.contains("Solved without a fault."), "{held}");
    }
    let refused = practice(&["--fen", rook, "--defender", "1200"], "", &file);
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("longest, easy, or a strength from 1320 to 3400 Elo"), "{said}");
}

#[test]
fn courses_are_listed_played_and_printed_as_chapters() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("practice.json");
    let listed = text(&practice(&[], "", &file));
    assert!(listed.contains("5 rook-and-pawn-against-rook") && listed.contains("39 positions"), "{listed}");
    let said = text(&practice(&["rook-and-pawn", "--from", "5"], "next\nquit\n", &file));
    assert!(said.contains("Philidor: the third-rank defense\n"), "{said}");
    assert!(said.contains("The third-rank defense with White\n"), "{said}");
    assert!(!file.exists(), "nothing has ended");
    let chapters = text(&practice(&["5", "--pgn"], "", &file));
    assert_eq!(chapters.matches("[FEN \"").count(), 39);
    assert!(chapters.contains("[White \"Philidor: the third-rank defense\"]"), "{chapters}");
    let random = |seed: &str| {
        let arguments = ["KPvK", "--goal", "win", "--difficulty", "hard", "--seed", seed];
        text(&practice(&arguments, "quit\n", &file))
    };
    assert!(random("1").contains("KPvK, White to move: win against the best defense."), "{}", random("1"));
    assert_eq!(random("1"), random("1"));
    assert_ne!(random("1"), random("2"));
}

#[test]
fn what_cannot_be_practiced_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("practice.json");
    let refused = |arguments: &[&str]| {
        let output = practice(arguments, "", &file);
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    for (arguments, reason) in [
        (&["nowhere"][..], "there is no course `nowhere`"),
        (&["5", "--from", "40"], "has the positions 1 to 39, not 40"),
        (&["--fen", "8/8/8/3k4/8/8/8/R3K3 b - - 0 1"], "Black is lost here"),
        (&["--fen", "8/2p5/8/3k4/5r2/8/4P3/4K2R w - - 0 1"], "is not known here"),
        (&["KvK"], "bare kings"),
        (&["KPvK", "--goal", "lose"], "win or hold"),
    ] {
        assert!(refused(arguments).contains(reason), "{arguments:?}: {}", refused(arguments));
    }
    std::fs::write(&file, "{\"format\":\"games\",\"version\":1}").unwrap();
    assert!(refused(&["5"]).contains("this file is `games`"), "{}", refused(&["5"]));
}
