//! A sequence of symbols in which pairs become new symbols, with a count of how often symbols follow one another.
//!
//! A sequence begins *narrow*, if it can: up to 256 symbols, a byte each. Passes over it change much of it, so that they count anew,
//! several parts of the sequence in turn. With more symbols it is *wide*: a pass changes little, and only the counts of pairs that
//! come or go are corrected.

use board::narrow;
use std::cmp::Reverse;

use super::pairs::Best;
use crate::format::MAX_SYMBOLS;

/// Most symbols of a narrow sequence.
const NARROW: usize = 1 << 8;
/// Room for the counts of one first symbol in a wide one: more than [`MAX_SYMBOLS`] and the codes of wildcards, and no power of two, as
/// caches hold few entries that lie such a distance apart.
const WIDE: usize = MAX_SYMBOLS + 17;
/// Pairs of narrow symbols.
const NARROW_PAIRS: usize = NARROW * NARROW;
/// Parts of a narrow sequence that are worked on in turn, so that the processor need not wait for one's look-ups.
const LANES: usize = 5;
/// Tables that pairs are counted in by turns: additions to one counter wait for one another.
const TABLES: usize = 4;
/// Counts that are compared at a time when frequent ones are looked for.
const SCAN: usize = 64;

/// How often symbols follow one another, overlapping occurrences counted.
#[derive(Clone)]
pub(super) struct PairCounts {
    symbols: usize,
    /// Room in a row.
    stride: usize,
    /// A row for each first symbol.
    counts: Vec<u32>,
    /// By first symbol: no count in its row is greater.
    bounds: Vec<u32>,
}

impl PairCounts {
    fn new(symbols: usize) -> Self {
        let stride = if symbols <= NARROW { NARROW } else { WIDE };
        Self { symbols, stride, counts: vec![0; symbols * stride], bounds: vec![0; symbols] }
    }

    /// Counts the pairs within these parts of a sequence of so many symbols.
    pub(super) fn of_parts<'a>(parts: impl Iterator<Item = &'a [u16]>, symbols: usize) -> Self {
        let mut counts = Self::new(symbols);
        if symbols > NARROW {
            for pair in parts.flat_map(|part| part.windows(2)) {
                counts.add(pair[0], pair[1]);
            }
            return counts;
        }
        let mut tables = empty_tables();
        parts.for_each(|part| count(part, &mut tables));
        counts.set(symbols, &tables);
        counts
    }

    #[inline]
    pub(super) fn get(&self, a: u16, b: u16) -> u32 {
        self.counts[usize::from(a) * self.stride + usize::from(b)]
    }

    /// How often each symbol follows `a`.
    pub(super) fn row(&self, a: u16) -> &[u32] {
        &self.counts[usize::from(a) * self.stride..][..self.symbols]
    }

    /// One more `b` after an `a`; the bounds are left for [`PairCounts::find_bounds`].
    #[inline]
    pub(super) fn add_later_bounded(&mut self, a: u16, b: u16) {
        self.counts[usize::from(a) * self.stride + usize::from(b)] += 1;
    }

    /// One more `b` after an `a`.
    #[inline]
    fn add(&mut self, a: u16, b: u16) {
        let count = &mut self.counts[usize::from(a) * self.stride + usize::from(b)];
        *count += 1;
        let bound = &mut self.bounds[usize::from(a)];
        *bound = (*bound).max(*count);
    }

    #[inline]
    fn take(&mut self, a: u16, b: u16) {
        self.counts[usize::from(a) * self.stride + usize::from(b)] -= 1;
    }

    /// Offers all frequent pairs of symbols from `first` on that are `allowed`.
    pub(super) fn offer_all(
        &mut self,
        first: u16,
        class: u8,
        allowed: impl Fn(u16, u16) -> bool,
        best: &mut Best,
    ) {
        let bounds = (0..).zip(&self.bounds[..self.symbols]).skip(first.into());
        let mut rows: Vec<(u32, u16)> =
            bounds.filter(|&(_, &bound)| bound >= best.cutoff()).map(|(a, &bound)| (bound, a)).collect();
        // What promises most comes first, so that little of the rest need be looked at.
        rows.sort_unstable_by_key(|&(bound, _)| Reverse(bound));
        for (bound, a) in rows {
            if bound < best.cutoff() {
                break;
            }
            let (before, row) = self.row(a).split_at(first.into());
            let mut greatest = before.iter().copied().max().unwrap_or(0);
            for (counts, start) in row.chunks(SCAN).zip((usize::from(first)..).step_by(SCAN)) {
                let top = counts.iter().copied().max().unwrap_or(0);
                greatest = greatest.max(top);
                if top < best.cutoff() {
                    continue;
                }
                for (&count, b) in counts.iter().zip(narrow(start)..) {
                    if count >= best.cutoff() && allowed(a, b) {
                        best.offer(count, class, a, b);
                    }
                }
            }
            self.bounds[usize::from(a)] = greatest;
        }
    }

    /// Room for new symbols that have not occurred yet.
    fn grow(&mut self, symbols: usize) {
        self.symbols = symbols;
        self.counts.resize(symbols * self.stride, 0);
        self.bounds.resize(symbols, 0);
    }

    /// The same for a wide sequence.
    fn widened(&self) -> Self {
        let mut counts = vec![0; self.symbols * WIDE];
        for (wide, narrow) in counts.chunks_exact_mut(WIDE).zip(self.counts.chunks_exact(NARROW)) {
            wide[..self.symbols].copy_from_slice(&narrow[..self.symbols]);
        }
        Self { symbols: self.symbols, stride: WIDE, counts, bounds: self.bounds.clone() }
    }

    /// Counts the pairs of a narrow sequence of so many symbols.
    fn count(&mut self, sequence: &[u8], symbols: usize) {
        let mut tables = empty_tables();
        count(sequence, &mut tables);
        self.set(symbols, &tables);
    }

    /// Takes over what was counted in tables.
    fn set(&mut self, symbols: usize, tables: &Tables) {
        self.symbols = symbols;
        self.counts.clear();
        self.counts.resize(symbols * NARROW, 0);
        for (a, row) in self.counts.chunks_exact_mut(NARROW).enumerate() {
            for (b, count) in row[..symbols].iter_mut().enumerate() {
                *count = tables.iter().fold(0, |sum, table| sum + table[a | b << 8]);
            }
        }
        self.find_bounds();
    }

    /// Finds the greatest count of each row.
    pub(super) fn find_bounds(&mut self) {
        self.bounds.clear();
        let greatest = |row: &[u32]| row.iter().copied().max().unwrap_or(0);
        self.bounds.extend(self.counts.chunks_exact(self.stride).map(greatest));
    }
}

/// Counts of a narrow sequence by pair, second symbol first, to be added up.
type Tables = [Box<[u32; NARROW_PAIRS]>; TABLES];

fn empty_tables() -> Tables {
    std::array::from_fn(|_| vec![0; NARROW_PAIRS].try_into().expect("as long as it was made"))
}

/// Counts the pairs of narrow symbols.
fn count<T: Copy + Into<u16>>(symbols: &[T], tables: &mut Tables) {
    let cell = |a: T, b: T| usize::from(a.into() | b.into() << 8);
    let add = |count: &mut u32| *count = count.wrapping_add(1);
    let [first, second, third, fourth] = tables.each_mut().map(|table| &mut **table);
    let mut left = symbols;
    while let Some(&[a, b, c, d, e]) = left.first_chunk() {
        add(&mut first[cell(a, b)]);
        add(&mut second[cell(b, c)]);
        add(&mut third[cell(c, d)]);
        add(&mut fourth[cell(d, e)]);
        left = &left[TABLES..];
    }
    for pair in left.windows(2) {
        add(&mut first[cell(pair[0], pair[1])]);
    }
}

/// The symbols of a sequence.
enum Symbols {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

/// A sequence under pairing.
pub(super) struct Sequence {
    symbols: Symbols,
    pub(super) counts: PairCounts,
}

impl Sequence {
    /// A sequence over the symbols `0..alphabet`, at most 256.
    pub(super) fn of_bytes(symbols: Vec<u8>, alphabet: usize) -> Self {
        let mut counts = PairCounts::new(alphabet);
        counts.count(&symbols, alphabet);
        Self { symbols: Symbols::Narrow(symbols), counts }
    }

    /// A sequence whose pairs have been counted.
    pub(super) fn of_counted(symbols: Vec<u16>, counts: PairCounts) -> Self {
        let symbols = if counts.symbols <= NARROW {
            #[expect(clippy::cast_possible_truncation, reason = "there are no more than 256 symbols")]
            let byte = |symbol: u16| symbol as u8;
            Symbols::Narrow(symbols.into_iter().map(byte).collect())
        } else {
            Symbols::Wide(symbols)
        };
        Self { symbols, counts }
    }

    /// Replaces pairs from the left, each new symbol standing apart from the pass that made it; then there are `alphabet` symbols.
    pub(super) fn replace(&mut self, rules: &Rules, alphabet: usize) {
        if let Symbols::Narrow(symbols) = &self.symbols
            && alphabet > NARROW
        {
            self.symbols = Symbols::Wide(symbols.iter().map(|&s| s.into()).collect());
            self.counts = self.counts.widened();
        }
        match &mut self.symbols {
            Symbols::Narrow(symbols) => {
                replace_narrow(symbols, rules);
                self.counts.count(symbols, alphabet);
            }
            Symbols::Wide(symbols) => {
                self.counts.grow(alphabet);
                replace_wide(symbols, &mut self.counts, rules);
            }
        }
    }

    /// Number of symbols it is now made of.
    pub(super) fn alphabet(&self) -> usize {
        self.counts.symbols
    }

    pub(super) fn into_symbols(self) -> Vec<u16> {
        match self.symbols {
            Symbols::Narrow(symbols) => symbols.into_iter().map(u16::from).collect(),
            Symbols::Wide(symbols) => symbols,
        }
    }
}

/// Pairs to be replaced in one pass, with the new symbols.
#[derive(Default)]
pub(super) struct Rules(Vec<(u16, u16, u16)>);

impl Rules {
    pub(super) fn add(&mut self, a: u16, b: u16, new: u16) {
        self.0.push((a, b, new));
    }
}

/// By pair of narrow symbols, second one first: the new symbol, or 0.
type NarrowRules = [u8; NARROW_PAIRS];

/// A part of a narrow sequence during replacement: symbols from `start` to `written` are new, those from `read` to `end` still old.
#[derive(Clone, Copy, Default)]
struct Lane {
    start: usize,
    written: usize,
    read: usize,
    end: usize,
}

/// Replaces or copies the next symbol, of which there must be two.
#[inline(always)]
fn step(symbols: &mut [u8], read: &mut usize, written: &mut usize, rules: &NarrowRules) {
    let (a, b) = (symbols[*read], symbols[*read + 1]);
    let new = rules[usize::from(u16::from_le_bytes([a, b]))];
    symbols[*written] = if new == 0 { a } else { new };
    *written += 1;
    *read += 1 + usize::from(new != 0);
}

/// Replaces pairs of a narrow sequence.
fn replace_narrow(sequence: &mut Vec<u8>, rules: &Rules) {
    let symbols = &mut sequence[..];
    let mut table: Box<NarrowRules> = vec![0; NARROW_PAIRS].try_into().expect("as long as it was made");
    for &(a, b, new) in &rules.0 {
        table[usize::from(a | b << 8)] = narrow(new);
    }
    let mut lanes = cut_lanes(symbols, &table);
    // By themselves, that they may stay in registers.
    let (mut read, mut written) = (lanes.map(|l| l.read), lanes.map(|l| l.written));
    loop {
        let safe_steps = lanes.iter().zip(read).map(|(l, read)| (l.end - read) / 2).min().unwrap_or(0);
        if safe_steps == 0 {
            break;
        }
        for _ in 0..safe_steps {
            for i in 0..LANES {
                step(symbols, &mut read[i], &mut written[i], &table);
            }
        }
    }
    for (lane, (mut read, mut written)) in lanes.iter_mut().zip(read.into_iter().zip(written)) {
        while read + 1 < lane.end {
            step(symbols, &mut read, &mut written, &table);
        }
        if read < lane.end {
            symbols[written] = symbols[read];
            written += 1;
        }
        lane.written = written;
    }
    let mut joined = 0;
    for lane in lanes {
        symbols.copy_within(lane.start..lane.written, joined);
        joined += lane.written - lane.start;
    }
    sequence.truncate(joined);
}

/// Cuts a sequence where no pair is replaced, so that the parts can be worked on by themselves.
fn cut_lanes(symbols: &[u8], rules: &NarrowRules) -> [Lane; LANES] {
    let mut start = 0;
    std::array::from_fn(|i| {
        let mut end = (symbols.len() * (i + 1) / LANES).max(start);
        let is_cut = |at: usize| rules[usize::from(u16::from_le_bytes([symbols[at - 1], symbols[at]]))] == 0;
        while 0 < end && end < symbols.len() && !is_cut(end) {
            end += 1;
        }
        let lane = Lane { start, written: start, read: start, end };
        start = end;
        lane
    })
}

/// Look-up of the pairs to be replaced in a wide sequence.
struct WideRules {
    /// By first symbol: where its row begins in `table`; most share row 0, which has no rules.
    row_of: Vec<u32>,
    /// By row and second symbol: the new symbol, or 0.
    table: Vec<u16>,
}

impl WideRules {
    fn new(rules: &Rules, symbols: usize) -> Self {
        let mut wide = Self { row_of: vec![0; symbols], table: vec![0; symbols] };
        for &(a, b, new) in &rules.0 {
            let row = &mut wide.row_of[usize::from(a)];
            if *row == 0 {
                *row = narrow(wide.table.len());
                wide.table.resize(wide.table.len() + symbols, 0);
            }
            wide.table[*row as usize + usize::from(b)] = new;
        }
        wide
    }
}

/// Replaces pairs of a wide sequence and corrects the counts.
fn replace_wide(symbols: &mut Vec<u16>, counts: &mut PairCounts, rules: &Rules) {
    let rules = WideRules::new(rules, counts.symbols);
    let (row_of, table) = (&rules.row_of[..], &rules.table[..]);
    let new_symbol = |a: u16, b: u16| table[row_of[usize::from(a)] as usize + usize::from(b)];
    let (mut read, mut written) = (0, 0);
    while read + 1 < symbols.len() {
        let (mut a, mut b) = (symbols[read], symbols[read + 1]);
        let mut new = new_symbol(a, b);
        if new == 0 {
            symbols[written] = a;
            (read, written) = (read + 1, written + 1);
            continue;
        }
        // One or more pairs in a row are replaced. What was written last still is what stood before them.
        if read > 0 {
            counts.take(symbols[written - 1], a);
        }
        loop {
            counts.take(a, b);
            if written > 0 {
                counts.add(symbols[written - 1], new);
            }
            symbols[written] = new;
            (read, written) = (read + 2, written + 1);
            let Some(&next) = symbols.get(read) else { break };
            counts.take(b, next);
            let second = symbols.get(read + 1).copied();
            let again = second.map_or(0, |second| new_symbol(next, second));
            if again == 0 {
                counts.add(new, next);
                symbols[written] = next;
                (read, written) = (read + 1, written + 1);
                break;
            }
            (a, b, new) = (next, second.unwrap_or(0), again);
        }
    }
    if let Some(&last) = symbols.get(read) {
        symbols[written] = last;
        written += 1;
    }
    symbols.truncate(written);
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

    fn count_slowly(symbols: &[u16], alphabet: usize) -> PairCounts {
        let mut counts = PairCounts::new(alphabet);
        for pair in symbols.windows(2) {
            counts.add(pair[0], pair[1]);
        }
        counts
    }

    fn assert_same(mine: &PairCounts, right: &PairCounts) {
        assert_eq!(mine.symbols, right.symbols);
        for a in 0..mine.symbols as u16 {
            assert_eq!(mine.row(a), right.row(a), "after {a}");
            assert!(mine.bounds[usize::from(a)] >= right.bounds[usize::from(a)]);
        }
    }

    proptest! {
        #[test]
        fn replacing_is_replacing_from_left_to_right(
            symbols in prop::collection::vec(1..4u16, 0..200),
            rules in prop::collection::hash_set((1..4u16, 1..4u16), 0..4),
            wide: bool,
        ) {
            let alphabet = if wide { NARROW + 1 } else { 4 };
            let pairs: Vec<_> = (alphabet as u16..).zip(rules).map(|(new, (a, b))| (a, b, new)).collect();
            let mut sequence = if wide {
                Sequence::of_counted(symbols.clone(), count_slowly(&symbols, alphabet))
            } else {
                Sequence::of_bytes(symbols.iter().map(|&s| s as u8).collect(), alphabet)
            };
            assert_same(&sequence.counts, &count_slowly(&symbols, alphabet));
            let mut rules = Rules::default();
            for &(a, b, new) in &pairs {
                rules.add(a, b, new);
            }
            sequence.replace(&rules, alphabet + 4);
            let slow = replace_slowly(&symbols, &pairs);
            assert_same(&sequence.counts, &count_slowly(&slow, alphabet + 4));
            prop_assert_eq!(sequence.into_symbols(), slow);
        }

        #[test]
        fn a_sequence_outgrows_its_bytes(symbols in prop::collection::vec(0..3u16, 2..100)) {
            let mut sequence = Sequence::of_counted(symbols.clone(), count_slowly(&symbols, 3));
            let mut rules = Rules::default();
            rules.add(1, 2, 299);
            sequence.replace(&rules, 300);
            let slow = replace_slowly(&symbols, &[(1, 2, 299)]);
            assert_same(&sequence.counts, &count_slowly(&slow, 300));
            prop_assert_eq!(sequence.into_symbols(), slow);
        }

        #[test]
        fn all_frequent_pairs_are_offered(
            symbols in prop::collection::vec(0..200u16, 200..2000), first in 0..5u16, wide: bool,
        ) {
            // A skewed choice, so that some pairs are frequent.
            let symbols: Vec<u16> = symbols.into_iter().map(|s| s * s / 2000).collect();
            let alphabet = if wide { NARROW + 9 } else { 30 };
            let mut counts = count_slowly(&symbols, alphabet);
            let allowed = |a: u16, b: u16| !(a + b).is_multiple_of(3);
            assert_same(&PairCounts::of_parts([&symbols[..]].into_iter(), alphabet), &counts);
            let mut best = Best::new(2);
            counts.offer_all(first, 1, allowed, &mut best);
            let mut slow = Best::new(2);
            for a in first..alphabet as u16 {
                for b in (first..alphabet as u16).filter(|&b| allowed(a, b)) {
                    slow.offer(counts.get(a, b), 1, a, b);
                }
            }
            let (found, right) = (best.into_sorted(), slow.into_sorted());
            prop_assume!(!right.is_empty());
            prop_assert_eq!(found, right);
        }
    }
}
