//! How often the symbols of a sequence follow one another, and which pairs of them are frequent.

use std::cmp::Reverse;

use board::narrow;

use super::pairs::Best;
use crate::format::MAX_SYMBOLS;

/// Most symbols of a narrow sequence.
pub(super) const NARROW: usize = 1 << 8;
/// Room for the counts of one first symbol in a wide one: more than [`MAX_SYMBOLS`] and the codes of wildcards, and no power of two, as
/// caches hold few entries that lie such a distance apart.
const WIDE: usize = MAX_SYMBOLS + 17;
/// Pairs of narrow symbols.
pub(super) const NARROW_PAIRS: usize = NARROW * NARROW;
/// Tables that pairs are counted in by turns: additions to one counter wait for one another.
const TABLES: usize = 4;
/// Counts that are compared at a time when frequent ones are looked for.
const SCAN: usize = 64;

/// How often symbols follow one another, overlapping occurrences counted.
#[derive(Clone)]
pub(super) struct PairCounts {
    /// Number of symbols.
    pub(super) symbols: usize,
    /// Room in a row.
    stride: usize,
    /// A row for each first symbol.
    counts: Vec<u32>,
    /// By first symbol: no count in its row is greater.
    bounds: Vec<u32>,
}

impl PairCounts {
    pub(super) fn new(symbols: usize) -> Self {
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
    pub(super) fn add(&mut self, a: u16, b: u16) {
        let count = &mut self.counts[usize::from(a) * self.stride + usize::from(b)];
        *count += 1;
        let bound = &mut self.bounds[usize::from(a)];
        *bound = (*bound).max(*count);
    }

    #[inline]
    pub(super) fn take(&mut self, a: u16, b: u16) {
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
    pub(super) fn grow(&mut self, symbols: usize) {
        self.symbols = symbols;
        self.counts.resize(symbols * self.stride, 0);
        self.bounds.resize(symbols, 0);
    }

    /// The same for a wide sequence.
    pub(super) fn widened(&self) -> Self {
        let mut counts = vec![0; self.symbols * WIDE];
        for (wide, narrow) in counts.chunks_exact_mut(WIDE).zip(self.counts.chunks_exact(NARROW)) {
            wide[..self.symbols].copy_from_slice(&narrow[..self.symbols]);
        }
        Self { symbols: self.symbols, stride: WIDE, counts, bounds: self.bounds.clone() }
    }

    /// Counts the pairs of a narrow sequence of so many symbols.
    pub(super) fn count(&mut self, sequence: &[u8], symbols: usize) {
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

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// One pair after the other.
    pub(in crate::write) fn count_slowly(symbols: &[u16], alphabet: usize) -> PairCounts {
        let mut counts = PairCounts::new(alphabet);
        for pair in symbols.windows(2) {
            counts.add(pair[0], pair[1]);
        }
        counts
    }

    pub(in crate::write) fn assert_same(mine: &PairCounts, right: &PairCounts) {
        assert_eq!(mine.symbols, right.symbols);
        for a in 0..mine.symbols as u16 {
            assert_eq!(mine.row(a), right.row(a), "after {a}");
            assert!(mine.bounds[usize::from(a)] >= right.bounds[usize::from(a)]);
        }
    }

    proptest! {
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
