//! Prints reports and writes them to files.

use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Context as _;
use verify::Report;
use verify::report::html::{self, Curve};
use verify::report::seal::to_json;

use super::arguments::OutputArgs;

/// Maximum size of a report, in bytes.
pub(super) const REPORT_MAX: u64 = 256 << 20;

impl OutputArgs {
    pub(super) fn print(&self, number: usize, report: &Report) -> io::Result<()> {
        let mut text = if self.quiet { summary(report) } else { report.to_text(true) };
        if self.squares {
            text += &report.squares_to_text();
        }
        let separator = if number == 0 || self.quiet { "" } else { "\n" };
        io::stdout().write_all(format!("{separator}{text}").as_bytes())
    }

    pub(super) fn write_files(&self, reports: &[Report]) -> anyhow::Result<()> {
        if let Some(path) = &self.json {
            save(path, to_json(reports)?.as_bytes())?;
        }
        if let Some(path) = &self.html {
            let curves: Vec<Curve> =
                self.curve.iter().map(|path| read_curve(path)).collect::<anyhow::Result<_>>()?;
            save(path, html::page(reports, &curves).as_bytes())?;
        }
        Ok(())
    }
}

/// Writes a file atomically.
pub(super) fn save(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    disk::save(path, bytes).with_context(|| format!("cannot write `{}`", path.display()))
}

/// Checks that a folder for output exists, before minutes are spent on computing it.
pub(super) fn require_folder(folder: &Path) -> anyhow::Result<()> {
    anyhow::ensure!(folder.is_dir(), "`{}` is not a folder: give one with --out", folder.display());
    Ok(())
}

fn read_curve(path: &Path) -> anyhow::Result<Curve> {
    let text =
        disk::read_text(path, REPORT_MAX).with_context(|| format!("cannot read `{}`", path.display()))?;
    serde_json::from_str(&text)
        .with_context(|| format!("`{}` does not contain figures of a mined table", path.display()))
}

fn summary(report: &Report) -> String {
    let wins = report.strong_wins.plus(report.weak_wins);
    format!(
        "{} {}: draws {} of {}, wins {} of {}, wrong {}\n",
        if report.is_proved() { "proved" } else { "NOT PROVED" },
        report.subject.material,
        report.draws.spotted(),
        report.draws.all,
        wins.spotted(),
        wins.all,
        report.wrong
    )
}
