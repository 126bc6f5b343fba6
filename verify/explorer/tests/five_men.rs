//! Five pieces: reviewed answers from files built by `tbgen`, and from the same ending solved in
//! memory on demand.

use crate::client;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use board::Material;
use client::Server;
use explorer::{Knowledge, Settings};
use serde_json::Value;
use tbgen::syzygy::Kind;
use tbgen::{build_files, build_order};

const ENDING: &str = "KBBvKN";

/// The root and every move: results under the fifty-move rule, distances, and which of them are
/// certainly not rounded.
fn told(server: &Server, fen: &str) -> String {
    let answer = server.json(&format!("/standard?fen={}", fen.replace(' ', "_")));
    let values = |of: &Value| {
        format!(
            "{} dtz {} ({}) dtm {}",
            of["category"].as_str().unwrap(),
            of["dtz"],
            of["precise_dtz"],
            of["dtm"]
        )
    };
    let mut text = format!("{fen}\n{}\n", values(&answer));
    for mv in answer["moves"].as_array().unwrap() {
        let _ = writeln!(text, "{:>6} {}", mv["san"].as_str().unwrap(), values(mv));
    }
    text
}

/// A long loss from the public API's documentation, a win spoiled by the counter, a draw in the
/// corner, a capture.
const POSITIONS: [&str; 5] = [
    "8/6B1/6B1/8/2K5/3nk3/8/8 b - - 0 1",
    "8/6B1/6B1/8/2K5/3nk3/8/8 b - - 1 1",
    "8/6B1/6B1/8/2K5/3nk3/8/8 b - - 40 30",
    "k7/n7/2K5/8/8/8/8/4BB2 w - - 0 1",
    "8/8/8/3k4/8/3nK3/8/4BB2 w - - 0 1",
];

#[test]
#[ignore = "minutes: builds and solves an ending of five pieces"]
fn files_and_memory_answer_alike() {
    let folder = tempfile::tempdir().unwrap();
    let materials: Vec<Material> = vec![ENDING.parse().unwrap()];
    build_files(&build_order(&materials, true).unwrap(), folder.path(), Kind::ALL, |_, _| {}).unwrap();
    let files = Server::with(&[folder.path().to_owned()], &Settings::default());
    let from_files: Vec<String> = POSITIONS.iter().map(|fen| told(&files, fen)).collect();
    insta::assert_snapshot!("five_men_from_files", from_files.join("\n"));

    let memory = Server::of(Knowledge::open(&[], true).unwrap(), &Settings::default());
    let category = |server: &Server| {
        server.json(&format!("/standard?fen={}", POSITIONS[0].replace(' ', "_")))["category"].clone()
    };
    assert_eq!(category(&memory), "unknown", "nothing is solved before it is requested");
    let page = memory.get("/").body;
    let token = page.split_once("data-token=\"").unwrap().1.split('"').next().unwrap().to_owned();
    let path = format!("/api/v1/solve?ending={ENDING}");
    let asked = memory.request("POST", &path, &format!("X-Vancura-Token: {token}\r\n"), "");
    assert_eq!(asked.status, 200, "{asked:?}");
    let started = Instant::now();
    let mut seen_at_work = false;
    while category(&memory) == "unknown" {
        let progress = &memory.json("/api/v1/tables")["memory"]["progress"];
        assert!(progress["fault"].is_null(), "{progress}");
        seen_at_work |= progress["solving"].is_string();
        assert!(started.elapsed() < Duration::from_secs(300), "{progress}");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(seen_at_work, "the page can show the progress");
    let from_memory: Vec<String> = POSITIONS.iter().map(|fen| told(&memory, fen)).collect();
    insta::assert_snapshot!("five_men_from_memory", from_memory.join("\n"));
}
