//! `vancura-explorer`: a page and an HTTP API for tables, rules and the engine.

extern crate vancura_explorer as explorer;

mod cli;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    match cli::run(&cli::Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("vancura-explorer: {}", tbgen::causes::told(error.as_ref()));
            ExitCode::from(2)
        }
    }
}
