//! The program `vancura-trainer`.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
