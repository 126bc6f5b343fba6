//! libFuzzer's entry point of the target `table`.
#![no_main]

#[allow(dead_code, reason = "each entry takes one target")]
#[path = "../targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::table(bytes));
