//! DTM files: exact after a round trip, refused when damaged.

use std::path::Path;

use board::random::Random;
use board::{Board, Color, Dtm, Material, Piece, Placement, Rank, fen};
use tbgen::syzygy::file::Table;
use tbgen::syzygy::{Kind, Tables as SyzygyTables, vdtm};
use tbgen::{DtmTables, check_file, write_dtm};

fn material(name: &str) -> Material {
    name.parse().unwrap()
}

/// Writes these endings and compares every position of the files with the solved tables; returns
/// the number of positions.
fn round_trip(materials: &[Material]) -> u64 {
    let mut tables = DtmTables::startup();
    tables.build_all(materials).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for &m in materials {
        write_dtm(tables.table(m).unwrap(), folder.path()).unwrap();
    }
    let files = SyzygyTables::open(&[folder.path()]).unwrap();
    let mut compared = 0;
    for &m in materials {
        let table = tables.table(m).unwrap();
        files.table(m, Kind::Dtm).unwrap().verify().unwrap();
        for (position, value) in Color::ALL.into_iter().flat_map(|side| table.positions(side)) {
            // The move generator rejects positions with three checkers.
            let Ok(board) = position.to_board() else { continue };
            assert_eq!(files.dtm(&board).unwrap(), value, "{position:?}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn three_man_files_hold_every_position() {
    assert_eq!(round_trip(&Material::with_men(3)), 417_787);
}

#[test]
#[ignore = "minutes: writes the thirty 4-man endings and reads every position back"]
fn four_man_files_hold_every_position() {
    assert!(round_trip(&Material::with_men(4)) > 70_000_000);
}

#[test]
#[ignore = "minutes: writes KBNvKN and reads every position back"]
fn kbnkn_holds_every_position_and_its_win_in_107() {
    assert!(round_trip(&[material("KBNvKN")]) > 100_000_000);
}

fn startup_folder(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let tables = DtmTables::startup();
    for name in names {
        write_dtm(tables.table(material(name)).unwrap(), folder.path()).unwrap();
    }
    folder
}

#[test]
fn either_color_and_en_passant_are_answered() {
    let mut tables = DtmTables::startup();
    tables.build(material("KPvKP")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for name in ["KPvKP", "KPvK"] {
        write_dtm(tables.table(material(name)).unwrap(), folder.path()).unwrap();
    }
    let files = SyzygyTables::open(&[folder.path()]).unwrap();
    let probe = |text: &str| files.dtm(&fen::parse(text).unwrap()).unwrap();
    let mut rights = 0;
    for (position, _) in tables.table(material("KPvKP")).unwrap().positions(Color::Black) {
        if let Some(board) = with_en_passant(&position) {
            assert_eq!(files.dtm(&board).unwrap(), tables.probe_board(&board).unwrap(), "{board}");
            rights += 1;
        }
    }
    assert!(rights > 1000, "{rights}");
    assert_eq!(probe("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"), probe("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1"));
    assert_eq!(probe("8/8/8/8/8/8/8/K1k5 w - - 0 1"), Dtm::Draw);
}

/// The position with Black's right to capture White's pawn en passant, if the pawns are adjacent.
fn with_en_passant(position: &Placement) -> Option<Board> {
    let pawn = |color| position.men().iter().find(|m| m.color == color && m.piece == Piece::Pawn);
    let (white, black) = (pawn(Color::White)?.square, pawn(Color::Black)?.square);
    let beside = white.rank() == Rank::Fourth
        && black.rank() == Rank::Fourth
        && (white.file() as u8).abs_diff(black.file() as u8) == 1;
    let text = position.to_fen().replace(" b - - ", &format!(" b - {}3 ", white.file()));
    if beside { fen::parse(&text).ok() } else { None }
}

#[test]
fn each_kind_of_damage_is_named() {
    let folder = startup_folder(&["KRvK", "KBvK"]);
    let path = folder.path().join("KRvK.vdtm");
    let sound = std::fs::read(&path).unwrap();
    let fault = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        check_file(&path).err().expect("a damaged file").to_string()
    };
    assert!(fault(&sound[..sound.len() / 2]).contains("is not a valid DTM table of KRvK"));
    assert!(fault(&[]).contains("its length 0"));
    let mut other = sound.clone();
    other[3] = 2;
    assert!(fault(&other).contains("magic number"));
    let mut other = sound.clone();
    other[200] ^= 1;
    assert!(fault(&other).contains("checksum"));
    let foreign = std::fs::read(folder.path().join("KBvK.vdtm")).unwrap();
    assert!(fault(&foreign).contains("does not match its name"));
    for name in ["KRK.vdtm", "KvKR.vdtm", "KRvK.zip", "KRvK"] {
        let path = folder.path().join(name);
        std::fs::write(&path, &sound).unwrap();
        assert!(check_file(&path).is_err(), "{name}");
    }
}

/// Damaged files: none is accepted as intact, and probing them never panics.
fn corrupt(count: u64) {
    let folder = startup_folder(&["KQvK", "KRvK", "KPvK"]);
    let names = ["KQvK", "KRvK", "KPvK"];
    let sound = names.map(|name| std::fs::read(folder.path().join(format!("{name}.vdtm"))).unwrap());
    let boards = [
        "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1",
        "8/8/8/3k4/8/8/8/R3K3 b - - 0 1",
        "8/8/8/3k4/8/8/1P6/4K3 w - - 0 1",
    ]
    .map(|text| Placement::from_board(&fen::parse(text).unwrap()).unwrap().to_board().unwrap());
    let mut random = Random::new(1);
    let damaged = tempfile::tempdir().unwrap();
    for _ in 0..count {
        let which = random.below(3);
        let mut bytes = sound[which].clone();
        match random.below(3) {
            0 => bytes.truncate(random.below(bytes.len())),
            1 => {
                let at = random.below(bytes.len());
                bytes[at] ^= 1 << random.below(8);
            }
            _ => {
                for _ in 0..40 {
                    let at = random.below(bytes.len());
                    bytes[at] ^= 1 << random.below(8);
                }
            }
        }
        if bytes == sound[which] {
            continue;
        }
        let m = material(names[which]);
        if let Ok(table) = Table::from_bytes(bytes.clone(), m, Kind::Dtm) {
            assert!(table.verify().is_err(), "a damaged file has the right checksum");
            for sub in table.sub_tables() {
                // Any result is allowed as long as there is no panic.
                let _ = table.expand_dtm(sub);
                for _ in 0..4 {
                    let _ = table.stored(sub, random.below(sub.layout().size() as usize) as u64);
                }
            }
        }
        probe_file(damaged.path(), &format!("{m}.vdtm"), &bytes, &boards[which]);
    }
}

fn probe_file(folder: &Path, name: &str, bytes: &[u8], board: &Board) {
    std::fs::write(folder.join(name), bytes).unwrap();
    let files = SyzygyTables::open(&[folder]).unwrap();
    let _ = files.dtm(board);
}

#[test]
fn hundreds_of_damaged_files_are_all_refused() {
    corrupt(300);
}

#[test]
#[ignore = "a minute: ten thousand damaged files"]
fn ten_thousand_damaged_files_are_all_refused() {
    corrupt(10_000);
}

#[test]
fn long_distances_have_room() {
    // Codes need more than a byte: 6 men need 524 plies, 7 men 1,097.
    for plies in [253, 254, 255, 523, 1097, 4093] {
        let value = if plies % 2 == 1 { Dtm::Win(plies) } else { Dtm::Loss(plies) };
        assert_eq!(vdtm::of_code(vdtm::to_code(value)), value);
        assert!(vdtm::to_code(value) < vdtm::FREE);
    }
}
