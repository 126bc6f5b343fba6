//! `tbgen compare-dtm` and `probe --gaviota`, on tables that our tests have written and on real
//! ones.

use std::path::{Path, PathBuf};

use crate::support::{stderr, stdout, tbgen};

/// The folder of tables for the fuzz target, written from our own distances.
fn written() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../gaviota/fuzz/corpus/table")
}

fn compare(folder: &Path, arguments: &[&str]) -> std::process::Output {
    let folder = folder.to_str().unwrap();
    tbgen(&[&["compare-dtm", "--gaviota", folder], arguments].concat())
}

#[test]
fn equal_distances_are_counted() {
    let output = compare(&written(), &["KRvK", "kpk", "--json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let json: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    for (number, (ending, positions)) in [("KRvK", 62_320), ("KPvK", 165_676)].into_iter().enumerate() {
        assert_eq!(json[number]["material"], ending);
        assert_eq!(json[number]["positions"], positions);
        assert_eq!((&json[number]["different"], &json[number]["en_passant"]), (&0.into(), &0.into()));
    }
    let all = stdout(&compare(&written(), &[]));
    assert!(all.contains("KQvK: ") && all.contains("3 endings: "), "{all}");
}

#[test]
fn other_distances_are_told_and_fail() {
    let folder = tempfile::tempdir().unwrap();
    // The distances of another ending under a wrong name.
    std::fs::copy(written().join("kqk.gtb.cp4"), folder.path().join("krk.gtb.cp4")).unwrap();
    let output = compare(folder.path(), &["KRvK"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let said = stdout(&output);
    assert!(
        said.contains(" DIFFERENT, the first:") && said.contains("the other source says mate in"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 11, "{said}");
}

#[test]
fn what_cannot_be_compared_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let said = |arguments: &[&str]| {
        let output = compare(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2));
        stderr(&output)
    };
    assert!(said(&[]).contains("is named like krk.gtb.cp4"));
    let krk = folder.path().join("krk.gtb.cp4");
    std::fs::copy(written().join("krk.gtb.cp4"), &krk).unwrap();
    assert!(said(&["KQvK"]).contains("no Gaviota table of KQvK: put kqk.gtb.cp4 into a table folder"));
    let mut bytes = std::fs::read(&krk).unwrap();
    bytes.pop();
    std::fs::write(&krk, bytes).unwrap();
    let damaged = said(&[]);
    assert!(damaged.contains("krk.gtb.cp4 is not an intact Gaviota table of KRvK: it has"), "{damaged}");
}

#[test]
fn probe_shows_the_other_distance() {
    let (folder, fen) = (written(), "8/8/8/8/8/2k5/1R6/K7 w - - 0 1");
    let folder = folder.to_str().unwrap();
    let said = stdout(&tbgen(&["probe", fen, "--gaviota", folder]));
    assert!(said.contains("\nGaviota: mate in 16 (31 plies)\n"), "{said}");
    let json = stdout(&tbgen(&["probe", fen, "--gaviota", folder, "--json"]));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["gaviota"], json["dtm"]);
    let missing = tbgen(&["probe", "8/8/8/8/8/2k5/7B/K7 w - - 0 1", "--gaviota", folder]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("no Gaviota table of KBvK"), "{}", stderr(&missing));
}

#[test]
fn three_men_are_those_of_gaviota_in_every_position() {
    let Some(folder) = reference::gaviota(3) else { return };
    let output = compare(&folder, &["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
    let said = stdout(&output);
    assert!(output.status.success(), "{said}{}", stderr(&output));
    assert!(
        said.contains("5 endings: 417787 positions and 0 with a capture en passant compared, 0 different"),
        "{said}"
    );
}

#[test]
#[ignore = "minutes: every position of the 35 endings of 3 and 4 men"]
fn four_men_are_those_of_gaviota_in_every_position() {
    let Some(folder) = reference::gaviota(4) else { return };
    let output = compare(&folder, &[]);
    let said = stdout(&output);
    println!("{said}");
    assert!(output.status.success(), "{said}{}", stderr(&output));
    assert!(said.contains("35 endings: 147289193 positions and "), "{said}");
}
