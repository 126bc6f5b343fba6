//! Tables are exact: known mates, and every position agrees with its moves.

use board::{Dtm, Material, fen};
use tbgen::{DtmTables, Stats, TbgenError, check_solved};

fn table_stats(tables: &DtmTables, name: &str) -> Stats {
    Stats::of(tables.table(name.parse().unwrap()).unwrap())
}

#[test]
fn longest_three_man_mates_are_the_known_ones() {
    let tables = DtmTables::startup();
    for (name, moves) in [("KQvK", 10), ("KRvK", 16), ("KPvK", 28)] {
        assert_eq!(table_stats(&tables, name).sides[0].longest_win.as_ref().unwrap().moves, moves, "{name}");
    }
    for name in ["KBvK", "KNvK"] {
        for side in table_stats(&tables, name).sides {
            assert_eq!((side.wins, side.losses), (0, 0), "{name}");
        }
    }
}

#[test]
fn every_three_man_position_follows_from_its_moves() {
    let tables = DtmTables::startup();
    for table in tables.iter() {
        let report = check_solved(&tables, table, 1);
        assert_eq!(report.inconsistencies, [], "{}", table.material());
        assert!(report.positions > 50_000, "{}", table.material());
    }
}

#[test]
fn either_color_may_be_the_strong_side() {
    let tables = DtmTables::startup();
    let white = fen::parse("8/8/8/3k4/8/8/8/R3K3 w - - 0 1").unwrap();
    let black = fen::parse("r3k3/8/8/8/3K4/8/8/8 b - - 0 1").unwrap();
    assert_eq!(tables.probe_board(&white), tables.probe_board(&black));
    let stalemate = fen::parse("8/8/8/8/8/1q6/8/K1k5 w - - 0 1").unwrap();
    assert_eq!(tables.probe_board(&stalemate), Some(Dtm::Draw));
    let mate = fen::parse("8/8/8/8/8/1k6/1q6/K7 w - - 0 1").unwrap();
    assert_eq!(tables.probe_board(&mate), Some(Dtm::Loss(0)));
}

#[test]
fn what_cannot_be_solved_is_refused_with_a_reason() {
    let mut tables = DtmTables::new();
    let six: Material = "KRPvKRP".parse().unwrap();
    let error = tables.build(six).unwrap_err();
    assert_eq!(error, TbgenError::TooManyMen(six));
    assert_eq!(error.to_string(), "KRPvKRP has 6 men; tables of 3 to 5 men can be built in memory");
    assert!(matches!(tables.build("KvK".parse().unwrap()), Err(TbgenError::BareKings(_))));
    let board = fen::parse("4k3/8/8/8/8/8/8/RN2K3 w - - 0 1").unwrap();
    assert_eq!(tables.probe_board(&board), None);
}

#[test]
#[ignore = "minutes: every position of the thirty 4-man tables, move by move"]
fn every_four_man_position_follows_from_its_moves() {
    let mut tables = DtmTables::startup();
    tables.build_all(&Material::with_men(4)).unwrap();
    for table in tables.iter().filter(|t| t.material().men() == 4) {
        let report = check_solved(&tables, table, 1);
        assert_eq!(report.inconsistencies, [], "{}", table.material());
    }
}
