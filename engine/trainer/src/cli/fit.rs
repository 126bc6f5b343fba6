//! `fit`: fits scores to results.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use serde::Serialize;
use trainer::{ScaleFit, SourceError, WinChance, read_samples, training_files};

use super::amount;
use super::request::Answer;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Files of games or samples, or folders with them.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Store the scale in this file, as JSON.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw a chart of results by score and the fitted curves to this file, as SVG.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// A scale with its data.
#[derive(Serialize)]
struct Fitted<'a> {
    /// Centipawns.
    scale: f64,
    win_chance: WinChance,
    positions: u64,
    sources: &'a [PathBuf],
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let mut fit = ScaleFit::default();
    for path in training_files(&arguments.paths)? {
        read_samples(&path, |sample, _| {
            fit.add(&sample);
            Ok::<(), SourceError>(())
        })?;
    }
    let scale = fit.scale().context("the scores do not predict the results, or there are no results")?;
    let positions = fit.len();
    writeln!(
        out,
        "scale {scale:.1} centipawns, from {} positions with a result",
        amount::grouped(positions)
    )?;
    let win_chance = fit.win_chance().context("the scores do not predict wins")?;
    writeln!(
        out,
        "wins reach 50 % at {:.1} centipawns, the odds grow by a factor of e per {:.1}",
        win_chance.even, win_chance.spread
    )?;
    if let Some(path) = &arguments.out {
        super::request::store(path, &Fitted { scale, win_chance, positions, sources: &arguments.paths })?;
    }
    if let Some(path) = &arguments.plot {
        super::request::store_bytes(path, fit.to_svg(win_chance).as_bytes())?;
    }
    Ok(Answer::Right)
}
