//! `label`: exact labels for positions of endings.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use board::Material;
use trainer::label::LabelEndings;

use super::request::Answer;
use super::{amount, exclude, program};

/// The endings to solve.
const MEN: std::ops::RangeInclusive<usize> = 3..=5;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Endings of 3 to 5 men: KRPvKR.
    #[arg(required_unless_present = "men")]
    material: Vec<Material>,
    /// All endings with this many men.
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    men: Vec<usize>,
    /// Samples per ending.
    #[arg(long, default_value = "500k", value_name = "N", value_parser = amount::parse)]
    per_ending: u64,
    /// Label all wins alike, without distances: needs less memory.
    #[arg(long)]
    without_distances: bool,
    /// Label only quiet successors of critical positions, in which some moves keep the result, but
    /// at most half do.
    #[arg(long)]
    after_critical: bool,
    /// Files of FEN or EPD lines with critical positions whose successors are left out.
    #[arg(long, value_name = "FILE", requires = "after_critical")]
    exclude: Vec<PathBuf>,
    /// Equal seeds give equal samples.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Folder of the files of samples; created if needed.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let mut endings: Vec<Material> = arguments.men.iter().flat_map(|&men| Material::with_men(men)).collect();
    endings.extend(arguments.material.iter().map(|material| material.canonical().0));
    let too_large = arguments.men.iter().copied().chain(endings.iter().map(|ending| ending.men()));
    for men in too_large {
        anyhow::ensure!(MEN.contains(&men), "only endings of 3 to 5 men can be solved, not of {men}");
    }
    let exclusions = exclude::read(&arguments.exclude)?;
    let folder = &arguments.out;
    std::fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    let stop = program::stop_on_signals()?;
    let order = LabelEndings {
        endings: &endings,
        per_ending: arguments.per_ending,
        with_distances: !arguments.without_distances,
        after_critical: arguments.after_critical,
        exclusions: &exclusions,
        seed: arguments.seed,
        folder,
    };
    let done = order.run(&stop, |ending, progress| {
        // A closed pipe must not lose the labels.
        let _ = writeln!(
            out,
            "{ending}: {} samples after {}",
            amount::grouped(progress.positions),
            amount::duration(progress.elapsed)
        )
        .and_then(|()| out.flush());
    })?;
    writeln!(out, "{} samples of {} endings", amount::grouped(done.positions), done.games)?;
    Ok(Answer::Right)
}
