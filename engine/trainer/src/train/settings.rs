//! The settings of a run: everything besides the data that determines the network.

use nnue::FeatureSet;
use serde::{Deserialize, Serialize};

use crate::train::TrainError;
use crate::train::network::TILE;

/// Most warm-up steps, in which the learning rate rises.
const WARM_UP_STEPS: u64 = 500;
/// Warm-up steps are at most one in this many of all steps.
const WARM_UP_PART: u64 = 50;

/// The settings of a run. Equal settings and equal data give the same network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The inputs.
    #[serde(default)]
    pub feature_set: FeatureSet,
    /// Hidden neurons of one perspective: a multiple of 64.
    pub hidden: usize,
    /// Training samples in total, all passes counted; rounded up to whole batches.
    pub samples: u64,
    /// Samples per step of the optimizer.
    pub batch: usize,
    /// Learning rate after the warm-up.
    pub rate: f64,
    /// Learning rate at the end, reached along a cosine.
    pub final_rate: f64,
    /// Weight of the result in the target, at the beginning and at the end: 0 to 1, against the
    /// score.
    pub result_weight: (f64, f64),
    /// Centipawns that an output of 1.0 stands for.
    pub scale: f64,
    /// The loss is the error of the expected points, to this power.
    pub power: f64,
    /// Threads, each for a part of a batch.
    pub threads: usize,
    /// Seed for the initial weights and the order of the samples.
    pub seed: u64,
    /// Samples between two checkpoints and measurements.
    pub superbatch: u64,
}

impl Default for Settings {
    /// The usual recipe: 128 neurons, 100 M samples.
    fn default() -> Self {
        Self {
            feature_set: FeatureSet::Mirrored,
            hidden: 128,
            samples: 100_000_000,
            batch: 16_384,
            rate: 1e-3,
            final_rate: 1e-5,
            result_weight: (0.2, 0.4),
            scale: 400.0,
            power: 2.0,
            threads: 2,
            seed: 1,
            superbatch: 10_000_000,
        }
    }
}

impl Settings {
    /// # Errors
    /// The first setting that is outside its range.
    pub fn check(&self) -> Result<(), TrainError> {
        let share = 0.0..=1.0;
        let checks = [
            (
                "hidden",
                self.hidden.to_string(),
                self.hidden.is_multiple_of(2 * TILE) && (64..=1024).contains(&self.hidden),
                "a multiple of 64 up to 1024",
            ),
            (
                "samples",
                self.samples.to_string(),
                (1..1 << 50).contains(&self.samples),
                "a number from 1 to 10^15",
            ),
            (
                "batch",
                self.batch.to_string(),
                (1..=1 << 24).contains(&self.batch),
                "a number from 1 to 16,777,216",
            ),
            ("lr", self.rate.to_string(), self.rate > 0.0 && self.rate <= 1.0, "a number above 0, at most 1"),
            (
                "final-lr",
                self.final_rate.to_string(),
                self.final_rate > 0.0 && self.final_rate <= self.rate,
                "a number above 0, at most lr",
            ),
            (
                "result-weight",
                format!("{}..{}", self.result_weight.0, self.result_weight.1),
                share.contains(&self.result_weight.0) && share.contains(&self.result_weight.1),
                "two numbers from 0 to 1",
            ),
            (
                "scale",
                self.scale.to_string(),
                (20.0..=2_000.0).contains(&self.scale),
                "a number from 20 to 2000",
            ),
            ("power", self.power.to_string(), (1.5..=4.0).contains(&self.power), "a number from 1.5 to 4"),
            (
                "threads",
                self.threads.to_string(),
                (1..=256).contains(&self.threads),
                "a number from 1 to 256",
            ),
            ("superbatch", self.superbatch.to_string(), self.superbatch > 0, "a number above 0"),
        ];
        match checks.into_iter().find(|check| !check.2) {
            Some((what, value, _, range)) => Err(TrainError::Setting { what, value, range }),
            None => Ok(()),
        }
    }

    /// Total steps of the optimizer.
    pub fn steps(&self) -> u64 {
        self.samples.div_ceil(self.batch as u64)
    }

    /// Steps of the optimizer in a superbatch.
    pub(crate) fn superbatch_steps(&self) -> u64 {
        self.superbatch.div_ceil(self.batch as u64)
    }

    /// The learning rate of a step, counted from 0.
    pub(crate) fn rate_at(&self, step: u64) -> f64 {
        let warm_up = WARM_UP_STEPS.min(self.steps() / WARM_UP_PART);
        if step < warm_up {
            return self.rate * (step + 1) as f64 / (warm_up + 1) as f64;
        }
        let progress = (step - warm_up) as f64 / (self.steps() - warm_up) as f64;
        let cosine = f64::midpoint(1.0, (std::f64::consts::PI * progress).cos());
        self.final_rate + (self.rate - self.final_rate) * cosine
    }

    /// The weight of the result in the target of a step, counted from 0.
    pub(crate) fn result_weight_at(&self, step: u64) -> f64 {
        let (first, last) = self.result_weight;
        first + (last - first) * step as f64 / self.steps() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_rises_and_falls_to_its_end() {
        let settings = Settings { samples: 1_000_000, batch: 1_000, ..Settings::default() };
        let rates: Vec<f64> = (0..settings.steps()).map(|step| settings.rate_at(step)).collect();
        assert!(rates[..21].is_sorted() && rates[20..].iter().rev().is_sorted());
        assert!(
            (rates[20] - 1e-3).abs() < 1e-9 && (rates[999] - 1e-5).abs() < 1e-8,
            "{} {}",
            rates[20],
            rates[999]
        );
        assert!((settings.result_weight_at(500) - 0.3).abs() < 1e-9);
    }

    #[test]
    fn settings_out_of_range_are_refused_by_name() {
        let settings = Settings { hidden: 96, ..Settings::default() };
        let message = settings.check().unwrap_err().to_string();
        assert_eq!(message, "hidden is 96, but a multiple of 64 up to 1024 is needed");
        assert!(Settings { rate: f64::NAN, ..Settings::default() }.check().is_err());
        assert!(Settings::default().check().is_ok());
    }
}
