//! The libFuzzer entry point of the target `mined`.
#![no_main]

#[allow(dead_code, reason = "each entry takes one target")]
#[path = "../targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::mined(bytes));
