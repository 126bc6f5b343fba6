//! The `tbgen` program: builds, probes and checks endgame tables.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
