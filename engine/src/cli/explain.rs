//! `vancura explain`: what tables and rules say about a position.

use anyhow::Context as _;
use board::fen;
use clap::Args;
use explain::Explanation;
use oracle::Oracle;
use std::io::{self, Write as _};

use super::tables::TablesArguments;

/// Arguments of `vancura explain`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  vancura explain \"8/8/1k1KP3/7R/8/2r5/8/8 w - - 0 1\"\n  vancura explain \"R7/6k1/P4r2/8/8/1K6/8/8 b - - 0 1\" --solve 5"
)]
pub(super) struct ExplainArguments {
    /// The position, quoted.
    fen: String,
    #[command(flatten)]
    tables: TablesArguments,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Explains the position.
pub(super) fn run(arguments: &ExplainArguments) -> anyhow::Result<()> {
    let board =
        fen::parse(&arguments.fen).with_context(|| format!("reading the position `{}`", arguments.fen))?;
    let mut known = Oracle::from(arguments.tables.open()?);
    known.prepare(&board)?;
    let explanation = Explanation::new(&board, &known);
    if arguments.json {
        writeln!(io::stdout(), "{}", serde_json::to_string_pretty(&explanation)?)?;
    } else {
        write!(io::stdout(), "{explanation}")?;
    }
    Ok(())
}
