//! The command line of `vancura-trainer`.

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
    /// Play games of the engine against itself and store the score of every position.
    ///
    /// Every run writes new files and leaves existing ones alone. A run can be stopped at any time
    /// (Ctrl-C, SIGTERM); the same command continues with new games.
    Generate(generate::Arguments),
    /// Print statistics of files of games.
    Info(Files),
    /// Check every block and replay every game.
    Check(Files),
    /// Print random positions as `FEN; score; result`: centipawns and points, both for the side to
    /// move.
    Sample(sample::Arguments),
    /// Shuffle the positions of many games into one file for training, without duplicates.
    ///
    /// Only positions without check are kept in which the best move is neither a capture nor a
    /// promotion.
    Shuffle(shuffle::Arguments),
    /// Search the positions of old games again and write the games with the new scores.
    ///
    /// Can be stopped at any time; the same command continues.
    Rescore(rescore::Arguments),
    /// Label positions near those of games, cheaply and in large numbers, for the first training of
    /// a network.
    ///
    /// Can be stopped at any time; the same command continues with the missing files.
    Surround(surround::Arguments),
    /// Solve endings and label random quiet positions exactly, for an endgame network.
    ///
    /// Can be stopped at any time, after finishing the current ending; the same command continues
    /// with the missing files.
    Label(label::Arguments),
    /// Fit scores to the results of games: the scale, and the probability of a win.
    Fit(fit::Arguments),
    /// Tune the hand-crafted evaluation on positions, and measure the value of each term.
    Tune(tune::Arguments),
    /// Train a network on files of shuffled samples and export it.
    ///
    /// Can be stopped at any time; --resume continues as if it had not been.
    Train(Box<train::Arguments>),
    #[command(flatten)]
    Shell(shell::Task),
}

/// Runs the command.
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
        Command::Shell(task) => {
            task.run(Arguments::command(), &mut out).map(|()| Answer::Right).map_err(Into::into)
        }
    };
    let answer = answer.and_then(|answer| {
        out.flush()?;
        Ok(answer)
    });
    match answer {
        Ok(Answer::Right) => ExitCode::SUCCESS,
        Ok(Answer::Wrong) => ExitCode::from(1),
        // The output has been closed.
        Err(error) if tbgen::pipe::reader_went_away(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", tbgen::causes::told(error.as_ref()));
            ExitCode::from(2)
        }
    }
}
