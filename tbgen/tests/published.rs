//! The files we write are the published ones, byte for byte: the checksum at their end covers all that comes before.

use board::Material;
use reference::checksums::{Checksums, FIVE, of, of_men};
use tbgen::WdlBuilder;
use tbgen::syzygy::write::Contents;

fn material(name: &str) -> Material {
    name.parse().expect("a material")
}

/// Solves and writes endings, and returns the files whose checksums are not the published ones.
fn differing(published: &[Checksums]) -> Vec<String> {
    let mut tables = WdlBuilder::new();
    let checksum = |bytes: &[u8]| u128::from_be_bytes(*bytes.last_chunk().unwrap());
    let mut differing = Vec::new();
    for &Checksums { ending, wdl, dtz } in published {
        let files = tables.encode(material(ending), Contents::PUBLISHED).unwrap();
        for (extension, bytes, published) in [("rtbw", files.wdl, wdl), ("rtbz", files.dtz, dtz)] {
            if checksum(&bytes.unwrap()) != published {
                differing.push(format!("{ending}.{extension}"));
            }
        }
        tables.keep_for(&[], 0);
    }
    differing
}

#[test]
fn three_man_files_are_the_published_ones() {
    assert_eq!(differing(&of_men(3)), Vec::<String>::new());
}

#[test]
#[ignore = "minutes: compresses the thirty 4-man endings"]
fn four_man_files_are_the_published_ones() {
    assert_eq!(differing(&of_men(4)), Vec::<String>::new());
}

/// The endings whose files of results, made without distances, are not the published ones.
fn results_differing(endings: &[Checksums]) -> Vec<&'static str> {
    let mut tables = WdlBuilder::new();
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

/// The fifty-move rule spoils wins in some, and there are wins in exactly 100 plies, of which a file of results tells.
#[test]
#[ignore = "a quarter of an hour: solves and compresses endings of 5 men"]
fn five_man_results_made_alone_are_the_published_ones() {
    assert_eq!(results_differing(&FIVE.map(of)), Vec::<&str>::new());
}

/// One at a time: `cargo test -p vancura-tbgen --release --test published -- --ignored five_man` runs all, with `VANCURA_FIVE=KRPvKR,KNNvKP`
/// only these.
#[test]
#[ignore = "half an hour: solves and compresses endings of 5 men"]
fn five_man_files_are_the_published_ones() {
    let wanted = std::env::var("VANCURA_FIVE").unwrap_or_default();
    let is_wanted = |name: &&str| wanted.is_empty() || wanted.split(',').any(|w| w == *name);
    let chosen: Vec<_> = FIVE.into_iter().filter(is_wanted).map(of).collect();
    assert!(!chosen.is_empty(), "VANCURA_FIVE names none of the endings");
    assert_eq!(differing(&chosen), Vec::<String>::new());
}
