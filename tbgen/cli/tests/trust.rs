//! A damaged file is named, or used if the user trusts it.

use std::fs;

use crate::support::{stderr, stdout, tbgen};

#[test]
fn the_program_names_a_damaged_file_unless_it_is_told_to_trust_it() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let built = tbgen(&["build", "KQvKR", "--with-subtables", "--metric", "wdl,dtz", "--out", out]);
    assert!(built.status.success());
    let path = folder.path().join("KQvKR.rtbw");
    let mut bytes = fs::read(&path).unwrap();
    // One bit of the checksum: the contents are right.
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    let probe =
        |more: &[&str]| tbgen(&[&["probe", "6QK/4k3/8/4r3/8/8/8/8 b - - 0 1", "--dir", out], more].concat());
    let refused = probe(&[]);
    let said = stderr(&refused);
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("KQvKR.rtbw is not a valid WDL table") && said.contains("checksum"), "{said}");
    let trusted = probe(&["--trust"]);
    assert!(trusted.status.success());
    assert!(stdout(&trusted).contains("draw"));
}
