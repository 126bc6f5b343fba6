//! Games annotated by the program: exact results, thrown away results, broken games.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use board::pgn::{Game, Reader};

/// A won pawn ending that is thrown away at once, a broken game, and a game resigned in a won
/// position.
const GAMES: &str = "[Event \"first\"]\n[White \"A\"]\n[Black \"B\"]\n[FEN \"4k3/8/3K4/4P3/8/8/8/8 w - - 0 1\"]\n\n\
1. e6 {hm} Kd8 2. e7+ Ke8 3. Ke6 1/2-1/2\n\n[Event \"second\"]\n\n1. e4 e5 2. Ke3 *\n\n[Event \"third\"]\n\
[FEN \"4k3/8/3K4/4P3/8/8/8/8 w - - 0 1\"]\n\n1. Ke6 1/2-1/2\n";

fn annotate(arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, GAMES).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_vancura"));
    let command = command.args(["annotate", path.to_str().unwrap(), "--solve", "3"]).args(arguments);
    command.env_remove("SYZYGY_PATH").stdin(Stdio::null()).output().unwrap()
}

fn games(output: &Output) -> Vec<Game> {
    Reader::new(&output.stdout[..]).collect::<Result<_, _>>().unwrap()
}

#[test]
fn what_is_thrown_away_is_said_with_the_line_that_wins() {
    let output = annotate(&["--no-engine"]);
    assert!(output.status.success());
    let games = games(&output);
    let moves = &games[0].line.moves;
    assert_eq!(moves.len(), 5);
    assert!(moves[0].glyphs.contains(&2), "{:?}", moves[0]);
    let said = &moves[0].comment;
    assert!(said.starts_with("hm; ") && said.contains("throws the win away"), "{said}");
    let won = &moves[0].variations[0];
    assert_eq!(won.moves[0].mv.unwrap().to_string(), "d6e6");
    assert!(won.moves[0].comment.contains("mate in"), "{won:?}");
    // One of Black's two moves draws, and then White is in zugzwang.
    assert_eq!([&moves[1].glyphs, &moves[2].glyphs], [&[7], &[22]], "{moves:?}");
    let last = &games[1].line.moves[0].comment;
    assert!(last.contains("is won for White") && last.contains("1/2-1/2"), "{last}");
}

#[test]
fn a_broken_game_is_named_by_its_line_and_the_next_is_annotated() {
    let output = annotate(&["--no-engine"]);
    let remarks = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(remarks.contains("games.pgn, line 10: `Ke3` names no legal move"), "{remarks}");
    assert!(remarks.contains("1 missed win") && remarks.contains("1 game could not be read"), "{remarks}");
    assert_eq!(games(&output).len(), 2);
}

#[test]
fn programs_get_a_game_a_line_and_files_are_whole() {
    let output = annotate(&["--no-engine", "--json", "--quiet"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let games: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 2);
    assert_eq!((&games[0]["white"]["missed_wins"], &games[0]["exact_from"]), (&1.into(), &"1.".into()));
    assert_eq!(
        (&games[0]["moves"][0]["before"], &games[0]["moves"][0]["after"]),
        (&"Win".into(), &"Draw".into())
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.pgn");
    let output = annotate(&["--no-engine", "--out", path.to_str().unwrap()]);
    assert!(output.status.success() && output.stdout.is_empty());
    assert!(std::fs::read_to_string(&path).unwrap().contains("throws the win away"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn the_engine_judges_where_no_table_does() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mate.pgn");
    std::fs::write(&path, "[Event \"fool\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_vancura"));
    let output =
        command.args(["annotate", path.to_str().unwrap(), "--depth", "4", "--json"]).output().unwrap();
    let game: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(game["moves"][2]["fault"], "blunder", "{game}");
    assert!(game["moves"][3]["score"].as_str().unwrap().contains("mate 1"), "{game}");
    // White's loss is the mean of its two moves; Black played the engine's moves, the last of
    // which is mate.
    let loss = |at: usize| game["moves"][at]["centipawn_loss"].as_f64().unwrap();
    let white = &game["white"]["accuracy"];
    assert_eq!(white["moves"], 2, "{game}");
    assert!(loss(2) > 700.0 && game["moves"][2]["accuracy"].as_f64().unwrap() < 25.0, "{game}");
    assert!((white["centipawn_loss"].as_f64().unwrap() - f64::midpoint(loss(0), loss(2))).abs() < 0.1);
    assert_eq!((&game["moves"][3]["accuracy"], loss(3)), (&100.0.into(), 0.0), "{game}");
}

/// Accuracy and loss as tags, also for games from standard input, and once only where a game that
/// was annotated is annotated again.
#[test]
fn accuracy_is_told_in_tags() {
    let annotate = |text: &[u8]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vancura"));
        let command = command.args(["annotate", "-", "--no-engine", "--solve", "3"]);
        let command = command.env_remove("SYZYGY_PATH").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(text).unwrap();
        child.wait_with_output().unwrap()
    };
    let first = annotate(GAMES.as_bytes());
    let tag = |game: &Game, name: &str| game.tag(name).map(ToOwned::to_owned);
    let read = games(&first);
    // Of White's three moves one gives up a win: 1000 centipawns of the scale, 9.9 %.
    assert_eq!(tag(&read[0], "WhiteAccuracy").as_deref(), Some("70.0"));
    assert_eq!(tag(&read[0], "WhiteCentipawnLoss").as_deref(), Some("333.3"));
    assert_eq!(tag(&read[0], "BlackAccuracy").as_deref(), Some("100.0"));
    assert_eq!(tag(&read[1], "BlackAccuracy"), None, "Black has no move");
    let remarks = String::from_utf8(first.stderr).unwrap();
    assert!(remarks.contains("White: accuracy 70.0 %, loses 333.3 centipawns a move"), "{remarks}");
    assert!(remarks.contains("-, line 10: `Ke3` names no legal move"), "{remarks}");
    let again = games(&annotate(&first.stdout));
    assert_eq!(again[0].tags, read[0].tags);
}

#[test]
fn games_read_as_they_always_did() {
    for (name, arguments) in [("annotated_pgn", &[][..]), ("annotated_json", &["--json"])] {
        let output = annotate(&[&["--no-engine"], arguments].concat());
        insta::assert_snapshot!(name, String::from_utf8(output.stdout).unwrap());
        // Without the folder, whose name is different each time.
        let remarks = String::from_utf8(output.stderr).unwrap();
        let summary = remarks.lines().map(|line| line.find("games.pgn").map_or(line, |at| &line[at..]));
        insta::assert_snapshot!("annotated_summary", summary.collect::<Vec<_>>().join("\n"));
    }
}

#[test]
fn no_move_is_lost_and_no_game_made_up() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let run = |text: &[u8]| {
        std::fs::write(&path, text).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_vancura"));
        let command = command.args(["annotate", path.to_str().unwrap(), "--no-engine", "--solve", "3"]);
        command.env_remove("SYZYGY_PATH").stdin(Stdio::null()).output().unwrap()
    };
    let output = run("[White \"M\u{fc}ller\"]\n[FEN \"4k3/8/3K4/4P3/8/8/8/8 w - - 0 1\"]\n\n\
        1. ♔e6 {hm} -- 2. Ke6-d6?? Z0 1:0 1:0 {good game}\n\n[Event \"2\"]\n\n1. e4 -- 2. Bb5 e6 3. Zz *\n"
        .as_bytes());
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let games = games(&output);
    let moves: Vec<Option<String>> =
        games[0].line.moves.iter().map(|played| played.mv.map(|mv| mv.to_string())).collect();
    assert_eq!(moves, [Some("d6e6".to_owned()), None, Some("e6d6".to_owned()), None], "{text}");
    assert_eq!(
        (games.len(), text.matches("--").count(), games[0].result.to_string().as_str()),
        (1, 2, "1-0")
    );
    assert!(text.contains("good game") && text.contains("Müller"), "{text}");
    let remarks = String::from_utf8(output.stderr).unwrap();
    assert!(
        remarks.contains("line 8: `Zz` is not a move") && remarks.contains("that begins in line 6"),
        "{remarks}"
    );
    let nothing = run(b"1. e9 *\n");
    assert_eq!((nothing.status.code(), nothing.stdout.len()), (Some(1), 0));
    assert!(String::from_utf8(nothing.stderr).unwrap().contains("error: no game could be read from `"));
}

/// The game of the documentation: every move is kept, and no result is called exact, because no
/// table applies.
#[test]
fn the_game_of_the_documentation_comes_back_whole() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/new-york-1924.pgn");
    let output = Command::new(env!("CARGO_BIN_EXE_vancura"))
        .args(["annotate", path, "--nodes", "2000"])
        .env_remove("SYZYGY_PATH")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success());
    let moves = |game: &Game| game.line.moves.iter().map(|played| played.mv).collect::<Vec<_>>();
    let text = std::fs::read(path).unwrap();
    let original: Vec<Game> = Reader::new(&text[..]).collect::<Result<_, _>>().unwrap();
    let annotated = games(&output);
    assert_eq!((original.len(), annotated.len()), (1, 1));
    assert_eq!(moves(&annotated[0]).len(), 103);
    assert_eq!(moves(&annotated[0]), moves(&original[0]));
    assert!(annotated[0].line.moves.iter().all(|played| !played.glyphs.contains(&7)));
    // The page shows the same moves.
    let page = include_str!("../docs/annotated.md");
    let text = page.split("```\n").nth(2).expect("the page has the game");
    let shown: Vec<Game> = Reader::new(text.as_bytes()).collect::<Result<_, _>>().unwrap();
    assert_eq!(moves(&shown[0]), moves(&original[0]));
}

/// Games, problems and openings can be read from pipes as well as files; folders and devices are
/// rejected by name.
#[cfg(unix)]
#[test]
fn inputs_that_are_named_may_be_pipes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("games.pgn"), GAMES).unwrap();
    std::fs::write(folder.join("suite.epd"), "7k/8/5K2/8/8/8/8/6R1 w - - bm Kf7;\n").unwrap();
    let run = |command: &str| {
        let mut bash = Command::new("bash");
        bash.args(["-c", command]).env("VANCURA", env!("CARGO_BIN_EXE_vancura")).current_dir(folder);
        bash.env_remove("SYZYGY_PATH").stdin(Stdio::null()).output().unwrap()
    };
    for (from, of) in [
        (
            "\"$VANCURA\" annotate games.pgn --no-engine -q",
            "\"$VANCURA\" annotate <(cat games.pgn) --no-engine -q",
        ),
        (
            "\"$VANCURA\" book make games.pgn a.bin -q --min-wins 0 --min-weight 0 | tail -n 1; cat a.bin",
            "\"$VANCURA\" book make <(cat games.pgn) b.bin -q --min-wins 0 --min-weight 0 | tail -n 1; cat b.bin",
        ),
        (
            "\"$VANCURA\" suite suite.epd --nodes 1000 | sed 's/ time .*//'",
            "\"$VANCURA\" suite <(cat suite.epd) --nodes 1000 | sed 's/ time .*//'",
        ),
        (
            "\"$VANCURA\" 'genfens 3 seed 1 book suite.epd' quit",
            "\"$VANCURA\" 'genfens 3 seed 1 book /dev/stdin' quit <<< \"$(cat suite.epd)\"",
        ),
    ] {
        let (from, of) = (run(from), run(of));
        let said = String::from_utf8_lossy(&of.stderr).into_owned();
        assert!(of.status.success() && !of.stdout.is_empty(), "{said}");
        assert_eq!(String::from_utf8_lossy(&from.stdout), String::from_utf8_lossy(&of.stdout), "{said}");
    }
    for (name, what) in [("/dev/zero", "a device"), (".", "a folder")] {
        let output = run(&format!("\"$VANCURA\" annotate {name} --no-engine"));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            !output.status.success() && said.contains(&format!("this is {what}, not a regular file")),
            "{said}"
        );
    }
}
