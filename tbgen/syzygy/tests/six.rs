//! Files of six and seven men are either read correctly or refused.

use std::fs;

use board::{Color, Material, Wdl, fen};
use syzygy::file::Table;
use syzygy::write::{DTZ_FREE, Files, Statistics, ValueSource, encode, wdl_code, write};
use syzygy::{Error, Kind, Tables};

/// An ending in which neither side wins, so that its files are small.
struct Drawn(Material);

impl ValueSource for Drawn {
    fn material(&self) -> Material {
        self.0
    }

    fn wdl_codes(&self, _side: Color, _squares: &[&[u8]], codes: &mut [u8]) {
        codes.fill(2);
    }

    fn dtz_codes(&self, _side: Color, _squares: &[&[u8]], codes: &mut [i16]) {
        codes.fill(DTZ_FREE);
    }

    fn statistics(&self, _side: Color, _file: usize) -> Statistics {
        Statistics { wdl_codes: 1 << 2 | 1 << wdl_code::FREE, ..Statistics::default() }
    }
}

fn drawn(name: &str) -> Drawn {
    Drawn(name.parse().unwrap())
}

/// No capture is possible, so no other file is probed.
const KBN_KNN: &str = "6nk/6n1/8/8/8/8/8/KBN5 w - - 0 1";
const KNNN_KBN: &str = "6nk/7b/8/8/8/NN6/N7/K7 w - - 0 1";

#[test]
fn a_file_of_six_men_is_written_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let paths = write(&drawn("KBNvKNN"), folder.path()).unwrap();
    assert_eq!(paths.len(), 2);
    let tables = Tables::open(&[folder.path()]).unwrap();
    for kind in Kind::SYZYGY {
        tables.table("KBNvKNN".parse().unwrap(), kind).unwrap().verify().unwrap();
    }
    for board in [KBN_KNN.to_owned(), KBN_KNN.replace(" w ", " b ")] {
        let board = fen::parse(&board).unwrap();
        assert_eq!(tables.wdl(&board).unwrap(), Wdl::Draw);
        assert_eq!(tables.dtz(&board).unwrap().dtz().0, 0);
    }
}

#[test]
fn a_file_of_six_men_under_another_name_is_refused() {
    let Files { wdl: Some(bytes), .. } = encode(&drawn("KBNvKNN")).unwrap() else { panic!("no file") };
    for name in ["KBBvKNN", "KNNNvKBN", "KBNvKN", "KBNvKBN", "KBNNvKN"] {
        assert!(Table::from_bytes(bytes.clone(), name.parse().unwrap(), Kind::Wdl).is_err(), "{name}");
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("KNNNvKBN.rtbw"), &bytes).unwrap();
    let tables = Tables::open(&[folder.path()]).unwrap();
    let seven = tables.wdl(&fen::parse(KNNN_KBN).unwrap());
    assert!(matches!(seven, Err(Error::BadTable { .. })), "{seven:?}");
    let six = tables.wdl(&fen::parse(KBN_KNN).unwrap());
    assert!(matches!(six, Err(Error::MissingTable { .. })), "{six:?}");
}

/// Assembled by hand: it has too many placements for the writer.
#[test]
fn a_file_of_seven_men_is_read() {
    const MEN: [u8; 7] = [6, 14, 11, 10, 2, 2, 2];
    assert!(matches!(encode(&drawn("KNNNvKBN")), Err(Error::Unwritable(_))));
    // Magic number, type byte (no pawns, asymmetric), slot of the first group, the men of both
    // sides to move.
    let mut bytes = vec![0x71, 0xe8, 0x23, 0x5d, 0x71, 0x00];
    bytes.extend(MEN.map(|code| code | code << 4));
    bytes.resize(bytes.len().next_multiple_of(2), 0);
    // A single value in both sub-tables: a draw.
    bytes.extend([0x80, 2, 0x80, 2]);
    bytes.resize(64, 0);
    bytes.extend(syzygy::file::checksum(&bytes));
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("KNNNvKBN.rtbw"), &bytes).unwrap();
    let tables = Tables::open(&[folder.path()]).unwrap();
    assert_eq!(tables.wdl(&fen::parse(KNNN_KBN).unwrap()).unwrap(), Wdl::Draw);
}
