//! The program: UCI mode without arguments, or one of the subcommands.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if tbgen::pipe::reader_went_away(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", tbgen::causes::told(error.as_ref()));
            ExitCode::FAILURE
        }
    }
}
