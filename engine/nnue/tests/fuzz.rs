//! The fuzz targets on the inputs that are kept, and on changed ones.

#[path = "../fuzz/targets.rs"]
mod targets;

use std::path::{Path, PathBuf};

use reference::fuzz;

fn corpus(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target)
}

#[test]
fn network_survives_its_corpus_and_its_mutants() {
    fuzz::replay(&corpus("network"), targets::network);
}

#[test]
#[ignore = "a minute for each target, or VANCURA_FUZZ_SECONDS"]
fn targets_survive_for_some_time() {
    println!("network: {} inputs", fuzz::for_some_time(&corpus("network"), targets::network));
}
