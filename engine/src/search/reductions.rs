//! The table of late move reductions.

use crate::params::Params;

/// Reductions by depth and move number, in thousandths of a ply.
pub(super) struct Reductions {
    quiet: Vec<[i32; 64]>,
    capture: Vec<[i32; 64]>,
}

impl Default for Reductions {
    fn default() -> Self {
        Self::new(&Params::default())
    }
}

impl Reductions {
    /// The table of these parameters.
    pub(super) fn new(p: &Params) -> Self {
        let table = |base: i32, divisor: i32| {
            let entry = |depth: usize, number: usize| {
                let product = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
                base + (product * 1e6 / f64::from(divisor)).round() as i32
            };
            (0..64).map(|depth| std::array::from_fn(|number| entry(depth, number))).collect()
        };
        Self {
            quiet: table(p.reduction_quiet_base_milli, p.reduction_quiet_divisor_milli),
            capture: table(p.reduction_capture_base_milli, p.reduction_capture_divisor_milli),
        }
    }

    /// The base reduction in thousandths of a ply, before adjustments for the move.
    pub(super) fn base(&self, tactical: bool, depth: i32, number: usize) -> i32 {
        let table = if tactical { &self.capture } else { &self.quiet };
        table[(depth.max(0) as usize).min(63)][number.min(63)]
    }
}
