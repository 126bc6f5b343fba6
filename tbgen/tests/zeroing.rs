//! Results under the fifty-move rule and distances to zeroing compared with official files.
//!
//! Without the files the tests report this and compare nothing.

use board::{Color, Material, Placement};
use rayon::prelude::*;
use tbgen::syzygy::Tables as SyzygyTables;
use tbgen::{DtmTables, DtzTables};

fn official() -> Option<SyzygyTables> {
    let folder = reference::path("syzygy")?;
    Some(SyzygyTables::open(&[folder]).expect("official files open"))
}

/// Compares every n-th position of these endings; returns how many were compared.
fn compare(materials: &[Material], every: usize, official: &SyzygyTables) -> usize {
    let mut positions = DtmTables::new();
    positions.build_all(materials).unwrap();
    let mut ours = DtzTables::new();
    ours.build_all(materials).unwrap();
    let compare_one = |p: &Placement| {
        let board = p.to_board().unwrap();
        assert_eq!(ours.wdl(p), Some(official.wdl(&board).unwrap()), "{p:?}");
        let (mine, theirs) = (ours.dtz(p).unwrap().0, official.dtz(&board).unwrap().dtz().0);
        // Distances from files that count moves are up to one ply short.
        let rounding = mine.abs() - theirs.abs();
        assert!(mine.signum() == theirs.signum() && (0..=1).contains(&rounding), "{p:?}: {mine} {theirs}");
    };
    let side = |&m: &Material, side| {
        let table = positions.table(m).unwrap();
        let chosen: Vec<Placement> = table.positions(side).step_by(every).map(|(p, _)| p).collect();
        chosen.par_iter().for_each(compare_one);
        chosen.len()
    };
    materials.iter().flat_map(|m| Color::ALL.map(|c| side(m, c))).sum()
}

#[test]
fn three_man_distances_are_the_official_ones_in_every_position() {
    let Some(official) = official() else { return };
    assert_eq!(compare(&Material::with_men(3), 1, &official), 417_787);
}

#[test]
fn four_man_distances_are_the_official_ones_in_a_sample_of_positions() {
    let Some(official) = official() else { return };
    assert!(compare(&Material::with_men(4), 1009, &official) > 140_000);
}

#[test]
#[ignore = "ten minutes: every position of the thirty 4-man tables"]
fn four_man_distances_are_the_official_ones_in_every_position() {
    let Some(official) = official() else { return };
    assert_eq!(compare(&Material::with_men(4), 1, &official), 146_871_406);
}
