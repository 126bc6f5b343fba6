//! Files with distances to mate (`.vdtm`): exact mates from positions that no table in memory has.

use std::sync::LazyLock;
use std::time::Instant;

use board::{Dtm, GameStatus, Wdl, fen};
use tbgen::syzygy::Kind;
use vancura::clock::Signals;
use vancura::engine::Engine;
use vancura::limits::Limits;
use vancura::position::Position;
use vancura::search::Silent;
use vancura::tablebase::Syzygy;

/// Files of KRvKN and all endings reachable from it.
static FILES: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let order = tbgen::build_order(&["KRvKN".parse().unwrap()], true).unwrap();
    tbgen::build_files(&order, folder.path(), [Kind::Dtm], |_, _| ()).unwrap();
    folder
});

/// An engine with 3-man tables in memory and those files.
fn engine_with_files() -> Engine {
    let (files, remarks) = Syzygy::open(FILES.path().to_str().unwrap());
    assert_eq!(remarks.last().unwrap(), "Found 3 files with distances to mate (up to 4-man).", "{remarks:?}");
    let mut engine = Engine::new(8).unwrap();
    engine.tables.syzygy = files;
    engine
}

#[test]
fn a_mate_in_a_file_is_announced_exactly_shown_to_its_end_and_played() {
    let mut engine = engine_with_files();
    let mut board = fen::parse("8/8/8/3k4/3n4/8/8/K6R w - - 0 1").unwrap();
    if engine.tables.exact(&board).map(Dtm::wdl) != Some(Wdl::Win) {
        board = fen::parse("k7/8/8/8/8/1K6/8/n6R w - - 0 1").unwrap();
    }
    let mut plies = engine.tables.exact(&board).and_then(Dtm::plies).expect("a win");
    assert!(plies > 8, "far enough for the search alone to need long: {plies}");
    while plies > 0 {
        let position = Position::new(board.clone());
        let outcome =
            engine.think(&position, &Limits::depth(2), &Signals::default(), Instant::now(), &mut Silent);
        assert_eq!(outcome.line.score.mate_moves(), engine.tables.exact(&board).and_then(Dtm::moves));
        assert_eq!(outcome.line.pv.len(), usize::from(plies));
        board.play(outcome.best.unwrap());
        plies -= 1;
        assert_eq!(engine.tables.exact(&board).and_then(Dtm::plies), Some(plies));
    }
    assert_eq!(board.status(), GameStatus::Won);
}

#[test]
fn a_mate_beyond_the_fifty_move_counter_is_not_announced() {
    let engine = engine_with_files();
    let at_clock = |clock: u16| fen::parse(&format!("k7/8/8/8/8/1K6/8/n6R w - - {clock} 70")).unwrap();
    let plies = engine.tables.exact(&at_clock(0)).and_then(Dtm::plies).expect("a win");
    assert!(engine.tables.exact(&at_clock(100 - plies)).is_some());
    assert_eq!(engine.tables.exact(&at_clock(101 - plies)), None);
}
