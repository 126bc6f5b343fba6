//! Where reports go: to the terminal, and to files on request.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::PathBuf;

use anyhow::Context as _;
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
        let create = |path: &PathBuf| -> anyhow::Result<BufWriter<File>> {
            let file = File::create(path).with_context(|| format!("cannot write `{}`", path.display()))?;
            Ok(BufWriter::new(file))
        };
        if let Some(path) = &self.json {
            let mut out = create(path)?;
            serde_json::to_writer(&mut out, reports)?;
            writeln!(out)?;
            out.flush()?;
        }
        if let Some(path) = &self.html {
            let curves: Vec<Curve> = self.curve.iter().map(read_curve).collect::<anyhow::Result<_>>()?;
            let mut out = create(path)?;
            out.write_all(html::page(reports, &curves).as_bytes())?;
            out.flush()?;
        }
        Ok(())
    }
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
