//! Finds runs of wildcards in a sequence.

use std::ops::Range;

use ending::bits::gathered;

/// Entries whose kinds are the bits of one word.
const WORD: usize = 64;

/// Calls `visit` with the sequence and each maximal run of wildcards, in order. It may change the
/// run and everything before it.
#[inline]
pub(super) fn for_each_run<T: Copy>(
    values: &mut [T],
    is_wildcard: impl Fn(T) -> bool,
    mut visit: impl FnMut(&mut [T], Range<usize>),
) {
    let mut open = None;
    for start in (0..values.len()).step_by(WORD) {
        let wildcards = match values[start..].first_chunk() {
            Some(word) => bits(word, &is_wildcard),
            None => {
                (0..).zip(&values[start..]).fold(0, |bits, (i, &v)| bits | u64::from(is_wildcard(v)) << i)
            }
        };
        // Start and end bits of runs.
        let mut edges = wildcards ^ (wildcards << 1 | u64::from(open.is_some()));
        while edges != 0 {
            let at = start + edges.trailing_zeros() as usize;
            match open.take() {
                None => open = Some(at),
                Some(first) => visit(values, first..at),
            }
            edges &= edges - 1;
        }
    }
    if let Some(first) = open {
        visit(values, first..values.len());
    }
}

/// A bit for each entry that satisfies a predicate.
#[inline(always)]
fn bits<T: Copy>(values: &[T; WORD], is_of_kind: impl Fn(T) -> bool) -> u64 {
    let mut flags = [0; WORD];
    for (flag, &value) in flags.iter_mut().zip(values) {
        *flag = u8::from(is_of_kind(value));
    }
    gathered(&flags, 0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn runs_are_what_lies_between_other_values(lengths in prop::collection::vec(1..90usize, 0..9), first: bool) {
            let mut values = Vec::new();
            let mut right = Vec::new();
            for (i, &len) in lengths.iter().enumerate() {
                let kind = (i % 2 == 0) == first;
                if kind {
                    right.push(values.len()..values.len() + len);
                }
                values.resize(values.len() + len, kind);
            }
            let mut found = Vec::new();
            for_each_run(&mut values, |kind| kind, |values, run| {
                // Changed entries are not found again.
                values[run.clone()].fill(false);
                found.push(run);
            });
            prop_assert_eq!(found, right);
        }
    }
}
