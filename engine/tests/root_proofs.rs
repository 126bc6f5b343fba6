//! Roots of up to five men without files: moves that are proved to spoil the result are not played.

use crate::common;

use std::time::{Duration, Instant};

use board::{Board, Color, Dtm, Wdl, fen, legal_moves, rules};
use common::search;
use tbgen::DtmTables;
use vancura::clock::Signals;
use vancura::engine::Engine;
use vancura::limits::Limits;
use vancura::position::Position;
use vancura::search::{Observer, SearchInfo};

/// Keeps what is remarked.
#[derive(Default)]
struct Remarks(Vec<String>);

impl Observer for Remarks {
    fn info(&mut self, _: &SearchInfo) {}

    fn current_move(&mut self, _: i32, _: board::Move, _: usize) {}

    fn remark(&mut self, text: &str) {
        self.0.push(text.to_owned());
    }
}

/// What is remarked about proofs when a position is searched.
fn proofs(engine: &mut Engine, position: &Position, limits: &Limits) -> Option<String> {
    let mut remarks = Remarks::default();
    engine.think(position, limits, &Signals::default(), Instant::now(), &mut remarks);
    remarks.0.into_iter().find(|text| text.starts_with("proofs: "))
}

/// Positions in which some moves keep the result and at most half do, far apart in the table.
fn critical(tables: &DtmTables, material: &str) -> Vec<Board> {
    let table = tables.table(material.parse().unwrap()).unwrap();
    let mut found = Vec::new();
    for side in Color::ALL {
        let boards =
            table.positions(side).step_by(997).filter_map(|(placement, _)| placement.to_board().ok());
        let is_critical = |board: &Board| {
            let moves = legal_moves(board);
            let keeping = moves.iter().filter(|mv| keeps(tables, board, **mv)).count();
            !moves.is_empty() && 2 * keeping <= moves.len() && tables.probe_board(board) != Some(Dtm::Loss(0))
        };
        found.extend(boards.filter(is_critical).take(150));
    }
    found
}

/// The result after a move, for its mover, compared with the result before.
fn keeps(tables: &DtmTables, board: &Board, mv: board::Move) -> bool {
    let wdl = |board: &Board| tables.probe_board(board).map(Dtm::wdl);
    let after = rules::after(board, mv);
    wdl(&after).map(|wdl| -wdl) == wdl(board)
}

#[test]
fn four_men_without_a_table_keep_their_result() {
    for material in ["KRvKP", "KBPvK", "KRvKB"] {
        let mut tables = DtmTables::new();
        tables.build(material.parse().unwrap()).unwrap();
        let mut engine = Engine::new(1).unwrap();
        let mut asked = 0;
        for board in critical(&tables, material) {
            let position = Position::new(board.clone());
            let best = search(&mut engine, &position, &Limits::nodes(50)).best.unwrap();
            assert!(keeps(&tables, &board, best), "{board}: {best:?} spoils it");
            asked += 1;
        }
        assert!(asked > 50, "{material}: {asked}");
    }
}

#[test]
fn the_result_of_five_men_is_told_with_the_moves_that_keep_it() {
    let mut engine = Engine::new(1).unwrap();
    let told = |text: &str, engine: &mut Engine| {
        proofs(engine, &Position::new(fen::parse(text).unwrap()), &Limits::nodes(20_000))
    };
    let lucena = "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1";
    let answer = told(lucena, &mut engine).unwrap();
    assert!(answer.starts_with("proofs: win, ") && answer.ends_with(" moves keep the result"), "{answer}");
    let philidor = "8/8/r7/3k4/3P4/4K3/7R/8 b - - 0 1";
    assert!(told(philidor, &mut engine).is_some());
    // Neither six men nor what tables in memory know, and not what is switched off.
    assert_eq!(told("1K1k4/1P6/8/8/8/8/r6p/2R5 w - - 0 1", &mut engine), None);
    assert_eq!(told("8/8/8/8/8/2k5/2P5/K7 w - - 0 1", &mut engine), None);
    engine.features.root_proofs = false;
    assert_eq!(told(lucena, &mut engine), None);
}

#[test]
fn by_the_clock_the_ending_is_prepared_while_the_engine_plays() {
    let mut engine = Engine::new(1).unwrap();
    let position = Position::new(fen::parse("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1").unwrap());
    let limits = Limits { movetime: Some(100), ..Limits::default() };
    let begun = Instant::now();
    while proofs(&mut engine, &position, &limits).is_none() {
        assert!(begun.elapsed() < Duration::from_secs(120), "the ending is not prepared");
    }
}

#[test]
fn moves_after_which_the_game_is_drawn_by_its_history_are_no_wins() {
    // The rook shuttles; the third occurrence of the position after Rd1+ would draw.
    let mut engine = Engine::new(1).unwrap();
    let mut position = Position::new(fen::parse("1K6/1P1k4/8/8/8/8/r7/2R5 w - - 0 1").unwrap());
    for text in ["c1d1", "d7e7", "d1c1", "e7d7", "c1d1", "d7e7", "d1c1", "e7d7"] {
        let mv = board::notation::parse_uci(position.board(), text).unwrap();
        position.play(mv);
    }
    let best = search(&mut engine, &position, &Limits::nodes(2_000)).best.unwrap();
    let mut after = position.clone();
    after.play(best);
    assert!(!after.is_repetition(0), "{best:?} repeats a third time");
    let wdl = oracle(after.board());
    assert_eq!(wdl, Some(Wdl::Loss), "{best:?} gives the win away");
}

/// The result by rules and proofs.
fn oracle(board: &Board) -> Option<Wdl> {
    oracle::Pocket::default().answer(board, oracle::Limits { nodes: 20_000 }).unwrap().range.result()
}
