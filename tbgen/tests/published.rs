//! The files we write are the published ones, byte for byte: the checksum at their end covers all that comes before.

mod syzygy_support;

use board::Material;
use syzygy_support::checksums::PUBLISHED;
use syzygy_support::material;
use tbgen::ZeroingTables;
use tbgen::syzygy::write::encode;

/// Solves and writes endings, and returns the files whose checksums are not the published ones.
fn differing(published: &[(&str, u128, u128)]) -> Vec<String> {
    let materials: Vec<Material> = published.iter().map(|(name, ..)| material(name)).collect();
    let mut tables = ZeroingTables::new();
    tables.build_all(&materials).unwrap();
    let checksum = |bytes: &[u8]| u128::from_be_bytes(*bytes.last_chunk().unwrap());
    let mut differing = Vec::new();
    for (&(name, wdl, dtz), &material) in published.iter().zip(&materials) {
        let files = encode(&tables.source(material).unwrap()).unwrap();
        for (extension, bytes, published) in [("rtbw", files.wdl, wdl), ("rtbz", files.dtz, dtz)] {
            if checksum(&bytes) != published {
                differing.push(format!("{name}.{extension}"));
            }
        }
    }
    differing
}

#[test]
fn three_man_files_are_the_published_ones() {
    assert_eq!(differing(&PUBLISHED[..5]), Vec::<String>::new());
}

#[test]
#[ignore = "minutes: compresses the thirty 4-man endings"]
fn four_man_files_are_the_published_ones() {
    assert_eq!(differing(&PUBLISHED[5..]), Vec::<String>::new());
}
