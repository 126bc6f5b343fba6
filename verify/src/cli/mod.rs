//! The command line.

mod arguments;
mod audit;
mod book;
mod distances;
mod mine;
mod output;
mod pocket;
mod progress;

use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;

use anyhow::Context as _;
use tbgen::SolutionCheck;
use tbgen::syzygy::Verify;
use verify::Report;
use verify::files::{Check, verdict_text};
use verify::position::Explained;

use crate::fingerprint;
pub(crate) use arguments::Cli;
use arguments::Command;
use progress::Progress;

/// Runs the command; true when everything is proved.
pub(crate) fn run(cli: Cli) -> anyhow::Result<bool> {
    match cli.command {
        Some(Command::Explain { fen, oracle, cache, tables, json }) => {
            tables.load()?;
            let solving = || {
                if io::stderr().is_terminal() {
                    let advice = "solving tables of 5 pieces; --oracle syzygy --syzygy DIR is faster";
                    let _ = writeln!(io::stderr(), "{advice}");
                }
            };
            let answer = Explained::new(&fen, oracle.kind(), &oracle.folders, cache.open(), solving)?;
            let text = if json {
                serde_json::to_string_pretty(&answer.explanation)?
            } else {
                answer.explanation.to_string()
            };
            writeln!(io::stdout(), "{}", text.trim_end())?;
            if let Some(fault) = &answer.not_kept {
                writeln!(io::stderr(), "the solved ending was not saved: {fault}")?;
            }
            if let Some(disagreement) = &answer.disagreement {
                writeln!(io::stderr(), "the oracles disagree: {disagreement}")?;
            }
            Ok(!answer.is_refuted())
        }
        Some(Command::Merge { files, output }) => {
            let read = |path: &PathBuf| {
                let text = disk::read_text(path, output::REPORT_MAX);
                text.map(|text| (path.display().to_string(), text))
                    .with_context(|| format!("cannot read `{}`", path.display()))
            };
            let texts: Vec<(String, String)> = files.iter().map(read).collect::<anyhow::Result<_>>()?;
            let reports = Report::merge(&texts, &fingerprint::of_program()?)
                .context("these reports cannot be merged")?;
            reports.iter().enumerate().try_for_each(|(number, report)| output.print(number, report))?;
            output.write_files(&reports)?;
            Ok(reports.iter().all(Report::is_proved))
        }
        Some(Command::Tables { folder, endings, every, moves, scratch, quiet }) => {
            let agree = check_tables(&folder, &endings, every, quiet)?;
            let scratch = scratch.unwrap_or_else(std::env::temp_dir);
            Ok(if moves { check_moves(&folder, &endings, &scratch, quiet)? && agree } else { agree })
        }
        Some(Command::Shell(task)) => {
            task.run(<Cli as clap::CommandFactory>::command(), &mut io::stdout())?;
            Ok(true)
        }
        Some(Command::Proof { file, quiet }) => check_proof(&file, quiet),
        Some(Command::Mine(args)) => mine::run(&args).map(|()| true),
        Some(Command::Book(args)) => book::run(args),
        Some(Command::Pocket(args)) => pocket::run(&args),
        Some(Command::Distances(args)) => distances::run(&args).map(|()| true),
        None => audit::run(&cli.audit),
    }
}

/// Maximum size of a proof, in bytes.
const PROOF_MAX: u64 = 4 << 30;

fn check_proof(file: &std::path::Path, quiet: bool) -> anyhow::Result<bool> {
    let bytes = disk::read(file, PROOF_MAX).with_context(|| format!("cannot read `{}`", file.display()))?;
    let (text, holds) = match verify::proof::check(&bytes) {
        Ok(proved) => {
            let counter = if proved.counts_clock { ", including the fifty-move counter" } else { "" };
            let text = format!(
                "proved: mate in {} of {}: {} and {} checked{counter}\n",
                proved.moves,
                proved.fen,
                tbgen::counted(proved.positions as u64, "position"),
                tbgen::counted(proved.replies, "reply")
            );
            (text, true)
        }
        Err(fault) => (format!("refused: {}: {fault}\n", file.display()), false),
    };
    if !(quiet && holds) {
        io::stdout().write_all(text.as_bytes())?;
    }
    Ok(holds)
}

fn check_tables(
    folder: &std::path::Path,
    endings: &[board::Material],
    every: u64,
    quiet: bool,
) -> anyhow::Result<bool> {
    let mut all_agree = true;
    let mut check = Check::new(folder, endings, every)?;
    let endings = check.endings().to_vec();
    for (index, &material) in endings.iter().enumerate() {
        let progress = Progress::of_ending(&material.to_string(), index, endings.len(), !quiet);
        progress.prepare("reading the file and building our own table");
        let checked = check.ending(material, &|done, all| progress.done(done, all))?;
        drop(progress);
        all_agree &= checked.is_sound();
        if !quiet || !checked.is_sound() {
            io::stdout().write_all(checked.to_string().as_bytes())?;
        }
    }
    Ok(all_agree)
}

fn check_moves(
    folder: &std::path::Path,
    endings: &[board::Material],
    scratch: &std::path::Path,
    quiet: bool,
) -> anyhow::Result<bool> {
    let files = tbgen::open_tables(&[folder], Verify::WhenOpened)?;
    let mut check = SolutionCheck::new(&files, endings, scratch);
    let (mut all_follow, all) = (true, check.endings().len());
    while let Some(material) = check.endings().first() {
        let index = all - check.endings().len();
        let progress = Progress::of_ending(&material.to_string(), index, all, !quiet);
        progress.prepare("solving the ending and comparing its files");
        let verdicts = check.check_next()?;
        drop(progress);
        for verdict in verdicts {
            all_follow &= verdict.is_right();
            if !quiet || !verdict.is_right() {
                io::stdout().write_all(verdict_text(&verdict).as_bytes())?;
            }
        }
    }
    Ok(all_follow)
}
