//! The fuzz targets on the inputs that are kept, and on changed ones.

#[path = "../fuzz/targets.rs"]
mod targets;

use std::path::{Path, PathBuf};

use reference::fuzz;

fn corpus(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target)
}

#[test]
fn report_survives_its_corpus_and_its_mutants() {
    fuzz::replay(&corpus("report"), targets::report);
}

#[test]
fn proof_survives_its_corpus_and_its_mutants() {
    fuzz::replay(&corpus("proof"), targets::proof);
}

#[test]
#[ignore = "a minute for each target, or VANCURA_FUZZ_SECONDS"]
fn targets_survive_for_some_time() {
    println!("report: {} inputs", fuzz::for_some_time(&corpus("report"), targets::report));
    println!("proof: {} inputs", fuzz::for_some_time(&corpus("proof"), targets::proof));
}
