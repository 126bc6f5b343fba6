//! `verify pocket`: measures how many positions are solved without files.

use std::io::{self, Write as _};

use board::{Board, Material};
use oracle::Limits;
use verify::pocket::{HEADER, Measured, Truth, given, measure, random};

use super::arguments::PocketArgs;

/// Measures and prints one line for each ending and one for all; true when nothing is wrong.
pub(super) fn run(args: &PocketArgs) -> anyhow::Result<bool> {
    let files = args.folders.open()?;
    let limits = Limits { nodes: args.nodes };
    let mut out = io::stdout();
    let (mut all, mut each) = (Measured::default(), Vec::new());
    for (number, (ending, positions)) in endings(args)?.into_iter().enumerate() {
        let truth = match &files {
            Some(files) => Truth::Files(files),
            None => Truth::solve(ending)?,
        };
        let positions = positions.unwrap_or_else(|| random(ending, args.positions, args.seed));
        let measured = measure(ending, &positions, &truth, limits)?;
        if number == 0 {
            writeln!(out, "{HEADER}")?;
        }
        writeln!(out, "{measured}")?;
        for fen in &measured.wrong {
            writeln!(out, "  wrong: {fen}")?;
        }
        if args.open {
            for fen in &measured.open {
                writeln!(out, "  open: {fen}")?;
            }
        }
        all.add(&measured);
        each.push((measured.share(), ending));
    }
    each.sort_by(|one, other| one.0.total_cmp(&other.0));
    if let [(worst, ending), _, ..] = each[..] {
        writeln!(out, "{all}")?;
        let mean = each.iter().map(|(share, _)| share).sum::<f64>() / each.len() as f64;
        writeln!(
            out,
            "{} endings: mean {mean:.2} % with the search, worst {worst:.2} % ({ending})",
            each.len()
        )?;
    }
    Ok(all.wrong.is_empty())
}

/// The endings, with their positions if they come from a file.
fn endings(args: &PocketArgs) -> anyhow::Result<Vec<(Material, Option<Vec<Board>>)>> {
    if let Some(path) = &args.fens {
        let given = given(path, PIECES)?;
        if given.left_out > 0 {
            eprintln!("{} positions left out: not {PIECES} pieces, or castling rights", given.left_out);
        }
        anyhow::ensure!(
            !given.by_ending.is_empty(),
            "`{}` has no position of {PIECES} pieces",
            path.display()
        );
        return Ok(given.by_ending.into_iter().map(|(ending, boards)| (ending, Some(boards))).collect());
    }
    let named = if args.endings.is_empty() { of_five_pieces() } else { args.endings.clone() };
    Ok(named.into_iter().map(|ending| (ending, None)).collect())
}

/// Endings of fewer pieces are solved.
const PIECES: usize = 5;

/// All endings of five pieces that have a recognizer.
fn of_five_pieces() -> Vec<Material> {
    let all = recognizers::all().map(|recognizer| recognizer.material().canonical().0);
    all.filter(|material| material.men() == PIECES).collect()
}
