//! Full disks, little memory, and special files with the names of tables: the program reports what
//! is wrong and leaves nothing behind.
#![cfg(unix)]

use crate::support;

use std::os::unix::fs::{FileTypeExt as _, symlink};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use support::{TBGEN, stderr, tbgen};
use tbgen::syzygy::Kind;

/// Nothing here takes longer unless it blocks.
const SOON: Duration = Duration::from_secs(20);

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Runs the program after these shell commands.
fn limited(limits: &str, arguments: &[&str]) -> Output {
    let script = format!("{limits} exec \"$0\" \"$@\"");
    Command::new("sh").args(["-c", &script, TBGEN]).args(arguments).output().expect("a shell starts")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_pipe_under_the_name_of_a_table_is_named_and_does_not_block() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("KRvK.rtbw");
    pipe(&path);
    let started = Instant::now();
    let (folder_text, path_text) = (folder.path().to_str().unwrap(), path.to_str().unwrap());
    let wanted = format!("{path_text}: this is a pipe, not a regular file");
    let probe = ["probe", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1", "--syzygy", folder_text];
    for arguments in
        [&["check", path_text][..], &["doctor", folder_text], &["verify-values", folder_text, "KRvK"], &probe]
    {
        let output = tbgen(arguments);
        let said = support::stdout(&output) + &stderr(&output);
        assert!(!output.status.success() && said.contains(&wanted), "{arguments:?}: {said}");
    }
    let built = tbgen(&["build", "KRvK", "--metric", "wdl,dtz", "--out", folder_text]);
    let said = stderr(&built);
    assert!(
        !built.status.success() && said.contains("KRvK.rtbw cannot be written: this is a pipe"),
        "{said}"
    );
    assert!(path.metadata().unwrap().file_type().is_fifo(), "it stays");
    assert_eq!(names(folder.path()), ["KRvK.rtbw"]);
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
}

#[test]
fn a_lock_that_is_a_pipe_or_a_link_is_named_and_does_not_block() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("KRvK.building");
    let build = ["build", "KRvK", "--metric", "wdl,dtz", "--out", folder.path().to_str().unwrap()];
    pipe(&path);
    let started = Instant::now();
    let said = stderr(&tbgen(&build));
    assert!(said.contains("KRvK.building cannot be taken: this is a pipe"), "{said}");
    std::fs::remove_file(&path).unwrap();
    symlink("elsewhere", &path).unwrap();
    let said = stderr(&tbgen(&build));
    assert!(said.contains("KRvK.building cannot be taken: this is a link"), "{said}");
    assert_eq!(names(folder.path()), ["KRvK.building"], "nothing is made where it leads to");
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
}

/// No byte can be written, as on a full disk.
#[test]
fn where_nothing_can_be_written_nothing_is_left_and_the_cause_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let full = "trap '' XFSZ; ulimit -f 0;";
    let output = limited(full, &["build", "KRvK", "--metric", "wdl,dtz", "--out", out]);
    let said = stderr(&output);
    assert!(!output.status.success(), "{said}");
    assert!(said.contains("KRvK.building cannot be taken: File too large"), "{said}");
    assert_eq!(names(folder.path()), [""; 0]);
    // The next build does not have to wait.
    let started = Instant::now();
    assert!(tbgen(&["build", "KRvK", "--metric", "wdl,dtz", "--out", out]).status.success());
    assert_eq!(names(folder.path()), ["KRvK.rtbw", "KRvK.rtbz"]);
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
    // Space for the lock, but not for the tables.
    let output =
        limited("trap '' XFSZ; ulimit -f 2;", &["build", "KBNvK", "--metric", "wdl,dtz", "--out", out]);
    let said = stderr(&output);
    assert!(said.contains("KBNvK.rtbw: ") && said.contains("File too large"), "{said}");
    assert_eq!(names(folder.path()), ["KRvK.rtbw", "KRvK.rtbz"]);
}

#[test]
fn what_a_killed_build_has_left_is_cleared_away() {
    let folder = tempfile::tempdir().unwrap();
    // Process IDs that are never used.
    for name in ["KRvK.building.4194999.tmp", "KRvK.building.4194999.abcDEF0123.tmp", "KRvK.rtbw.4194999.tmp"]
    {
        std::fs::write(folder.path().join(name), "").unwrap();
    }
    let out = folder.path().to_str().unwrap();
    assert!(tbgen(&["build", "KRvK", "--metric", "wdl,dtz", "--out", out]).status.success());
    let left: Vec<String> = names(folder.path());
    let expected: &[&str] = if cfg!(target_os = "linux") { &["KRvK.rtbw", "KRvK.rtbz"] } else { &[] };
    assert!(expected.is_empty() || left == expected, "{left:?}");
}

/// A file of KRRvKR in which every position is drawn.
#[cfg(target_os = "linux")]
fn all_drawn(kind: Kind) -> Vec<u8> {
    let (magic, sides) = match kind {
        Kind::Wdl => ([0x71, 0xe8, 0x23, 0x5d], 2),
        Kind::Dtz => ([0xd7, 0x66, 0x0c, 0xa5], 1),
        Kind::Dtm => (*b"VDM\x01", 2),
    };
    let mut file = magic.to_vec();
    // Five men, two sides to move, one piece order: kings, Black's rook, White's rooks.
    file.extend([0x51, 0]);
    file.extend([6, 14, 12, 4, 4].map(|man: u8| if sides == 2 { man << 4 | man } else { man }));
    file.push(0);
    // A single value.
    let value = if kind == Kind::Wdl { 2 } else { 0 };
    file.extend([0x80, value].repeat(sides));
    file.resize(64, 0);
    let sum = tbgen::syzygy::file::checksum(&file);
    file.extend(sum);
    file
}

/// Enough to start, but too little to finish.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_is_not_available_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let mut refused = 0;
    for (number, mib) in [100, 200, 400].into_iter().enumerate() {
        let out = at(&number.to_string());
        for arguments in [
            &["--threads", "2", "build", "KRvKN", "--metric", "wdl,dtz", "--out", &out][..],
            &["--threads", "2", "stats", "KRvKN"],
            &["--threads", "2", "verify-values", &out],
        ] {
            std::fs::create_dir_all(&out).unwrap();
            let output = limited(&format!("ulimit -v {};", mib << 10), arguments);
            let said = stderr(&output);
            assert_eq!(output.status.signal(), None, "{mib} MiB, {arguments:?}: {said}");
            refused += usize::from(said.contains("which is not available"));
        }
    }
    assert!(refused > 1, "{refused} refusals");
    // A damaged file is detected before memory is allocated.
    let small = at("small");
    std::fs::create_dir(&small).unwrap();
    std::fs::write(Path::new(&small).join("KRRvKR.vdtm"), [0; 80]).unwrap();
    let output = limited("ulimit -v 400000;", &["--threads", "2", "verify-values", &small]);
    let said = support::stdout(&output) + &stderr(&output);
    assert!(output.status.signal().is_none() && said.contains("is not a valid DTM table"), "{said}");
}

/// Such a file is tiny, but comparing its ending takes 1 GiB.
#[cfg(target_os = "linux")]
#[test]
fn sound_files_of_80_bytes_are_not_compared_without_memory() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let smaller = ["build", "KRRvK", "KRvKR", "--with-subtables", "--metric", "wdl,dtz,dtm", "--out", out];
    assert!(tbgen(&smaller).status.success());
    for kind in Kind::ALL {
        let file = folder.path().join(kind.file_name("KRRvKR".parse().unwrap()));
        std::fs::write(file, all_drawn(kind)).unwrap();
    }
    let checked = tbgen(&["check", out]);
    assert!(checked.status.success(), "{}", stderr(&checked));
    let output = limited("ulimit -v 400000;", &["--threads", "2", "verify-values", out, "KRRvKR"]);
    let said = support::stdout(&output) + &stderr(&output);
    assert!(output.status.signal().is_none() && !output.status.success(), "{said}");
    assert_eq!(said.matches("which is not available").count(), 2, "{said}");
}
