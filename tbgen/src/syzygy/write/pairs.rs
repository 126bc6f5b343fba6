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
    /// By first symbol: where its row begins in `table`; most share row 0, which has no rules.
    row_of: Vec<u32>,
    /// By row and second symbol: the new symbol, or 0.
    table: Vec<u16>,
}

impl Rules {
    /// No rules yet for a sequence of so many symbols.
    pub(super) fn new(symbols: usize) -> Self {
        Self { symbols, row_of: vec![0; symbols], table: vec![0; symbols] }
    }

    pub(super) fn add(&mut self, a: u16, b: u16, new: u16) {
        let row = &mut self.row_of[usize::from(a)];
        if *row == 0 {
            *row = self.table.len() as u32;
            self.table.resize(self.table.len() + self.symbols, 0);
        }
        self.table[*row as usize + usize::from(b)] = new;
    }

    /// The new symbol for a pair, or 0.
    #[inline]
    fn get(&self, a: u16, b: u16) -> u16 {
        self.table[self.row_of[usize::from(a)] as usize + usize::from(b)]
    }
}

/// Parts of a sequence that are worked on in turn, so that the processor need not wait for one's look-ups.
const LANES: usize = 8;

/// A part of the sequence during replacement. Symbols before `written` are new, those from `read` to `end` still old.
#[derive(Clone, Copy, Default)]
struct Lane {
    start: usize,
    written: usize,
    read: usize,
    end: usize,
    /// Row in the counts of the symbol written last.
    before: usize,
}

/// What a pass looks up and counts, as slices: vectors behind references would be loaded anew at every step.
struct Pass<'a> {
    row_of: &'a [u32],
    table: &'a [u16],
    counts: &'a mut [u32],
    alphabet: usize,
}

impl Lane {
    /// Replaces or copies the next symbol, of which there must be two, and counts it.
    #[inline]
    fn step(&mut self, symbols: &mut [u16], pass: &mut Pass) {
        let (a, b) = (symbols[self.read], symbols[self.read + 1]);
        let new = pass.table[pass.row_of[usize::from(a)] as usize + usize::from(b)];
        let symbol = if new == 0 { a } else { new };
        self.read += 1 + usize::from(new != 0);
        self.put(symbols, symbol, pass);
    }

    #[inline]
    fn put(&mut self, symbols: &mut [u16], symbol: u16, pass: &mut Pass) {
        let count = &mut pass.counts[self.before + usize::from(symbol)];
        *count = count.wrapping_add(1);
        symbols[self.written] = symbol;
        self.written += 1;
        self.before = usize::from(symbol) * pass.alphabet;
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
        let Self { symbols, counts } = self;
        // One more row takes the counts of pairs whose first symbol is not known yet.
        let no_symbol = alphabet * alphabet;
        counts.counts.clear();
        counts.counts.resize(no_symbol + alphabet, 0);
        counts.symbols = alphabet;
        let mut lanes = cut_lanes(symbols, rules);
        for lane in &mut lanes {
            lane.before = no_symbol;
        }
        let (row_of, table) = (&rules.row_of[..], &rules.table[..]);
        let mut pass = Pass { row_of, table, counts: &mut counts.counts, alphabet };
        run_lanes(&mut lanes, symbols, &mut pass);
        let mut written = 0;
        for lane in lanes.iter().filter(|l| l.start < l.end) {
            if written > 0 {
                let [a, b] = [symbols[written - 1], symbols[lane.start]].map(usize::from);
                counts.counts[a * alphabet + b] += 1;
            }
            symbols.copy_within(lane.start..lane.written, written);
            written += lane.written - lane.start;
        }
        symbols.truncate(written);
        counts.counts.truncate(no_symbol);
    }

    /// Number of symbols it is now made of.
    pub(super) fn alphabet(&self) -> usize {
        self.counts.symbols
    }

    pub(super) fn into_symbols(self) -> Vec<u16> {
        self.symbols
    }
}

/// Works all lanes to their ends, a step of each in turn as long as none can end.
fn run_lanes(lanes: &mut [Lane; LANES], symbols: &mut [u16], pass: &mut Pass) {
    loop {
        let safe_steps = lanes.iter().map(|l| (l.end - l.read) / 2).min().unwrap_or(0);
        if safe_steps == 0 {
            break;
        }
        for _ in 0..safe_steps {
            for lane in lanes.iter_mut() {
                lane.step(symbols, pass);
            }
        }
    }
    for lane in lanes {
        while lane.read + 1 < lane.end {
            lane.step(symbols, pass);
        }
        if lane.read < lane.end {
            let last = symbols[lane.read];
            lane.read += 1;
            lane.put(symbols, last, pass);
        }
    }
}

/// Cuts a sequence where no pair is replaced, so that the parts can be worked on by themselves.
fn cut_lanes(symbols: &[u16], rules: &Rules) -> [Lane; LANES] {
    let mut lanes = [Lane::default(); LANES];
    let mut start = 0;
    for (i, lane) in lanes.iter_mut().enumerate() {
        let mut end = (symbols.len() * (i + 1) / LANES).max(start);
        while 0 < end && end < symbols.len() && rules.get(symbols[end - 1], symbols[end]) != 0 {
            end += 1;
        }
        *lane = Lane { start, written: start, read: start, end, before: 0 };
        start = end;
    }
    lanes
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Replacement one symbol after the other.
    fn replace_slowly(symbols: &[u16], pairs: &[(u16, u16, u16)]) -> Vec<u16> {
        let mut out = Vec::new();
        let mut rest = symbols;
        while let [a, tail @ ..] = rest {
            let rule = tail.first().and_then(|b| pairs.iter().find(|p| (p.0, p.1) == (*a, *b)));
            out.push(rule.map_or(*a, |p| p.2));
            rest = if rule.is_some() { &tail[1..] } else { tail };
        }
        out
    }

    fn count_slowly(symbols: &[u16], alphabet: usize) -> Vec<u32> {
        let mut counts = vec![0; alphabet * alphabet];
        for pair in symbols.windows(2) {
            counts[usize::from(pair[0]) * alphabet + usize::from(pair[1])] += 1;
        }
        counts
    }

    proptest! {
        #[test]
        fn replacing_in_lanes_is_replacing_from_left_to_right(
            symbols in prop::collection::vec(1..4u16, 0..200),
            rules in prop::collection::hash_set((1..4u16, 1..4u16), 0..4),
        ) {
            let pairs: Vec<_> = (4..).zip(rules).map(|(new, (a, b))| (a, b, new)).collect();
            let mut sequence = Sequence::new(symbols.clone(), 4);
            prop_assert_eq!(&sequence.counts.counts, &count_slowly(&symbols, 4));
            let mut rules = Rules::new(4);
            for &(a, b, new) in &pairs {
                rules.add(a, b, new);
            }
            sequence.replace(&rules, 8);
            let slow = replace_slowly(&symbols, &pairs);
            prop_assert_eq!(&sequence.counts.counts, &count_slowly(&slow, 8));
            prop_assert_eq!(sequence.into_symbols(), slow);
        }
    }
}
