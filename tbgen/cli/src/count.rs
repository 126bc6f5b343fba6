//! `tbgen stats` and `self-check`: whole endings solved in memory.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use board::Material;
use serde::Serialize;
use tbgen::{
    DtmTable, DtmTables, DtzTables, Longest, SideStats, Stats, check_solved, counted, plies, zugzwangs,
};

use crate::arguments::parse_materials;
use crate::output::print_json;

/// Prints statistics of endings.
pub(crate) fn stats(
    texts: &[String],
    histogram: bool,
    export: Option<&Path>,
    json: bool,
) -> anyhow::Result<bool> {
    let materials = parse_materials(texts)?;
    let start = Instant::now();
    let tables = solve(&materials)?;
    let mut zeroing = DtzTables::new();
    zeroing.build_all(&materials)?;
    let built = start.elapsed();
    let wanted: Vec<&DtmTable> = materials.iter().filter_map(|&m| tables.table(m)).collect();
    let found: Vec<Stats> =
        wanted.iter().map(|table| Stats::of(table).with_fifty_move_rule(&zeroing)).collect();
    if let Some(path) = export {
        export_zugzwangs(&wanted, path)?;
    }
    if json {
        print_json(&found)?;
        return Ok(true);
    }
    for stats in &found {
        print_stats(stats, histogram);
    }
    eprintln!(
        "built with {} smaller tables in {:.2} s",
        tables.iter().count() - found.len(),
        built.as_secs_f64()
    );
    Ok(true)
}

/// Writes one line per mutual zugzwang: the position with White to move, then the results.
fn export_zugzwangs(tables: &[&DtmTable], path: &Path) -> anyhow::Result<()> {
    let mut text = String::new();
    for (position, kind) in tables.iter().flat_map(|table| zugzwangs(table)) {
        let word = serde_json::to_value(kind)?;
        writeln!(text, "{} ; {}", position.to_fen(), word.as_str().unwrap_or_default())?;
    }
    disk::save(path, text.as_bytes()).with_context(|| format!("{} cannot be written", path.display()))
}

fn print_stats(stats: &Stats, histogram: bool) {
    say!("{}", stats.material);
    say!("  {:<8}{:>14}{:>14}{:>14}   longest", "to move", "wins", "draws", "losses");
    for side in &stats.sides {
        let SideStats { side_to_move, wins, draws, losses, .. } = side;
        let longest = |l: &Option<Longest>, word: &str| {
            l.as_ref().map(|l| format!("{word} in {} ({})", l.moves, plies(l.plies.into())))
        };
        let both = [longest(&side.longest_win, "mate"), longest(&side.longest_loss, "mated")];
        let both = both.into_iter().flatten().collect::<Vec<_>>().join(", ");
        say!("  {side_to_move:<8}{wins:>14}{draws:>14}{losses:>14}   {both}");
    }
    for side in &stats.sides {
        if let (Some(cursed), Some(blessed)) = (side.cursed_wins, side.blessed_losses)
            && cursed + blessed > 0
        {
            say!(
                "  fifty-move rule, {} to move: {cursed} wins cursed, {blessed} losses blessed",
                side.side_to_move
            );
        }
    }
    for side in &stats.sides {
        for (what, longest) in [("longest win", &side.longest_win), ("longest loss", &side.longest_loss)] {
            if let Some(l) = longest {
                say!("  {what}, {} to move ({} like it): {}", side.side_to_move, l.positions, l.fen);
            }
        }
    }
    let z = &stats.mutual_zugzwangs;
    say!(
        "  each position is counted once with its mirror images, fifty-move rule ignored\n  mutual zugzwangs: {} (White draws or Black loses), {} (White loses or Black draws), {} (the side to move loses)",
        z.white_draws_black_loses,
        z.white_loses_black_draws,
        z.both_lose
    );
    for example in &z.examples {
        say!("    {example}");
    }
    if histogram {
        for side in &stats.sides {
            for d in &side.histogram {
                let word = if d.plies % 2 == 1 { "mates" } else { "mated" };
                say!(
                    "  {} to move, {word} in {:>9}: {}",
                    side.side_to_move,
                    plies(d.plies.into()),
                    d.positions
                );
            }
        }
    }
}

/// The result of `tbgen self-check` for one table in JSON.
#[derive(Serialize)]
struct CheckAnswer {
    material: Material,
    positions: u64,
    skipped: u64,
    inconsistent: Vec<String>,
    seconds: f64,
}

/// Compares every position of solved endings with its moves.
pub(crate) fn self_check(texts: &[String], every: usize, json: bool) -> anyhow::Result<bool> {
    let materials = parse_materials(texts)?;
    let tables = solve(&materials)?;
    let mut answers = Vec::new();
    for table in materials.iter().filter_map(|&m| tables.table(m)) {
        let start = Instant::now();
        let report = check_solved(&tables, table, every);
        answers.push(CheckAnswer {
            material: table.material(),
            positions: report.positions,
            skipped: report.skipped,
            inconsistent: report.inconsistencies.iter().map(ToString::to_string).collect(),
            seconds: start.elapsed().as_secs_f64(),
        });
    }
    let right = answers.iter().all(|a| a.inconsistent.is_empty());
    if json {
        print_json(&answers)?;
        return Ok(right);
    }
    for a in &answers {
        let verdict = if a.inconsistent.is_empty() { "all follow from their moves" } else { "WRONG" };
        say!(
            "{}: {} compared in {:.1} s, {verdict}",
            a.material,
            counted(a.positions, "position"),
            a.seconds
        );
        if a.skipped > 0 {
            let skipped = counted(a.skipped, "position");
            say!("  skipped {skipped} with three checking pieces, which the move generator rejects");
        }
        for line in &a.inconsistent {
            say!("  {line}");
        }
    }
    Ok(right)
}

/// Solves endings in memory for distances to mate.
fn solve(materials: &[Material]) -> anyhow::Result<DtmTables> {
    let mut tables = DtmTables::new();
    tables.build_all(materials)?;
    Ok(tables)
}
