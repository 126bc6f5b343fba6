//! Our writer against the published tables, fed by the slow solver.

mod syzygy_support;

use board::{Color, Dtz, Material, Wdl};
use syzygy_support::solver::Tables;
use syzygy_support::{Random, material, published_tables, small_materials};
use tbgen::syzygy::write::{Files, encode};
use tbgen::syzygy::{Kind, SyzygyTables, Table};

/// The published checksums of the 3-man tables: `.rtbw`, `.rtbz`.
const THREE_MEN: [(&str, u128, u128); 5] = [
    ("KBvK", 0x4b37ef623e69eadb6756777c16034e6f, 0x338f272b119c02ca67b03a450c375b2e),
    ("KNvK", 0xb9eccbff19c677158e928b1b641248b7, 0x796ab960a6140d5b030f785e91086175),
    ("KPvK", 0x7e72bcffff0fc0fa6928728e92d3f652, 0xf72a3a4f9b1b4afb6e8335bed985b891),
    ("KQvK", 0xaf0d561da4523cb21a8cf05e9bc5cc6e, 0xc51fa4b08478f04272ec668ce70d6ca7),
    ("KRvK", 0x81da63fe25b9ed66f459001558f83ca5, 0x1df564d7e7056f15d9a1d776e8fe5884),
];

fn stored_checksum(file: &[u8]) -> u128 {
    u128::from_be_bytes(*file.last_chunk().unwrap())
}

#[test]
fn three_man_tables_have_the_published_checksums() {
    let mut tables = Tables::default();
    for (name, wdl, dtz) in THREE_MEN {
        let files = encode(&*tables.solve(material(name))).unwrap();
        assert_eq!(stored_checksum(&files.wdl), wdl, "{name}.rtbw");
        assert_eq!(stored_checksum(&files.dtz), dtz, "{name}.rtbz");
    }
}

/// Writes tables and returns the names of those that differ from the published ones.
fn differing(materials: &[Material]) -> Vec<String> {
    let Some(folder) = published_tables() else { return Vec::new() };
    let mut tables = Tables::default();
    let mut differing = Vec::new();
    for &m in materials {
        let t0 = std::time::Instant::now();
        let solved = tables.solve(m);
        let t1 = t0.elapsed();
        let Files { wdl, dtz } = encode(&*solved).unwrap();
        eprintln!("{m}: solve {t1:?} encode {:?}", t0.elapsed() - t1);
        for (kind, file) in [(Kind::Wdl, wdl), (Kind::Dtz, dtz)] {
            let name = format!("{m}.{}", kind.extension());
            let published = std::fs::read(folder.join(&name)).unwrap();
            if file != published {
                eprintln!("{name}: {} bytes written, {} published", file.len(), published.len());
                differing.push(name);
            }
        }
    }
    differing
}

#[test]
#[ignore = "some minutes"]
fn all_small_tables_are_the_published_ones() {
    assert_eq!(differing(&small_materials()), Vec::<String>::new());
}
