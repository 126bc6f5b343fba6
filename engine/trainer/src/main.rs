//! The program `vancura-trainer`.

extern crate vancura_trainer as trainer;

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
