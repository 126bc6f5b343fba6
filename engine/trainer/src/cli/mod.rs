//! The command line of `vancura-trainer`: what can be asked, and who answers.

mod amount;
mod check;
mod display;
mod exclude;
mod fit;
mod generate;
mod info;
mod label;
mod program;
mod request;
mod rescore;
mod sample;
mod searches;
mod shuffle;
mod surround;
mod train;
mod tune;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

use request::{Answer, Files};

/// Makes training data for Vancura's network by self-play and trains the network.
#[derive(Parser)]
#[command(name = "vancura-trainer", version, max_term_width = 100, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Examples:
  vancura-trainer generate --out games --threads 2 --positions 20M
  vancura-trainer info games
  vancura-trainer check games
  vancura-trainer sample games --count 20 --seed 1
  vancura-trainer rescore games --out rescored --threads 2
  vancura-trainer shuffle rescored games-2 --out train.samples --held-out valid.samples
  vancura-trainer surround games --out around --threads 2 --per-position 8
  vancura-trainer label --men 3,4,5 --out labels
  vancura-trainer fit games --out scale.json
  vancura-trainer tune --data train.samples --valid valid.samples --out tuned.json
  vancura-trainer train --data train.samples --valid valid.samples --hidden 128 --samples 500M --out net
  vancura-trainer completions bash > vancura-trainer.bash

Exit status: 0 done and all is right; 1 a check found damage; 2 the request could not be understood or
carried out.";

#[derive(Subcommand)]
enum Command {
    /// Play games against itself and keep the score of every position.
    ///
    /// Every run writes new files and leaves those that are there alone. A run may be stopped at any moment (Ctrl-C, SIGTERM) and
    /// the same command goes on with new games.
    Generate(generate::Arguments),
    /// Tell what files of games hold.
    Info(Files),
    /// Check every block and play every game over.
    Check(Files),
    /// Print random positions as `FEN; score; result`: centipawns and points, both for the side to move.
    Sample(sample::Arguments),
    /// Bring the positions of many games into one random order, each once, as training wants them.
    ///
    /// Kept are positions without check in which the best move neither captures nor promotes.
    Shuffle(shuffle::Arguments),
    /// Search the positions of old games again and write the games with the new scores.
    ///
    /// May be stopped at any moment; the same command goes on.
    Rescore(rescore::Arguments),
    /// Label positions around those of games, cheaply and in great number, for a network to learn first.
    ///
    /// May be stopped at any moment; the same command goes on with the files that are missing.
    Surround(surround::Arguments),
    /// Solve endings and label quiet positions of them, drawn by lot, exactly: for a network of endings.
    ///
    /// May be stopped at any moment, an ending begun is finished; the same command goes on with the files that are missing.
    Label(label::Arguments),
    /// Fit to the results of games what scores mean: the scale, and how likely a win is.
    Fit(fit::Arguments),
    /// Tune the hand-crafted evaluation on positions, and tell what each of its terms is worth.
    Tune(tune::Arguments),
    /// Train a network on files of shuffled samples and export it.
    ///
    /// May be stopped at any moment; --resume goes on as if it had not been.
    Train(Box<train::Arguments>),
    /// Print completions for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// Does what the arguments ask for.
pub(crate) fn main() -> ExitCode {
    let command = Arguments::parse().command;
    let mut out = BufWriter::new(io::stdout().lock());
    let answer = match command {
        Command::Generate(arguments) => generate::run(&arguments, &mut out),
        Command::Info(files) => info::run(&files, &mut out),
        Command::Check(files) => check::run(&files, &mut out),
        Command::Sample(arguments) => sample::run(&arguments, &mut out),
        Command::Shuffle(arguments) => shuffle::run(&arguments, &mut out),
        Command::Rescore(arguments) => rescore::run(&arguments, &mut out),
        Command::Surround(arguments) => surround::run(&arguments, &mut out),
        Command::Label(arguments) => label::run(&arguments, &mut out),
        Command::Fit(arguments) => fit::run(&arguments, &mut out),
        Command::Tune(arguments) => tune::run(&arguments, &mut out),
        Command::Train(arguments) => train::run(&arguments, &mut out),
        Command::Completions { shell } => complete(shell, &mut out),
    };
    let answer = answer.and_then(|answer| {
        out.flush()?;
        Ok(answer)
    });
    match answer {
        Ok(Answer::Right) => ExitCode::SUCCESS,
        Ok(Answer::Wrong) => ExitCode::from(1),
        // Nobody reads any more.
        Err(error) if tbgen::pipe::reader_went_away(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", tbgen::causes::told(error.as_ref()));
            ExitCode::from(2)
        }
    }
}

/// Prints a script that completes commands and options.
fn complete(shell: clap_complete::Shell, out: &mut dyn Write) -> anyhow::Result<Answer> {
    // Into memory first: what writes the script cannot cope with a reader that goes away.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "vancura-trainer", &mut script);
    out.write_all(&script)?;
    Ok(Answer::Right)
}
