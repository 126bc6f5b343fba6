//! Fills the wildcards of a sequence before pairing, so that runs become longer and frequent pairs
//! more frequent.

use ending::narrow;
use std::ops::Range;

use super::pair_counts::{Count, PairCounts, Tally as _};
use super::runs::for_each_run;
use super::source::wdl_code;

/// Wildcard runs longer than this get the default when no neighbor fits; shorter ones are left to
/// the pairing.
const WDL_LEFT_OPEN: usize = 5;
/// DTZ wildcard runs shorter than this take a frequent neighbor's value.
const DTZ_SHORT_RUN: usize = 32;

/// True when value `v` may be stored where the code is `code`.
pub(super) fn fits(v: u8, code: u8) -> bool {
    v == code || (code >= wdl_code::CAPTURE_BLESSED_LOSS && v + 4 <= code)
}

/// The exact values of a WDL sub-table, ascending. One more is added when no value fits some
/// wildcard.
pub(super) fn wdl_alphabet(codes: u16) -> Vec<u8> {
    let has = |code: &u8| codes >> code & 1 != 0;
    let mut alphabet: Vec<u8> = (0..wdl_code::CAPTURE_BLESSED_LOSS).filter(has).collect();
    let strictest = (wdl_code::CAPTURE_BLESSED_LOSS..wdl_code::FREE).find(has).unwrap_or(wdl_code::FREE);
    if !alphabet.iter().any(|&v| fits(v, strictest)) {
        alphabet.insert(0, 0);
    }
    alphabet
}

/// Fills runs of WDL wildcards with their left or right neighbor's value where it fits, otherwise,
/// in long runs, with a default.
pub(super) fn fill_wdl(codes: &mut [u8], alphabet: &[u8]) {
    let is_wildcard = |code| code >= wdl_code::CAPTURE_BLESSED_LOSS;
    for_each_run(codes, is_wildcard, |codes, run| {
        let strictest = codes[run.clone()].iter().copied().min().unwrap_or(wdl_code::FREE);
        if let Some(value) = neighbor_value(codes, &run, strictest) {
            codes[run].fill(value);
        } else if run.len() > WDL_LEFT_OPEN {
            codes[run].fill(default_value(strictest, alphabet));
        }
    });
}

/// The neighbor whose value fills a run: the left one if it continues a run of its own, otherwise
/// the right one if that does, otherwise the left.
fn neighbor_value(codes: &[u8], run: &Range<usize>, strictest: u8) -> Option<u8> {
    let left = run.start.checked_sub(1).map(|i| codes[i]).filter(|&v| fits(v, strictest));
    let left_continues = left.is_some() && run.start > 1 && Some(codes[run.start - 2]) == left;
    let right = codes.get(run.end).copied().filter(|&v| fits(v, strictest));
    match (left, right) {
        (Some(_), Some(right)) if !left_continues => {
            let right_continues = codes.get(run.end + 1).is_some_and(|&next| fits(right, next));
            if right_continues { Some(right) } else { left }
        }
        (None, right) => right,
        (left, _) => left,
    }
}

fn default_value(code: u8, alphabet: &[u8]) -> u8 {
    let first_of =
        |values: &[u8], otherwise| values.iter().copied().find(|v| alphabet.contains(v)).unwrap_or(otherwise);
    match code {
        wdl_code::CAPTURE_BLESSED_LOSS => first_of(&[0], 1),
        wdl_code::CAPTURE_DRAW => first_of(&[2, 0], 1),
        wdl_code::CAPTURE_CURSED_WIN => first_of(&[2, 0, 3], 1),
        _ => first_of(&[4, 2, 0, 3], 1),
    }
}

/// An entry of a DTZ sequence: a rank, or a wildcard that may become any rank.
pub(super) trait Rank: Copy + Ord + Into<u16> {
    /// May hold any rank.
    const WILDCARD: Self;

    /// The entry for a rank, [`DTZ_WILDCARD`] among them.
    fn of(rank: u16) -> Self;

    /// How often ranks follow each other; pairs with a wildcard are not counted.
    fn count_pairs<C: Count>(values: &[Self], ranks: usize) -> PairCounts<C>;
}

/// For up to [`MAX_SHORT_RANKS`].
impl Rank for u8 {
    const WILDCARD: Self = Self::MAX;

    #[inline(always)]
    fn of(rank: u16) -> Self {
        // The low byte of the 16-bit wildcard is the 8-bit wildcard.
        rank.to_le_bytes()[0]
    }

    fn count_pairs<C: Count>(values: &[u8], ranks: usize) -> PairCounts<C> {
        // The wildcard is not below `ranks`, so its pairs are not taken over.
        let mut counts = PairCounts::new(ranks);
        counts.count(values, ranks);
        counts
    }
}

impl Rank for u16 {
    const WILDCARD: Self = DTZ_WILDCARD;

    #[inline(always)]
    fn of(rank: u16) -> Self {
        rank
    }

    fn count_pairs<C: Count>(values: &[u16], ranks: usize) -> PairCounts<C> {
        let mut counts = PairCounts::new(ranks);
        for pair in values.windows(2).filter(|pair| !pair.contains(&Self::WILDCARD)) {
            counts.add(pair[0], pair[1]);
        }
        counts
    }
}

/// The rank of wildcards.
pub(super) const DTZ_WILDCARD: u16 = u16::MAX;
/// Maximum number of ranks that fit into bytes beside the wildcard.
pub(super) const MAX_SHORT_RANKS: usize = u8::MAX as usize;

/// Gives every DTZ wildcard a rank. Ranks below `frequent` extend into short runs; `ranks` is the
/// number of ranks. Returns how often ranks follow each other afterwards.
pub(super) fn fill_dtz<T: Rank, C: Count>(values: &mut [T], ranks: usize, frequent: u16) -> PairCounts<C> {
    if let [alone] = values
        && *alone == T::WILDCARD
    {
        // Without neighbors and pairs any rank will do.
        *alone = T::of(0);
    }
    let is_wildcard = |value| value == T::WILDCARD;
    for_each_run(values, is_wildcard, |values, run| {
        let left = run.start.checked_sub(1).map(|i| values[i]);
        let right = values.get(run.end).copied();
        if let Some(rank) = left.into_iter().chain(right).min()
            && run.len() < DTZ_SHORT_RUN
            && rank.into() < frequent
        {
            values[run].fill(rank);
        }
    });
    let pairs = PairTable::new(T::count_pairs(values, ranks), ranks);
    let mut counts = pairs.counts.clone();
    // The remaining runs are searched for again: with six men a list of them could take gigabytes.
    for_each_run(values, is_wildcard, |values, run| {
        let repeated = pairs.fill_run(values, run.clone());
        if values[run.end - 1] == T::WILDCARD {
            pairs.fill_run(values, run.end - 1..run.end);
        }
        count_run(values, run, repeated, &mut counts);
    });
    counts.find_bounds();
    counts
}

/// Adds the pairs of a filled run and its neighbors to the counts. From `repeated` on, except for
/// the last one, its values are one value or two that alternate.
fn count_run<T: Rank, C: Count>(
    values: &[T],
    run: Range<usize>,
    repeated: usize,
    counts: &mut PairCounts<C>,
) {
    let mut add = |part: &[T]| {
        for pair in part.windows(2) {
            counts.add_later_bounded(pair[0].into(), pair[1].into(), 1);
        }
    };
    let around = run.start.saturating_sub(1)..(run.end + 1).min(values.len());
    // The last value may differ, as it has a neighbor.
    let mut pairs = (run.end - 1).saturating_sub(repeated).saturating_sub(1);
    pairs -= pairs % 2;
    if pairs == 0 {
        return add(&values[around]);
    }
    add(&values[around.start..=repeated]);
    add(&values[repeated + pairs..around.end]);
    let half: u32 = narrow(pairs / 2);
    let [first, second, third] = [0, 1, 2].map(|i| values[repeated + i].into());
    counts.add_later_bounded(first, second, half);
    counts.add_later_bounded(second, third, half);
}

/// How often ranks follow each other, and the most frequent pairs.
struct PairTable<C> {
    counts: PairCounts<C>,
    /// The most frequent successor and predecessor of each rank.
    successor: Vec<u16>,
    predecessor: Vec<u16>,
    /// The most frequent pair.
    top: (u16, u16),
}

impl<C: Count> PairTable<C> {
    fn new(counts: PairCounts<C>, ranks: usize) -> Self {
        let f = |a: usize, b: usize| counts.get(narrow(a), narrow(b));
        // Of equal ones the first: `max_by_key` would return the last, so go backwards.
        let best = |f: &dyn Fn(usize) -> C| narrow((0..ranks).rev().max_by_key(|&x| f(x)).unwrap_or(0));
        let successor: Vec<u16> = (0..ranks).map(|a| best(&|b| f(a, b))).collect();
        let predecessor = (0..ranks).map(|b| best(&|a| f(a, b))).collect();
        let first = best(&|a| f(a, usize::from(successor[a])));
        let top = (first, successor[usize::from(first)]);
        Self { counts, successor, predecessor, top }
    }

    fn frequency(&self, a: u16, b: u16) -> C {
        self.counts.get(a, b)
    }

    /// Fills a run with the most frequent pairs possible; may leave its last entry open. Returns
    /// the index from which on the values, except for the last entry, are one value or two that
    /// alternate; the run's end when this is not known.
    fn fill_run<T: Rank>(&self, values: &mut [T], run: Range<usize>) -> usize {
        let left: Option<u16> = run.start.checked_sub(1).map(|i| values[i].into());
        let right: Option<u16> = values.get(run.end).map(|&value| value.into());
        let onward = left.map(|l| self.successor[usize::from(l)]);
        let onward_count = left.zip(onward).map(|(l, s)| self.frequency(l, s));
        let back = right.map(|r| self.predecessor[usize::from(r)]);
        let back_count = right.zip(back).map(|(r, p)| self.frequency(p, r));
        let best = if run.len() > 1 {
            Some(self.frequency(self.top.0, self.top.1))
        } else {
            onward_count.max(back_count)
        };
        let next = |rank: u16| {
            let next = self.successor[usize::from(rank)];
            (Some(self.frequency(rank, next)) == best).then_some(next)
        };
        if let Some(rank) = onward.filter(|_| onward_count == best) {
            values[run.start] = T::of(rank);
        }
        let top = [self.top.0, self.top.1].map(T::of);
        let mut repeated = run.end;
        for at in run.start + 1..run.end {
            let before = values[at - 1];
            if before != T::WILDCARD {
                let Some(rank) = next(before.into()) else { continue };
                if rank == before.into() {
                    values[at..run.end].fill(before);
                    repeated = at - 1;
                    break;
                }
                values[at] = T::of(rank);
            } else if next(self.top.1).is_some() {
                values[at - 1..=at].copy_from_slice(&top);
            } else {
                values[at - 1..run.end].chunks_exact_mut(2).for_each(|pair| pair.copy_from_slice(&top));
                repeated = at - 1;
                break;
            }
        }
        if values[run.end - 1] == T::WILDCARD
            && let Some(rank) = back.filter(|_| back_count == best)
        {
            values[run.end - 1] = T::of(rank);
        }
        repeated
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn alphabets_are_repaired_when_a_wildcard_fits_nothing() {
        assert_eq!(wdl_alphabet(1 << 2 | 1 << 8), [2]);
        assert_eq!(wdl_alphabet(1 << 2 | 1 << 5), [0, 2]);
        assert_eq!(wdl_alphabet(1 << 4 | 1 << 6), [0, 4]);
        assert_eq!(wdl_alphabet(1 << 8), [0]);
    }

    #[test]
    fn wdl_runs_take_the_neighbor_that_continues() {
        let filled = |codes: &[u8]| {
            let mut codes = codes.to_vec();
            fill_wdl(&mut codes, &[0, 2]);
            codes
        };
        assert_eq!(filled(&[0, 0, 8, 8, 2, 2]), [0, 0, 0, 0, 2, 2]);
        assert_eq!(filled(&[2, 0, 8, 8, 2, 2]), [2, 0, 2, 2, 2, 2]);
        assert_eq!(filled(&[2, 0, 8, 8, 2, 0]), [2, 0, 0, 0, 2, 0]);
        assert_eq!(filled(&[4, 6, 4]), [4, 6, 4]);
        assert_eq!(filled(&[4, 6, 6, 6, 6, 6, 6, 4]), [4, 2, 2, 2, 2, 2, 2, 4]);
    }

    #[test]
    fn no_dtz_wildcard_is_left_and_bytes_are_filled_as_words() {
        let d = DTZ_WILDCARD;
        let mut values = vec![d, 0, 1, 0, 1, 2, d, d, d, 2];
        values.extend([d; 40]);
        let mut bytes: Vec<u8> = values.iter().map(|&rank| Rank::of(rank)).collect();
        let counts: PairCounts<u32> = fill_dtz(&mut values, 3, 1);
        assert!(!values.contains(&d), "{values:?}");
        assert_eq!(values[0], 0);
        let long_counts: PairCounts<u64> = fill_dtz(&mut bytes, 3, 1);
        assert!(bytes.iter().copied().map(u16::from).eq(values.iter().copied()));
        for (a, b) in (0..3).flat_map(|a| (0..3).map(move |b| (a, b))) {
            let occurs = values.windows(2).filter(|pair| *pair == [a, b]).count();
            assert_eq!(counts.get(a, b) as usize, occurs, "{a} {b}");
            assert_eq!(long_counts.get(a, b) as usize, occurs, "{a} {b}");
        }
    }

    proptest! {
        /// Long runs, which are filled and counted at once, between short ones.
        #[test]
        fn pairs_of_filled_runs_are_counted(
            parts in prop::collection::vec((prop::collection::vec(0..3u8, 0..6), 0..150usize), 1..8),
        ) {
            let run = |(values, wildcards): &(Vec<u8>, usize)| {
                values.iter().copied().chain(std::iter::repeat_n(u8::WILDCARD, *wildcards)).collect::<Vec<_>>()
            };
            let mut values: Vec<u8> = parts.iter().flat_map(run).collect();
            let given = values.clone();
            let counts: PairCounts<u32> = fill_dtz(&mut values, 3, 1);
            prop_assert!(given.iter().zip(&values).all(|(&g, &v)| v < 3 && (g == u8::WILDCARD || g == v)));
            for (a, b) in (0..3u8).flat_map(|a| (0..3).map(move |b| (a, b))) {
                let occurs = values.windows(2).filter(|pair| *pair == [a, b]).count();
                prop_assert_eq!(counts.get(a.into(), b.into()) as usize, occurs, "{} {}", a, b);
            }
        }
    }
}
