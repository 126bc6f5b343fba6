//! The program: makes training data and looks at them.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
