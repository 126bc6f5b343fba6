//! Counts how often the symbols of a sequence follow each other, and finds the frequent pairs.

use std::cmp::Reverse;
use std::ops::{Add, AddAssign, SubAssign};

use pulp::Arch;
use rayon::prelude::*;

use super::pairs::Best;
use crate::format::MAX_SYMBOLS;
use crate::vectorized::vectorized;

/// Maximum number of symbols of a narrow sequence.
pub(super) const NARROW: usize = 1 << 8;
/// Row length in a wide sequence's counts: more than [`MAX_SYMBOLS`] and the codes of wildcards,
/// and not a power of two, since caches hold few entries at such distances.
const WIDE: usize = MAX_SYMBOLS + 17;
/// Number of pairs of narrow symbols.
pub(super) const NARROW_PAIRS: usize = NARROW * NARROW;
/// Number of tables in which pairs are counted in turn, because consecutive additions to one
/// counter would wait for each other.
const TABLES: usize = 4;
/// Counts compared at a time in the search for frequent ones.
const SCAN: usize = 64;

/// Minimum number of symbols of a sequence per thread: sub-tables of five men are written in
/// parallel and leave no threads free.
const SYMBOLS_PER_THREAD: usize = if cfg!(test) { 20 } else { 1 << 26 };

/// Number of pieces in which a sequence of this length is processed.
pub(super) fn pieces(symbols: usize) -> usize {
    (symbols / SYMBOLS_PER_THREAD).clamp(1, rayon::current_num_threads())
}

/// A number of pairs.
pub(super) trait Count:
    Copy + Ord + Default + From<u32> + Into<u64> + Add<Output = Self> + AddAssign + SubAssign + Send + Sync
{
}

/// Enough for sequences of fewer than 2^32 symbols.
impl Count for u32 {}

/// Enough for all: sequences of six men have up to 6.8 x 10^9 symbols, of seven up to 8.6 x 10^9,
/// and most of them may be equal.
impl Count for u64 {}

/// True when the pairs of a sequence of this length are counted in 32 bits.
pub(super) fn fits_short_counts(len: usize) -> bool {
    u32::try_from(len).is_ok()
}

/// Receives changes to the pair counts.
pub(super) trait Tally {
    /// One more `b` after an `a`.
    fn add(&mut self, a: u16, b: u16);
    /// One `b` after an `a` less.
    fn take(&mut self, a: u16, b: u16);
}

/// Changes to be added to the counts of this many symbols.
pub(super) struct Changes {
    symbols: usize,
    by_pair: Vec<i32>,
}

impl Changes {
    pub(super) fn none(symbols: usize) -> Self {
        Self { symbols, by_pair: vec![0; symbols * symbols] }
    }
}

impl Tally for Changes {
    #[inline]
    fn add(&mut self, a: u16, b: u16) {
        self.by_pair[usize::from(a) * self.symbols + usize::from(b)] += 1;
    }

    #[inline]
    fn take(&mut self, a: u16, b: u16) {
        self.by_pair[usize::from(a) * self.symbols + usize::from(b)] -= 1;
    }
}

impl<C: Count> Tally for PairCounts<C> {
    #[inline]
    fn add(&mut self, a: u16, b: u16) {
        let count = &mut self.counts[usize::from(a) * self.stride + usize::from(b)];
        *count += C::from(1);
        let bound = &mut self.bounds[usize::from(a)];
        *bound = (*bound).max(*count);
    }

    #[inline]
    fn take(&mut self, a: u16, b: u16) {
        self.counts[usize::from(a) * self.stride + usize::from(b)] -= C::from(1);
    }
}

/// How often symbols follow each other, including overlapping occurrences.
pub(super) struct PairCounts<C> {
    /// Number of symbols.
    pub(super) symbols: usize,
    /// Row length.
    stride: usize,
    /// A row for each first symbol.
    counts: Vec<C>,
    /// By first symbol, an upper bound of the counts in its row.
    bounds: Vec<C>,
    /// The tables in which the pairs were last counted, kept for reuse as long as the sequence is
    /// narrow and short.
    tables: Option<Box<Tables>>,
}

/// A copy has no tables of its own.
impl<C: Count> Clone for PairCounts<C> {
    fn clone(&self) -> Self {
        let (counts, bounds) = (self.counts.clone(), self.bounds.clone());
        Self { symbols: self.symbols, stride: self.stride, counts, bounds, tables: None }
    }
}

impl<C: Count> PairCounts<C> {
    pub(super) fn new(symbols: usize) -> Self {
        let stride = if symbols <= NARROW { NARROW } else { WIDE };
        Self {
            symbols,
            stride,
            counts: vec![C::default(); symbols * stride],
            bounds: vec![C::default(); symbols],
            tables: None,
        }
    }

    #[inline]
    pub(super) fn get(&self, a: u16, b: u16) -> C {
        self.counts[usize::from(a) * self.stride + usize::from(b)]
    }

    /// How often each symbol follows `a`.
    pub(super) fn row(&self, a: u16) -> &[C] {
        &self.counts[usize::from(a) * self.stride..][..self.symbols]
    }

    /// Adds to the count of `b` after `a`; the bounds are updated later by
    /// [`PairCounts::find_bounds`].
    #[inline]
    pub(super) fn add_later_bounded(&mut self, a: u16, b: u16, more: u32) {
        self.counts[usize::from(a) * self.stride + usize::from(b)] += C::from(more);
    }

    /// Applies changes.
    pub(super) fn correct(&mut self, changes: &Changes) {
        let rows = self.counts.chunks_exact_mut(self.stride).zip(&mut self.bounds);
        for ((counts, bound), changes) in rows.zip(changes.by_pair.chunks_exact(changes.symbols)) {
            for (count, &change) in counts.iter_mut().zip(changes) {
                match C::from(change.unsigned_abs()) {
                    less if change < 0 => *count -= less,
                    more => *count += more,
                }
                *bound = (*bound).max(*count);
            }
        }
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
        let mut rows: Vec<(C, u16)> = bounds
            .filter(|&(_, &bound)| bound.into() >= best.cutoff())
            .map(|(a, &bound)| (bound, a))
            .collect();
        // Rows with high bounds come first, so that little of the rest needs to be examined.
        rows.sort_unstable_by_key(|&(bound, _)| Reverse(bound));
        let unit = Arch::new();
        let mut tops = [C::default(); WIDE.div_ceil(SCAN)];
        for (bound, a) in rows {
            if bound.into() < best.cutoff() {
                break;
            }
            let row = self.row(a);
            let tops = &mut tops[..row.len().div_ceil(SCAN)];
            vectorized(
                unit,
                #[inline(always)]
                || row.chunks(SCAN).zip(&mut *tops).for_each(|(counts, top)| *top = greatest(counts)),
            );
            for ((counts, start), top) in row.chunks(SCAN).zip((0..).step_by(SCAN)).zip(&*tops) {
                if (*top).into() < best.cutoff() {
                    continue;
                }
                let skipped = first.saturating_sub(start);
                for (&count, b) in counts.iter().zip(start..).skip(skipped.into()) {
                    if count.into() >= best.cutoff() && allowed(a, b) {
                        best.offer(count.into(), class, a, b);
                    }
                }
            }
            let greatest = greatest(tops);
            self.bounds[usize::from(a)] = greatest;
        }
    }

    /// Adds new symbols that have not occurred yet.
    pub(super) fn grow(&mut self, symbols: usize) {
        self.symbols = symbols;
        self.counts.resize(symbols * self.stride, C::default());
        self.bounds.resize(symbols, C::default());
    }

    /// A copy with rows for a wide sequence.
    pub(super) fn widened(&self) -> Self {
        // Capacity for the maximum number of symbols, so that it need not be moved when there are
        // more.
        let mut counts = Vec::with_capacity(WIDE * WIDE);
        counts.resize(self.symbols * WIDE, C::default());
        for (wide, narrow) in counts.chunks_exact_mut(WIDE).zip(self.counts.chunks_exact(NARROW)) {
            wide[..self.symbols].copy_from_slice(&narrow[..self.symbols]);
        }
        Self { symbols: self.symbols, stride: WIDE, counts, bounds: self.bounds.clone(), tables: None }
    }

    /// Counts the pairs of a narrow sequence over this number of symbols.
    pub(super) fn count(&mut self, sequence: &[u8], symbols: usize) {
        let size = sequence.len().div_ceil(pieces(sequence.len()));
        if size < sequence.len() {
            // Includes the first symbol of the next piece, for the pair across the cut.
            let piece = |start: usize| &sequence[start..(start + size + 1).min(sequence.len())];
            let starts: Vec<usize> = (0..sequence.len()).step_by(size).collect();
            let counted = |start| {
                let mut tables = empty_tables();
                count(piece(start), &mut tables);
                tables
            };
            let tables: Vec<Tables> = starts.into_par_iter().map(counted).collect();
            return self.set(symbols, &tables);
        }
        let mut tables = self.tables.take().unwrap_or_else(|| Box::new(empty_tables()));
        for table in tables.iter_mut() {
            table[..symbols * NARROW].fill(0);
        }
        count(sequence, &mut tables);
        self.set(symbols, std::slice::from_ref(&*tables));
        self.tables = Some(tables);
    }

    /// Copies the sums of the tables.
    fn set(&mut self, symbols: usize, tables: &[Tables]) {
        self.symbols = symbols;
        self.counts.clear();
        self.counts.resize(symbols * NARROW, C::default());
        // In the order of the tables' rows, since the tables are larger.
        for b in 0..symbols {
            for a in 0..symbols {
                let found = tables.iter().flatten().map(|table| C::from(table[a | b << 8]));
                self.counts[a * NARROW + b] = found.fold(C::default(), C::add);
            }
        }
        self.find_bounds();
    }

    /// Computes the greatest count of each row.
    pub(super) fn find_bounds(&mut self) {
        self.bounds.clear();
        self.bounds.extend(self.counts.chunks_exact(self.stride).map(greatest));
    }
}

#[inline(always)]
fn greatest<C: Count>(counts: &[C]) -> C {
    counts.iter().copied().max().unwrap_or_default()
}

/// Counts of a narrow sequence by pair, second symbol first, to be added up. Each table counts at
/// most a quarter of the pairs, and the first three some more: 32 bits are enough for twice the
/// number of symbols for which the writer uses them.
type Tables = [Box<[u32; NARROW_PAIRS]>; TABLES];

fn empty_tables() -> Tables {
    std::array::from_fn(|_| vec![0; NARROW_PAIRS].try_into().expect("the vector has this length"))
}

/// Number of pairs that are counted at once where all symbols are equal, as in much of a narrow
/// sequence.
pub(super) const RUN: usize = SHARE as usize * TABLES;
/// Number of those that each table counts.
const SHARE: u32 = 8;

/// The symbol of a run that continues after these pairs.
#[inline(always)]
pub(super) fn run_of(symbols: &[u8; RUN + 1]) -> Option<u8> {
    let differences = symbols.iter().zip(&symbols[1..]).fold(0, |all, (a, b)| all | (a ^ b));
    (differences == 0).then_some(symbols[0])
}

/// Counts the pairs of narrow symbols.
fn count(symbols: &[u8], tables: &mut Tables) {
    let cell = |a, b| usize::from(u16::from_le_bytes([a, b]));
    let add = |count: &mut u32, more| *count = count.wrapping_add(more);
    let [first, second, third, fourth] = tables.each_mut().map(|table| &mut **table);
    let mut left = symbols;
    while let Some(span) = left.first_chunk() {
        if let Some(a) = run_of(span) {
            for table in [&mut *first, &mut *second, &mut *third, &mut *fourth] {
                add(&mut table[cell(a, a)], SHARE);
            }
        } else {
            for i in (0..RUN).step_by(TABLES) {
                add(&mut first[cell(span[i], span[i + 1])], 1);
                add(&mut second[cell(span[i + 1], span[i + 2])], 1);
                add(&mut third[cell(span[i + 2], span[i + 3])], 1);
                add(&mut fourth[cell(span[i + 3], span[i + 4])], 1);
            }
        }
        left = &left[RUN..];
    }
    for pair in left.windows(2) {
        add(&mut first[cell(pair[0], pair[1])], 1);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use board::narrow;
    use proptest::prelude::*;

    use super::*;

    /// Counts one pair after the other.
    pub(in crate::write) fn count_slowly<C: Count>(symbols: &[u16], alphabet: usize) -> PairCounts<C> {
        let mut counts = PairCounts::new(alphabet);
        for pair in symbols.windows(2) {
            counts.add(pair[0], pair[1]);
        }
        counts
    }

    pub(in crate::write) fn assert_same<C: Count>(mine: &PairCounts<C>, right: &PairCounts<C>) {
        assert_eq!(mine.symbols, right.symbols);
        for a in 0..mine.symbols as u16 {
            assert!(mine.row(a) == right.row(a), "after {a}");
            assert!(mine.bounds[usize::from(a)] >= right.bounds[usize::from(a)]);
        }
    }

    /// The counts of a sequence that is too long for a test.
    #[test]
    fn counts_beyond_32_bits_are_added_up_and_offered() {
        let mut tables = empty_tables();
        for (table, count) in tables.iter_mut().zip([4_000_000_000, 3_000_000_000, 2_000_000_000, 7]) {
            table[1 | 2 << 8] = count;
        }
        let mut counts = PairCounts::<u64>::new(3);
        counts.set(3, &[tables]);
        assert_eq!(counts.get(1, 2), 9_000_000_007);
        counts.grow(NARROW);
        let mut wide = counts.widened();
        wide.take(1, 2);
        wide.add(2, 1);
        let mut best = Best::new(8);
        wide.offer_all(0, 0, |_, _| true, &mut best);
        let found = best.into_sorted();
        assert_eq!(
            found.iter().map(|c| (c.frequency.0, c.a, c.b)).collect::<Vec<_>>(),
            [(9_000_000_006, 1, 2)]
        );
    }

    proptest! {
        #[test]
        fn all_frequent_pairs_are_offered(
            symbols in prop::collection::vec(0..200u16, 200..2000), first in 0..5u16, wide: bool,
        ) {
            // A skewed distribution, so that some pairs are frequent.
            let symbols: Vec<u16> = symbols.into_iter().map(|s| s * s / 2000).collect();
            let alphabet = if wide { NARROW + 9 } else { 30 };
            let mut counts = count_slowly::<u32>(&symbols, alphabet);
            let allowed = |a: u16, b: u16| !(a + b).is_multiple_of(3);
            if !wide {
                let mut counted = PairCounts::<u32>::new(alphabet);
                counted.count(&symbols.iter().map(|&symbol| narrow(symbol)).collect::<Vec<u8>>(), alphabet);
                assert_same(&counted, &counts);
            }
            let mut best = Best::new(2);
            counts.offer_all(first, 1, allowed, &mut best);
            let mut slow = Best::new(2);
            for a in first..alphabet as u16 {
                for b in (first..alphabet as u16).filter(|&b| allowed(a, b)) {
                    slow.offer(counts.get(a, b).into(), 1, a, b);
                }
            }
            let (found, right) = (best.into_sorted(), slow.into_sorted());
            prop_assume!(!right.is_empty());
            prop_assert_eq!(found, right);
        }
    }
}
