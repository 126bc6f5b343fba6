//! How an ending is learned: by default derived from the numbers of its positions, and with fixed
//! plans for existing tables.

use super::prune::Worth;
use super::refine::Refinement;

/// The requested properties of a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// Maximum size in bytes; by default that of the embedded table.
    pub budget: Option<usize>,
    /// Factor on the worth of an announced draw relative to an announced win.
    pub draw_worth: Option<f64>,
    /// Whether tables of other sizes are also counted.
    pub has_curve: bool,
}

/// The plan for learning one ending.
pub(super) struct Plan {
    /// Maximum size of the table, in bytes: half for draws and half for wins.
    pub(super) budget: usize,
    /// Sampling rates (one position in *n*) by class: weak side wins, draws, strong side wins,
    /// cursed.
    pub(super) one_in: [u32; 4],
    /// Factor by which positions that named rules announce are sampled less, since the table is
    /// used only where no rule applies.
    pub(super) named_rarer: u32,
    /// Minimum positions of a node to be split.
    pub(super) fewest: usize,
    /// Size of the tree whose leaves are counted exactly, in bytes; without one, that of the grown
    /// tree.
    pub(super) counted: Option<usize>,
    /// Parameters for growing nearly pure leaves further.
    pub(super) refinement: Option<Refinement>,
    /// The worth of an announced position, by side to move (strong, weak) and by class as above,
    /// relative to draws.
    pub(super) worth: Worth,
}

const BUDGET: usize = 128 << 10;

/// The same for the endings that are hardest to play.
const LARGE_BUDGET: usize = 512 << 10;

/// The same for endings without rules, of which there are many.
const LISTED_BUDGET: usize = 32 << 10;

/// Size of the tree that is counted for such an ending, as a multiple of its budget.
const COUNTED: usize = 4;

/// Positions of a class in the first sample of such an ending.
const LISTED_SAMPLED: u64 = 2_000_000;

/// Positions of a class in the first sample: with their features they take 64 bytes each.
const SAMPLED: u64 = 4_000_000;

/// All positions of an ending with at most this many are used at once.
const SMALL: u64 = 12_000_000;

/// Positions used when nearly pure leaves are grown further.
const REFINED: u64 = 12_000_000;

impl Plan {
    /// The plan for the table of this name, with these numbers of positions by class.
    pub(super) fn new(name: &str, totals: [u64; 4]) -> Self {
        let one_in = |sampled: u64| totals.map(|total| total.div_ceil(sampled).max(1) as u32);
        let refined = |most_rows| Some(Refinement { fewest: 2, most_rows });
        let derived = Self {
            budget: BUDGET,
            one_in: one_in(SAMPLED),
            named_rarer: 4,
            fewest: 4,
            counted: None,
            refinement: refined(REFINED),
            worth: [[1.0, 1.0, 1.0, 0.0]; 2],
        };
        let hard = Self {
            budget: LARGE_BUDGET,
            one_in: one_in(12_000_000),
            refinement: refined(24_000_000),
            ..derived
        };
        // Tables that were learned before plans were derived from numbers, and whose bytes must be
        // reproduced.
        match name {
            "kbnkn" => Self {
                one_in: [1, 8, 4, 1],
                refinement: refined(24_000_000),
                worth: [[0.3, 1.0, 0.3, 0.0]; 2],
                ..derived
            },
            "krpkr" => Self {
                one_in: [24, 12, 12, 1],
                refinement: refined(24_000_000),
                worth: [[0.1, 1.0, 1.3, 0.0], [0.1, 1.0, 0.15, 0.0]],
                ..derived
            },
            // The hardest to play: with 128 KiB a short search does not hold or win them.
            "kbpkn" | "kqpkq" => hard,
            // As hard, with wins rarer and harder to recognize than draws.
            "knnkp" => Self { worth: [[2.0, 1.0, 2.0, 0.0]; 2], ..hard },
            // Nearly everything fits, so sampling less of what the rules announce gains nothing.
            "kbppk" => Self { named_rarer: 1, ..derived },
            _ if totals.iter().sum::<u64>() <= SMALL => {
                Self { one_in: [1; 4], named_rarer: 1, fewest: 2, refinement: None, ..derived }
            }
            _ => derived,
        }
    }

    /// The plan for an ending without rules; there are a hundred, so each must be learned in a few
    /// walks.
    pub(super) fn of_listed(totals: [u64; 4]) -> Self {
        let counted = Some(COUNTED * LISTED_BUDGET);
        let one_in = totals.map(|total| total.div_ceil(LISTED_SAMPLED).max(1) as u32);
        Self { budget: LISTED_BUDGET, one_in, counted, refinement: None, ..Self::new("", totals) }
    }

    /// The same with the properties requested for this table.
    pub(super) fn with(mut self, wanted: &Wanted) -> Self {
        self.budget = wanted.budget.unwrap_or(self.budget);
        for by_class in &mut self.worth {
            by_class[1] *= wanted.draw_worth.unwrap_or(1.0);
        }
        self
    }
}
