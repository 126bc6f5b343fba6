//! `vancura book` on the command line: makes opening books and shows their contents.

use std::io::{self, BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use board::{fen, notation};
use clap::{Args, Subcommand};
use vancura::polyglot::{self, Book, Rules};

/// Arguments of `vancura book`.
#[derive(Subcommand)]
pub(super) enum BookCommand {
    /// Make a book from games: the weight of a move is 4 times its wins minus 2 times its losses
    /// plus its draws.
    Make(MakeArguments),
    /// Show the moves that a book has for a position.
    Show(ShowArguments),
}

/// Arguments of `vancura book make`.
#[derive(Args)]
#[command(
    after_help = "Games are read one at a time, in any number; a broken game is reported with its line and left out. Data\n\
beyond 24 MiB are stored in temporary files next to the book.\n\nExamples:\n  vancura book make games.pgn book.bin\n  \
zcat games.pgn.gz | vancura book make - book.bin --min-weight 1 --min-wins 0"
)]
pub(super) struct MakeArguments {
    /// Games in PGN; - for standard input.
    games: PathBuf,
    /// The Polyglot book to write.
    book: PathBuf,
    /// Plies of each game that are counted.
    #[arg(long, default_value_t = Rules::default().plies)]
    plies: usize,
    /// Leave out moves with a lower weight.
    #[arg(long, default_value_t = Rules::default().min_weight)]
    min_weight: i64,
    /// Leave out moves with fewer wins.
    #[arg(long, default_value_t = Rules::default().min_wins)]
    min_wins: u32,
    /// Do not report broken games.
    #[arg(long, short)]
    quiet: bool,
}

/// Arguments of `vancura book show`.
#[derive(Args)]
pub(super) struct ShowArguments {
    /// A Polyglot book.
    book: PathBuf,
    /// Position [default: the starting position].
    fen: Option<String>,
}

/// Runs the command.
pub(super) fn run(command: &BookCommand) -> anyhow::Result<()> {
    match command {
        BookCommand::Make(arguments) => make(arguments),
        BookCommand::Show(arguments) => show(arguments),
    }
}

fn make(arguments: &MakeArguments) -> anyhow::Result<()> {
    let path = arguments.games.as_path();
    let games: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(BufReader::new(
            disk::open_input(path).with_context(|| format!("opening {}", path.display()))?,
        ))
    };
    let &MakeArguments { plies, min_weight, min_wins, .. } = arguments;
    let rules = Rules { plies, min_weight, min_wins };
    let made = polyglot::make(games, &arguments.book, &rules, |broken| {
        if !arguments.quiet {
            eprintln!("{}, {broken}", path.display());
        }
    })?;
    writeln!(
        io::stdout(),
        "{}: {} in {}",
        arguments.book.display(),
        tbgen::counted(made.moves, "move"),
        tbgen::counted(made.positions, "position")
    )?;
    writeln!(
        io::stdout(),
        "{}, {} without a result, {} broken",
        tbgen::counted(made.games, "game"),
        made.unfinished,
        made.broken
    )?;
    Ok(())
}

fn show(arguments: &ShowArguments) -> anyhow::Result<()> {
    let text = arguments.fen.as_deref().unwrap_or(fen::STARTPOS);
    let board = fen::parse(text).with_context(|| format!("reading the position `{text}`"))?;
    let mut book = Book::open(&arguments.book)?;
    let moves = book.moves(&board)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{} entries, {} for this position", book.entries(), moves.len())?;
    let sum: f64 = moves.iter().map(|found| f64::from(found.weight)).sum();
    for found in moves {
        let share = 100.0 * f64::from(found.weight) / sum.max(1.0);
        writeln!(out, "{:8} {:5} {share:5.1} %", notation::san(&board, found.mv), found.weight)?;
    }
    Ok(())
}
