//! The root near the end of the fifty-move counter: no move throws a result away, with rounded and
//! exact distances, and with any number of lines.

use crate::{common, conversation};

use std::path::Path;
use std::time::Instant;

use board::random::Random;
use board::{Board, Dtm, GameStatus, Material, Move, Wdl, fen, legal_moves, notation, rules};
use common::brings_home;
use conversation::Session;
use tbgen::syzygy::Kind;
use tbgen::syzygy::write::DtzUnit;
use tbgen::{Dtm50, Outputs, Probe, TableFiles, build_files, build_order, placements_by_lot};
use tempfile::TempDir;
use vancura::clock::Signals;
use vancura::engine::Engine;
use vancura::limits::Limits;
use vancura::position::Position;
use vancura::search::{SearchResult, Silent};
use vancura::tablebase::Syzygy;

/// The files of some endings and of all endings reachable from them, as published or with exact
/// distances.
fn build(names: &[&str], unit: DtzUnit) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let endings: Vec<Material> = names.iter().map(|name| name.parse().unwrap()).collect();
    let order = build_order(&endings, true).unwrap();
    build_files(&order, folder.path(), Outputs::from(Kind::SYZYGY).with_dtz(unit), |_, _| ()).unwrap();
    folder
}

fn engine_with(folder: &Path) -> Engine {
    let mut engine = Engine::new(1).unwrap();
    engine.tables.syzygy = Syzygy::open(folder.to_str().unwrap()).0;
    assert!(engine.tables.syzygy.is_some());
    engine
}

fn search(engine: &mut Engine, board: &Board) -> SearchResult {
    engine.new_game();
    let position = Position::new(board.clone());
    engine.think(&position, &Limits::nodes(3_000), &Signals::default(), Instant::now(), &mut Silent)
}

/// The result under the fifty-move rule before and after the engine's move.
fn kept(exact: &TableFiles, board: &Board, outcome: &SearchResult) -> (Wdl, Wdl) {
    let result = |board: &Board| {
        let outcome = tbgen::outcome(exact, board).unwrap().expect("the file is there");
        outcome.under_fifty_move_rule().expect("exact distances leave nothing open")
    };
    let child = rules::after(board, outcome.best.expect("there is a move"));
    (result(board), -result(&child))
}

/// Engines with one line, with several, and in analysis mode.
fn ways(folder: &Path) -> Vec<(&'static str, Engine)> {
    let mut ways: Vec<(&str, Engine)> =
        ["one line", "two lines", "five lines", "analysis"].map(|name| (name, engine_with(folder))).into();
    ways[1].1.multi_pv = 2;
    ways[2].1.multi_pv = 5;
    ways[3].1.analyses = true;
    ways
}

/// Positions of these endings that are won or lost with the counter at zero: at a random counter,
/// and every other one with distance and counter of 98 to 102 together.
fn pressed(exact: &TableFiles, names: &[&str], each: usize, seed: u64) -> Vec<Board> {
    let mut random = Random::new(seed);
    let mut boards = Vec::new();
    for name in names {
        let material = name.parse().unwrap();
        let decided = |placement: &board::Placement| {
            let board = placement.to_board().expect("it is legal");
            let values = exact.values(&board)?;
            let dtz = values.dtz.filter(|dtz| dtz.wdl().with_fifty_move_rule() != Wdl::Draw);
            let dtz = dtz.filter(|_| rules::has_legal_move(&board));
            Ok::<_, tbgen::syzygy::Error>(dtz.map(|dtz| (board, i32::from(dtz.0.abs()))))
        };
        let drawn = placements_by_lot(material, each, seed, decided).unwrap();
        for (index, (board, distance)) in drawn.into_iter().enumerate() {
            let counter = if index % 2 == 0 {
                (98 + random.below(5) as i32 - distance).clamp(1, 99)
            } else {
                random.below(100) as i32
            };
            let text = board.to_string();
            let fields: Vec<&str> = text.split(' ').collect();
            boards.push(fen::parse(&format!("{} {} - - {counter} 99", fields[0], fields[1])).unwrap());
        }
    }
    boards
}

/// No result is thrown away in any mode; returns how many results were at stake.
fn nothing_is_thrown_away(names: &[&str], each: usize) -> usize {
    let (published, exact) = (build(names, DtzUnit::AsPublished), build(names, DtzUnit::Plies));
    let truth = TableFiles::open_trusting(&[exact.path()]).unwrap();
    let boards = pressed(&truth, names, each, 29);
    let (mut thrown, mut at_stake) = (Vec::new(), 0);
    for (files, folder) in [("published", &published), ("exact", &exact)] {
        for (way, engine) in &mut ways(folder.path()) {
            for board in &boards {
                let outcome = search(engine, board);
                let (before, after) = kept(&truth, board, &outcome);
                at_stake += usize::from(before > Wdl::Loss);
                if after < before {
                    thrown.push(format!(
                        "{board} ({files}, {way}): {} from {before} to {after}",
                        outcome.best.unwrap()
                    ));
                }
            }
        }
    }
    assert!(thrown.is_empty(), "{} thrown away:\n{}", thrown.len(), thrown.join("\n"));
    at_stake
}

#[test]
fn four_men_keep_their_results() {
    let at_stake = nothing_is_thrown_away(&["KRvKN", "KRvKB"], 30);
    assert!(at_stake > 100, "{at_stake}");
}

#[test]
fn a_capture_in_time_wins_where_mate_would_come_too_late() {
    let folder = build(&["KRvKN", "KRvKB"], DtzUnit::AsPublished);
    for (way, engine) in &mut ways(folder.path()) {
        for (text, best) in [
            ("8/8/7K/7n/8/8/5R2/1k6 w - - 98 1", "h6h5"),
            ("8/1B3r2/8/k7/8/8/4K3/8 b - - 98 1", "f7b7"),
            ("8/8/K1k4B/7r/8/8/8/8 b - - 96 1", "h5h6"),
        ] {
            let outcome = search(engine, &fen::parse(text).unwrap());
            assert_eq!(outcome.best.unwrap().to_string(), best, "{text}, {way}");
            assert!(outcome.line.score.is_win(), "{text}, {way}");
        }
    }
}

/// A win is converted against the defense that delays the next capture longest, without running
/// into the fifty-move rule with a knight hanging.
#[test]
fn a_long_win_is_brought_home_with_rounded_distances() {
    let names = ["KRvKN"];
    let (published, exact) = (build(&names, DtzUnit::AsPublished), build(&names, DtzUnit::Plies));
    let truth = TableFiles::open_trusting(&[exact.path()]).unwrap();
    let distance = |game: &Position, mv: &Move| {
        let values = truth.values(&rules::after(game.board(), *mv)).unwrap();
        let dtz = values.dtz.expect("the file is there").0;
        if dtz > 0 { dtz } else { i16::MAX }
    };
    let longest = |game: &Position| {
        let moves = legal_moves(game.board());
        moves.into_iter().max_by_key(|mv| distance(game, mv)).unwrap()
    };
    let board = fen::parse("k3K3/8/8/8/3R4/8/2n5/8 w - - 0 1").unwrap();
    for (way, engine) in &mut ways(published.path()) {
        assert_eq!(brings_home(engine, board.clone(), 3_000, longest), Ok(()), "{way}");
    }
}

/// Endings of five men with long wins, in which the counter matters.
const FIVE_MEN: [&str; 13] = [
    "KQRvKR", "KRBvKR", "KRNvKR", "KBBvKN", "KBNvKN", "KRBvKB", "KRNvKN", "KRRvKB", "KRRvKN", "KQBvKQ",
    "KQNvKQ", "KNNvKN", "KBNvKB",
];

#[test]
#[ignore = "builds five-man files twice: minutes"]
fn five_men_keep_their_results() {
    let at_stake = nothing_is_thrown_away(&FIVE_MEN, 40);
    assert!(at_stake > 1_000, "{at_stake}");
    let folder = build(&["KQRvKR", "KBBvKN"], DtzUnit::AsPublished);
    for (way, engine) in &mut ways(folder.path()) {
        let saved = search(engine, &fen::parse("1K6/8/3Q4/8/4r3/8/8/1kR5 b - - 96 1").unwrap());
        assert_eq!(saved.best.unwrap().to_string(), "b1b2", "{way}");
        let won = search(engine, &fen::parse("8/6B1/6B1/8/2K2n2/4k3/8/8 w - - 0 1").unwrap());
        assert!(["g6f5", "g7h6"].contains(&won.best.unwrap().to_string().as_str()), "{way}");
    }
}

/// The score of the last line before the best move, and its moves.
fn analyzed(session: &mut Session, fen: &str, go: &str) -> (String, Vec<String>) {
    session.send("ucinewgame");
    session.send(&format!("position fen {fen}"));
    let lines = session.ask(go, "bestmove");
    let last = lines.iter().rev().find(|line| line.contains(" score ")).expect("a last exact line");
    let words: Vec<&str> = last.split(' ').collect();
    let after = |word: &str| words.iter().position(|&w| w == word).map_or(words.len(), |at| at + 1);
    let (score, pv) = (after("score"), after("pv"));
    (words[score..score + 2].join(" "), words[pv..].iter().map(|&mv| mv.to_owned()).collect())
}

/// With the tables that are used from the start.
fn session_with_tables() -> Session {
    let mut session = Session::start();
    session.ask("isready", "readyok");
    session
}

/// The engine announces a mate in this many plies, or a draw, and shows the whole line; with the
/// counter at zero the distance is `plain`.
fn assert_counted(session: &mut Session, mates: &mut Dtm50, position: &str, plain: u16, counted: Dtm) {
    let mut board = fen::parse(position).unwrap();
    assert_eq!(mates.value(&board), Ok(counted), "{position}");
    let fresh = position.split(' ').take(4).collect::<Vec<_>>().join(" ") + " 0 1";
    assert_eq!(mates.value(&fen::parse(&fresh).unwrap()), Ok(Dtm::Win(plain)), "{position}");
    let (score, pv) = analyzed(session, position, "go depth 4");
    let Some(moves) = counted.moves() else { return assert_eq!(score, "cp 0", "{position}") };
    assert_eq!(score, format!("mate {moves}"), "{position}");
    assert_eq!(pv.len(), usize::from(counted.plies().unwrap()), "{position}: {pv:?}");
    for mv in &pv {
        assert!(board.halfmove_clock() < 100, "{position}: {pv:?}");
        let mv = notation::parse_uci(&board, mv).unwrap();
        board.play(mv);
    }
    assert_eq!(board.status(), GameStatus::Won, "{position}: {pv:?}");
}

#[test]
fn mates_that_come_too_late_are_draws_or_take_the_longer_way() {
    let (mut session, mut mates) = (session_with_tables(), Dtm50::default());
    // Plain distance, and the distance with the counter: with six plies left the pawn moves earlier
    // than is best; the rook has no way to reset the counter; the queen captures the rook in time,
    // or not.
    for (position, plain, counted) in [
        ("8/8/8/5k2/8/4K3/1P6/8 w - - 0 1", 35, Dtm::Win(35)),
        ("8/8/8/5k2/8/4K3/1P6/8 w - - 65 80", 35, Dtm::Win(35)),
        ("8/8/8/5k2/8/4K3/1P6/8 w - - 94 99", 35, Dtm::Win(45)),
        ("6k1/8/8/8/5K2/8/1P6/8 w - - 97 99", 31, Dtm::Win(47)),
        ("8/8/8/5k2/8/4K3/1P6/8 w - - 96 120", 35, Dtm::Draw),
        ("8/8/8/3k4/8/8/8/R3K3 w - - 73 99", 27, Dtm::Win(27)),
        ("8/8/8/3k4/8/8/8/R3K3 w - - 74 99", 27, Dtm::Draw),
        // Mate on the hundredth ply counts.
        ("7k/8/6K1/8/8/8/8/R7 w - - 99 99", 1, Dtm::Win(1)),
        // Bishop and knight: only the mate itself ends it.
        ("8/8/7N/8/8/8/8/K1k1B3 w - - 35 99", 65, Dtm::Win(65)),
        ("8/8/7N/8/8/8/8/K1k1B3 w - - 36 99", 65, Dtm::Draw),
        ("8/8/8/8/2r5/8/2k5/K6Q w - - 31 60", 69, Dtm::Win(69)),
    ] {
        assert_counted(&mut session, &mut mates, position, plain, counted);
    }
}

/// An ending of four men in which the counter matters is first solved for it: some seconds.
#[test]
fn queen_against_rook_is_won_by_taking_it_in_time() {
    let (mut session, mut mates) = (session_with_tables(), Dtm50::default());
    for (position, plain, counted) in [
        ("8/8/2Q5/8/8/3K3k/7r/8 w - - 75 99", 25, Dtm::Win(25)),
        ("8/8/2Q5/8/8/3K3k/7r/8 w - - 80 99", 25, Dtm::Win(37)),
        ("8/8/8/8/4Q3/7r/k7/2K5 w - - 97 99", 5, Dtm::Win(17)),
        ("8/8/8/8/2r5/8/2k5/K6Q w - - 90 99", 69, Dtm::Draw),
    ] {
        assert_counted(&mut session, &mut mates, position, plain, counted);
    }
}
