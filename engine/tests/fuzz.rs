//! The fuzz targets run on the stored inputs, and on mutated ones.

#[path = "../fuzz/targets.rs"]
mod targets;

reference::fuzz_tests!(commands, config, suite, openings, polyglot);
