//! Builds in which each disk operation fails once, or is the last one before a power failure: no
//! half-written file is left, and the next build completes the work.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use disk::faults::{Fault, Faulty, Left};
use tbgen::syzygy::Kind;
use tbgen::{BuildError, BuildLocks, Outputs, build_files};

/// Time after which locks are taken over.
const TAKEOVER: Duration = Duration::from_millis(200);
/// A process ID that is never used.
const GONE: &str = "\"process\":4194999";

fn build(folder: &Path) -> Result<(), BuildError> {
    let outputs = Outputs::from(Kind::SYZYGY).with_locks(BuildLocks::new(TAKEOVER));
    build_files(&["KPvK".parse().unwrap()], folder, outputs, |_, _| {})
}

fn held(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&path).unwrap()))
        .collect()
}

/// Replaces the holder of a folder's locks by a process that does not exist, as after a restart of
/// the machine.
fn forget_process(folder: &Path) {
    let ours = format!("\"process\":{}", std::process::id());
    for (name, bytes) in held(folder) {
        if let Ok(text) = String::from_utf8(bytes)
            && text.contains(&ours)
        {
            std::fs::write(folder.join(name), text.replace(&ours, GONE)).unwrap();
        }
    }
}

/// Injects this fault at every step of a build, and lets the next build continue.
fn strike(fault: Fault, left: Left) {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path()).unwrap();
    let whole = &held(folder.path());
    assert_eq!(whole.keys().collect::<Vec<_>>(), ["KPvK.rtbw", "KPvK.rtbz"]);
    for step in 0.. {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let faulty = Faulty::new(folder, fault, step);
        let built = build(folder);
        let has_struck = faulty.has_struck();
        faulty.restart(left);
        let found = held(folder);
        for (name, bytes) in whole {
            let found = found.get(name);
            let is_missing = found.is_none() && built.is_err();
            assert!(is_missing || found == Some(bytes), "{name} after step {step}, {fault:?}, {left:?}");
        }
        if fault == Fault::Fails {
            let extra = found.keys().filter(|name| !whole.contains_key(*name)).collect::<Vec<_>>();
            assert!(extra.is_empty(), "{extra:?} after step {step}");
        }
        forget_process(folder);
        build(folder).unwrap_or_else(|error| panic!("{error}, after step {step}, {fault:?}, {left:?}"));
        assert!(&held(folder) == whole, "step {step}, {fault:?}, {left:?}: {:?}", held(folder).keys());
        if !has_struck {
            assert!(step >= 13, "three for the lock, five for each file: {step}");
            return;
        }
    }
}

#[test]
fn a_build_goes_on_after_every_step_that_fails() {
    strike(Fault::Fails, Left::All);
}

#[test]
fn a_build_goes_on_after_power_lost_with_all_names_that_were_not_synced() {
    strike(Fault::PowerLost, Left::Nothing);
}

#[test]
fn a_build_goes_on_after_power_lost_with_all_contents_that_were_not_synced() {
    strike(Fault::PowerLost, Left::Names);
}

#[test]
fn a_build_goes_on_after_power_lost_with_half_of_the_contents_that_were_not_synced() {
    strike(Fault::PowerLost, Left::Halves);
}
