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
fn faults_are_named() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, message) in [
        (vec!["--games", "2"], "Give --nodes, --depth or --time"),
        (vec!["--games", "0", "--nodes", "9"], "nothing to play"),
        (vec!["--games", "2", "--nodes", "9", "--a", "magic=1"], "unknown option `magic`"),
        (vec!["--games", "2", "--nodes", "9", "--b", "null_move"], "not of the form Name=Value"),
        (vec!["--games", "2", "--nodes", "9", "--sprt", "5,0"], "the smaller first"),
        (vec!["--games", "2", "--time", "fast"], "`fast` is not a clock"),
        (vec!["--games", "2", "--nodes", "9", "--depth", "3"], "cannot be used with"),
    ] {
        let output = play(folder.path(), &arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(text(&output.stderr).contains(message), "{arguments:?}: {}", text(&output.stderr));
    }
}
