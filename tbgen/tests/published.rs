//! The files we write are the published ones, byte for byte: the checksum at the end covers
//! everything before it.

use board::random::Random;
use board::{Material, Placement};
use pyrrhic::Pyrrhic;
use reference::checksums::{Checksums, FIVE, of, of_men};
use tbgen::syzygy::file::Table;
use tbgen::syzygy::write::{ChosenOrders, Contents};
use tbgen::syzygy::{Kind, Tables as SyzygyTables};
use tbgen::{Orders, WdlBuilder, build_files, build_order, remembered_orders};

fn material(name: &str) -> Material {
    name.parse().expect("a material")
}

/// Solves endings and writes them with newly searched piece orders; returns the files whose
/// checksums differ from the published ones, and the endings whose orders differ from the stored
/// ones.
fn differing(published: &[Checksums]) -> Vec<String> {
    let mut tables = WdlBuilder::new(Orders::Searched);
    let checksum = |bytes: &[u8]| u128::from_be_bytes(*bytes.last_chunk().unwrap());
    let mut differing = Vec::new();
    for &Checksums { ending, wdl, dtz, .. } in published {
        let files = tables.encode(material(ending), Contents::PUBLISHED).unwrap();
        let (results, distances) = (files.wdl.unwrap(), files.dtz.unwrap());
        for (extension, bytes, published) in [("rtbw", &results, wdl), ("rtbz", &distances, dtz)] {
            if checksum(bytes) != published {
                differing.push(format!("{ending}.{extension}"));
            }
        }
        let table = |bytes, kind| Table::from_bytes(bytes, material(ending), kind).unwrap();
        let found = ChosenOrders::of_tables(&table(results, Kind::Wdl), &table(distances, Kind::Dtz));
        if found.is_none() || found != remembered_orders(material(ending)) {
            differing.push(format!("{ending}: piece orders"));
        }
        tables.keep_for(&[], 0);
    }
    differing
}

#[test]
fn files_of_three_men_and_some_of_four_are_the_published_ones() {
    let endings = [of_men(3), ["KBvKP", "KNNvK"].map(of).to_vec()].concat();
    assert_eq!(differing(&endings), Vec::<String>::new());
}

/// Stored orders of four and five men are compared with the search in the longer tests below.
#[test]
fn files_with_remembered_orders_are_the_published_ones() {
    let mut tables = WdlBuilder::new(Orders::Remembered);
    for one in [of_men(3), ["KRvKP", "KBvKP", "KNNvK", "KPvKP"].map(of).to_vec()].concat() {
        let files = tables.encode(material(one.ending), Contents::PUBLISHED).unwrap();
        let checksum = |bytes: Option<Vec<u8>>| u128::from_be_bytes(*bytes.unwrap().last_chunk().unwrap());
        assert_eq!([files.wdl, files.dtz].map(checksum), [one.wdl, one.dtz], "{}", one.ending);
    }
}

#[test]
#[ignore = "minutes: compresses the thirty 4-man endings"]
fn four_man_files_are_the_published_ones() {
    assert_eq!(differing(&of_men(4)), Vec::<String>::new());
}

/// The endings whose WDL files, built without distances, differ from the published ones.
fn results_differing(endings: &[Checksums]) -> Vec<&'static str> {
    let mut tables = WdlBuilder::default();
    let differs = |one: &&Checksums| {
        let files = tables.encode(material(one.ending), Contents { wdl: true, dtz: None }).unwrap();
        assert_eq!(files.dtz, None);
        u128::from_be_bytes(*files.wdl.unwrap().last_chunk().unwrap()) != one.wdl
    };
    endings.iter().filter(differs).map(|one| one.ending).collect()
}

#[test]
fn results_made_alone_are_the_published_ones() {
    let endings = [of_men(3), ["KBvKP", "KNNvK"].map(of).to_vec()].concat();
    assert_eq!(results_differing(&endings), Vec::<&str>::new());
}

/// Some have wins spoiled by the fifty-move rule, and wins in exactly 100 plies, which a WDL file
/// records.
#[test]
#[ignore = "a quarter of an hour: solves and compresses endings of 5 men"]
fn five_man_results_made_alone_are_the_published_ones() {
    assert_eq!(results_differing(&FIVE.map(of)), Vec::<&str>::new());
}

/// One at a time: `cargo test -p vancura-tbgen --release --test all -- --ignored five_man` runs
/// all, with `VANCURA_FIVE=KRPvKR,KNNvKP` only these.
#[test]
#[ignore = "half an hour: solves and compresses endings of 5 men"]
fn five_man_files_are_the_published_ones() {
    let wanted = std::env::var("VANCURA_FIVE").unwrap_or_default();
    let is_wanted = |name: &&str| wanted.is_empty() || wanted.split(',').any(|w| w == *name);
    let chosen: Vec<_> = FIVE.into_iter().filter(is_wanted).map(of).collect();
    assert!(!chosen.is_empty(), "VANCURA_FIVE names none of the endings");
    assert_eq!(differing(&chosen), Vec::<String>::new());
}

/// `VANCURA_SIX=KNNNvKN,KBBBvKR` names endings other than the smallest one. The files are
/// also read, together with those of all endings they lead to.
#[test]
#[ignore = "minutes and ten gigabytes: solves and compresses an ending of 6 men"]
fn six_man_files_are_the_published_ones_and_read_as_a_foreign_prober_reads_them() {
    let wanted = std::env::var("VANCURA_SIX").unwrap_or_else(|_| "KNNNNvK".to_owned());
    for one in wanted.split(',').map(of) {
        let folder = tempfile::tempdir().unwrap();
        let order = build_order(&[material(one.ending)], true).unwrap();
        build_files(&order, folder.path(), Kind::SYZYGY, |_, _| ()).unwrap();
        let tables = SyzygyTables::open(&[folder.path()]).unwrap();
        let checksum = |kind| {
            let table = tables.table(material(one.ending), kind).unwrap();
            table.verify().unwrap();
            u128::from_be_bytes(table.stored_checksum())
        };
        assert_eq!(Kind::SYZYGY.map(checksum), [one.wdl, one.dtz], "{}", one.ending);
        let foreign = Pyrrhic::open(folder.path()).unwrap();
        let mut random = Random::new(6);
        for _ in 0..1000 {
            let placement = Placement::random(&mut random, material(one.ending));
            let placement = if random.below(2) == 0 { placement } else { placement.flip_colors() };
            let board = placement.to_board().unwrap();
            assert_eq!(Some(tables.wdl(&board).unwrap()), foreign.wdl(&board), "{board}");
            let dtz = tables.dtz(&board).unwrap().dtz();
            assert_eq!(Some(dtz.0.unsigned_abs()), foreign.dtz(&board), "{board}");
        }
    }
}
