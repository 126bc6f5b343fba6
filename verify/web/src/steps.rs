//! What answers about an ending need, solved one ending at a time.

use board::Material;
use site::{Knowledge, MEMORY_MEN_MAX};

/// An ending to be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// For its results alone, on which rules and proofs rest.
    Results(Material),
    /// For all distances.
    Distances(Material),
}

impl Step {
    pub(crate) fn ending(self) -> Material {
        match self {
            Self::Results(ending) | Self::Distances(ending) => ending,
        }
    }
}

/// What an ending needs before anything can be said of it: the results of all up to four men that it leads to.
pub(crate) fn results(knowledge: &Knowledge, ending: Material) -> Vec<Step> {
    if ending.men() > MEMORY_MEN_MAX + 1 {
        return Vec::new();
    }
    let lacking = knowledge.pocket().lacking(ending).unwrap_or_default();
    lacking.into_iter().map(Step::Results).collect()
}

/// What it needs for distances; nothing where it has too many men.
pub(crate) fn distances(knowledge: &Knowledge, ending: Material) -> Vec<Step> {
    if ending.men() > MEMORY_MEN_MAX {
        return Vec::new();
    }
    let lacking = knowledge.solved().lacking(ending).unwrap_or_default();
    lacking.into_iter().map(Step::Distances).collect()
}

/// Takes a step; in words why it failed.
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
