//! Random won endings of three and four men are mated before the fifty-move rule applies, against
//! the longest defense.

use crate::common;

use std::sync::{Arc, LazyLock};

use board::{Board, Material, Placement, Wdl};
use common::{brings_home, longest};
use tbgen::{DtmTables, random_positions};
use vancura::engine::Engine;
use vancura::tablebase::InternalTables;

/// Total number of positions, as many of each ending.
const POSITIONS: usize = 2_000;
/// Nodes per move.
const NODES: u64 = 10_000;

static TABLES: LazyLock<Arc<InternalTables>> = LazyLock::new(|| {
    let tables = Arc::new(InternalTables::default());
    tables.build_large();
    tables
});

fn tables() -> &'static DtmTables {
    TABLES.large().expect("they have been built")
}

/// Positions in which the side to move wins, from each ending in turn.
fn sample() -> Vec<Board> {
    let endings = Material::with_men(3).into_iter().chain(Material::with_men(4));
    let drawn: Vec<Vec<Placement>> = endings
        .map(|ending| tables().table(ending).expect("all endings are solved"))
        .map(|table| random_positions(table, POSITIONS / 10, 1, Some(Wdl::Win)))
        .collect();
    let turns =
        (0..POSITIONS).flat_map(|turn| drawn.iter().filter_map(move |placements| placements.get(turn)));
    turns.take(POSITIONS).map(|placement| placement.to_board().expect("it is legal")).collect()
}

/// How many of the sample the engine wins with tables in memory of up to this many men.
fn won(internal_men: u32) -> usize {
    let mut engine = Engine::new(4).unwrap();
    engine.tables.internal = Arc::clone(&TABLES);
    engine.tables.internal_men = internal_men;
    engine.tables.wait_for_small();
    let boards = sample();
    assert_eq!(boards.len(), POSITIONS);
    let play = |board: Board| brings_home(&mut engine, board, NODES, |game| longest(tables(), game));
    let faults: Vec<String> = boards.into_iter().map(play).filter_map(Result::err).collect();
    for fault in &faults {
        eprintln!("not won with tables of {internal_men} men: {fault}");
    }
    POSITIONS - faults.len()
}

#[test]
#[ignore = "minutes: 2,000 endings are played out"]
fn with_four_men_in_memory_every_win_is_a_mate() {
    assert_eq!(won(4), POSITIONS);
}

#[test]
#[ignore = "minutes: 2,000 endings are played out"]
fn with_three_men_in_memory_nearly_every_win_is_a_mate() {
    let won = won(3);
    eprintln!("{won} of {POSITIONS}");
    assert!(won >= POSITIONS * 99 / 100, "{won}");
}
