//! `verify book`: writes the handbook.

use std::io::{self, Write as _};

use anyhow::Context as _;
use board::Material;
use recognizers::Recognizer;
use tbgen::{SolvedEndings, Stats};
use verify::book::{self, Chapter};
use verify::report::html::Curve;
use verify::{Report, Shard};

use super::arguments::{AuditArgs, BookArgs, recognizers_named};
use super::audit;
use super::output::save;
use super::progress::Progress;
use crate::fingerprint;

/// Proves the endings and writes their pages; true when everything is proved.
pub(super) fn run(args: BookArgs) -> anyhow::Result<bool> {
    let BookArgs { folder, mut endings, practice, oracle, threads, quiet } = args;
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create `{}`", folder.display()))?;
    if endings.is_empty() {
        endings.push("all".to_owned());
    }
    let build = fingerprint::of_program()?;
    let asked = AuditArgs::of_everything(endings, oracle, threads);
    let recognizers = recognizers_named(&asked.endings)?;
    let endings: Vec<Material> =
        recognizers.iter().map(|recognizer| recognizer.material().canonical().0).collect();
    let write = |(name, text): (String, String)| save(&folder.join(name), text.as_bytes());
    let mut chapters = Vec::new();
    for (index, &recognizer) in recognizers.iter().enumerate() {
        let ending = endings[index];
        let progress = Progress::of_ending(&ending.to_string(), index, recognizers.len(), !quiet);
        let report = audit::report(recognizer, &asked, true, Shard::WHOLE, &build, &progress)?;
        progress.prepare("finding the longest mates");
        let stats = stats(recognizer, threads)?;
        drop(progress);
        chapters.push(Chapter { report, stats, curve: curve_of(recognizer) });
        // Writes each page as soon as its ending is proved, then the pages that link to it, so that
        // no link is dead.
        for number in [Some(index), index.checked_sub(1)].into_iter().flatten() {
            write(book::page(&chapters, number, practice.as_deref()))?;
        }
        write(book::index(&chapters, &endings[index + 1..]))?;
        if !quiet {
            let report = &chapters[index].report;
            let verdict = if report.is_proved() { "proved" } else { "NOT PROVED" };
            writeln!(io::stdout(), "{ending}.html: {verdict}")?;
        }
    }
    if !quiet {
        writeln!(io::stdout(), "{}", folder.join("index.html").display())?;
    }
    let is_proved = chapters.iter().map(|chapter| &chapter.report).all(Report::is_proved);
    Ok(is_proved)
}

fn stats(recognizer: &Recognizer, threads: usize) -> anyhow::Result<Stats> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let solved = pool.install(|| SolvedEndings::build(recognizer.material()))?;
    Stats::of_solved(&solved, recognizer.material()).context("the ending was just solved")
}

/// The curve stored with an embedded mined table.
fn curve_of(recognizer: &Recognizer) -> Option<Curve> {
    let curves = data::MINED.iter().map(|files| serde_json::from_str::<Curve>(files.figures));
    curves.flatten().find(|curve| curve.ending.canonical().0 == recognizer.material().canonical().0)
}
