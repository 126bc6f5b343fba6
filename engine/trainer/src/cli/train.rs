//! `train`: trains a network and exports it.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use nnue::FeatureSet;
use trainer::train::{Run, Settings, Sources, Superbatch};

use super::request::Answer;
use super::{amount, program};

/// The losses of more heads than this are not printed with the progress, but only written to the
/// run's table.
const HEADS_SHOWN: usize = 8;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Files of samples, shuffled.
    #[arg(long, num_args = 1.., value_name = "FILE", required_unless_present = "resume")]
    data: Vec<PathBuf>,
    /// File of held-out samples [default: the last 2 % of the data].
    #[arg(long, value_name = "FILE")]
    valid: Option<PathBuf>,
    /// Initial weights: a checkpoint of another run (`checkpoint` or `best` in its folder) or an
    /// exported network [default: random weights].
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Folder of checkpoints, log and networks; created if needed.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Continue the run in --out, whose checkpoint has data and settings.
    #[arg(long, conflicts_with_all = ["data", "valid", "from", "hidden", "king_squares", "samples", "passes", "batch", "lr", "final_lr", "result_weight", "scale", "power", "threads", "seed", "superbatch"])]
    resume: bool,
    /// Hidden neurons of one perspective: a multiple of 64.
    #[arg(long, value_name = "N", default_value_t = Settings::default().hidden)]
    hidden: usize,
    /// Separate inputs for each square of the own king, and heads for few men: an endgame network
    #[arg(long)]
    king_squares: bool,
    /// Training samples in total, all passes counted (200M, 5G).
    #[arg(long, value_name = "N", value_parser = amount::parse, conflicts_with = "passes", required_unless_present_any = ["passes", "resume"])]
    samples: Option<u64>,
    /// Passes over the data.
    #[arg(long, value_name = "N")]
    passes: Option<f64>,
    /// Samples per step of the optimizer.
    #[arg(long, value_name = "N", default_value_t = Settings::default().batch)]
    batch: usize,
    /// Learning rate after a short warm-up.
    #[arg(long, value_name = "RATE", default_value_t = Settings::default().rate)]
    lr: f64,
    /// Learning rate at the end of the cosine.
    #[arg(long, value_name = "RATE", default_value_t = Settings::default().final_rate)]
    final_lr: f64,
    /// Weight of the result in the target, against the score: one number, or two for the beginning
    /// and the end.
    #[arg(long, value_name = "A..B", default_value = "0.2..0.4", value_parser = amount::parse_range)]
    result_weight: (f64, f64),
    /// Centipawns that an output of 1.0 stands for [default: fitted to the results].
    #[arg(long, value_name = "CENTIPAWNS")]
    scale: Option<f64>,
    /// The loss is the error of the expected points, to this power.
    #[arg(long, value_name = "POWER", default_value_t = Settings::default().power)]
    power: f64,
    /// Threads, each for a part of a batch; the network's last bits depend on their number.
    #[arg(long, value_name = "N", default_value_t = Settings::default().threads)]
    threads: usize,
    /// Seed for the initial weights and the order of the samples.
    #[arg(long, value_name = "N", default_value_t = Settings::default().seed)]
    seed: u64,
    /// Samples between two checkpoints.
    #[arg(long, value_name = "N", default_value = "10M", value_parser = amount::parse)]
    superbatch: u64,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let stop = program::stop_on_signals()?;
    let mut run = if arguments.resume { Run::resume(&arguments.out)? } else { arguments.begin()? };
    announce(&run, out)?;
    run.learn(&stop, |run, superbatch| {
        // A closed pipe must not end the training.
        let _ = writeln!(out, "{}", line(run, superbatch)).and_then(|()| out.flush());
    })?;
    if !run.is_done() {
        let folder = arguments.out.display();
        writeln!(out, "stopped; continue with: vancura-trainer train --out {folder} --resume")?;
        return Ok(Answer::Right);
    }
    for (name, report) in run.export()? {
        writeln!(out, "{}:\n{report}", arguments.out.join(name).display())?;
    }
    Ok(Answer::Right)
}

impl Arguments {
    fn begin(&self) -> anyhow::Result<Run> {
        let sources =
            Sources { files: self.data.clone(), held_out: self.valid.clone(), weights: self.from.clone() };
        let feature_set = if self.king_squares { FeatureSet::KingSquares } else { FeatureSet::Mirrored };
        let settings = Settings {
            feature_set,
            hidden: self.hidden,
            // The size of a pass is known once the data are read.
            samples: self.samples.unwrap_or(1),
            batch: self.batch,
            rate: self.lr,
            final_rate: self.final_lr,
            result_weight: self.result_weight,
            power: self.power,
            threads: self.threads,
            seed: self.seed,
            superbatch: self.superbatch,
            ..Settings::default()
        };
        Ok(Run::begin(&self.out, settings, &sources, self.scale, self.passes)?)
    }
}

fn announce(run: &Run, out: &mut dyn Write) -> anyhow::Result<()> {
    let settings = run.settings();
    let (learned, held_out) = run.samples();
    writeln!(
        out,
        "{} samples, {} more held out; {} passes of batches of {}; {} neurons; scale {:.0} centipawns",
        amount::grouped(learned as u64),
        amount::grouped(held_out as u64),
        (settings.samples as f64 / learned as f64 * 10.0).round() / 10.0,
        amount::grouped(settings.batch as u64),
        settings.hidden,
        settings.scale
    )?;
    if let Some(last) = run.history().last() {
        writeln!(out, "continuing after {} samples", amount::grouped(last.samples))?;
    }
    Ok(out.flush()?)
}

/// One line per superbatch.
fn line(run: &Run, superbatch: &Superbatch) -> String {
    let total = run.settings().steps() * run.settings().batch as u64;
    let left = Duration::from_secs_f64((total - superbatch.samples) as f64 / superbatch.speed());
    let losses = superbatch.held_out.by_head();
    let shown: Vec<String> =
        losses.iter().map(|loss| loss.map_or_else(|| "-".to_owned(), |loss| format!("{loss:.4}"))).collect();
    let heads =
        if shown.len() <= HEADS_SHOWN { format!("  heads {}", shown.join(" ")) } else { String::new() };
    format!(
        "{:6.1} of {:.1} M  {:.2} M/s  learned {:.5}  held out {:.5}{heads}  rate {:.1e}  {} left",
        superbatch.samples as f64 / 1e6,
        total as f64 / 1e6,
        superbatch.speed() / 1e6,
        superbatch.learned_loss,
        superbatch.held_out_loss(),
        superbatch.rate,
        amount::duration(left)
    )
}
