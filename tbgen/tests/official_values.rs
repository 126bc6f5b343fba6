//! Solved endings compared with official files, every index of every sub-table, by the streaming
//! reader.
//!
//! Without the files the tests report this and compare nothing.

use std::path::Path;

use board::{Color, Material};
use tbgen::WdlBuilder;
use tbgen::syzygy::Kind;
use tbgen::syzygy::file::{Comparison, Table};
use tbgen::syzygy::write::{Contents, DTZ_FREE, ValueSource};

fn material(name: &str) -> Material {
    name.parse().expect("a material")
}

/// Compares both official files of an ending with our solution: results, then distances.
fn compare(tables: &mut WdlBuilder, material: Material, folder: &Path) -> [Comparison; 2] {
    let open =
        |kind: Kind| Table::open(&folder.join(kind.file_name(material)), material, kind, true).unwrap();
    let official = [open(Kind::Wdl), open(Kind::Dtz)];
    let mut found = [Comparison::default(); 2];
    tables
        .solve_by_file(material, |source, file| {
            for (found, official) in found.iter_mut().zip(&official) {
                *found = found.and(official.compare(source, file).unwrap());
            }
            Ok(())
        })
        .unwrap();
    eprintln!("{material}: results {:?}", found[0]);
    eprintln!("{material}: distances {:?}", found[1]);
    found
}

fn assert_equal(materials: &[Material]) {
    let Some(folder) = reference::path("syzygy") else { return };
    let mut tables = WdlBuilder::default();
    for &material in materials {
        let [results, distances] = compare(&mut tables, material, &folder);
        assert_eq!((results.wrong, distances.wrong), (0, 0), "{material}");
        assert!(results.exact + results.bounded + results.free > 10_000, "{material}");
        tables.keep_for(&[], 0);
    }
}

#[test]
fn small_endings_store_what_official_files_store() {
    assert_equal(&["KPvK", "KBvKP", "KQvKR", "KPvKP", "KPPvK"].map(material));
}

#[test]
#[ignore = "minutes: every index of the thirty 4-man tables"]
fn all_small_endings_store_what_official_files_store() {
    assert_equal(&[3, 4].into_iter().flat_map(Material::with_men).collect::<Vec<_>>());
}

#[test]
#[ignore = "minutes: every index of a 5-man table with cursed wins, and of the smaller ones"]
fn kbnkn_stores_what_official_files_store() {
    assert_equal(&["KBvKN", "KNvKN", "KBNvK", "KBNvKN"].map(material));
}

#[test]
#[ignore = "minutes: solves KRPvKR and all below it, compares every index"]
fn krpkr_stores_what_official_files_store() {
    assert_equal(&["KPvKR", "KRvKP", "KRvKR", "KRPvK", "KRPvKR"].map(|n| material(n).canonical().0));
}

/// A source with a few wrong values, which a comparison must find.
struct Liar<'a>(&'a dyn ValueSource);

impl ValueSource for Liar<'_> {
    fn material(&self) -> Material {
        self.0.material()
    }

    fn wdl_codes(&self, side: Color, squares: &[&[u8]], codes: &mut [u8]) {
        self.0.wdl_codes(side, squares, codes);
        // Losses instead of draws while White's king is on a1.
        let lies = codes.iter_mut().zip(squares[0]).filter(|(code, king)| **code == 2 && **king == 0);
        lies.for_each(|(code, _)| *code = 0);
    }

    fn dtz_codes(&self, side: Color, squares: &[&[u8]], codes: &mut [i16]) {
        self.0.dtz_codes(side, squares, codes);
        for (code, _) in codes.iter_mut().zip(squares[0]).filter(|(_, king)| **king == 0) {
            *code = if *code == DTZ_FREE { DTZ_FREE } else { *code + 2 * code.signum() };
        }
    }
}

#[test]
fn a_solution_that_differs_is_found_out() {
    let mut tables = WdlBuilder::default();
    let krkp = material("KRvKP");
    let files = tables.encode(krkp, Contents::PUBLISHED).unwrap();
    let [wdl, dtz] = [(files.wdl, Kind::Wdl), (files.dtz, Kind::Dtz)]
        .map(|(bytes, kind)| Table::from_bytes(bytes.unwrap(), krkp, kind).unwrap());
    let (mut honest, mut lied) = ([Comparison::default(); 2], [Comparison::default(); 2]);
    tables
        .solve_by_file(krkp, |source, file| {
            for (i, table) in [&wdl, &dtz].into_iter().enumerate() {
                honest[i] = honest[i].and(table.compare(source, file).unwrap());
                lied[i] = lied[i].and(table.compare(&Liar(source), file).unwrap());
            }
            Ok(())
        })
        .unwrap();
    assert_eq!((honest[0].wrong, honest[1].wrong), (0, 0));
    assert!(lied[0].wrong > 0 && lied[1].wrong > 0, "{lied:?}");
    assert!(lied.iter().all(|found| found.example.is_some_and(|example| example.squares.contains(&0))));
}
