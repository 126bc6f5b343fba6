//! The `tbgen` program: builds, probes and checks endgame tables.

extern crate vancura_tbgen as tbgen;

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
