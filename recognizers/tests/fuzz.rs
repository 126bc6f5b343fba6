//! The fuzz targets on the inputs that are kept, and on changed ones.

#[path = "../fuzz/targets.rs"]
mod targets;

reference::fuzz_tests!(mined, distances);
