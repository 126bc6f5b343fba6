//! The fuzz targets on the inputs of the corpus and on mutations of them.

#[path = "../fuzz/targets.rs"]
mod targets;

reference::fuzz_tests!(requests);
