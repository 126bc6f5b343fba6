//! Runs the fuzz targets on the stored corpus and on mutations of it.

#[path = "../fuzz/targets.rs"]
mod targets;

reference::fuzz_tests!(table);
