//! `verify pocket`: measures how many positions are solved without files.

use std::io::{self, Write as _};

use board::Material;
use oracle::Limits;
use verify::pocket::{Asked, HEADER, Truth, measure};

use super::arguments::PocketArgs;

/// Measures and prints one line for each ending; true when nothing is wrong.
pub(super) fn run(args: &PocketArgs) -> anyhow::Result<bool> {
    let named = !args.endings.is_empty();
    let endings: Vec<Material> = if named { args.endings.clone() } else { of_five_pieces() };
    let files = args.folders.open()?;
    let asked = Asked { positions: args.positions, seed: args.seed, limits: Limits { nodes: args.nodes } };
    let mut out = io::stdout();
    let mut is_right = true;
    for (number, ending) in endings.into_iter().enumerate() {
        let truth = match &files {
            Some(files) => Truth::Files(files),
            None => Truth::solve(ending)?,
        };
        let measured = measure(ending, &truth, asked)?;
        is_right &= measured.wrong.is_empty();
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
    }
    Ok(is_right)
}

/// All endings of five pieces that have a recognizer.
fn of_five_pieces() -> Vec<Material> {
    let all = recognizers::all().map(|recognizer| recognizer.material().canonical().0);
    all.filter(|material| material.men() == 5).collect()
}
