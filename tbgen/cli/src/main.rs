//! The `tbgen` program: builds, probes and checks endgame tables.

/// Prints a line as `println!` does, but continues when the output pipe is closed.
macro_rules! say {
    ($($line:tt)*) => {
        $crate::output::print(format_args!("{}\n", format_args!($($line)*)).to_string().as_bytes())
    };
}

mod arguments;
mod ask;
mod build;
mod check;
mod count;
mod formats;
mod inspect;
mod lot;
mod others;
mod output;
mod progress;
mod size;

use std::process::ExitCode;
use std::time::Duration;

use board::Wdl;
use clap::{CommandFactory as _, Parser as _};
use tbgen::syzygy::write::DtzUnit;
use tbgen::{Orders, TableFiles};

use arguments::{Arguments, Command, PlanFormat, parse_materials};
use build::Place;
use output::print;

/// Parses the arguments and runs the command.
fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads.into());
    if let Err(error) = pool.build_global() {
        eprintln!("tbgen: {error}");
        return ExitCode::from(2);
    }
    match run(arguments.command, arguments.threads.into(), arguments.json) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("tbgen: {}", tbgen::causes::told(error.as_ref()));
            ExitCode::from(2)
        }
    }
}

/// `Ok(false)` when a check found something wrong.
fn run(command: Command, threads: usize, json: bool) -> anyhow::Result<bool> {
    match command {
        Command::Stats { materials, histogram, export } => {
            count::stats(&materials, histogram, export.as_deref(), json)
        }
        Command::Probe { fen, folders, gaviota } => ask::probe(&fen, &folders, gaviota.as_deref(), json),
        Command::Line { fen, goal, folders } => ask::line(&fen, goal, &folders, json),
        Command::Random { material, count, seed, critical: true, folders, .. } => {
            lot::critical(&material, count, seed, &folders, json)
        }
        Command::Random { material, count, seed, result, critical: false, folders } => {
            lot::random(&material, count, seed, result.map(Wdl::from), &folders, json)
        }
        Command::SelfCheck { materials, every } => count::self_check(&materials, every as usize, json),
        Command::CompareDtm { materials, gaviota } => others::compare_dtm(&materials, &gaviota, json),
        Command::Build {
            wanted,
            out,
            subtables,
            scratch,
            takeover,
            memory,
            exact_dtz,
            search_orders,
            estimate,
        } => {
            if estimate {
                return build::plan(&wanted, json);
            }
            let unit = if exact_dtz { DtzUnit::Plies } else { DtzUnit::AsPublished };
            let orders = if search_orders { Orders::Searched } else { Orders::Remembered };
            let place =
                Place { folder: out, subtables, scratch, takeover: Duration::from_secs_f64(takeover) };
            build::build(&wanted, unit, orders, &place, memory, json)
        }
        Command::Plan { wanted, format: PlanFormat::Text } => build::plan(&wanted, json),
        Command::Plan { wanted, format } => build::jobs(&wanted, format, threads),
        Command::Doctor { dir } => inspect::doctor(&dir, json),
        Command::List { dir } => inspect::list(&dir, json),
        Command::Check { files, published } => check::check(&files, published, json),
        Command::Orders { dir } => inspect::orders(&dir, json),
        Command::VerifyValues { dir, trust, materials } => {
            let open = if trust { TableFiles::open_trusting } else { TableFiles::open };
            inspect::verify_values(&open(&[dir])?, &parse_materials(&materials)?, json)
        }
        Command::Shell(task) => {
            let mut script = Vec::new();
            task.run(Arguments::command(), &mut script)?;
            print(&script);
            Ok(true)
        }
    }
}
