//! Wildcards of a sequence given values before pairing, so that runs grow longer and frequent pairs more frequent.

use std::ops::Range;

use super::source::wdl_code;

/// Wildcard runs longer than this get the default when no neighbor fits; shorter ones are left to the pairing.
const WDL_LEFT_OPEN: usize = 5;
/// DTZ wildcard runs shorter than this take a frequent neighbor's value.
const DTZ_SHORT_RUN: usize = 32;

/// True when value `v` may stand where the code is `code`.
pub(super) fn fits(v: u8, code: u8) -> bool {
    v == code || (code >= wdl_code::CAPTURE_BLESSED_LOSS && v + 4 <= code)
}

/// The exact values of a WDL sub-table, ascending. One more is added when some wildcard would fit none.
pub(super) fn wdl_alphabet(codes: u16) -> Vec<u8> {
    let has = |code: &u8| codes >> code & 1 != 0;
    let mut alphabet: Vec<u8> = (0..wdl_code::CAPTURE_BLESSED_LOSS).filter(has).collect();
    let strictest = (wdl_code::CAPTURE_BLESSED_LOSS..wdl_code::FREE).find(has).unwrap_or(wdl_code::FREE);
    if !alphabet.iter().any(|&v| fits(v, strictest)) {
        alphabet.insert(0, 0);
    }
    alphabet
}

/// Gives runs of WDL wildcards their left or right neighbor's value where it fits, else, in long runs, a default.
pub(super) fn fill_wdl(codes: &mut [u8], alphabet: &[u8]) {
    let is_wildcard = |code: u8| code >= wdl_code::CAPTURE_BLESSED_LOSS;
    let mut at = 0;
    while at < codes.len() {
        if !is_wildcard(codes[at]) {
            at += 1;
            continue;
        }
        let len = codes[at..].iter().take_while(|&&c| is_wildcard(c)).count();
        let run = at..at + len;
        let strictest = codes[run.clone()].iter().copied().min().unwrap_or(wdl_code::FREE);
        if let Some(value) = neighbor_value(codes, &run, strictest) {
            codes[run].fill(value);
        } else if len > WDL_LEFT_OPEN {
            codes[run].fill(default_value(strictest, alphabet));
        }
        at += len;
    }
}

/// The neighbor whose value a run takes: the left one if it continues a run of its own, else the right one if that does, else the left.
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

/// A DTZ entry that may hold any rank.
pub(super) const DTZ_WILDCARD: u16 = u16::MAX;

/// Gives every DTZ wildcard a rank. Ranks below `frequent` spread into short runs; `ranks` is the number of ranks.
pub(super) fn fill_dtz(values: &mut [u16], ranks: usize, frequent: u16) {
    for run in wildcard_runs(values) {
        let left = run.start.checked_sub(1).map(|i| values[i]);
        let right = values.get(run.end).copied();
        if let Some(rank) = left.into_iter().chain(right).min()
            && run.len() < DTZ_SHORT_RUN
            && rank < frequent
        {
            values[run].fill(rank);
        }
    }
    let pairs = PairTable::count(values, ranks);
    for run in wildcard_runs(values) {
        pairs.fill_run(values, run.clone());
        if values[run.end - 1] == DTZ_WILDCARD {
            pairs.fill_run(values, run.end - 1..run.end);
        }
    }
}

/// The maximal runs of wildcards, as they are before the first is filled.
fn wildcard_runs(values: &[u16]) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let mut at = 0;
    while let Some(skip) = values[at..].iter().position(|&v| v == DTZ_WILDCARD) {
        let start = at + skip;
        let len = values[start..].iter().take_while(|&&v| v == DTZ_WILDCARD).count();
        at = start + len;
        runs.push(start..at);
    }
    runs
}

/// How often ranks follow one another.
struct PairTable {
    counts: Vec<u32>,
    ranks: usize,
    /// The most frequent successor and predecessor of each rank.
    successor: Vec<u16>,
    predecessor: Vec<u16>,
    /// The most frequent pair.
    top: (u16, u16),
}

impl PairTable {
    fn count(values: &[u16], ranks: usize) -> Self {
        let mut counts = vec![0u32; ranks * ranks];
        for pair in values.windows(2) {
            if pair[0] != DTZ_WILDCARD && pair[1] != DTZ_WILDCARD {
                counts[usize::from(pair[0]) * ranks + usize::from(pair[1])] += 1;
            }
        }
        let f = |a: usize, b: usize| counts[a * ranks + b];
        // Of equals the first: `max_by_key` would take the last, so go backwards.
        let best = |f: &dyn Fn(usize) -> u32| (0..ranks).rev().max_by_key(|&x| f(x)).unwrap_or(0) as u16;
        let successor: Vec<u16> = (0..ranks).map(|a| best(&|b| f(a, b))).collect();
        let predecessor = (0..ranks).map(|b| best(&|a| f(a, b))).collect();
        let first = best(&|a| f(a, usize::from(successor[a])));
        let top = (first, successor[usize::from(first)]);
        Self { counts, ranks, successor, predecessor, top }
    }

    fn frequency(&self, a: u16, b: u16) -> u32 {
        self.counts[usize::from(a) * self.ranks + usize::from(b)]
    }

    /// Fills a run with pairs as frequent as the most frequent one that can be had; may leave its last entry open.
    fn fill_run(&self, values: &mut [u16], run: Range<usize>) {
        let left = run.start.checked_sub(1).map(|i| values[i]);
        let right = values.get(run.end).copied();
        let follow = |rank: u16| (self.successor[usize::from(rank)], rank);
        let onward = left.map(|l| follow(l).0);
        let onward_count = left.zip(onward).map(|(l, s)| self.frequency(l, s));
        let back = right.map(|r| self.predecessor[usize::from(r)]);
        let back_count = right.zip(back).map(|(r, p)| self.frequency(p, r));
        let best = if run.len() > 1 {
            Some(self.frequency(self.top.0, self.top.1))
        } else {
            onward_count.max(back_count)
        };
        let mut at = run.start;
        if let Some(rank) = onward.filter(|_| onward_count == best) {
            values[at] = rank;
            at += 1;
        } else {
            at += 1;
        }
        while at < run.end {
            let before = values[at - 1];
            if before == DTZ_WILDCARD {
                [values[at - 1], values[at]] = [self.top.0, self.top.1];
            } else {
                let rank = self.successor[usize::from(before)];
                if Some(self.frequency(before, rank)) == best {
                    values[at] = rank;
                }
            }
            at += 1;
        }
        if values[run.end - 1] == DTZ_WILDCARD
            && let Some(rank) = back.filter(|_| back_count == best)
        {
            values[run.end - 1] = rank;
        }
    }
}

#[cfg(test)]
mod tests {
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
    fn no_dtz_wildcard_is_left() {
        let d = DTZ_WILDCARD;
        let mut values = vec![d, 0, 1, 0, 1, 2, d, d, d, 2];
        values.extend([d; 40]);
        fill_dtz(&mut values, 3, 1);
        assert!(!values.contains(&d), "{values:?}");
        assert_eq!(values[0], 0);
    }
}
