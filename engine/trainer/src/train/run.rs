//! A run from the first step to the exported network, with all files in its folder.
//!
//! | file          | meaning                                                                |
//! |---------------|------------------------------------------------------------------------|
//! | `checkpoint`  | the state of the run, from which it continues                          |
//! | `best`        | the checkpoint with the least held-out loss                            |
//! | `log.csv`     | a line for each superbatch                                             |
//! | `loss.svg`    | the losses as a chart                                                  |
//! | `last.nnue`   | the exported network of the last step                                  |
//! | `best.nnue`   | that of `best`, where this is another                                  |
//! | `export.json` | what the export measured for both                                      |

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::fit::ScaleFit;
use crate::sample::Sample;
use crate::train::adam::Adam;
use crate::train::checkpoint::{self, Checkpoint, State};
use crate::train::data::Data;
use crate::train::export::{self, ExportReport};
use crate::train::history::{self, Superbatch};
use crate::train::loss::Losses;
use crate::train::{Settings, TrainError, Trainer, curve, first};

const CHECKPOINT: &str = "checkpoint";
const BEST: &str = "best";
/// Most samples for fitting the scale.
const SCALE_SAMPLES: usize = 1_000_000;

/// The sources of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources {
    /// Files of training samples.
    pub files: Vec<PathBuf>,
    /// The file of held-out samples; without it the last of `files` are held out.
    pub held_out: Option<PathBuf>,
    /// The checkpoint or exported network with the initial weights; without it they are random.
    pub weights: Option<PathBuf>,
}

/// A run that can be stopped and continued.
pub struct Run {
    folder: PathBuf,
    data: Data,
    trainer: Trainer,
    state: State,
}

impl Run {
    /// Starts a run in a folder, which is created. Without a `scale` it is fitted to the results of
    /// the samples; `passes` over the data replace the settings' number of samples.
    ///
    /// # Errors
    /// Settings outside their range, data or first weights that cannot be used, a folder that
    /// cannot be created or already holds a run.
    pub fn begin(
        folder: &Path,
        mut settings: Settings,
        sources: &Sources,
        scale: Option<f64>,
        passes: Option<f64>,
    ) -> Result<Self, TrainError> {
        if folder.join(CHECKPOINT).exists() {
            return Err(TrainError::Occupied { folder: folder.to_owned() });
        }
        settings.check()?;
        fs::create_dir_all(folder).map_err(TrainError::write(folder))?;
        let data = Data::read(&sources.files, sources.held_out.as_deref())?;
        settings.scale = scale.map_or_else(|| fit_scale(&data.learned), Ok)?;
        if let Some(passes) = passes {
            settings.samples = (passes * data.learned.len() as f64) as u64;
        }
        let trainer = match &sources.weights {
            Some(path) => {
                let network = first::load(path, &settings)?;
                Trainer::resume(&settings, network, Adam::new(settings.feature_set, settings.hidden))?
            }
            None => Trainer::new(&settings)?,
        };
        let state = State {
            settings,
            files: sources.files.clone(),
            held_out: sources.held_out.clone(),
            weights: sources.weights.clone(),
            stamp: data.stamp(),
            losses: Losses::default(),
            seconds: 0.0,
            history: Vec::new(),
        };
        Ok(Self { folder: folder.to_owned(), data, trainer, state })
    }

    /// Continues the run in a folder from its checkpoint.
    ///
    /// # Errors
    /// A checkpoint that cannot be read, and data that have changed.
    pub fn resume(folder: &Path) -> Result<Self, TrainError> {
        let path = folder.join(CHECKPOINT);
        let Checkpoint { state, network, adam } = checkpoint::load(&path)?;
        let data = Data::read(&state.files, state.held_out.as_deref())?;
        let (found, expected) = (data.stamp(), state.stamp);
        if found != expected {
            return Err(TrainError::OtherData {
                path,
                found: found.samples,
                found_checksum: found.checksum,
                expected: expected.samples,
                expected_checksum: expected.checksum,
            });
        }
        let trainer = Trainer::resume(&state.settings, network, adam)?;
        Ok(Self { folder: folder.to_owned(), data, trainer, state })
    }

    /// The settings, with the actual scale.
    pub fn settings(&self) -> &Settings {
        &self.state.settings
    }

    /// Numbers of training and held-out samples.
    pub fn samples(&self) -> (usize, usize) {
        (self.data.learned.len(), self.data.held_out.len())
    }

    /// The superbatches so far.
    pub fn history(&self) -> &[Superbatch] {
        &self.state.history
    }

    /// True after the last step.
    pub fn is_done(&self) -> bool {
        self.trainer.steps() >= self.state.settings.steps()
    }

    /// Trains until done or until `stop` is set, and leaves a checkpoint either way. `observe` is
    /// called for each superbatch.
    ///
    /// # Errors
    /// Files that cannot be written.
    pub fn learn(
        &mut self,
        stop: &AtomicBool,
        mut observe: impl FnMut(&Self, &Superbatch),
    ) -> Result<(), TrainError> {
        let superbatch = self.state.settings.superbatch_steps();
        while !self.is_done() && !stop.load(Ordering::Relaxed) {
            let began = Instant::now();
            self.state.losses.merge(&self.trainer.step(&self.data.learned));
            self.state.seconds += began.elapsed().as_secs_f64();
            if self.trainer.steps().is_multiple_of(superbatch) || self.is_done() {
                let row = self.end_superbatch()?;
                observe(self, &row);
            }
        }
        self.save(CHECKPOINT)
    }

    /// Measures, and writes the checkpoint and the history.
    fn end_superbatch(&mut self) -> Result<Superbatch, TrainError> {
        let settings = &self.state.settings;
        let last = self.trainer.steps() - 1;
        let losses = std::mem::take(&mut self.state.losses);
        let row = Superbatch {
            samples: self.trainer.steps() * settings.batch as u64,
            rate: settings.rate_at(last),
            result_weight: settings.result_weight_at(last),
            learned_loss: losses.mean().unwrap_or(f64::NAN),
            held_out: self.trainer.measure(&self.data.held_out),
            seconds: std::mem::take(&mut self.state.seconds),
            learned: losses.samples(),
        };
        let is_best = self.state.history.iter().all(|before| row.held_out_loss() < before.held_out_loss());
        self.state.history.push(row.clone());
        if is_best {
            self.save(BEST)?;
        }
        self.save(CHECKPOINT)?;
        self.write("log.csv", history::to_csv(&self.state.history).as_bytes())?;
        self.write("loss.svg", curve::to_svg(&self.state.history).as_bytes())?;
        Ok(row)
    }

    /// Writes a file of the run's folder.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), TrainError> {
        let path = self.folder.join(name);
        disk::save(&path, bytes).map_err(TrainError::write(&path))
    }

    fn save(&self, name: &str) -> Result<(), TrainError> {
        checkpoint::save(&self.folder.join(name), &self.state, &self.trainer.network, &self.trainer.adam)
    }

    /// Writes the quantized network of the last step, and that of the least held-out loss if
    /// different; returns the measurements by file.
    ///
    /// # Errors
    /// Files that cannot be read or written, and weights that some position could overflow.
    pub fn export(&mut self) -> Result<BTreeMap<String, ExportReport>, TrainError> {
        let mut reports = BTreeMap::new();
        let (name, report) = self.export_network("last")?;
        reports.insert(name, report);
        let best = checkpoint::load(&self.folder.join(BEST))?;
        if best.adam.steps != self.trainer.steps() {
            let last = std::mem::replace(&mut self.trainer.network, best.network);
            let exported = self.export_network("best");
            self.trainer.network = last;
            let (name, report) = exported?;
            reports.insert(name, report);
        }
        self.write("export.json", &to_json(&reports))?;
        Ok(reports)
    }

    fn export_network(&mut self, which: &str) -> Result<(String, ExportReport), TrainError> {
        let (scale, description) = (self.state.settings.scale, self.describe(which));
        let integers = export::quantize(&mut self.trainer, scale, &description, &self.data.learned)?;
        let report = export::compare(&mut self.trainer, &integers, &self.data.held_out);
        let name = format!("{which}.nnue");
        self.write(&name, &integers.to_bytes())?;
        Ok((name, report))
    }

    /// One line on how the network was made.
    fn describe(&self, which: &str) -> String {
        let Settings { samples, batch, rate, final_rate, result_weight: (first, last), seed, .. } =
            self.state.settings;
        let [learned, held_out] = [self.data.learned.len(), self.data.held_out.len()];
        let (version, stamp) = (env!("CARGO_PKG_VERSION"), self.state.stamp.checksum);
        format!(
            "vancura-trainer {version}: {which} of {samples} samples, {learned} learned and {held_out} held out (data {stamp:016x}), batch {batch}, rate {rate} to {final_rate}, result weight {first} to {last}, seed {seed}"
        )
    }
}

/// The scale that predicts the results best, in whole centipawns.
fn fit_scale(samples: &[Sample]) -> Result<f64, TrainError> {
    let mut fit = ScaleFit::default();
    for sample in samples.iter().step_by(samples.len().div_ceil(SCALE_SAMPLES)) {
        fit.add(sample);
    }
    fit.scale().map(f64::round).ok_or(TrainError::Scale)
}

fn to_json(reports: &BTreeMap<String, ExportReport>) -> Vec<u8> {
    serde_json::to_vec_pretty(reports).expect("reports have only texts and numbers")
}
