//! `vancura cooks`: checks whether the solution of each study or problem of a suite is correct and
//! unique.

use std::io::{self, Write as _};
use std::path::PathBuf;

use board::{Board, Move, fen, notation};
use clap::Args;
use serde::Serialize;
use vancura::engine::Engine;
use vancura::limits::Limits;
use vancura::options::{self, Setting};
use vancura::play::cooks::{self, Judge, Reason, Soundness};
use vancura::play::suite;

use super::tables::{TablesArguments, tell_if_not_kept};

/// Arguments of `vancura cooks`.
#[derive(Args)]
#[command(
    after_help = "A solution (bm) is sound when its moves keep the result and no others do, or, for a mate in N (dm N), when its moves\nmate in N and no others do. Tables decide the positions they have, proofs the other mates in N. The fifty-move counter\nis respected (two numbers after the position, or hmvc): with the counter at 90 there is no mate in 16.\n\nExamples:\n  vancura cooks data/studies.epd\n  vancura cooks mine.epd --solve 5 --hash 1024"
)]
pub(super) struct CooksArguments {
    /// EPD file, as for `vancura suite`.
    file: PathBuf,
    #[command(flatten)]
    tables: TablesArguments,
    /// Size of the proof table in MiB.
    #[arg(long, value_name = "MIB", default_value_t = options::DEFAULT_PROOF_HASH as u32, value_parser = clap::value_parser!(u32).range(1..=1 << 18))]
    hash: u32,
    /// Most nodes for each proof.
    #[arg(long, default_value_t = 100_000_000)]
    nodes: u64,
    /// Report as JSON.
    #[arg(long)]
    json: bool,
    /// Print only unsound problems and the totals.
    #[arg(long, short)]
    quiet: bool,
}

/// A problem in the JSON report.
#[derive(Serialize)]
struct Row {
    name: String,
    fen: String,
    /// `sound`, `cooked`, `wrong` or `unsettled`.
    verdict: &'static str,
    /// The source of the verdict, or why there is none.
    because: String,
    /// The other solutions of a cooked problem, or the moves of a wrong one that do not solve it.
    moves: Vec<String>,
}

/// Searches for cooks; an error if a problem is unsound.
pub(super) fn run(arguments: &CooksArguments) -> anyhow::Result<()> {
    let problems = suite::read(&arguments.file)?;
    let mut known = arguments.tables.open()?;
    let mut engine = Engine::new(1)?;
    engine.set(&Setting::ProofHash(arguments.hash as usize))?;
    let limits = Limits::nodes(arguments.nodes);
    let mut rows = Vec::with_capacity(problems.len());
    for problem in &problems {
        let soundness = cooks::look_for(problem, &mut known, &mut engine, &limits)?;
        let row = row(&problem.board, &problem.name, &soundness);
        let is_told = !arguments.quiet || row.verdict != "sound";
        if is_told && !arguments.json {
            writeln!(io::stdout(), "{}", line(&row))?;
        }
        rows.push(row);
    }
    tell_if_not_kept(&known);
    let sound = rows.iter().filter(|row| row.verdict == "sound").count();
    if arguments.json {
        writeln!(io::stdout(), "{}", serde_json::to_string_pretty(&rows)?)?;
    } else {
        writeln!(io::stdout(), "sound: {sound} of {}", rows.len())?;
    }
    anyhow::ensure!(
        sound == rows.len(),
        "{} of {} are not shown to be sound",
        rows.len() - sound,
        rows.len()
    );
    Ok(())
}

fn row(board: &Board, name: &str, soundness: &Soundness) -> Row {
    let (verdict, because, moves): (_, _, &[Move]) = match soundness {
        Soundness::Sound(judge) => ("sound", judged(*judge), &[]),
        Soundness::Cooked(judge, others) => ("cooked", judged(*judge), others),
        Soundness::Wrong(judge, wrong) => ("wrong", judged(*judge), wrong),
        Soundness::Unsettled(reason) => ("unsettled", unsettled(*reason).to_owned(), &[]),
    };
    let moves = moves.iter().map(|&mv| notation::san(board, mv)).collect();
    Row { name: name.to_owned(), fen: fen::write(board), verdict, because, moves }
}

fn judged(judge: Judge) -> String {
    match judge {
        Judge::Result(wdl) => format!("{wdl} by tables"),
        Judge::Mate(dtm) => match dtm.moves() {
            Some(moves) => format!("mate in {moves} by tables"),
            None => "no mate, by tables".to_owned(),
        },
        Judge::Proof(moves) => format!("proofs of mate in {moves}"),
    }
}

const fn unsettled(reason: Reason) -> &'static str {
    match reason {
        Reason::NoTable => "in no table, and not a mate in N; give more tables (--syzygy, --solve 5)",
        Reason::Counter => "the fifty-move counter may run out, and no table covers that",
        Reason::Stopped => "no proof within the limit of nodes; raise it (--nodes)",
        Reason::OutOfMemory => "the proof table is too small; enlarge it (--hash)",
    }
}

fn line(row: &Row) -> String {
    let moves = match row.verdict {
        "cooked" => format!(", also {}", row.moves.join(" ")),
        "wrong" if !row.moves.is_empty() => format!(", not so {}", row.moves.join(" ")),
        _ => String::new(),
    };
    format!("{:9} {} ({}){moves}", row.verdict, row.name, row.because)
}
