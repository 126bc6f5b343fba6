//! The `tbgen` program: statistics and exact answers from tables built on the spot.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
