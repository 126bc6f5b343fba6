//! The endings that answers need, solved one at a time.

use board::Material;
use site::{Knowledge, MEMORY_MEN_MAX};

/// An ending to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Only for its results, on which rules and proofs rest.
    Results(Material),
    /// With all distances.
    Distances(Material),
}

impl Step {
    pub(crate) fn ending(self) -> Material {
        match self {
            Self::Results(ending) | Self::Distances(ending) => ending,
        }
    }
}

/// The steps for results of an ending: all endings of up to four pieces that it leads to.
pub(crate) fn results(knowledge: &Knowledge, ending: Material) -> Vec<Step> {
    if ending.men() > MEMORY_MEN_MAX + 1 {
        return Vec::new();
    }
    let lacking = knowledge.pocket().lacking(ending).unwrap_or_default();
    lacking.into_iter().map(Step::Results).collect()
}

/// The steps for its distances; none if it has too many pieces.
pub(crate) fn distances(knowledge: &Knowledge, ending: Material) -> Vec<Step> {
    if ending.men() > MEMORY_MEN_MAX {
        return Vec::new();
    }
    let lacking = knowledge.solved().lacking(ending).unwrap_or_default();
    lacking.into_iter().map(Step::Distances).collect()
}

/// Takes a step, or returns a message if it fails.
pub(crate) fn take(knowledge: &Knowledge, step: Step) -> Result<(), String> {
    let done = match step {
        Step::Results(ending) => knowledge.with_pocket(|pocket| pocket.solve(ending)),
        Step::Distances(ending) => {
            let solved = knowledge.solved().solve(ending);
            solved.map(|solved| knowledge.insert(solved))
        }
    };
    done.map_err(|error| error.to_string())
}
