//! Interrupted builds leave nothing half-written, and the next build continues from there.

use crate::support;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use support::{TBGEN, stderr, stdout, tbgen};

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// All names except those of temporary files and locks.
fn tables(folder: &Path) -> Vec<String> {
    let is_table = |name: &String| ![".tmp", ".building"].iter().any(|other| name.ends_with(other));
    names(folder).into_iter().filter(is_table).collect()
}

/// Asserts that every table file of a folder is intact; ignores temporary files and locks.
fn assert_only_whole_files(folder: &Path) -> usize {
    let tables = tables(folder);
    for name in &tables {
        tbgen::check_file(&folder.join(name)).unwrap_or_else(|fault| panic!("{fault}"));
    }
    tables.len()
}

#[test]
fn a_killed_build_leaves_whole_files_and_the_next_one_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let build = ["build", "KRvKB", "KBvKN", "KPvK", "--with-subtables", "--metric", "wdl,dtz", "--out", out];
    let mut child = Command::new(TBGEN).args(build).stdout(Stdio::null()).spawn().unwrap();
    // Wait until some files exist and others do not: the middle of a build.
    let deadline = Instant::now() + Duration::from_secs(120);
    while tables(folder.path()).len() < 4 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let whole = assert_only_whole_files(folder.path());
    assert!((3..14).contains(&whole), "{:?}", names(folder.path()));
    // Left by a process that is killed between creating and renaming a file.
    let half = folder.path().join(format!("KRvKB.rtbw.{}.tmp", child.id()));
    std::fs::write(&half, b"half a file").unwrap();

    let again = tbgen(&build);
    assert!(again.status.success(), "{}", stderr(&again));
    assert!(stdout(&again).contains("already built, kept"), "{}", stdout(&again));
    assert_eq!(assert_only_whole_files(folder.path()), 14);
    assert_eq!(names(folder.path()).len(), 14, "{:?}", names(folder.path()));
}

#[test]
#[cfg(unix)]
fn an_interrupted_build_ends_with_130_and_leaves_whole_files_only() {
    for signal in ["-INT", "-TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let build = ["build", "--men", "3,4", "--out", folder.path().to_str().unwrap()];
        let mut child = Command::new(TBGEN).args(build).stdout(Stdio::null()).spawn().unwrap();
        let deadline = Instant::now() + Duration::from_secs(120);
        while tables(folder.path()).len() < 7 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
        }
        let told = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(told.success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        let whole = assert_only_whole_files(folder.path());
        assert_eq!(names(folder.path()).len(), whole, "{:?}", names(folder.path()));
        assert!((6..105).contains(&whole), "{:?}", names(folder.path()));
    }
}

#[test]
fn temporary_files_of_a_living_process_stay() {
    let folder = tempfile::tempdir().unwrap();
    let living = folder.path().join(format!("KQvK.rtbw.{}.tmp", std::process::id()));
    std::fs::write(&living, b"another build is at work").unwrap();
    let output = tbgen(&["build", "KRK", "--metric", "dtm", "--out", folder.path().to_str().unwrap()]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(living.exists());
}

#[test]
#[cfg(unix)]
fn a_disk_that_fills_up_is_named_and_leaves_no_half_file() {
    let folder = tempfile::tempdir().unwrap();
    // The shell limits files to one block of 512 or 1024 bytes and ignores the signal, so writing
    // fails.
    let script = format!(
        "trap '' XFSZ; ulimit -f 1; exec {TBGEN} build KPvK --metric wdl,dtz --out {}",
        folder.path().display()
    );
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let message = stderr(&output);
    assert!(message.contains("KPvK.rtb") && message.contains("0 of 1 endings are done"), "{message}");
    assert_only_whole_files(folder.path());
    assert!(names(folder.path()).iter().all(|n| !n.contains("tmp")), "{:?}", names(folder.path()));
}

#[test]
fn too_little_memory_is_said_before_work_begins() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("tables");
    let out = out.to_str().unwrap();
    let output = tbgen(&["build", "KRPvKR", "--memory", "200MiB", "--out", out]);
    assert_eq!(output.status.code(), Some(2));
    let message = stderr(&output);
    assert!(message.contains("nothing was built. Use --memory ") && message.contains("KRPvKR"), "{message}");
    assert!(!Path::new(out).exists());
    let enough = tbgen(&["build", "KRK", "--memory", "200MiB", "--metric", "dtm", "--out", out]);
    assert!(enough.status.success(), "{}", stderr(&enough));
    let nonsense = tbgen(&["build", "KRK", "--memory", "much", "--out", out]);
    assert_eq!(nonsense.status.code(), Some(2));
    assert!(stderr(&nonsense).contains("write a size like 8GiB"), "{}", stderr(&nonsense));
}

#[test]
fn plans_name_levels_and_what_they_take() {
    let plan = tbgen(&["plan", "KPvKP", "--with-subtables", "--json", "--threads", "2"]);
    let json: serde_json::Value = serde_json::from_str(&stdout(&plan)).unwrap();
    let levels: Vec<Vec<&str>> = json["levels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|level| level.as_array().unwrap().iter().map(|e| e["material"].as_str().unwrap()).collect())
        .collect();
    assert_eq!(levels[0], ["KQvK", "KRvK", "KBvK", "KNvK"]);
    assert_eq!(levels.last().unwrap(), &["KPvKP"]);
    assert!(json["total"]["memory_bytes"].as_u64().unwrap() > 1 << 20);
    // `build --estimate` prints the same figures and builds nothing.
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("tables");
    let estimate = ["build", "KPvKP", "--with-subtables", "--estimate", "--json", "--threads", "2"];
    let estimate = tbgen(&[&estimate[..], &["--out", out.to_str().unwrap()]].concat());
    assert_eq!(stdout(&estimate), stdout(&plan));
    assert!(!out.exists());
}

#[test]
fn the_doctor_names_what_is_damaged_and_what_is_next() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    assert!(tbgen(&["build", "KPvK", "KRvK", "--out", out]).status.success());
    let path = folder.path().join("KRvK.rtbz");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[100] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    std::fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    std::fs::write(folder.path().join("KQvK.rtbw.4194305.tmp"), "").unwrap();
    let report = tbgen(&["doctor", out]);
    assert_eq!(report.status.code(), Some(1));
    insta::assert_snapshot!("doctor", stdout(&report).replace(out, "DIR"));
    let json: serde_json::Value = serde_json::from_str(&stdout(&tbgen(&["doctor", out, "--json"]))).unwrap();
    assert_eq!(json["foreign"], serde_json::json!(["notes.txt"]));
    let mended = tbgen(&["build", "KPvK", "KRvK", "--with-subtables", "--out", out]);
    assert!(mended.status.success(), "{}", stderr(&mended));
    let healthy = tbgen(&["doctor", out]);
    assert!(
        healthy.status.success() && stdout(&healthy).contains("nothing is missing"),
        "{}",
        stdout(&healthy)
    );
    assert!(stdout(&tbgen(&["list", out])).contains("5 WDL, 5 DTZ and 5 DTM tables, up to 3 men"));
    std::fs::copy(folder.path().join("KRvK.rtbw"), folder.path().join("krvk.RTBW")).unwrap();
    let misnamed = stdout(&tbgen(&["doctor", out]));
    assert!(
        misnamed.contains("misnamed: krvk.RTBW is ignored under this name; rename it to KRvK.rtbw"),
        "{misnamed}"
    );
    assert!(!misnamed.contains("nothing is missing"), "{misnamed}");
}
