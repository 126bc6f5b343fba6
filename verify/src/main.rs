//! `verify`: proves recognizers.

extern crate vancura_verify as verify;

mod cli;
mod fingerprint;

use std::process::ExitCode;

use clap::Parser as _;

/// A claim is false.
const WRONG: u8 = 1;
/// The audit could not be run.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    match cli::run(cli::Cli::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(WRONG),
        // The output pipe was closed, so nothing has been proved.
        Err(error) if tbgen::pipe::reader_went_away(error.as_ref()) => ExitCode::from(USAGE),
        Err(error) => {
            eprintln!("verify: {}", tbgen::causes::told(error.as_ref()));
            ExitCode::from(USAGE)
        }
    }
}
