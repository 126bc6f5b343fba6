//! The API: known samples, and agreement with its description and with table files built by
//! `tbgen`.

use crate::client;

use std::sync::LazyLock;

use board::{Dtm, Material};
use client::Server;
use explorer::Settings;
use serde_json::Value;
use tbgen::syzygy::Kind;
use tbgen::{Probe, SolvedEndings, build_files, build_order, random_positions};

/// The description of the API.
const OPENAPI: &str = site::OPENAPI;

/// One server for all tests of four pieces, which take seconds to solve.
fn four_men() -> &'static Server {
    static SERVER: LazyLock<Server> = LazyLock::new(|| Server::with_endings(&["KPvKP", "KBNvK", "KPvKB"]));
    &SERVER
}

/// `san category dtz dtm` of each move.
fn moves(answer: &Value) -> Vec<String> {
    let one = |m: &Value| {
        let dtm = m["dtm"].as_i64().map_or("-".to_owned(), |dtm| dtm.to_string());
        format!("{} {} {} {dtm}", m["san"].as_str().unwrap(), m["category"].as_str().unwrap(), m["dtz"])
    };
    answer["moves"].as_array().unwrap().iter().map(one).collect()
}

#[test]
fn the_sample_of_the_api_is_answered_move_by_move() {
    let server = four_men();
    let answer = server.json("/standard?fen=4k3/6KP/8/8/8/8/7p/8_w_-_-_0_1");
    assert_eq!(
        (answer["category"].as_str(), answer["dtz"].as_i64(), answer["dtm"].as_i64()),
        (Some("win"), Some(1), Some(17))
    );
    assert_eq!(
        moves(&answer),
        [
            "h8=Q+ loss -2 -16",
            "h8=R+ loss -2 -26",
            "Kg8 draw 0 0",
            "Kf6 win 1 19",
            "Kg6 win 1 19",
            "Kh6 win 1 19",
            "Kh8 win 1 19",
            "h8=N win 1 19",
            "h8=B win 1 15",
        ]
    );
    let line = server.json("/standard/mainline?fen=4k3/6KP/8/8/8/8/7p/8_w_-_-_0_1");
    assert_eq!((line["winner"].as_str(), line["mainline"][0]["san"].as_str()), (Some("w"), Some("h8=Q+")));
}

/// Samples of the API near the end of the fifty-move counter; where the API is ambiguous, our
/// answer is exact.
#[test]
fn samples_at_the_end_of_the_counter() {
    let server = four_men();
    for (fen, only_move, zeroing) in
        [("K7/2k5/3n4/8/2b5/8/8/8_w_-_-_97_128", "Ka7", 3), ("2n5/K1k5/8/8/2b5/8/8/8_w_-_-_99_129", "Ka8", 1)]
    {
        let answer = server.json(&format!("/standard?fen={fen}"));
        assert_eq!(answer["category"], "blessed-loss", "{fen}");
        let only = &answer["moves"][0];
        assert_eq!(answer["moves"].as_array().unwrap().len(), 1, "{fen}");
        assert_eq!((only["san"].as_str(), only["dtz"].as_i64()), (Some(only_move), Some(zeroing)), "{fen}");
    }
}

/// The position of the README, without a table.
const VANCURA: &str = "R7/6k1/P4r2/8/8/1K6/8/8_b_-_-_0_1";

#[test]
fn results_of_rules_count_on_the_page_and_in_standard_on_request() {
    let server = four_men();
    let position = server.json(&format!("/api/v1/position?fen={VANCURA}"));
    assert_eq!((position["category"].as_str(), position["dtz"].as_i64()), (Some("draw"), Some(0)));
    assert_eq!(position["provenance"]["source"], "proved rule");
    assert!(position["verdict"].as_str().unwrap().starts_with("Drawn"), "{}", position["verdict"]);
    let known = |answer: &Value| {
        answer["moves"].as_array().unwrap().iter().filter(|m| m["category"] != "unknown").count()
    };
    assert!(known(&position) >= 10, "{position}");
    let standard = server.json(&format!("/standard?fen={VANCURA}"));
    // One capture leads to a solved ending.
    assert_eq!((standard["category"].as_str(), known(&standard)), (Some("unknown"), 1));
    let with_rules = Server::with(&[], &Settings { rules: true, ..Settings::default() });
    let standard = with_rules.json(&format!("/standard?fen={VANCURA}"));
    assert_eq!((standard["category"].as_str(), standard["dtz"].as_i64()), (Some("draw"), Some(0)));
    // The front page opens with it and shows its result.
    let front = with_rules.get("/").body;
    assert!(front.contains("Drawn with best play by both sides."), "{front}");
}

#[test]
fn a_claimable_draw_is_reported_with_the_result_of_playing_on() {
    let server = four_men();
    let fen = "8/8/8/8/8/1K6/7R/k7_w_-_-_100_1";
    assert_eq!(server.json(&format!("/standard?fen={fen}"))["category"], "cursed-win");
    let position = server.json(&format!("/api/v1/position?fen={fen}"));
    assert_eq!(
        position["verdict"],
        "A draw can be claimed: the fifty-move counter stands at 100. If it is not claimed, White mates in 1."
    );
    assert!(position["zugzwang"].is_null());
}

#[test]
fn a_folder_with_missing_files_gives_the_results_it_has() {
    let folder = tempfile::tempdir().unwrap();
    build_files(&["KRPvK".parse().unwrap()], folder.path(), Kind::SYZYGY, |_, _| {}).unwrap();
    let server = Server::with(&[folder.path().to_owned()], &Settings::default());
    // Promotions lead to endings without tables.
    for fen in ["8/4P3/8/8/8/2k5/8/K6R_w_-_-_0_1", "8/8/4P3/8/8/2k5/8/K6R_w_-_-_3_9"] {
        let answer = server.json(&format!("/standard?fen={fen}"));
        assert_eq!(answer["category"], "win", "{answer}");
    }
}

#[test]
fn what_is_not_in_memory_comes_from_files_and_is_judged_at_its_counter() {
    let folder = tempfile::tempdir().unwrap();
    let materials: Vec<Material> = vec!["KBNvK".parse().unwrap()];
    let order = build_order(&materials, true).unwrap();
    build_files(&order, folder.path(), Kind::ALL, |_, _| {}).unwrap();
    // Three pieces in memory, four in files.
    let server = Server::with(&[folder.path().to_owned()], &Settings::default());
    let solved = SolvedEndings::build("KBNvK".parse().unwrap()).unwrap();
    let table = solved.mates().table("KBNvK".parse().unwrap()).unwrap();
    for placement in random_positions(table, 60, 5, None) {
        let board = placement.to_board().unwrap();
        let right = solved.values(&board).unwrap();
        let path = format!("/standard?fen={}", board.to_string().replace(' ', "_"));
        let answer = server.json(&path);
        if board::legal_moves(&board).is_empty() {
            continue;
        }
        let dtm = match right.dtm.unwrap() {
            Dtm::Win(n) => i64::from(n),
            Dtm::Draw => 0,
            Dtm::Loss(n) => -i64::from(n),
        };
        assert_eq!(answer["dtm"].as_i64(), Some(dtm), "{path}");
        let dtz = i64::from(right.dtz.unwrap().0);
        let told = answer["dtz"].as_i64().unwrap();
        assert!(
            told == dtz || (told.abs() + 1 == dtz.abs() && answer["precise_dtz"].is_null()),
            "{path}: {told} {dtz}"
        );
        if let Some(precise) = answer["precise_dtz"].as_i64() {
            assert_eq!(precise, dtz, "{path}");
        }
    }
    let position = server.json("/api/v1/position?fen=8/8/8/3k4/8/3K4/8/3BN3_w_-_-_0_1");
    assert_eq!(position["provenance"]["source"], "file");
    assert_eq!(position["provenance"]["follows_from_moves"], true);
    assert_eq!(position["provenance"]["files"].as_array().unwrap().len(), 3);
    let dtz = position["dtz"].as_i64().unwrap();
    let category = |counter: i64| {
        let path = format!("/standard?fen=8/8/8/3k4/8/3K4/8/3BN3_w_-_-_{counter}_1");
        server.json(&path)["category"].as_str().unwrap().to_owned()
    };
    assert_eq!(category(100 - dtz - 2), "win");
    assert_eq!(category(100 - dtz + 2), "cursed-win");
    let tables = server.json("/api/v1/tables");
    assert_eq!(tables["folders"][0]["files"].as_array().unwrap().len(), 9, "{tables}");
}

#[test]
fn verdicts_name_counter_zugzwang_rule_and_only_move() {
    let server = four_men();
    let won = server.json("/api/v1/position?fen=8/8/8/3k4/8/3K4/8/3BN3_w_-_-_10_1");
    let verdict = won["verdict"].as_str().unwrap();
    assert!(
        verdict.starts_with("White wins: White mates in ") && verdict.contains("stands at 10 and reaches"),
        "{verdict}"
    );
    let spoiled = server.json("/api/v1/position?fen=8/8/8/3k4/8/3K4/8/3BN3_w_-_-_90_1");
    assert_eq!(spoiled["category"], "cursed-win");
    assert!(spoiled["verdict"].as_str().unwrap().starts_with("Drawn by the fifty-move rule"), "{spoiled}");
    let opposition = server.json("/api/v1/position?fen=4k3/8/4K3/4P3/8/8/8/8_b_-_-_0_1");
    assert_eq!(opposition["zugzwang"]["kind"], "none");
    let trebuchet = server.json("/api/v1/position?fen=8/8/8/8/3pK3/2kP4/8/8_w_-_-_0_1");
    assert_eq!((&trebuchet["zugzwang"]["kind"], &trebuchet["category"]), (&"mutual".into(), &"loss".into()));
    let bishop = server.json("/api/v1/position?fen=8/8/8/4k3/8/2P5/1K3b2/8_w_-_-_0_1");
    assert!(bishop["rules"][0]["claim"].as_str().unwrap().len() > 20, "{bishop}");
    let only = server.json("/api/v1/position?fen=4k3/8/3K4/4P3/8/8/8/8_b_-_-_0_1");
    let keeping =
        only["moves"].as_array().unwrap().iter().filter(|m| m["result"] == only["category"]).count();
    assert_eq!(only["only_move"].is_string(), keeping == 1);
    let unknown = server.json("/api/v1/position?fen=R7/6k1/P4r2/8/8/1K6/8/8_b_-_-_0_1");
    assert!(
        unknown["missing"]["files"].as_array().unwrap().iter().any(|file| file == "KRPvKR.rtbw"),
        "{unknown}"
    );
}

#[test]
fn lines_squares_lists_and_games() {
    let server = four_men();
    let krk = "8/8/8/3k4/8/8/8/R3K3_w_-_-_0_1";
    let line = server.json(&format!("/api/v1/line?fen={krk}"));
    assert_eq!((line["plies"].as_array().unwrap().len(), &line["ends"]), (27, &"checkmate".into()));
    assert_eq!(line["plies"][26]["counter"], 27);
    let pgn = server.get(&format!("/api/v1/line.pgn?fen={krk}")).body;
    let game = board::pgn::Reader::new(pgn.as_bytes()).next().unwrap().unwrap();
    assert_eq!((game.line.moves.len(), game.result), (27, board::pgn::GameResult::WhiteWins));
    let squares = server.json(&format!("/api/v1/squares?fen={krk}&man=a1"));
    assert_eq!(
        squares["counts"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>(),
        squares["squares"].as_array().unwrap().len() as u64
    );
    let zugzwangs = server.json("/api/v1/endings/KPvK/zugzwangs?limit=7&offset=3");
    assert_eq!(
        (zugzwangs["positions"].as_array().unwrap().len(), zugzwangs["offset"].as_u64()),
        (7, Some(3))
    );
    let statistics = server.json("/api/v1/endings/kpk");
    assert_eq!(statistics["mutual_zugzwangs"]["white_draws_black_loses"], zugzwangs["total"]);
    let epd = server.get("/api/v1/endings/KRvK/longest.epd?limit=5").body;
    assert!(epd.lines().count() == 5 && epd.contains("c0 \"mated in 16 (32 plies)\";"), "{epd}");
    let csv = server.get("/api/v1/endings/KRvK/random.csv?limit=4&seed=9&result=loss").body;
    assert_eq!((csv.lines().count(), csv.lines().next()), (5, Some("fen,dtm_plies,words")));
    assert_eq!(csv, server.get("/api/v1/endings/KRvK/random.csv?limit=4&seed=9&result=loss").body);
    let map = server.json("/api/v1/rules/KBvKP/0/map?fen=8/8/8/4k3/8/2P5/1K3b2/8_w_-_-_0_1&man=f2");
    assert!(map["legal"].as_array().unwrap().len() > 30, "{map}");
    let game = "[White \"A\"]\n[FEN \"8/8/8/3k4/8/8/4P3/4K3 w - - 0 1\"]\n\n1. Kd2 Kd4 2. e4 Kxe4 *\n";
    let told: Value =
        serde_json::from_str(&server.request("POST", "/api/v1/annotate", "", game).body).unwrap();
    let played = told["games"][0]["moves"].as_array().unwrap();
    assert_eq!((played.len(), &played[2]["after"]), (4, &"draw".into()));
    // Null moves and variations are kept.
    let game = "[FEN \"8/8/8/3k4/8/8/4P3/4K3 w - - 0 1\"]\n\n1. ♔d2 -- (1... Kd4) 2. e2-e4+ ½-½\n";
    let told: Value =
        serde_json::from_str(&server.request("POST", "/api/v1/annotate", "", game).body).unwrap();
    let pgn = told["pgn"].as_str().unwrap();
    assert_eq!(told["games"][0]["covered"], 2, "{pgn}");
    assert!([" -- ", "(1... Kd4)", "1/2-1/2"].into_iter().all(|part| pgn.contains(part)), "{pgn}");
    assert_eq!(server.request("POST", "/api/v1/annotate", "", "").status, 400);
}

/// The first difference between a value and its schema.
pub(crate) fn fault(schema: &Value, value: &Value, at: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let document: Value = serde_json::from_str(OPENAPI).unwrap();
        let target = document
            .pointer(name.trim_start_matches('#'))
            .unwrap_or_else(|| panic!("there is no schema {name}"))
            .clone();
        return fault(&target, value, at);
    }
    if let Some(either) = schema["oneOf"].as_array() {
        let faults: Vec<_> = either.iter().map(|one| fault(one, value, at)).collect();
        return if faults.iter().any(Option::is_none) { None } else { faults.into_iter().flatten().next() };
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(n) if n.is_i64() || n.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => return Some(format!("{at}: the description has no type")),
    };
    let whole = kind == "integer" && kinds.contains(&"number");
    if !whole && !kinds.contains(&kind) {
        return Some(format!("{at}: {kind} instead of {kinds:?}"));
    }
    if let Some(allowed) = schema["enum"].as_array()
        && !allowed.contains(value)
    {
        return Some(format!("{at}: {value} is none of {allowed:?}"));
    }
    if let (Some(items), Some(values)) = (schema.get("items"), value.as_array()) {
        return values
            .iter()
            .enumerate()
            .find_map(|(index, one)| fault(items, one, &format!("{at}[{index}]")));
    }
    let (Some(properties), Some(object)) = (schema["properties"].as_object(), value.as_object()) else {
        return None;
    };
    let missing = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|name| !object.contains_key(name.as_str().unwrap()));
    if let Some(missing) = missing {
        return Some(format!("{at}: {missing} is missing"));
    }
    object.iter().find_map(|(name, one)| match properties.get(name) {
        Some(schema) => fault(schema, one, &format!("{at}.{name}")),
        None => Some(format!("{at}.{name} is not described")),
    })
}

#[test]
fn answers_are_as_they_are_described() {
    let document: Value = serde_json::from_str(OPENAPI).unwrap();
    let server = four_men();
    let positions = [
        "8/8/8/4k3/8/2P5/1K3b2/8_w_-_-_0_1",
        "4k3/8/8/8/8/8/8/4K3_w_-_-_0_1",
        "7k/5Q2/6K1/8/8/8/8/8_b_-_-_0_1",
        "k7/2Q5/1K6/8/8/8/8/8_b_-_-_0_1",
        "R7/6k1/P4r2/8/8/1K6/8/8_b_-_-_0_1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1",
    ];
    let mut compared = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        let Some(content) = item["get"]["responses"]["200"]["content"]["application/json"].as_object() else {
            continue;
        };
        for fen in positions {
            let asked = path.replace("{material}", "KPvKB").replace("{rule}", "0");
            let answer = server.get(&format!("{asked}?fen={fen}&man=b2&limit=3"));
            if answer.status != 200 {
                assert!(
                    ["line", "squares", "map", "mainline", "task", "judge", "hint", "record"]
                        .iter()
                        .any(|part| path.ends_with(part)),
                    "{path} {fen}: {}",
                    answer.body
                );
                continue;
            }
            let value: Value = serde_json::from_str(&answer.body).unwrap();
            assert_eq!(fault(&content["schema"], &value, path), None, "{fen}");
            compared += 1;
        }
    }
    assert!(compared > 60, "{compared}");
    let annotated = server
        .request("POST", "/api/v1/annotate", "", "[FEN \"8/8/8/3k4/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4+ *")
        .body;
    let schema = &document["paths"]["/api/v1/annotate"]["post"]["responses"]["200"]["content"]["application/json"]
        ["schema"];
    assert_eq!(fault(schema, &serde_json::from_str(&annotated).unwrap(), "annotate"), None);
}

#[test]
fn a_difference_from_the_description_is_found() {
    let schema: Value = serde_json::json!({"$ref": "#/components/schemas/Health"});
    let right = serde_json::json!({"status": "ok", "version": "1", "uptime_s": 1});
    assert_eq!(fault(&schema, &right, ""), None);
    for wrong in [
        serde_json::json!({"status": "ok", "version": "1"}),
        serde_json::json!({"status": "ok", "version": "1", "uptime_s": "1"}),
        serde_json::json!({"status": "ok", "version": "1", "uptime_s": 1, "more": 1}),
    ] {
        assert!(fault(&schema, &wrong, "").is_some(), "{wrong}");
    }
}
