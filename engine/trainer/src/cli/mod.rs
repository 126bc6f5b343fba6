//! The command line of `vancura-trainer`: what can be asked, and who answers.

mod amount;
mod train;

use std::io::{self, BufWriter, Write as _};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Trains Vancura's network.
#[derive(Parser)]
#[command(name = "vancura-trainer", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Train a network on files of samples.
    ///
    /// A run may be stopped at any moment (Ctrl-C, SIGTERM) and goes on with --resume as if it had not been.
    Train(Box<train::Arguments>),
}

/// What a command that could be carried out has to say.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Right,
}

/// Does what the arguments ask for.
pub(crate) fn main() -> ExitCode {
    let command = Arguments::parse().command;
    let mut out = BufWriter::new(io::stdout().lock());
    let answer = match command {
        Command::Train(arguments) => train::run(&arguments, &mut out),
    };
    match answer.and_then(|answer| Ok((answer, out.flush()?))) {
        Ok((Answer::Right, ())) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
