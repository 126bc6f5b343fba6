//! Recursive pairing in batches: a sequence of symbols in which frequent pairs become new symbols, many in one pass.

use std::cmp::Reverse;

use crate::syzygy::format::MAX_EXPANSION;

/// Most candidates considered in one pass.
pub(super) const MAX_CANDIDATES: usize = 249;
/// Candidates are pruned when this many have been collected.
const PRUNE_AT: usize = 16 * MAX_CANDIDATES;

/// What a symbol stands for.
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
    /// A pair must occur this often.
    pub(super) min_frequency: u32,
    /// Most composite symbols.
    pub(super) composites: usize,
}

impl Limits {
    /// Limits of a table that is written: as many symbols as there are numbers for.
    pub(super) const WRITTEN: Self = Self { min_frequency: 8, composites: usize::MAX };
    /// Limits of a trial.
    pub(super) const ESTIMATE: Self = Self { min_frequency: 20, composites: 100 };
}

/// A sequence made of symbols, and the tree of these.
pub(super) struct Paired {
    pub(super) sequence: Vec<u16>,
    pub(super) nodes: Vec<Node>,
}

/// How often symbols follow one another, overlapping occurrences counted.
pub(super) struct PairCounts {
    symbols: usize,
    counts: Vec<u32>,
}

impl PairCounts {
    #[inline]
    pub(super) fn get(&self, a: u16, b: u16) -> u32 {
        self.counts[usize::from(a) * self.symbols + usize::from(b)]
    }

    /// How often each symbol follows `a`.
    pub(super) fn row(&self, a: u16) -> &[u32] {
        &self.counts[usize::from(a) * self.symbols..][..self.symbols]
    }
}

/// The sequence under pairing.
pub(super) struct Sequence {
    symbols: Vec<u16>,
    pub(super) counts: PairCounts,
}

/// Pairs to be replaced in one pass.
pub(super) struct Rules {
    symbols: usize,
    /// By first symbol: one more than its row in `table`, or 0.
    row_of: Vec<u16>,
    /// By row and second symbol: the new symbol, or 0.
    table: Vec<u16>,
}

impl Rules {
    /// No rules yet for a sequence of so many symbols.
    pub(super) fn new(symbols: usize) -> Self {
        Self { symbols, row_of: vec![0; symbols], table: Vec::new() }
    }

    pub(super) fn add(&mut self, a: u16, b: u16, new: u16) {
        if self.row_of[usize::from(a)] == 0 {
            self.row_of[usize::from(a)] = (self.table.len() / self.symbols) as u16 + 1;
            self.table.resize(self.table.len() + self.symbols, 0);
        }
        let row = usize::from(self.row_of[usize::from(a)] - 1);
        self.table[row * self.symbols + usize::from(b)] = new;
    }

    /// The new symbol for a pair, or 0.
    #[inline]
    fn get(&self, a: u16, b: u16) -> u16 {
        match self.row_of[usize::from(a)] {
            0 => 0,
            row => self.table[usize::from(row - 1) * self.symbols + usize::from(b)],
        }
    }
}

impl Sequence {
    /// A sequence over the symbols `0..alphabet`.
    pub(super) fn new(symbols: Vec<u16>, alphabet: usize) -> Self {
        // Runs add to one counter again and again; several tables in turn keep the additions from waiting for one another.
        const TABLES: usize = 4;
        let size = alphabet * alphabet;
        let mut counts = vec![0u32; TABLES * size];
        let mut pairs = symbols.windows(2).map(|p| usize::from(p[0]) * alphabet + usize::from(p[1]));
        'all: loop {
            for table in counts.chunks_exact_mut(size) {
                let Some(pair) = pairs.next() else { break 'all };
                table[pair] += 1;
            }
        }
        let summed = (0..size).map(|i| counts.iter().skip(i).step_by(size).sum()).collect();
        Self { symbols, counts: PairCounts { symbols: alphabet, counts: summed } }
    }

    /// Replaces pairs from the left, each new symbol standing apart from the pass that made it, and recounts.
    pub(super) fn replace(&mut self, rules: &Rules, alphabet: usize) {
        let table = &mut self.counts.counts;
        table.clear();
        table.resize(alphabet * alphabet, 0);
        self.counts.symbols = alphabet;
        let symbols = &mut self.symbols;
        let Some(&last) = symbols.last() else { return };
        let (mut read, mut written) = (0, 0);
        let mut before = None;
        while read + 1 < symbols.len() {
            let (a, b) = (symbols[read], symbols[read + 1]);
            let new = rules.get(a, b);
            let (symbol, step) = if new == 0 { (a, 1) } else { (new, 2) };
            if let Some(before) = before {
                table[before + usize::from(symbol)] += 1;
            }
            symbols[written] = symbol;
            before = Some(usize::from(symbol) * alphabet);
            written += 1;
            read += step;
        }
        if read < symbols.len() {
            if let Some(before) = before {
                table[before + usize::from(last)] += 1;
            }
            symbols[written] = last;
            written += 1;
        }
        symbols.truncate(written);
    }

    /// Number of symbols it is now made of.
    pub(super) fn alphabet(&self) -> usize {
        self.counts.symbols
    }

    pub(super) fn into_symbols(self) -> Vec<u16> {
        self.symbols
    }

    pub(super) fn symbols(&self) -> &[u16] {
        &self.symbols
    }
}

/// A pair that may become a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    /// Most frequent first.
    pub(super) frequency: Reverse<u32>,
    /// Kind of the pair, for ties.
    pub(super) class: u8,
    pub(super) a: u16,
    pub(super) b: u16,
}

/// The best candidates, found in any order.
pub(super) struct Best {
    found: Vec<Candidate>,
    /// Less frequent pairs cannot be among the best.
    cutoff: u32,
}

impl Best {
    pub(super) fn new(min_frequency: u32) -> Self {
        Self { found: Vec::with_capacity(PRUNE_AT), cutoff: min_frequency }
    }

    #[inline]
    pub(super) fn cutoff(&self) -> u32 {
        self.cutoff
    }

    pub(super) fn offer(&mut self, frequency: u32, class: u8, a: u16, b: u16) {
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

    /// The best in order, at most [`MAX_CANDIDATES`].
    pub(super) fn into_sorted(mut self) -> Vec<Candidate> {
        self.found.sort_unstable();
        self.found.truncate(MAX_CANDIDATES);
        self.found
    }
}

/// Symbol numbers set aside: when the candidates have become half as frequent, those passed over so far are expected to return.
pub(super) struct Reserve {
    pub(super) skipped: usize,
    halved: u32,
}

impl Reserve {
    pub(super) fn new(candidates: &[Candidate]) -> Self {
        Self { skipped: 0, halved: candidates.first().map_or(0, |c| c.frequency.0) }
    }

    /// Called for candidate number `i`.
    pub(super) fn advance(&mut self, i: usize, candidate: &Candidate) {
        while u64::from(self.halved) > 2 * u64::from(candidate.frequency.0) {
            self.skipped += i;
            self.halved /= 2;
        }
    }
}

/// Number of values each symbol stands for.
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
