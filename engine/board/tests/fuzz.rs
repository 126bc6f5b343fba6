//! The fuzz targets run on the stored inputs, and on mutated ones.

extern crate vancura_board as board;

#[path = "../fuzz/targets.rs"]
mod targets;

reference::fuzz_tests!(position, material, moves, games);
