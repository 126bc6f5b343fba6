//! Runs the program, for tests of the command line.

use std::process::{Command, Output};

pub(crate) const TBGEN: &str = env!("CARGO_BIN_EXE_tbgen");

pub(crate) fn tbgen(arguments: &[&str]) -> Output {
    Command::new(TBGEN).args(arguments).output().expect("the program starts")
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}
