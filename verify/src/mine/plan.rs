//! How an ending is learned: by default from the numbers of its positions, and as it was done
//! before where a table is kept.

use super::prune::Worth;
use super::refine::Refinement;

/// What a table is to be.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// Its largest size in bytes; else that of the embedded one.
    pub budget: Option<usize>,
    /// So many times more than by the ending's plan an announced draw counts beside an announced
    /// win.
    pub draw_worth: Option<f64>,
    /// Whether tables of other sizes are counted, too.
    pub has_curve: bool,
}

/// How to learn one ending.
pub(super) struct Plan {
    /// Largest size of the table, in bytes: half of it for draws, and as much again for wins.
    pub(super) budget: usize,
    /// One position in so many is learned from, by class: weak side wins, draws, strong side wins,
    /// cursed.
    pub(super) one_in: [u32; 4],
    /// So many times fewer positions that named rules announce are learned from: the table is asked
    /// when the rules are silent.
    pub(super) named_rarer: u32,
    /// Fewest positions that are divided.
    pub(super) fewest: usize,
    /// Growing further what is nearly pure.
    pub(super) refinement: Option<Refinement>,
    /// What a position announced is worth, by the side to move (strong, weak) and by class as
    /// above, draws being 1.
    pub(super) worth: Worth,
}

const BUDGET: usize = 128 << 10;

/// The same for endings that are hardest to play.
const LARGE_BUDGET: usize = 512 << 10;

/// Positions of a class learned from at first: with their features they take 64 bytes each.
const SAMPLED: u64 = 4_000_000;

/// Of an ending with no more positions than this all are learned from at once.
const SMALL: u64 = 12_000_000;

/// Positions learned from when what is nearly pure is grown further.
const REFINED: u64 = 12_000_000;

impl Plan {
    /// The plan for the table of this name, with so many positions of each class.
    pub(super) fn new(name: &str, totals: [u64; 4]) -> Self {
        let one_in = |sampled: u64| totals.map(|total| total.div_ceil(sampled).max(1) as u32);
        let refined = |most_rows| Some(Refinement { fewest: 2, most_rows });
        let derived = Self {
            budget: BUDGET,
            one_in: one_in(SAMPLED),
            named_rarer: 4,
            fewest: 4,
            refinement: refined(REFINED),
            worth: [[1.0, 1.0, 1.0, 0.0]; 2],
        };
        let hard = Self {
            budget: LARGE_BUDGET,
            one_in: one_in(12_000_000),
            refinement: refined(24_000_000),
            ..derived
        };
        // Tables that were learned before plans followed from numbers, and whose bytes are to come
        // out again.
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
            // The hardest to play: what 128 KiB know of them is not enough to hold or win them in a
            // short search.
            "kbpkn" | "kqpkq" => hard,
            // As hard, and wins are rarer and harder to tell than draws.
            "knnkp" => Self { worth: [[2.0, 1.0, 2.0, 0.0]; 2], ..hard },
            // Nearly all of it fits, so nothing is gained by learning less of what the rules
            // announce.
            "kbppk" => Self { named_rarer: 1, ..derived },
            _ if totals.iter().sum::<u64>() <= SMALL => {
                Self { one_in: [1; 4], named_rarer: 1, fewest: 2, refinement: None, ..derived }
            }
            _ => derived,
        }
    }

    /// The same with what is wanted of this one table.
    pub(super) fn with(mut self, wanted: &Wanted) -> Self {
        self.budget = wanted.budget.unwrap_or(self.budget);
        for by_class in &mut self.worth {
            by_class[1] *= wanted.draw_worth.unwrap_or(1.0);
        }
        self
    }
}
