//! The tables in memory in the search: exact mates, shown to the end.

use std::sync::{Arc, LazyLock};
use std::time::Instant;

use board::{Board, Dtm, GameStatus, Material, fen};
use vancura::clock::Signals;
use vancura::engine::Engine;
use vancura::limits::Limits;
use vancura::position::Position;
use vancura::search::{SearchResult, Silent};
use vancura::tablebase::InternalTables;

fn search(engine: &mut Engine, board: &Board, limits: &Limits) -> SearchResult {
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

#[test]
fn the_hard_wins_are_mates_without_the_tables_of_four_men() {
    let mut engine = Engine::new(1).unwrap();
    engine.tables.wait_for_small();
    for (text, moves) in [
        ("8/8/7N/8/8/8/8/K1k1B3 w - - 0 1", 33),
        ("8/8/7n/8/8/8/8/k1K1b3 b - - 0 1", 33),
        ("8/8/8/8/2r5/8/2k5/K6Q w - - 0 1", 35),
        ("8/8/8/8/7B/8/3k4/K2B4 w - - 0 1", 19),
        ("8/8/8/8/8/8/6Q1/krK5 w - - 0 1", -18),
    ] {
        let outcome = search(&mut engine, &fen::parse(text).unwrap(), &Limits::depth(2));
        assert_eq!(outcome.line.score.mate_moves(), Some(moves), "{text}");
        let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
        assert_eq!(outcome.line.pv.len() as i32, plies, "{text}");
    }
    // Bishop against knight is not such an ending, nor are queen and rook on the same side.
    let outcome =
        search(&mut engine, &fen::parse("8/8/4n3/8/8/8/8/K1k1B3 w - - 0 1").unwrap(), &Limits::depth(4));
    assert_eq!(outcome.line.score.value(), 0);
    assert_eq!(engine.tables.exact(&fen::parse("8/8/4k3/8/8/8/6Q1/K6R w - - 0 1").unwrap()), None);
}

/// Three seconds of work, done once.
static FOUR_MEN: LazyLock<Arc<InternalTables>> = LazyLock::new(|| {
    let tables = Arc::new(InternalTables::default());
    tables.build_large();
    tables
});

fn four_man_engine() -> Engine {
    let mut engine = Engine::new(1).unwrap();
    engine.tables.internal = Arc::clone(&FOUR_MEN);
    engine.tables.internal_men = 4;
    engine
}

/// Positions of all 4-man endings, spread over each by a step unrelated to its order.
fn sample(engine: &Engine, per_side: usize) -> Vec<Board> {
    let mut boards = Vec::new();
    for material in Material::with_men(4) {
        for side in board::Color::ALL {
            let decided = engine.tables.internal.large().unwrap().table(material).unwrap().positions(side);
            let decided = decided.filter(|(_, dtm)| dtm.plies().is_some_and(|plies| plies > 0));
            let chosen = decided.step_by(100_003).take(per_side);
            boards.extend(chosen.filter_map(|(placement, _)| placement.to_board().ok()));
        }
    }
    boards
}

#[test]
fn four_man_roots_show_the_shortest_mate_to_its_end() {
    let mut engine = four_man_engine();
    let boards = sample(&engine, 4);
    assert!(boards.len() > 100, "{}", boards.len());
    for board in boards {
        let exact = engine.tables.exact(&board).unwrap();
        let outcome = search(&mut engine, &board, &Limits::depth(2));
        assert_eq!(outcome.line.score.mate_moves(), exact.moves(), "{board}");
        assert_eq!(outcome.line.pv.len(), usize::from(exact.plies().unwrap()), "{board}");
        let mut end = board;
        for &mv in &outcome.line.pv {
            end.play(mv);
        }
        assert_eq!(end.status(), GameStatus::Won);
    }
}

#[test]
fn a_mate_that_comes_too_late_is_put_off_by_a_pawn_move() {
    let mut engine = four_man_engine();
    // Mate in two is there, but with 98 plies on the counter it comes one ply too late.
    let in_time = fen::parse("7k/8/8/5KQ1/8/8/7P/8 w - - 97 90").unwrap();
    let late = fen::parse("7k/8/8/5KQ1/8/8/7P/8 w - - 98 90").unwrap();
    assert_eq!(search(&mut engine, &in_time, &Limits::depth(2)).line.score.mate_moves(), Some(2));
    let outcome = search(&mut engine, &late, &Limits::depth(2));
    assert_eq!(outcome.line.pv[0].from, board::Square::H2, "{outcome:?}");
    let moves = outcome.line.score.mate_moves().unwrap();
    assert!(moves > 2);
    let mut end = late;
    let mut line = outcome.line.pv.clone();
    assert_eq!(line.len() as i32, 2 * moves - 1);
    let last = line.pop().unwrap();
    for mv in line {
        end.play(mv);
        assert!(end.halfmove_clock() < 100);
    }
    end.play(last);
    assert_eq!(end.status(), GameStatus::Won);
}

#[test]
fn a_win_that_the_counter_spoils_is_no_mate() {
    let mut engine = four_man_engine();
    // Rook against knight, one of the longest wins: nothing resets the counter before the knight is
    // captured.
    let longest = engine.tables.internal.large().unwrap().table("KRvKN".parse().unwrap()).unwrap();
    let (placement, dtm) = longest.positions(board::Color::White).max_by_key(|(_, dtm)| dtm.plies()).unwrap();
    assert!(matches!(dtm, Dtm::Win(70..)), "{dtm:?}");
    let fresh = placement.to_board().unwrap();
    let outcome = search(&mut engine, &fresh, &Limits::depth(3));
    assert_eq!(outcome.line.score.mate_moves(), dtm.moves());
    let late = fen::parse(&fresh.to_string().replace(" 0 1", " 90 99")).unwrap();
    let outcome = search(&mut engine, &late, &Limits::depth(12));
    assert_eq!(outcome.line.score.mate_moves(), None, "{outcome:?}");
}
