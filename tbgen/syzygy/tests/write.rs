//! Our writer compared with the published checksums and with our reader.

use crate::support;

use board::{Color, Dtz, Man, Placement, Square, Wdl};
use proptest::prelude::*;
use reference::checksums::{Checksums, of_men};
use support::invented::Invented;
use support::material;
use support::solver::{Solved, SolvedTables};
use syzygy::file::{Layout, Table};
use syzygy::format::{flag, leading_files, man_of_code, men_codes};
use syzygy::write::{Contents, DTZ_FREE, DtzUnit, Encoder, Files, ValueSource, encode, wdl_code, write};
use syzygy::{Error, Kind, Tables};

/// Solves and writes tables, and returns the files whose checksums differ from the published ones.
fn differing(published: &[Checksums]) -> Vec<String> {
    let mut tables = SolvedTables::default();
    let mut differing = Vec::new();
    for &Checksums { ending, wdl, dtz, .. } in published {
        let files = encode(&*tables.solve(material(ending))).unwrap();
        for (file, published, extension) in [(files.wdl, wdl, "rtbw"), (files.dtz, dtz, "rtbz")] {
            if u128::from_be_bytes(*file.unwrap().last_chunk().unwrap()) != published {
                differing.push(format!("{ending}.{extension}"));
            }
        }
    }
    differing
}

#[test]
fn three_man_tables_are_the_published_ones() {
    assert_eq!(differing(&of_men(3)), Vec::<String>::new());
}

#[test]
#[ignore = "some minutes: the slow solver solves all four-man endings"]
fn four_man_tables_are_the_published_ones() {
    assert_eq!(differing(&of_men(4)), Vec::<String>::new());
}

#[test]
fn what_is_written_reads_back_as_it_was_solved() {
    let folder = tempfile::tempdir().unwrap();
    let mut tables = SolvedTables::default();
    let solved: Vec<_> = of_men(3).iter().map(|one| tables.solve(material(one.ending))).collect();
    for source in &solved {
        write(&**source, folder.path()).unwrap();
    }
    let read = Tables::open(&[folder.path()]).unwrap();
    assert_eq!(read.found().count(), 10, "a pair of files each, and no temporary ones");
    for source in &solved {
        for kind in Kind::SYZYGY {
            read.table(source.material(), kind).unwrap().verify().unwrap();
        }
        compare_with_solver(source, &read);
    }
}

/// Reads one in seven of the legal positions and compares it with the solver; distances may be one
/// ply too small, as the format permits.
fn compare_with_solver(source: &Solved, read: &Tables) {
    let men: Vec<_> = men_codes(source.material()).into_iter().map(|c| man_of_code(c).unwrap()).collect();
    for number in (0..1 << (6 * men.len())).step_by(7) {
        let squares: Vec<u8> = (0..men.len()).map(|m| (number >> (6 * m) & 63) as u8).collect();
        for side in Color::ALL {
            let Some((wdl, Dtz(exact))) = source.result(side, &squares) else { continue };
            let placed = men.iter().zip(&squares);
            let placed: Vec<Man> = placed
                .map(|(&(color, piece), &s)| Man { color, piece, square: Square::index(s.into()) })
                .collect();
            let board = Placement::new(side, &placed).unwrap().to_board().unwrap();
            assert_eq!(read.wdl(&board).unwrap(), wdl, "{board}");
            let Dtz(found) = read.dtz(&board).unwrap().dtz();
            let rounding = (exact - found) * exact.signum();
            assert!((0..=1).contains(&rounding), "{board}: solved {exact}, read {found}");
        }
    }
}

#[test]
fn materials_the_writer_does_not_take_are_named() {
    for name in ["KvKQ", "KRRRRvKR"] {
        let source = Invented { material: material(name), seed: 0, longest: 10 };
        let error = encode(&source).unwrap_err();
        assert!(matches!(error, Error::Unwritable(m) if m == material(name)), "{error}");
    }
}

#[test]
fn files_that_cannot_be_written_leave_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("not/there");
    let source = Invented { material: material("KQvK"), seed: 0, longest: 10 };
    assert!(matches!(write(&source, &missing), Err(Error::Io { .. })));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// The files of an invented ending contain every value that a reader may need.
fn survives_the_round_trip(source: &Invented) {
    let m = source.material;
    let Files { wdl, dtz } = encode(source).unwrap();
    // Writing one file alone, or distances in plies, does not change the WDL file.
    let results = made(source, Contents { wdl: true, dtz: None });
    assert_eq!((results.wdl, results.dtz), (wdl.clone(), None));
    let exact = made(source, Contents { dtz: Some(DtzUnit::Plies), ..Contents::PUBLISHED });
    assert_eq!(exact.wdl, wdl);
    let alone = made(source, Contents { wdl: false, dtz: Some(DtzUnit::AsPublished) });
    assert_eq!((alone.wdl, &alone.dtz), (None, &dtz));
    let wdl = Table::from_bytes(wdl.unwrap(), m, Kind::Wdl).unwrap();
    let sides = if m.is_symmetric() { 1 } else { 2 };
    wdl.verify().unwrap();
    for (k, sub) in wdl.sub_tables().iter().enumerate() {
        let stored = wdl.expand_wdl(sub).unwrap();
        for (index, &value) in stored.iter().enumerate() {
            let mut code = [0];
            ask(m, sub.layout(), index, |men| source.wdl_codes(Color::ALL[k % sides], men, &mut code));
            let wildcard = code[0] >= wdl_code::CAPTURE_BLESSED_LOSS;
            assert!(value == code[0] || wildcard && value + 4 <= code[0], "{value} stored for {code:?}");
        }
    }
    holds_distances(source, &Table::from_bytes(dtz.unwrap(), m, Kind::Dtz).unwrap());
    let exact = Table::from_bytes(exact.dtz.unwrap(), m, Kind::Dtz).unwrap();
    assert!(exact.counts_plies());
    holds_distances(source, &exact);
}

fn made(source: &Invented, contents: Contents) -> Files {
    let mut encoder = Encoder::new(source.material, contents).unwrap();
    for _ in 0..leading_files(source.material) {
        encoder.add(source).unwrap();
    }
    encoder.finish()
}

/// The table contains every distance that a reader may need, at most one ply short where it counts
/// moves.
fn holds_distances(source: &Invented, dtz: &Table) {
    let m = source.material;
    dtz.verify().unwrap();
    for sub in dtz.sub_tables() {
        let stored = dtz.expand_dtz(sub).unwrap();
        for (index, &value) in stored.iter().enumerate() {
            let mut code = [0];
            ask(m, sub.layout(), index, |men| source.dtz_codes(sub.stored_side(), men, &mut code));
            let exact = code[0];
            if exact == DTZ_FREE {
                continue;
            }
            let found = sub.distance(value, Dtz(exact).wdl()).unwrap().0;
            let in_plies = match Dtz(exact).wdl() {
                Wdl::Win => sub.flags() & flag::WIN_PLIES != 0,
                Wdl::Loss => sub.flags() & flag::LOSS_PLIES != 0,
                _ => false,
            };
            let rounding = (exact - found) * exact.signum();
            assert!((0..=i16::from(!in_plies)).contains(&rounding), "{exact} read as {found}");
        }
    }
}

/// Calls `with` with the squares of the position at an index, one slice per man as for a source.
fn ask(material: board::Material, layout: &Layout, index: usize, with: impl FnOnce(&[&[u8]])) {
    let squares = layout.decode(index as u64);
    let mut men: Vec<(u8, &[u8])> =
        layout.codes().iter().copied().zip(squares.iter().map(std::slice::from_ref)).collect();
    let order = men_codes(material);
    men.sort_by_key(|man| order.iter().position(|&c| c == man.0));
    with(&men.iter().map(|man| man.1).collect::<Vec<_>>());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn invented_endings_survive_the_round_trip(seed: u64, which in 0..3usize, longest in 1..1500u64) {
        let name = ["KQvK", "KPvK", "KRvK"][which];
        survives_the_round_trip(&Invented { material: material(name), seed, longest });
    }
}

#[test]
fn wide_maps_survive_the_round_trip() {
    survives_the_round_trip(&Invented { material: material("KBvK"), seed: 1, longest: 1900 });
}
