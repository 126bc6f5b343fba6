//! Writes table files, for tests: with made-up values or with those of a solved ending.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use board::{Color, Dtm, Material};
use lzma_rust2::{LzmaOptions, LzmaWriter};
use tbgen::{DtmTable, DtmTables};

use crate::blocks::HEADER_BYTES;
use crate::name::file_name;
use crate::number::Numbering;
use crate::value;

/// Values in a block, as in all files.
const BLOCK: usize = 1 << 14;
/// The byte of illegal positions.
pub(crate) const ILLEGAL: u8 = 3;

/// The name of an ending's file.
pub(crate) fn path(ending: &str) -> PathBuf {
    PathBuf::from(file_name(ending.parse().unwrap()))
}

/// The byte of a value.
pub(crate) fn byte(value: Dtm, side_to_move: Color) -> u8 {
    (0..=u8::MAX).find(|&byte| value::of_byte(byte, side_to_move) == Some(value)).expect("a short mate")
}

/// A file with these bytes by side to move.
pub(crate) fn file(bytes: &[Vec<u8>; 2]) -> Vec<u8> {
    let rest = bytes[0].len() % BLOCK;
    let blocks = bytes.iter().zip(1..).flat_map(|(side, last)| {
        side.chunks(BLOCK).map(move |part| block(part, if part.len() < BLOCK { last } else { 0 }))
    });
    let blocks: Vec<Vec<u8>> = blocks.collect();
    let mut place = HEADER_BYTES + 4 * (blocks.len() + 1);
    let mut words = vec![0, 0, BLOCK, 0, rest, 0, rest, 0, place, 4];
    for block in &blocks {
        words.push(place);
        place += block.len();
    }
    words.push(place);
    let list = words.into_iter().flat_map(|word| u32::try_from(word).unwrap().to_le_bytes());
    list.chain(blocks.concat()).collect()
}

fn block(values: &[u8], kind: u8) -> Vec<u8> {
    let mut options = LzmaOptions::with_preset(1);
    options.dict_size = 1 << 12;
    let size = Some(values.len() as u64);
    let mut writer = LzmaWriter::new_use_header(vec![kind, 0], &options, size).unwrap();
    writer.write_all(values).unwrap();
    writer.finish().unwrap()
}

/// The file of a solved ending.
pub(crate) fn solved(table: &DtmTable) -> Vec<u8> {
    let numbering = Numbering::new(table.material()).unwrap();
    file(&Color::ALL.map(|side| {
        let mut bytes = vec![ILLEGAL; numbering.positions()];
        for (placement, value) in table.positions(side) {
            bytes[numbering.number(&placement).unwrap()] = byte(value, side);
        }
        bytes
    }))
}

/// The file of an ending in which all positions have this byte.
pub(crate) fn uniform(ending: &str, byte: u8) -> Vec<u8> {
    let numbering = Numbering::new(ending.parse().unwrap()).unwrap();
    file(&Color::ALL.map(|_| vec![byte; numbering.positions()]))
}

/// Writes the files of these endings and of all that they lead to.
pub(crate) fn folder(folder: &Path, endings: &[&str]) -> DtmTables {
    let mut tables = DtmTables::new();
    let endings: Vec<Material> = endings.iter().map(|name| name.parse().unwrap()).collect();
    tables.build_all(&endings).unwrap();
    for table in tables.iter() {
        std::fs::write(folder.join(file_name(table.material())), solved(table)).unwrap();
    }
    tables
}

#[test]
#[ignore = "writes the corpus of the fuzz target"]
fn corpus() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/table");
    let tables = DtmTables::startup();
    for name in ["KPvK", "KQvK", "KRvK"] {
        let table = tables.table(name.parse().unwrap()).unwrap();
        std::fs::write(corpus.join(path(name)), solved(table)).unwrap();
    }
}
