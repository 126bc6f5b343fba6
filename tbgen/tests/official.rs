//! Our results compared with official Syzygy files, read by an independent prober.
//!
//! Without the files the tests report this and compare nothing. The comparison with pyrrhic-rs
//! covers positions without en passant rights, the only ones that tables store.

use std::sync::OnceLock;

use board::{Color, Material, Placement, Wdl};
use pyrrhic::Pyrrhic;
use rayon::prelude::*;
use tbgen::{DtmTable, DtmTables};

/// The prober has global state, so all tests share one.
fn official() -> Option<&'static Pyrrhic> {
    static TABLES: OnceLock<Option<Pyrrhic>> = OnceLock::new();
    let open = || {
        let folder = reference::path("syzygy")?;
        Some(Pyrrhic::open(&folder).expect("official files open"))
    };
    TABLES.get_or_init(open).as_ref()
}

/// Compares every position; returns how many were compared.
fn compare(table: &DtmTable, official: &Pyrrhic) -> usize {
    let compare_side = |side: Color| {
        let positions: Vec<(Placement, Wdl)> = table.positions(side).map(|(p, dtm)| (p, dtm.wdl())).collect();
        positions.par_iter().for_each(|(p, ours)| {
            assert_eq!(
                official.wdl(p).expect("the table is there").without_fifty_move_rule(),
                *ours,
                "{p:?}"
            );
        });
        positions.len()
    };
    Color::ALL.into_iter().map(compare_side).sum()
}

#[test]
fn three_man_results_are_the_official_ones_in_every_position() {
    let Some(official) = official() else { return };
    let compared: usize = DtmTables::startup().iter().map(|t| compare(t, official)).sum();
    assert_eq!(compared, 417_787);
}

#[test]
#[ignore = "a minute: every position of the thirty 4-man tables"]
fn four_man_results_are_the_official_ones_in_every_position() {
    let Some(official) = official() else { return };
    let mut tables = DtmTables::startup();
    tables.build_all(&Material::with_men(4)).unwrap();
    let compared: usize =
        tables.iter().filter(|t| t.material().men() == 4).map(|t| compare(t, official)).sum();
    assert_eq!(compared, 146_871_406);
}
