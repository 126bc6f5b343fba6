//! Recognizers in play: certain wins are converted, certain draws are recognized and held, and the
//! rule is named.

use crate::common;

use std::time::Instant;

use board::{Board, Color, Dtm, Move, fen, legal_moves};
use common::{brings_home, longest, search};
use recognizers::Bound;
use tbgen::DtmTables;
use tbgen::syzygy::Tables as SyzygyTables;
use vancura::clock::Signals;
use vancura::engine::Engine;
use vancura::limits::Limits;
use vancura::position::Position;
use vancura::search::{Observer, SearchInfo};

fn solved(material: &str) -> DtmTables {
    let mut tables = DtmTables::new();
    tables.build(material.parse().unwrap()).unwrap();
    tables
}

/// Positions recognized as won for the side to move, far apart in the table.
fn recognized_wins(tables: &DtmTables, material: &str, count: usize) -> Vec<Board> {
    let table = tables.table(material.parse().unwrap()).unwrap();
    let mut found = Vec::new();
    for side in Color::ALL {
        let boards =
            table.positions(side).step_by(1_009).filter_map(|(placement, _)| placement.to_board().ok());
        let wins = boards
            .filter(|board| recognizers::judge_in_search(board, true).is_some_and(|v| v.bound == Bound::Win));
        found.extend(wins.take(count));
    }
    found
}

#[test]
fn recognized_wins_of_a_pawn_are_won_without_any_table() {
    let tables = solved("KPvK");
    let mut engine = Engine::new(4).unwrap();
    engine.tables.internal_men = 0;
    for board in recognized_wins(&tables, "KPvK", 40) {
        brings_home(&mut engine, board, 3_000, |game| longest(&tables, game)).unwrap();
    }
}

#[test]
fn recognized_wins_against_a_bishop_are_won() {
    let tables = solved("KBvKP");
    let mut engine = Engine::new(4).unwrap();
    for board in recognized_wins(&tables, "KBvKP", 40) {
        if matches!(tables.probe_board(&board), Some(Dtm::Win(_))) {
            brings_home(&mut engine, board, 3_000, |game| longest(&tables, game)).unwrap();
        }
    }
}

#[test]
fn recognized_wins_without_a_pawn_are_won_without_any_table() {
    let mut engine = Engine::new(4).unwrap();
    engine.tables.internal_men = 0;
    for material in ["KRvKB", "KRvKN"] {
        let tables = solved(material);
        let wins = recognized_wins(&tables, material, 20);
        assert!(!wins.is_empty(), "{material}");
        for board in wins {
            brings_home(&mut engine, board, 3_000, |game| longest(&tables, game)).unwrap();
        }
    }
}

#[test]
fn recognized_draws_are_seen_at_once_and_held() {
    let tables = solved("KBvKP");
    let mut engine = Engine::new(4).unwrap();
    let table = tables.table("KBvKP".parse().unwrap()).unwrap();
    let mut seen = 0;
    for side in Color::ALL {
        for (placement, _) in table.positions(side).step_by(40_009) {
            let Ok(board) = placement.to_board() else { continue };
            if legal_moves(&board).is_empty()
                || recognizers::judge(&board).is_none_or(|v| v.bound != Bound::Draw)
            {
                continue;
            }
            engine.new_game();
            let outcome = search(&mut engine, &Position::new(board.clone()), &Limits::depth(4));
            assert_eq!(outcome.line.score.value(), 0, "{board}");
            let mut after = board.clone();
            after.play(outcome.best.unwrap());
            assert_eq!(tables.probe_board(&after), Some(Dtm::Draw), "{board}: {:?}", outcome.best);
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn a_recognized_draw_does_not_run_into_a_recognized_loss() {
    // Only checks from the side hold; behind the pawn the rook is lost to the king's approach,
    // which the rules cover.
    let board = fen::parse("8/4P1k1/2K5/8/8/3R4/8/r7 b - - 0 1").unwrap();
    let mistake: Move = "a1e1".parse().unwrap();
    let mut after = board.clone();
    after.play(mistake);
    let says = |board: &Board| recognizers::judge(board).map(|verdict| verdict.bound);
    assert_eq!((says(&board), says(&after)), (Some(Bound::Draw), Some(Bound::Win)));
    let mut engine = Engine::new(4).unwrap();
    for depth in 1..=12 {
        engine.new_game();
        let outcome = search(&mut engine, &Position::new(board.clone()), &Limits::depth(depth));
        assert_ne!(outcome.best, Some(mistake), "depth {depth}");
    }
}

/// Collects the remarks.
#[derive(Default)]
struct Remarks(Vec<String>);

impl Observer for Remarks {
    fn info(&mut self, _line: &SearchInfo) {}
    fn current_move(&mut self, _depth: i32, _mv: Move, _number: usize) {}
    fn remark(&mut self, text: &str) {
        self.0.push(text.to_owned());
    }
}

#[test]
fn the_rule_is_named_at_the_root_unless_recognizers_are_off() {
    let position = Position::new(fen::parse("8/8/8/4k3/8/2P5/1K3b2/8 w - - 0 1").unwrap());
    let mut engine = Engine::new(1).unwrap();
    let remarks = |engine: &mut Engine| {
        let mut heard = Remarks::default();
        engine.think(&position, &Limits::depth(2), &Signals::default(), Instant::now(), &mut heard);
        heard.0
    };
    assert!(remarks(&mut engine)[0].starts_with("KBvKP: "));
    engine.features.recognizers = false;
    assert_eq!(remarks(&mut engine), Vec::<String>::new());
}

fn rook_ending_files() -> Option<SyzygyTables> {
    reference::path("syzygy/KRPvKR.rtbz").and_then(|file| SyzygyTables::open(&[file.parent()?]).ok())
}

#[test]
fn lucena_is_left_by_building_the_bridge() {
    let Some(tables) = rook_ending_files() else { return };
    let longest = |game: &Position| {
        let distance = |mv: &Move| {
            let mut child = game.board().clone();
            child.play(*mv);
            tables.dtz(&child).map_or(0, |dtz| dtz.dtz().0)
        };
        // All are lost, as the other side wins: the more distant the win the better; a draw (0) is
        // best.
        let key = |mv: &Move| if distance(mv) == 0 { i16::MAX } else { distance(mv) };
        legal_moves(game.board()).into_iter().max_by_key(key).unwrap()
    };
    let mut engine = Engine::new(8).unwrap();
    for text in [
        "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
        "1K6/1P1k4/8/8/8/8/r7/2R5 w - - 0 1",
        "3K4/3P1k2/8/8/8/8/2r5/4R3 w - - 0 1",
        "2r5/R7/8/8/8/8/1p6/1k1K4 b - - 0 1",
        "5R2/2r5/8/8/8/8/4p1K1/4k3 b - - 0 1",
    ] {
        let board = fen::parse(text).unwrap();
        assert!(tables.wdl(&board).unwrap() == board::Wdl::Win, "{text}");
        brings_home(&mut engine, board, 10_000, longest).unwrap();
    }
}
