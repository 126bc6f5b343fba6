//! Where reports go: to the terminal, and to files on request.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tbgen::syzygy::write::save_atomically;
use verify::Report;
use verify::report::html::{self, Curve};

use super::arguments::OutputArgs;

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
        let save = |path: &PathBuf, text: String| {
            save_atomically(path, text.as_bytes())
                .with_context(|| format!("cannot write `{}`", path.display()))
        };
        if let Some(path) = &self.json {
            save(path, serde_json::to_string(reports)? + "\n")?;
        }
        if let Some(path) = &self.html {
            let curves: Vec<Curve> = self.curve.iter().map(read_curve).collect::<anyhow::Result<_>>()?;
            save(path, html::page(reports, &curves))?;
        }
        Ok(())
    }
}

/// Refuses a folder that is not there, before minutes are spent on what is to be written there.
pub(super) fn require_folder(folder: &Path) -> anyhow::Result<()> {
    anyhow::ensure!(folder.is_dir(), "`{}` is no folder: name one with --out", folder.display());
    Ok(())
}

fn read_curve(path: &PathBuf) -> anyhow::Result<Curve> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    serde_json::from_str(&text)
        .with_context(|| format!("`{}` holds no figures of a mined table", path.display()))
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
