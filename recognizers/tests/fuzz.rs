//! Runs the fuzz targets on the corpus and on mutated inputs.

#[path = "../fuzz/targets.rs"]
mod targets;

reference::fuzz_tests!(mined, distances);
