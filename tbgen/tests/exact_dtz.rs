//! Files whose distances to zeroing are exact to the ply: our reader and another read every
//! position back as solved.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use board::{Color, Dtz, Material, MaybeRounded, Placement};
use pyrrhic::Pyrrhic;
use rayon::prelude::*;
use tbgen::syzygy::write::DtzUnit;
use tbgen::syzygy::{Kind, Verify};
use tbgen::{DtmTables, DtzTables, Outputs, build_files, build_order};

/// Writes both files of these endings, and the WDL files of all endings they lead to, which probing
/// needs.
fn build(names: &[&str], folder: &Path, unit: DtzUnit) -> Vec<Material> {
    let endings: Vec<Material> = names.iter().map(|name| name.parse().unwrap()).collect();
    let order = build_order(&endings, true).unwrap();
    build_files(&order, folder, [Kind::Wdl], |_, _| ()).unwrap();
    build_files(&endings, folder, Outputs::from(Kind::SYZYGY).with_dtz(unit), |_, _| ()).unwrap();
    endings
}

/// Calls `visit` with every legal position of these endings; returns the number of positions.
fn for_each_position(endings: &[Material], visit: impl Fn(&Placement) + Sync) -> usize {
    let mut positions = DtmTables::new();
    positions.build_all(endings).unwrap();
    let of_side = |&ending: &Material, side| {
        let all: Vec<Placement> = positions.table(ending).unwrap().positions(side).map(|(p, _)| p).collect();
        all.par_iter().for_each(&visit);
        all.len()
    };
    endings.iter().flat_map(|ending| Color::ALL.map(|side| of_side(ending, side))).sum()
}

/// Checks that every position of these endings has its exact distance in such files. Returns the
/// numbers of positions and of wins in an even number of plies, which files that count moves round.
fn reads_exactly(names: &[&str]) -> (usize, usize) {
    let folder = tempfile::tempdir().unwrap();
    let endings = build(names, folder.path(), DtzUnit::Plies);
    let mut solved = DtzTables::new();
    solved.build_all(&endings).unwrap();
    // Trusted, so that files are not checked for changes at each probe.
    let files = tbgen::open_tables(&[folder.path()], Verify::Never).unwrap();
    for &ending in &endings {
        assert!(files.table(ending, Kind::Dtz).unwrap().counts_plies(), "{ending}");
    }
    let even = AtomicUsize::new(0);
    let positions = for_each_position(&endings, |position| {
        let (board, exact) = (position.to_board().unwrap(), solved.dtz(position).unwrap());
        assert_eq!(files.dtz(&board).unwrap(), MaybeRounded::Precise(exact), "{position:?}");
        assert_eq!(Some(files.wdl(&board).unwrap()), solved.wdl(position), "{position:?}");
        even.fetch_add(usize::from(exact.0 > 0 && exact.0 % 2 == 0), Ordering::Relaxed);
    });
    (positions, even.into_inner())
}

#[test]
fn every_three_man_position_reads_exactly() {
    // Only the winner has captures and pawn moves, so all wins are odd.
    assert_eq!(reads_exactly(&["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]), (417_787, 0));
}

#[test]
fn every_position_of_a_four_man_ending_reads_exactly() {
    let (positions, even) = reads_exactly(&["KRvKP"]);
    assert_eq!((positions, even), (9_031_524, 20_583));
}

#[test]
#[ignore = "a quarter of an hour: every position of the thirty 4-man endings"]
fn every_four_man_position_reads_exactly() {
    let names: Vec<String> = Material::with_men(4).iter().map(ToString::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(reads_exactly(&names).0, 146_871_406);
}

/// pyrrhic-rs, an independent reader, reads the same distances, including tables with a single
/// value.
#[test]
fn another_prober_reads_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let endings = build(&["KPvK", "KNNvK", "KRvKP"], folder.path(), DtzUnit::Plies);
    let mut solved = DtzTables::new();
    solved.build_all(&endings).unwrap();
    let pyrrhic = Pyrrhic::open(folder.path()).unwrap();
    let mut positions = DtmTables::new();
    positions.build_all(&endings).unwrap();
    let (mut compared, mut even) = (0, 0);
    for (&ending, side) in endings.iter().flat_map(|ending| Color::ALL.map(|side| (ending, side))) {
        for (position, _) in positions.table(ending).unwrap().positions(side).step_by(61) {
            let board = position.to_board().unwrap();
            let Dtz(exact) = solved.dtz(&position).unwrap();
            assert_eq!(pyrrhic.dtz(&board), Some(exact.unsigned_abs()), "{position:?}");
            assert_eq!(pyrrhic.wdl(&board), solved.wdl(&position), "{position:?}");
            compared += 1;
            even += usize::from(exact > 0 && exact % 2 == 0);
        }
    }
    assert!(compared > 180_000 && even > 300, "{compared} positions, {even} won in even distances");
}

/// A build with exact distances replaces rounded ones; a build without keeps exact ones.
#[test]
fn rounded_files_are_built_again_and_results_stay() {
    let folder = tempfile::tempdir().unwrap();
    let read = |extension: &str| std::fs::read(folder.path().join(format!("KPvK.{extension}"))).unwrap();
    build(&["KPvK"], folder.path(), DtzUnit::AsPublished);
    let (results, rounded) = (read("rtbw"), read("rtbz"));
    build(&["KPvK"], folder.path(), DtzUnit::Plies);
    let exact = read("rtbz");
    assert!(exact != rounded && read("rtbw") == results);
    build(&["KPvK"], folder.path(), DtzUnit::AsPublished);
    assert!(read("rtbz") == exact);
}
