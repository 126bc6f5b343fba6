//! The `tbgen` program as people run it.

use std::process::{Command, Output};

fn tbgen(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tbgen")).args(arguments).output().expect("the program starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn stats_of_krk() {
    let output = tbgen(&["stats", "KRK"]);
    assert!(output.status.success());
    insta::assert_snapshot!(stdout(&output));
}

#[test]
fn any_spelling_of_a_material_means_the_same_table() {
    let expected = stdout(&tbgen(&["stats", "KRvKP", "--json"]));
    for spelling in ["krkp", "KP-KR", "kpvkr", "KPKR"] {
        assert_eq!(stdout(&tbgen(&["stats", spelling, "--json"])), expected, "{spelling}");
    }
    let json: serde_json::Value = serde_json::from_str(&expected).unwrap();
    assert_eq!(json[0]["material"], "KRvKP");
    assert_eq!(json[0]["sides"][1]["longest_win"]["moves"], 43);
}

#[test]
fn probe_rates_every_move_and_mates() {
    let output = tbgen(&["probe", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"]);
    assert!(output.status.success());
    insta::assert_snapshot!(stdout(&output));
}

#[test]
fn probe_counts_en_passant() {
    // Black can only avoid the loss of his pawn by taking in passing.
    let with_right = tbgen(&["probe", "8/8/8/8/Pp6/8/8/K1k5 b - a3 0 1", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&stdout(&with_right)).unwrap();
    let moves: Vec<&str> =
        json["moves"].as_array().unwrap().iter().map(|m| m["san"].as_str().unwrap()).collect();
    assert!(moves.contains(&"bxa3"), "{moves:?}");
}

#[test]
fn check_finds_nothing_in_a_right_table() {
    let output = tbgen(&["check", "KPK"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stdout(&output).contains("KPvK: 165676 positions compared"), "{}", stdout(&output));
}

#[test]
fn bad_input_is_named_and_exits_with_2() {
    for (arguments, message) in [
        (
            &["stats", "KXK"][..],
            "tbgen: `KXK` names no ending: `X` is not a man; write K Q R B N P, for example KRPvKR",
        ),
        (&["stats", "KRPPvKRP"], "tbgen: KRPPvKRP has 7 men; tables of 3 to 5 men can be built in memory"),
        (&["stats", "KvK"], "tbgen: KvK is always a draw and has no table"),
        (
            &["probe", "8/8 w - - 0 1"],
            "tbgen: `8/8 w - - 0 1` is no position: the board has 2 ranks instead of 8",
        ),
        (
            &["probe", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"],
            "tbgen: positions with castling rights are not in any table",
        ),
        (
            &["probe", "rnbqkbnr/8/8/8/8/8/8/4K3 w - - 0 1"],
            "tbgen: 9 men on the board, at most 7 are possible here",
        ),
        (
            &["build", "KRK"],
            "tbgen: writing table files is not available yet; `tbgen stats` and `tbgen probe` build what they need in memory",
        ),
    ] {
        let output = tbgen(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(stderr(&output).trim_end(), message);
    }
    assert_eq!(tbgen(&["stats"]).status.code(), Some(2));
}
