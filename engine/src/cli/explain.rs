//! `vancura explain`: what tables and rules say about a position.

use std::io::{self, BufRead, Read as _, Write as _};

use anyhow::{Context as _, ensure};
use board::{Board, fen, text};
use clap::Args;
use explain::Explanation;
use oracle::Oracle;
use serde::Serialize;
use tbgen::counted;

use super::tables::{TablesArguments, tell_if_not_kept};

/// Arguments of `vancura explain`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  vancura explain \"8/8/1k1KP3/7R/8/2r5/8/8 w - - 0 1\"\n  vancura explain \"R7/6k1/P4r2/8/8/1K6/8/8 b - - 0 1\" --solve 5\n  vancura explain --json --no-files - < positions.txt"
)]
pub(super) struct ExplainArguments {
    /// The position, quoted; `-` reads one from each line of standard input, with --json.
    fen: String,
    #[command(flatten)]
    tables: TablesArguments,
    /// Print JSON; with `-`, a line for each position.
    #[arg(long)]
    json: bool,
}

/// The longest line of standard input that is read, in bytes.
const LINE_MAX: u64 = 1 << 10;

/// A line of standard input that cannot be answered.
#[derive(Serialize)]
struct Refusal<'a> {
    fen: &'a str,
    error: String,
}

/// Explains the position, or those of standard input.
pub(super) fn run(arguments: &ExplainArguments) -> anyhow::Result<()> {
    let open = || arguments.tables.open().map(Oracle::from);
    if arguments.fen == "-" {
        ensure!(arguments.json, "positions from standard input are explained as JSON: add --json");
        let mut known = open()?;
        let all = explain_lines(io::stdin().lock(), &mut known);
        tell_if_not_kept(known.tables());
        return all;
    }
    // Files are not opened for nothing.
    let board = parse(&arguments.fen)?;
    let mut known = open()?;
    let explanation = explain(&board, &mut known)?;
    tell_if_not_kept(known.tables());
    if arguments.json {
        writeln!(io::stdout(), "{}", serde_json::to_string_pretty(&explanation)?)?;
    } else {
        write!(io::stdout(), "{explanation}")?;
    }
    Ok(())
}

fn parse(fen: &str) -> anyhow::Result<Board> {
    fen::parse(fen).with_context(|| format!("reading the position `{fen}`"))
}

fn explain(board: &Board, known: &mut Oracle) -> anyhow::Result<Explanation> {
    known.prepare(board)?;
    Ok(Explanation::new(board, known))
}

/// Answers each line at once, so that a program can ask about one position after another.
fn explain_lines(mut input: impl BufRead, known: &mut Oracle) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let mut refused = 0;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(LINE_MAX + 1).read_until(b'\n', &mut line).context("reading standard input")?
            == 0
        {
            ensure!(refused == 0, "{} of standard input cannot be explained", counted(refused, "line"));
            return Ok(());
        }
        ensure!(line.len() <= LINE_MAX as usize, "a line of standard input has more than {LINE_MAX} bytes");
        let text = text::decode(&line);
        let fen = text.trim();
        if fen.is_empty() {
            continue;
        }
        match parse(fen).and_then(|board| explain(&board, known)) {
            Ok(explanation) => serde_json::to_writer(&mut out, &explanation)?,
            Err(error) => {
                refused += 1;
                serde_json::to_writer(&mut out, &Refusal { fen, error: format!("{error:#}") })?;
            }
        }
        writeln!(out)?;
        out.flush()?;
    }
}
