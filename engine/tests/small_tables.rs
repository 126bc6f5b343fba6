//! What the 3-man tables in memory are worth to the search: exact mates, shown to the end.

use std::time::Instant;

use board::{Board, Dtm, GameStatus, fen};
use vancura::position::Position;
use vancura::search::Silent;
use vancura::smp::{Engine, Outcome};
use vancura::time::{Limits, Signals};

fn search(engine: &mut Engine, board: &Board, limits: &Limits) -> Outcome {
    let position = Position::new(board.clone());
    engine.think(&position, limits, &Signals::default(), Instant::now(), &mut Silent)
}

#[test]
fn three_man_roots_show_the_shortest_mate_to_its_end() {
    let mut engine = Engine::new(1).unwrap();
    for (text, moves) in [
        ("8/8/8/4k3/8/8/8/KR6 w - - 0 1", 15),
        ("8/8/8/8/8/8/3k4/KQ6 w - - 0 1", 5),
        ("8/8/8/8/8/8/8/k1K4R b - - 0 1", -1),
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", 11),
    ] {
        let board = fen::parse(text).unwrap();
        let Some(Dtm::Win(plies) | Dtm::Loss(plies)) = engine.tables.exact(&board) else {
            panic!("{text} is decided")
        };
        let outcome = search(&mut engine, &board, &Limits::depth(1));
        let found = outcome.line.score.mate_moves();
        assert_eq!(found, engine.tables.exact(&board).and_then(Dtm::moves), "{text}");
        assert!(found.unwrap().signum() == i32::signum(moves), "{text}: {found:?}");
        assert_eq!(outcome.line.pv.len(), plies as usize, "{text}");
        let mut end = board;
        for &mv in &outcome.line.pv {
            end.play(mv);
        }
        assert_eq!(end.status(), GameStatus::Won);
    }
}

#[test]
fn best_play_from_a_three_man_root_mates_in_exactly_the_announced_moves() {
    let mut engine = Engine::new(1).unwrap();
    let mut board = fen::parse("8/8/8/4k3/8/8/8/KR6 w - - 0 1").unwrap();
    let mut plies = engine.tables.exact(&board).and_then(Dtm::plies).unwrap();
    while let Some(mv) = search(&mut engine, &board, &Limits::depth(2)).best {
        board.play(mv);
        plies -= 1;
        assert_eq!(engine.tables.exact(&board).and_then(Dtm::plies), Some(plies));
    }
    assert_eq!((plies, board.status()), (0, GameStatus::Won));
}

#[test]
fn drawn_three_man_roots_are_draws() {
    let mut engine = Engine::new(1).unwrap();
    for text in [
        "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
        "7k/8/7K/7P/8/8/8/8 w - - 0 1",
        "8/8/8/4k3/8/8/8/KN6 w - - 0 1",
        // The mate would come after the hundredth ply.
        "8/8/8/4k3/8/8/8/KR6 w - - 80 100",
    ] {
        let outcome = search(&mut engine, &fen::parse(text).unwrap(), &Limits::depth(4));
        assert_eq!(outcome.line.score.value(), 0, "{text}");
    }
}

#[test]
fn a_trade_into_a_won_ending_is_a_counted_mate() {
    let mut engine = Engine::new(8).unwrap();
    // Taking the rook leaves a queen against a bare king.
    let board = fen::parse("8/8/8/3k4/8/8/1r6/KQ6 w - - 0 1").unwrap();
    let outcome = search(&mut engine, &board, &Limits::depth(4));
    assert_eq!(outcome.line.pv[0].to, board::Square::B2);
    assert!(outcome.line.score.mate_moves().is_some_and(|moves| moves > 0));
    assert_eq!(outcome.line.pv.len() as i32, 2 * outcome.line.score.mate_moves().unwrap() - 1);
}
