//! Completions for shells and man pages: subcommands that all programs have.
//!
//! ```
//! use clap::{CommandFactory, Parser, Subcommand};
//!
//! /// Greets
//! #[derive(Parser)]
//! #[command(name = "greet")]
//! struct Arguments {
//!     #[command(subcommand)]
//!     task: Task,
//! }
//!
//! #[derive(Subcommand)]
//! enum Task {
//!     /// Say hello
//!     Hello,
//!     #[command(flatten)]
//!     Shell(vancura_shell::Task),
//! }
//!
//! let arguments = Arguments::parse_from(["greet", "completions", "bash"]);
//! let Task::Shell(task) = arguments.task else { panic!() };
//! let mut script = Vec::new();
//! task.run(Arguments::command(), &mut script).unwrap();
//! assert!(String::from_utf8_lossy(&script).contains("_greet()"));
//! ```

#![forbid(unsafe_code)]

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Command, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;

/// What to write.
#[derive(Clone, Debug, Subcommand)]
pub enum Task {
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write man pages, one for each command
    Manual {
        /// The folder, such as ~/.local/share/man/man1; created if it does not exist
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

impl Task {
    /// Prints completions for `program` to `out`, or writes its man pages to the folder.
    ///
    /// # Errors
    /// I/O errors, with the name of the file that cannot be written.
    pub fn run(&self, program: Command, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Completions { shell } => print_completions(*shell, program, out),
            Self::Manual { folder } => write_manual(program, folder),
        }
    }
}

fn print_completions(shell: Shell, mut program: Command, out: &mut dyn Write) -> io::Result<()> {
    // Into memory first: the generator panics when the output is closed.
    let mut script = Vec::new();
    let name = program.get_name().to_owned();
    clap_complete::generate(shell, &mut program, name, &mut script);
    out.write_all(&script)
}

fn write_manual(program: Command, folder: &Path) -> io::Result<()> {
    let named = |error: io::Error, path: &Path| {
        io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display()))
    };
    std::fs::create_dir_all(folder).map_err(|error| named(error, folder))?;
    let mut program = program.disable_help_subcommand(true);
    program.build();
    for (name, page) in pages(&program)? {
        let path = folder.join(name);
        disk::save(&path, &page).map_err(|error| named(error, &path))?;
    }
    Ok(())
}

/// The names and texts of the man pages of a command and its subcommands.
fn pages(command: &Command) -> io::Result<Vec<(String, Vec<u8>)>> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render(&mut page)?;
    let mut pages = vec![(man.get_filename(), page)];
    for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        pages.extend(self::pages(subcommand)?);
    }
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program() -> Command {
        let make = Command::new("make").about("Make a book");
        let book = Command::new("book").about("Books").subcommand(make);
        let secret = Command::new("secret").hide(true);
        Task::augment_subcommands(
            Command::new("play").version("1.2").about("Plays").subcommand(book).subcommand(secret),
        )
    }

    #[test]
    fn each_command_has_a_page() {
        let folder = tempfile::tempdir().unwrap();
        let manual = folder.path().join("share/man1");
        Task::Manual { folder: manual.clone() }.run(program(), &mut io::sink()).unwrap();
        let mut names: Vec<_> = manual
            .read_dir()
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(
            names,
            ["play-book-make.1", "play-book.1", "play-completions.1", "play-manual.1", "play.1"]
        );
        let page = std::fs::read_to_string(manual.join("play-book-make.1")).unwrap();
        assert!(page.contains("Make a book") && page.contains("play book make"), "{page}");
        // The same again, over the pages that are there.
        Task::Manual { folder: manual }.run(program(), &mut io::sink()).unwrap();
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let task = Task::Manual { folder: file.join("man1") };
        let error = task.run(program(), &mut io::sink()).unwrap_err().to_string();
        assert!(error.starts_with("cannot write ") && error.contains("man1"), "{error}");
    }

    #[test]
    fn completions_are_printed_for_every_shell() {
        for &shell in clap::ValueEnum::value_variants() {
            let mut script = Vec::new();
            Task::Completions { shell }.run(program(), &mut script).unwrap();
            assert!(String::from_utf8_lossy(&script).contains("play"), "{shell}");
        }
    }
}
