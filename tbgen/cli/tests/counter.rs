//! Mates under the fifty-move rule: both distances, and the line under that rule.

use board::Dtm;
use tbgen::Dtm50;

use crate::support::{stderr, stdout, tbgen};

/// The exit status, what was printed, and what was reported.
fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = tbgen(arguments);
    (output.status.code(), stdout(&output), stderr(&output))
}

#[test]
fn the_program_tells_both_distances_and_plays_the_detour() {
    // The mate in 18 begins with a king move; with six plies left the pawn must move earlier.
    let fen = "8/8/8/5k2/8/4K3/1P6/8 w - - 94 120";
    let (status, probed, error) = run(&["probe", fen]);
    assert_eq!(status, Some(0), "{error}");
    insta::assert_snapshot!("probe_with_counter", probed);
    let (_, json, _) = run(&["probe", fen, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let (plain, counted) = (json["dtm"]["Win"].as_u64().unwrap(), json["dtm50"]["Win"].as_u64().unwrap());
    let mut mates = Dtm50::default();
    assert_eq!(mates.value(&board::fen::parse(fen).unwrap()), Ok(Dtm::Win(counted as u16)));
    let (status, line, _) = run(&["line", fen, "--goal", "mate50", "--json"]);
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!((status, line.as_array().unwrap().len() as u64), (Some(0), counted));
    assert!(counted >= plain && line[0]["dtm50"]["Win"] == counted);
    let (_, text, _) = run(&["line", fen, "--goal", "mate50"]);
    insta::assert_snapshot!("line_mate50", text);
    let (status, _, error) = run(&["line", "8/8/8/3k4/8/8/4P3/RN2K3 w - - 0 1", "--goal", "mate50"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("KRNPvK has 5 men; mates under the fifty-move rule"), "{error}");
}
