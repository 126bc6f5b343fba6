//! The fuzz targets on the inputs that are kept, and on changed ones.

#[path = "../fuzz/targets.rs"]
mod targets;

use std::path::{Path, PathBuf};

use reference::fuzz;

fn corpus(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target)
}

#[test]
fn games_survive_their_corpus_and_its_mutants() {
    fuzz::replay(&corpus("games"), targets::games);
}

#[test]
fn samples_survive_their_corpus_and_its_mutants() {
    fuzz::replay(&corpus("samples"), targets::samples);
}

#[test]
#[ignore = "a minute for each target, or VANCURA_FUZZ_SECONDS"]
fn targets_survive_for_some_time() {
    println!("games: {} inputs", fuzz::for_some_time(&corpus("games"), targets::games));
    println!("samples: {} inputs", fuzz::for_some_time(&corpus("samples"), targets::samples));
}
