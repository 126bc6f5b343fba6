//! `vancura match` as a program.

use std::path::Path;
use std::process::{Command, Output};

const BOOK: &str =
    "8/5k2/1p6/p1p2p2/P1P2P2/1P3K2/8/8 w - - 0 1\n4k3/pp3ppp/8/8/8/8/PP3PPP/4K3 b - - c0 \"even\";\n";

fn play(folder: &Path, arguments: &[&str]) -> Output {
    let book = folder.join("book.epd");
    std::fs::write(&book, BOOK).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_vancura"));
    command.arg("match").arg("--book").arg(book).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_report_for_programs_and_the_games_agree() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    let arguments = ["--b", "nodes=40", "--nodes", "200", "--games", "7", "--json", "--quiet", "--pgn"];
    let output = play(folder.path(), &[&arguments[..], &[pgn.to_str().unwrap()]].concat());
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["games"], 8, "rounded up to pairs");
    let counted = ["wins", "draws", "losses"].map(|name| report[name].as_u64().unwrap());
    assert_eq!(counted.iter().sum::<u64>(), 8);
    let games = std::fs::read_to_string(pgn).unwrap();
    assert_eq!(games.matches("[Result ").count(), 8);
    let drawn = games.matches("[Result \"1/2-1/2\"]").count() as u64;
    assert_eq!(drawn, counted[1]);
    assert_eq!(games.matches("[White \"B (nodes=40)\"]").count(), 4, "{games}");
    assert!(report["mean_nodes"][0].as_f64() > report["mean_nodes"][1].as_f64());
}

/// Ctrl-C, where supported.
#[cfg(unix)]
fn interrupt(program: &std::process::Child) {
    let sent = Command::new("kill").args(["-INT", &program.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

#[cfg(unix)]
#[test]
fn a_match_that_is_interrupted_tells_what_it_has_come_to() {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.epd");
    std::fs::write(&book, BOOK).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_vancura"));
    command.arg("match").arg("--book").arg(book).args(["--nodes", "20", "--games", "1000000", "--json"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut messages = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(messages.next().unwrap().unwrap().contains("/1000000 games, "));
    interrupt(&child);
    let last = messages.last().unwrap().unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(last, format!("stopped after {} of 1000000 games", report["games"]));
}

#[cfg(unix)]
#[test]
fn a_ladder_that_is_interrupted_tells_where_the_rungs_stand_so_far() {
    use std::io::{BufRead as _, BufReader, Read as _};
    use std::process::Stdio;
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.epd");
    std::fs::write(&book, BOOK).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_vancura"));
    command.arg("ladder").args(["--depths", "1..3", "--games", "1000000", "--book"]).arg(book);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut table = BufReader::new(child.stdout.take().unwrap());
    table.read_line(&mut String::new()).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    interrupt(&child);
    let mut rest = String::new();
    table.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let (met, heights) = rest.split_once("\nabove the lowest, by neighbors:\n").unwrap();
    let count = met.lines().count();
    assert!(count <= 1 && !met.contains("1000000"), "{met}");
    assert_eq!(text(&output.stderr), format!("stopped; {count} of 2 meetings have games\n"));
    assert!(heights.lines().count() <= 2, "{heights}");
}

#[test]
fn equal_sides_draw_the_match_and_progress_goes_to_standard_error() {
    let folder = tempfile::tempdir().unwrap();
    let output = play(folder.path(), &["--depth", "4", "--games", "4", "--sprt", "0,10", "--threads", "2"]);
    let report = text(&output.stdout);
    assert!(output.status.success());
    assert!(report.contains("score 50.00 %") && report.contains("pairs      0 0 2 0 0"), "{report}");
    assert!(report.contains("Elo        +0.0 ± 0.0") && report.contains(", open"), "{report}");
    assert!(text(&output.stderr).contains("4/4 games"), "{}", text(&output.stderr));
}

#[test]
fn a_clock_game_is_played_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let output =
        play(folder.path(), &["--time", "0.3+0.01", "--games", "2", "--adjudicate-tables", "3", "-q"]);
    assert!(
        output.status.success() && text(&output.stdout).contains("games      2 "),
        "{}",
        text(&output.stdout)
    );
}

#[test]
fn games_that_both_sides_have_given_up_are_ended() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    let adjudicate = ["--adjudicate-wins", "300,2", "--adjudicate-draws", "20,3,8"];
    let arguments = ["--b", "nodes=40", "--a", "nodes=2000", "--games", "8", "--pgn", pgn.to_str().unwrap()];
    let output = play(folder.path(), &[&arguments[..], &adjudicate[..]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let games = std::fs::read_to_string(&pgn).unwrap();
    assert!(games.contains("[Termination \"adjudication by scores\"]"), "{games}");
    let refused = play(folder.path(), &["--depth", "2", "--games", "2", "--adjudicate-wins", "300"]);
    assert_eq!(refused.status.code(), Some(2));
    let message = text(&refused.stderr);
    assert!(message.contains("write centipawns and moves, both from 1 to 10000, as in 600,3"), "{message}");
}

#[test]
fn another_build_at_equal_depth_is_exactly_even() {
    let folder = tempfile::tempdir().unwrap();
    let own = env!("CARGO_BIN_EXE_vancura");
    let arguments =
        ["--b-cmd", own, "--b", "Hash=4 MoveOverhead=30 Simd=plain", "--depth", "4", "--games", "8"];
    let output = play(folder.path(), &arguments);
    let report = text(&output.stdout);
    assert!(report.contains("pairs      0 0 4 0 0"), "{report}{}", text(&output.stderr));
}

#[cfg(unix)]
#[test]
fn a_program_that_breaks_the_rules_loses_and_is_started_again() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("bad");
    let script = |go: &str| {
        let text = format!(
            "#!/bin/sh\nwhile read line; do case $line in\nuci) echo uciok;;\nisready) echo readyok;;\ngo*) {go};;\nquit) exit;;\nesac; done\n"
        );
        std::fs::write(&program, text).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    };
    for (go, fault) in [("echo bestmove a1a1", "`a1a1` is not a legal move"), ("exit", "it ended")] {
        script(go);
        let output = play(
            folder.path(),
            &["--b-cmd", program.to_str().unwrap(), "--depth", "2", "--games", "4", "-q"],
        );
        let report = text(&output.stdout);
        assert!(report.contains("games      4 (+4 =0 -0)"), "{report}{}", text(&output.stderr));
        assert!(report.contains("by faults  A lost 0, B lost 4"), "{report}");
        assert_eq!(text(&output.stderr).matches(fault).count(), 4, "{}", text(&output.stderr));
    }
    let output = play(folder.path(), &["--b-cmd", "/nowhere/x", "--depth", "2", "--games", "2"]);
    assert!(!output.status.success() && text(&output.stderr).contains("/nowhere/x"));
    let arguments = ["--b-cmd", program.to_str().unwrap(), "--b", "Magic=1", "--depth", "2", "--games", "2"];
    let output = play(folder.path(), &arguments);
    assert!(text(&output.stderr).contains("it has no option `Magic`"), "{}", text(&output.stderr));
}

#[test]
fn a_ladder_of_depths_is_even_at_equal_depth_and_goes_up() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.epd");
    std::fs::write(&book, BOOK).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_vancura"));
    command.args([
        "ladder",
        "--depths",
        "1..2",
        "--all",
        "--games",
        "4",
        "--loss-positions",
        "2",
        "--loss-nodes",
        "500",
    ]);
    let output = command.arg("--book").arg(&book).arg("--loss-in").arg(&book).output().unwrap();
    let report = text(&output.stdout);
    let even = report.lines().filter(|line| line.contains("50.00%") && line.contains("+0 ± 0")).count();
    assert!(even >= 2, "{report}{}", text(&output.stderr));
    assert_eq!(report.matches(" centipawns").count(), 2, "{report}");
}

#[test]
fn faults_are_named() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, message) in [
        (vec!["--games", "2"], "Give --nodes, --depth or --time"),
        (vec!["--games", "0", "--nodes", "9"], "nothing to play"),
        (vec!["--games", "2", "--nodes", "9", "--a", "magic=1"], "unknown option `magic`"),
        (vec!["--games", "2", "--nodes", "9", "--b", "null_move"], "not of the form Name=Value"),
        (vec!["--games", "2", "--nodes", "9", "--sprt", "5,0"], "the smaller first"),
        (vec!["--games", "2", "--nodes", "9", "--sprt", "0,5", "--alpha", "0.7"], "up to, but not, 0.5"),
        (vec!["--games", "2", "--time", "fast"], "`fast` is not a clock"),
        (vec!["--games", "2", "--nodes", "9", "--depth", "3"], "cannot be used with"),
        (vec!["--games", "2", "--nodes", "9", "--a", "EvalFile=gone.nnue"], "gone.nnue"),
        (vec!["--games", "2", "--nodes", "9", "--b", "SyzygyPath=/gone"], "`/gone` cannot be read"),
    ] {
        let output = play(folder.path(), &arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(text(&output.stderr).contains(message), "{arguments:?}: {}", text(&output.stderr));
    }
}
