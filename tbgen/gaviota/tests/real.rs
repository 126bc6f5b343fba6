//! Files of the generator itself, from Debian's package `gaviotatb` or beside other published
//! material. Without them the tests report this and compare nothing.

use board::{Dtm, Material, fen};
use gaviota::{Table, Tables};

#[test]
fn known_distances_are_read() {
    let Some(folder) = reference::gaviota(3) else { return };
    let tables = Tables::open(&[folder]).unwrap();
    assert!(Material::with_men(3).into_iter().all(|ending| tables.endings().contains(&ending)));
    for (text, value) in [
        ("8/8/8/8/8/2k5/1R6/K7 w - - 0 1", Dtm::Win(31)),
        ("8/8/8/8/8/8/1Rk5/K7 b - - 0 1", Dtm::Loss(32)),
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", Dtm::Win(1)),
        ("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", Dtm::Draw),
        ("7r/8/8/8/8/1k6/8/K7 w - - 0 1", Dtm::Loss(2)),
        ("8/8/8/8/8/1k6/7r/K7 b - - 0 1", Dtm::Win(1)),
    ] {
        let board = fen::parse(text).unwrap();
        assert_eq!(tables.probe_board(&board).unwrap(), Some(value), "{text}");
    }
}

/// Cut short anywhere, a file is refused when it is opened.
#[test]
fn files_that_are_cut_short_are_refused() {
    let Some(folder) = reference::gaviota(3) else { return };
    let path = folder.join("kpk.gtb.cp4");
    let file = std::fs::read(&path).unwrap();
    for length in (0..file.len()).step_by(97) {
        let error = Table::from_bytes(file[..length].to_vec(), &path).unwrap_err().to_string();
        assert!(error.contains("is not an intact Gaviota table of KPvK"), "{error}");
    }
    assert!(Table::from_bytes(file, &path).is_ok());
}
