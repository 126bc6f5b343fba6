//! The fuzz targets on the inputs that are kept, and on changed ones.

#[path = "../fuzz/targets.rs"]
mod targets;

use std::path::{Path, PathBuf};

use reference::fuzz;

fn corpus(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target)
}

#[test]
fn position_survives_its_corpus_and_its_mutants() {
    fuzz::replay(&corpus("position"), targets::position);
}

#[test]
fn material_survives_its_corpus_and_its_mutants() {
    fuzz::replay(&corpus("material"), targets::material);
}

#[test]
fn moves_survives_its_corpus_and_its_mutants() {
    fuzz::replay(&corpus("moves"), targets::moves);
}

#[test]
fn games_survives_its_corpus_and_its_mutants() {
    fuzz::replay(&corpus("games"), targets::games);
}

#[test]
#[ignore = "a minute for each target, or VANCURA_FUZZ_SECONDS"]
fn targets_survive_for_some_time() {
    println!("position: {} inputs", fuzz::for_some_time(&corpus("position"), targets::position));
    println!("material: {} inputs", fuzz::for_some_time(&corpus("material"), targets::material));
    println!("games: {} inputs", fuzz::for_some_time(&corpus("games"), targets::games));
    println!("moves: {} inputs", fuzz::for_some_time(&corpus("moves"), targets::moves));
}
