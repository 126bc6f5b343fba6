//! `vancura-xtask`: writes the page without a server, the package for Node, and the programs to
//! download.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use vancura_xtask::{Guide, compile, write_package, write_page, write_profile, write_programs};

/// Write the page without a server, the package for Node, or the programs to download
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
    /// Write an archive of the programs for each target, and their checksums
    Dist {
        /// The folder: new, empty, or written by this command before
        out: PathBuf,
        /// Such as x86_64-unknown-linux-musl, aarch64-unknown-linux-musl, x86_64-pc-windows-gnu
        /// [default: this computer's]
        #[arg(long = "target", value_name = "TRIPLE")]
        targets: Vec<String>,
        /// Optimize the engine for a target by a profile, written by `profile` for the same target
        /// with the same compiler
        #[arg(long = "profile", value_name = "TRIPLE=FILE")]
        guides: Vec<Guide>,
    },
    /// Write a profile of the engine's bench for `dist`
    Profile {
        /// The file to write
        file: PathBuf,
        /// The target [default: this computer's]
        #[arg(long, value_name = "TRIPLE")]
        target: Option<String>,
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
    Ok(match task {
        Task::Page { out, handbook } => {
            let written = write_page(&compile()?, out, handbook.as_deref())?;
            format!("{written} in {}: any web server can serve this folder, at any path", out.display())
        }
        Task::Npm { out } => {
            write_package(&compile()?, out)?;
            format!("the package is in {}: pack it with `npm pack {}`", out.display(), out.display())
        }
        Task::Dist { out, targets, guides } => {
            let names = write_programs(out, targets, guides)?;
            format!("{} in {}", names.join(", "), out.display())
        }
        Task::Profile { file, target } => {
            write_profile(target.as_deref(), file)?;
            format!("the profile is in {}", file.display())
        }
    })
}
