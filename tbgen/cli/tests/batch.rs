//! Builds shared by several processes, and plans for job schedulers.

use crate::support;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use support::{TBGEN, stderr, stdout, tbgen};

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Asserts that every file of a folder is the published one.
fn assert_published(folder: &Path, files: usize) {
    let check = tbgen(&["check", "--published", folder.to_str().unwrap()]);
    assert_eq!(check.status.code(), Some(0), "{}", stdout(&check));
    assert_eq!(names(folder).len(), files, "nothing else is left: {:?}", names(folder));
}

/// Five endings of four men, and four of three that they lead to.
const SHARED: [&str; 5] = ["KRvKB", "KRvKN", "KBvKN", "KQvKQ", "KNNvK"];
const SHARED_FILES: usize = 18;

fn begin(folder: &Path) -> Child {
    let mut build = Command::new(TBGEN);
    build.args(["build", "--with-subtables", "--metric", "wdl,dtz", "--threads", "1", "--takeover", "5"]);
    build.args(SHARED).arg("--out").arg(folder);
    build.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn wait_for(what: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(120);
    while !what() {
        assert!(Instant::now() < deadline, "nothing happens");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn two_processes_share_a_folder_and_one_goes_on_when_the_other_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mut killed = begin(folder.path());
    let locks = || names(folder.path()).into_iter().filter(|name| name.ends_with(".building")).count();
    wait_for(|| names(folder.path()).len() > 4 && locks() > 0);
    let other = begin(folder.path());
    killed.kill().unwrap();
    killed.wait().unwrap();
    let finished = other.wait_with_output().unwrap();
    assert!(finished.status.success(), "{}", stderr(&finished));
    assert!(stdout(&finished).contains("already built, kept"), "{}", stdout(&finished));
    assert_published(folder.path(), SHARED_FILES);
}

#[test]
fn each_ending_is_built_by_one_of_two_processes() {
    let folder = tempfile::tempdir().unwrap();
    let both = [begin(folder.path()), begin(folder.path())].map(|child| child.wait_with_output().unwrap());
    for output in &both {
        assert!(output.status.success(), "{}", stderr(output));
        assert_eq!(stdout(output).lines().count(), SHARED_FILES / 2, "{}", stdout(output));
    }
    let built = both.iter().map(|output| stdout(output).matches("written in").count()).sum::<usize>();
    assert_eq!(built, SHARED_FILES / 2, "no ending twice");
    assert_published(folder.path(), SHARED_FILES);
}

#[test]
fn a_stale_lock_of_another_machine_is_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    let lock = folder.path().join("KRvK.building");
    let left = r#"{"host":"elsewhere","process":1,"begun":1,"heartbeat":9,"takeover_seconds":1.5}"#;
    std::fs::write(&lock, left).unwrap();
    // Also written by that process.
    std::fs::write(folder.path().join("KRvK.rtbw.4294967294.tmp"), "half a file").unwrap();
    let start = Instant::now();
    let build = tbgen(&["build", "KRvK", "--metric", "wdl,dtz", "--out", folder.path().to_str().unwrap()]);
    assert!(build.status.success(), "{}", stderr(&build));
    assert!(start.elapsed() >= Duration::from_millis(1500));
    assert_published(folder.path(), 2);
}

#[test]
fn what_waits_for_larger_endings_may_lie_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("tables");
    let build = |scratch: &Path| {
        let [out, scratch] = [&out, scratch].map(|path| path.to_str().unwrap().to_owned());
        tbgen(&["build", "KRvK", "KRvKN", "--metric", "wdl,dtz", "--out", &out, "--scratch", &scratch])
    };
    assert!(build(folder.path()).status.success());
    assert_published(&out, 4);
    let nonsense = tbgen(&["build", "KRvK", "--takeover", "0"]);
    assert_eq!(nonsense.status.code(), Some(2));
    assert!(stderr(&nonsense).contains("write a number of seconds"), "{}", stderr(&nonsense));
}

fn plan(format: &str) -> String {
    let output =
        tbgen(&["plan", "KPvK", "KRvKN", "--with-subtables", "--metric", "wdl,dtz", "--format", format]);
    assert!(output.status.success(), "{}", stderr(&output));
    stdout(&output)
}

#[test]
fn plans_come_in_the_forms_of_programs_that_run_jobs() {
    for format in ["json", "make", "snakemake", "slurm"] {
        insta::assert_snapshot!(format!("plan_{format}"), plan(format));
    }
    let jobs: serde_json::Value = serde_json::from_str(&plan("json")).unwrap();
    let jobs = jobs.as_array().unwrap();
    for job in jobs {
        for needed in job["needs"].as_array().unwrap() {
            let needed = jobs.iter().find(|other| other["ending"] == *needed).expect("it is a job as well");
            assert!(needed["level"].as_u64() < job["level"].as_u64());
        }
    }
}

/// The endings of six men to which a pawn promotes are jobs of their own, unless their results are
/// in the folder for them.
#[test]
fn six_men_with_a_pawn_need_files_of_promotions() {
    const PROMOTED: [&str; 4] = ["KNNNvKB", "KNNNvKN", "KNNNvKQ", "KNNNvKR"];
    let six = ["KNNNvKP", "--metric", "wdl,dtz"];
    let output = tbgen(&[&["plan"], &six[..], &["--format", "json"]].concat());
    let jobs: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let jobs = jobs.as_array().unwrap();
    let last = jobs.last().unwrap();
    let mut needs: Vec<&str> =
        last["needs"].as_array().unwrap().iter().map(|need| need.as_str().unwrap()).collect();
    needs.sort_unstable();
    assert_eq!((jobs.len(), last["ending"].as_str(), &needs[..]), (5, Some(six[0]), &PROMOTED[..]));
    let folder = tempfile::tempdir().unwrap();
    let [given, out] = ["given", "out"].map(|name| folder.path().join(name));
    std::fs::create_dir(&given).unwrap();
    let refusal = || {
        let folders = ["--subtables", given.to_str().unwrap(), "--out", out.to_str().unwrap()];
        let refused = tbgen(&[&["build"], &six[..], &["--memory", "1GiB"], &folders].concat());
        assert_eq!(refused.status.code(), Some(2));
        stderr(&refused)
    };
    assert!(refusal().contains("5 endings may take "), "{}", refusal());
    for name in PROMOTED {
        std::fs::write(given.join(format!("{name}.rtbw")), "").unwrap();
    }
    assert!(refusal().contains("1 ending may take "), "{}", refusal());
    assert!(!out.exists());
}

/// True when a program is installed and reports this version.
fn has(program: &str, version: &str) -> bool {
    let output = Command::new(program).arg("--version").output();
    output.is_ok_and(|output| stdout(&output).contains(version))
}

#[test]
fn a_makefile_is_run_by_make() {
    if !has("make", "GNU Make 4.") || has("make", "GNU Make 4.0") || has("make", "GNU Make 4.2") {
        eprintln!("no GNU make 4.3 or newer: its makefile is not run");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (makefile, out) = (folder.path().join("tables.mk"), folder.path().join("tables"));
    std::fs::write(&makefile, plan("make")).unwrap();
    let make = |more: &str| {
        let mut make = Command::new("make");
        // Clears the flags of a make that may run this test.
        make.env_remove("MAKEFLAGS").env_remove("MFLAGS").arg("-f").arg(&makefile).arg("-j2").arg(more);
        make.arg(format!("TBGEN={TBGEN}")).arg(format!("OUT={}", out.display())).output().unwrap()
    };
    let built = make("all");
    assert!(built.status.success(), "{}", stderr(&built));
    assert_published(&out, 12);
    assert!(stdout(&make("all")).contains("Nothing to be done"), "all files exist");
    std::fs::remove_file(out.join("KRvKN.rtbz")).unwrap();
    assert!(stdout(&make("all")).contains("build --metric wdl,dtz"));
    assert_published(&out, 12);
}
