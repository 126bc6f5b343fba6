//! Recursive pairing in batches: frequent pairs of a sequence become new symbols, many in one pass.

use std::cmp::Reverse;

use crate::format::MAX_EXPANSION;

/// Maximum number of candidates considered in one pass.
pub(super) const MAX_CANDIDATES: usize = 249;
/// Candidates are pruned when this number has been collected.
const PRUNE_AT: usize = 16 * MAX_CANDIDATES;

/// The content of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// One stored value.
    Leaf(u16),
    /// The values of two symbols.
    Pair(u16, u16),
}

/// When pairing ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Minimum frequency of a pair.
    pub(super) min_frequency: u64,
    /// Maximum number of composite symbols.
    pub(super) composites: usize,
}

impl Limits {
    /// Limits for a table that is written: all available symbol numbers.
    pub(super) const WRITTEN: Self = Self { min_frequency: 8, composites: usize::MAX };
    /// Limits for a trial.
    pub(super) const ESTIMATE: Self = Self { min_frequency: 20, composites: 100 };
}

/// A sequence of symbols, and the tree of the symbols.
pub(super) struct Paired {
    pub(super) sequence: Vec<u16>,
    pub(super) nodes: Vec<Node>,
}

/// A pair that may become a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    /// Most frequent first.
    pub(super) frequency: Reverse<u64>,
    /// Kind of the pair, for ties.
    pub(super) class: u8,
    pub(super) a: u16,
    pub(super) b: u16,
}

/// The best candidates, found in any order.
pub(super) struct Best {
    found: Vec<Candidate>,
    /// Less frequent pairs cannot be among the best.
    cutoff: u64,
}

impl Best {
    pub(super) fn new(min_frequency: u64) -> Self {
        Self { found: Vec::with_capacity(PRUNE_AT), cutoff: min_frequency }
    }

    #[inline]
    pub(super) fn cutoff(&self) -> u64 {
        self.cutoff
    }

    pub(super) fn offer(&mut self, frequency: u64, class: u8, a: u16, b: u16) {
        if frequency < self.cutoff {
            return;
        }
        self.found.push(Candidate { frequency: Reverse(frequency), class, a, b });
        if self.found.len() == PRUNE_AT {
            self.found.select_nth_unstable(MAX_CANDIDATES);
            self.found.truncate(MAX_CANDIDATES);
            let least = self.found.iter().map(|c| c.frequency.0).min();
            self.cutoff = least.unwrap_or(self.cutoff);
        }
    }

    /// The best candidates in order, at most [`MAX_CANDIDATES`].
    pub(super) fn into_sorted(mut self) -> Vec<Candidate> {
        self.found.sort_unstable();
        self.found.truncate(MAX_CANDIDATES);
        self.found
    }
}

/// Symbol numbers held back: when the candidates have become half as frequent, those skipped so far
/// are expected to become candidates again.
pub(super) struct Reserve {
    pub(super) skipped: usize,
    halved: u64,
}

impl Reserve {
    pub(super) fn new(candidates: &[Candidate]) -> Self {
        Self { skipped: 0, halved: candidates.first().map_or(0, |c| c.frequency.0) }
    }

    /// Called for candidate number `i`.
    pub(super) fn advance(&mut self, i: usize, candidate: &Candidate) {
        while self.halved > 2 * candidate.frequency.0 {
            self.skipped += i;
            self.halved /= 2;
        }
    }
}

/// Number of values in each symbol.
pub(super) fn sizes(nodes: &[Node]) -> Vec<u16> {
    let mut sizes: Vec<u16> = Vec::with_capacity(nodes.len());
    for node in nodes {
        sizes.push(match *node {
            Node::Leaf(_) => 1,
            Node::Pair(a, b) => sizes[usize::from(a)] + sizes[usize::from(b)],
        });
    }
    debug_assert!(sizes.iter().all(|&s| usize::from(s) <= MAX_EXPANSION));
    sizes
}
