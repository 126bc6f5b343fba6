//! `vancura-xtask`: writes the page without a server, and the package for Node.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use vancura_xtask::{compile, write_package, write_page};

/// Write the page without a server, or the package for Node
#[derive(Debug, Parser)]
#[command(name = "vancura-xtask", version)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Write the page without a server to a folder that any web server can serve, at any path
    Page {
        /// The folder: new, empty, or written by this command before
        out: PathBuf,
        /// Include the handbook written by `verify book DIR`
        #[arg(long, value_name = "DIR")]
        handbook: Option<PathBuf>,
    },
    /// Write the package for Node to a folder, ready for `npm pack`
    Npm {
        /// The folder: new, empty, or written by this command before
        out: PathBuf,
    },
}

fn main() -> ExitCode {
    match run(&Cli::parse().task) {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("vancura-xtask: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(task: &Task) -> anyhow::Result<String> {
    let module = compile()?;
    Ok(match task {
        Task::Page { out, handbook } => {
            let written = write_page(&module, out, handbook.as_deref())?;
            format!("{written} in {}: any web server can serve this folder, at any path", out.display())
        }
        Task::Npm { out } => {
            write_package(&module, out)?;
            format!("the package is in {}: pack it with `npm pack {}`", out.display(), out.display())
        }
    })
}
