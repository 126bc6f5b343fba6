//! `tbgen list`, `doctor` and `verify-values`: existing files.

use std::path::Path;

use anyhow::{Context, ensure};
use board::Material;
use tbgen::doctor::{Diagnosis, Listed, diagnose};
use tbgen::syzygy::Kind;
use tbgen::{TableFiles, ValueCheck, Verdict, counted};

use crate::output::print_json;
use crate::size;

/// Lists the tables of a folder by name.
pub(crate) fn list(folder: &Path, json: bool) -> anyhow::Result<bool> {
    let listed = tbgen::doctor::list(folder)?;
    if json {
        print_json(&listed)?;
        return Ok(true);
    }
    for Listed { file, bytes, exact_dtz, .. } in &listed {
        say!("{file:<16}{:>12}{}", size::bytes(*bytes), if *exact_dtz { "  exact to the ply" } else { "" });
    }
    say!("{}", summary(&listed));
    Ok(true)
}

/// "35 WDL, 35 DTZ and 0 DTM tables, up to 4 men, 10.2 MiB".
fn summary(tables: &[Listed]) -> String {
    let [wdl, dtz, dtm] = Kind::ALL.map(|kind| tables.iter().filter(|t| t.kind == kind).count());
    let men = tables.iter().map(|t| t.material.men()).max().unwrap_or(0);
    let bytes = size::bytes(tables.iter().map(|t| t.bytes).sum());
    format!("{wdl} WDL, {dtz} DTZ and {dtm} DTM tables, up to {men} men, {bytes}")
}

/// Prints the piece orders of a folder's Syzygy files.
pub(crate) fn orders(folder: &Path, json: bool) -> anyhow::Result<bool> {
    let orders = tbgen::piece_orders(folder)?;
    ensure!(!orders.is_empty(), "no ending has both its .rtbw and its .rtbz file in {}", folder.display());
    let lines: Vec<String> = orders.iter().map(ToString::to_string).collect();
    if json {
        print_json(&lines)?;
    } else {
        for line in lines {
            say!("{line}");
        }
    }
    Ok(true)
}

/// Examines a folder; `Ok(false)` when a file is damaged.
pub(crate) fn doctor(folder: &Path, json: bool) -> anyhow::Result<bool> {
    let diagnosis = diagnose(folder)?;
    if json {
        print_json(&diagnosis)?;
    } else {
        print_diagnosis(&diagnosis);
    }
    Ok(diagnosis.damaged.is_empty())
}

fn print_diagnosis(diagnosis: &Diagnosis) {
    say!("intact: {}", summary(&diagnosis.sound));
    for fault in &diagnosis.damaged {
        say!("damaged: {fault}");
    }
    for name in &diagnosis.temporary {
        say!("left by a build: {name} (the next build removes it when that process is gone)");
    }
    for [name, right] in &diagnosis.misnamed {
        say!("misnamed: {name} is ignored under this name; rename it to {right}");
    }
    if !diagnosis.foreign.is_empty() {
        say!("not tables: {}", diagnosis.foreign.join(", "));
    }
    for lack in &diagnosis.lacks {
        say!("{} {} needs {}", lack.material, lack.kind, lack.files.join(", "));
    }
    if diagnosis.next.is_empty() && diagnosis.misnamed.is_empty() {
        say!("nothing is missing");
    } else if !diagnosis.next.is_empty() {
        say!("build next: {}", diagnosis.next.join(", "));
    }
}

/// Checks every value of a folder's files; `Ok(false)` when one does not follow from its moves.
pub(crate) fn verify_values(files: &TableFiles, endings: &[Material], json: bool) -> anyhow::Result<bool> {
    let mut verdicts: Vec<Verdict> = Vec::new();
    let mut check = ValueCheck::new(files.tables(), endings);
    for ending in check.endings().to_vec() {
        let verdict = check.verify(ending, &|_, _| ());
        if !json {
            print_verdict(&verdict);
        }
        verdicts.push(verdict);
    }
    if json {
        print_json(&verdicts)?;
    } else {
        let positions: u64 = verdicts.iter().map(|v| v.positions).sum();
        let wrong = verdicts.iter().filter(|v| !v.is_right()).count();
        let left = verdicts.iter().filter(|v| v.not_compared.is_some()).count();
        say!(
            "{}, {} compared, {} wrong, {left} not compared",
            counted(verdicts.len() as u64, "table"),
            counted(positions, "position"),
            counted(wrong as u64, "table")
        );
    }
    let compared = verdicts.iter().any(|v| v.not_compared.is_none());
    compared
        .then_some(())
        .context("no table could be compared: the WDL and DTZ files of all subtables are needed")?;
    Ok(verdicts.iter().all(Verdict::is_right))
}

fn print_verdict(verdict: &Verdict) {
    let Verdict { material, metric, positions, differences, not_compared } = verdict;
    match not_compared {
        Some(why) => say!("{material} {metric}: not compared: {why}"),
        None if differences.is_empty() => {
            say!(
                "{material} {metric}: {} compared, none differs from its moves",
                counted(*positions, "position")
            );
        }
        None => say!(
            "{material} {metric}: WRONG, {} compared, first differences:",
            counted(*positions, "position")
        ),
    }
    for difference in differences {
        say!("  {difference}");
    }
}
