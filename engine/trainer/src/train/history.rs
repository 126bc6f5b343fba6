//! The history of a run by superbatch, also as a CSV table.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::train::loss::Losses;

/// Statistics of a superbatch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Superbatch {
    /// Training samples since the start.
    pub samples: u64,
    /// The current learning rate.
    pub rate: f64,
    /// The current weight of the result in the target.
    pub result_weight: f64,
    /// Mean loss of the superbatch's samples, each before the step that uses it.
    pub learned_loss: f64,
    /// Losses of the held-out samples, with the final weight of the result.
    pub held_out: Losses,
    /// Duration of the superbatch in seconds, without measuring.
    pub seconds: f64,
    /// Training samples in this time.
    pub learned: u64,
}

impl Superbatch {
    /// Mean loss of the held-out samples, of which there is at least one.
    pub fn held_out_loss(&self) -> f64 {
        self.held_out.mean().unwrap_or(f64::NAN)
    }

    /// Training samples per second.
    pub fn speed(&self) -> f64 {
        self.learned as f64 / self.seconds
    }
}

/// The history as comma-separated values with a header line.
pub(crate) fn to_csv(history: &[Superbatch]) -> String {
    let mut text = String::from("samples,rate,result_weight,learned_loss,held_out_loss");
    let heads = history.iter().map(|row| row.held_out.by_head().len()).max().unwrap_or(0);
    for head in 0..heads {
        let _ = write!(text, ",head_{head}");
    }
    text.push_str(",seconds,samples_per_second\n");
    for row in history {
        let _ = write!(
            text,
            "{},{:.3e},{:.4},{:.6},{:.6}",
            row.samples,
            row.rate,
            row.result_weight,
            row.learned_loss,
            row.held_out_loss()
        );
        let by_head = row.held_out.by_head();
        for head in 0..heads {
            text.push(',');
            if let Some(loss) = by_head.get(head).copied().flatten() {
                let _ = write!(text, "{loss:.6}");
            }
        }
        let _ = writeln!(text, ",{:.2},{:.0}", row.seconds, row.speed());
    }
    text
}
