//! The fuzz targets on the inputs that are kept, and on changed ones.

#[path = "../fuzz/targets.rs"]
mod targets;

use std::path::{Path, PathBuf};

use reference::fuzz;

fn corpus(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target)
}

#[test]
fn commands_survives_its_corpus_and_its_mutants() {
    fuzz::replay(&corpus("commands"), targets::commands);
}

#[test]
fn suite_survives_its_corpus_and_its_mutants() {
    fuzz::replay(&corpus("suite"), targets::suite);
}

#[test]
fn openings_survives_its_corpus_and_its_mutants() {
    fuzz::replay(&corpus("openings"), targets::openings);
}

#[test]
fn polyglot_survives_its_corpus_and_its_mutants() {
    fuzz::replay(&corpus("polyglot"), targets::polyglot);
}

#[test]
#[ignore = "a minute for each target, or VANCURA_FUZZ_SECONDS"]
fn targets_survive_for_some_time() {
    println!("commands: {} inputs", fuzz::for_some_time(&corpus("commands"), targets::commands));
    println!("suite: {} inputs", fuzz::for_some_time(&corpus("suite"), targets::suite));
    println!("openings: {} inputs", fuzz::for_some_time(&corpus("openings"), targets::openings));
    println!("polyglot: {} inputs", fuzz::for_some_time(&corpus("polyglot"), targets::polyglot));
}
