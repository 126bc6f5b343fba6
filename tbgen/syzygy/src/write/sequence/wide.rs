//! Replaces pairs in a wide sequence, most of which remain as they are; the counts of pairs that
//! appear or disappear are corrected.

use std::ops::Range;

use ending::narrow;
use rayon::prelude::*;

use super::rules::{Rules, cuts, join};
use crate::write::pair_counts::{Changes, Count, PairCounts, Tally, pieces};

/// Pairs of a wide sequence that are looked up at a time.
const SPAN: usize = 8;
/// Last index of [`WideRules::rule_of`]: small enough for the table to stay in the first-level
/// cache.
const LAST_HASH: u16 = (1 << 14) - 1;
/// Distributes first symbols over the entries; second symbols remain adjacent.
const SPREAD: u16 = 0x9E5;

/// Index of a pair in [`WideRules::rule_of`].
#[inline(always)]
fn hashed(a: u16, b: u16) -> u16 {
    a.wrapping_mul(SPREAD).wrapping_add(b) & LAST_HASH
}

/// A pair to be replaced in a wide sequence.
#[derive(Clone, Copy)]
struct WideRule {
    a: u16,
    b: u16,
    new: u16,
    /// Number of another rule with the same hash, or 0.
    next: u8,
}

/// Hash table of the pairs to be replaced in a wide sequence.
struct WideRules {
    /// By hash: number of a rule, or 0, as for nearly all pairs.
    rule_of: Box<[u8; LAST_HASH as usize + 1]>,
    /// By number, counted from 1.
    rules: Vec<WideRule>,
}

impl WideRules {
    fn new(rules: &Rules) -> Self {
        let rule_of = vec![0; usize::from(LAST_HASH) + 1].try_into().expect("the vector has this length");
        let mut wide = Self { rule_of, rules: Vec::with_capacity(rules.0.len()) };
        for (number, &(a, b, new)) in (1..).zip(&rules.0) {
            let first = &mut wide.rule_of[usize::from(hashed(a, b))];
            wide.rules.push(WideRule { a, b, new, next: std::mem::replace(first, narrow(number)) });
        }
        wide
    }

    /// The symbol that replaces a pair; 0 where it is not replaced.
    #[inline(always)]
    fn new_symbol(&self, a: u16, b: u16) -> u16 {
        let mut number = self.rule_of[usize::from(hashed(a, b))];
        while number != 0 {
            let rule = self.rules[usize::from(number) - 1];
            if (rule.a, rule.b) == (a, b) {
                return rule.new;
            }
            number = rule.next;
        }
        0
    }

    /// The number of consecutive pairs, at most [`SPAN`], that are certainly not replaced.
    #[inline(always)]
    fn left(&self, symbols: &[u16; SPAN + 1]) -> usize {
        let hashes: [u16; SPAN] = std::array::from_fn(|i| hashed(symbols[i], symbols[i + 1]));
        let rule_of = |hash: u16| self.rule_of[usize::from(hash)];
        if hashes.iter().fold(0, |some, &hash| some | rule_of(hash)) == 0 {
            return SPAN;
        }
        hashes.iter().position(|&hash| rule_of(hash) != 0).unwrap_or(SPAN)
    }
}

/// The same symbols in two bytes each. They are copied from the end, and memory is freed meanwhile:
/// with six men it is gigabytes.
pub(super) fn widened(mut narrow: Vec<u8>) -> Vec<u16> {
    const PIECES: usize = 8;
    let mut wide = vec![0; narrow.len()];
    let piece = narrow.len().div_ceil(PIECES);
    while !narrow.is_empty() {
        let start = narrow.len().saturating_sub(piece);
        for (wide, &symbol) in wide[start..].iter_mut().zip(&narrow[start..]) {
            *wide = symbol.into();
        }
        narrow.truncate(start);
        narrow.shrink_to_fit();
    }
    wide
}

/// Replaces pairs of a narrow sequence by symbols that may be wide, and corrects the counts. A long
/// sequence is never expanded to two bytes per symbol before it has been shortened: it is processed
/// from its end, piece by piece, and finished pieces are freed.
pub(super) fn replace_while_widening<C: Count>(
    mut symbols: Vec<u8>,
    counts: &mut PairCounts<C>,
    rules: &Rules,
) -> Vec<u16> {
    /// Number of pieces per thread.
    const TURNS: usize = 32;
    let threads = pieces(symbols.len());
    if threads == 1 {
        let mut symbols = widened(symbols);
        replace_wide(&mut symbols, counts, rules);
        return symbols;
    }
    let rules = WideRules::new(rules);
    let ends = cuts(&symbols, |a, b| rules.new_symbol(a.into(), b.into()) == 0, TURNS * threads);
    let mut start = 0;
    let piece = |end| std::mem::replace(&mut start, end)..end;
    let pieces: Vec<Range<usize>> = ends.into_iter().map(piece).filter(|piece| !piece.is_empty()).collect();
    // Pairs across cuts belong to no piece.
    for next in &pieces[1..] {
        counts.take(symbols[next.start - 1].into(), symbols[next.start].into());
    }
    let lengths: Vec<usize> =
        pieces.par_iter().map(|piece| len_replaced(&symbols[piece.clone()], &rules)).collect();
    let mut wide = vec![0; lengths.iter().sum()];
    let mut rest = &mut wide[..];
    let mut places: Vec<&mut [u16]> = Vec::new();
    for &len in &lengths {
        places.push(rest.split_off_mut(..len).expect("the lengths add up"));
    }
    let mut work: Vec<_> = pieces.into_iter().zip(places).collect();
    while !work.is_empty() {
        let turn = work.split_off(work.len().saturating_sub(threads));
        let first = turn.first().map_or(0, |(piece, _)| piece.start);
        let replaced = |(piece, place): (Range<usize>, &mut [u16])| {
            let mut changes = Changes::none(counts.symbols);
            let mut piece: Vec<u16> = symbols[piece].iter().map(|&symbol| symbol.into()).collect();
            replace_wide_piece(&mut piece, &mut changes, &rules);
            place.copy_from_slice(&piece[..place.len()]);
            changes
        };
        let changes: Vec<Changes> = turn.into_par_iter().map(replaced).collect();
        for changes in &changes {
            counts.correct(changes);
        }
        symbols.truncate(first);
        symbols.shrink_to_fit();
    }
    let mut next = 0;
    for len in &lengths[..lengths.len() - 1] {
        next += len;
        counts.add(wide[next - 1], wide[next]);
    }
    wide
}

/// Number of symbols left of a piece of a narrow sequence after replacement.
fn len_replaced(symbols: &[u8], rules: &WideRules) -> usize {
    let (mut read, mut len) = (0, 0);
    while read < symbols.len() {
        let next = symbols.get(read + 1).map_or(0, |&b| rules.new_symbol(symbols[read].into(), b.into()));
        read += 1 + usize::from(next != 0);
        len += 1;
    }
    len
}

/// Replaces pairs of a wide sequence and corrects the counts.
pub(super) fn replace_wide<C: Count>(sequence: &mut Vec<u16>, counts: &mut PairCounts<C>, rules: &Rules) {
    let rules = WideRules::new(rules);
    let pieces = pieces(sequence.len());
    let joined = if pieces > 1 {
        replace_pieces(sequence, counts, &rules, pieces)
    } else {
        replace_wide_piece(sequence, counts, &rules)
    };
    sequence.truncate(joined);
}

/// The same in this number of pieces in parallel; returns the number of symbols left.
fn replace_pieces<C: Count>(
    symbols: &mut [u16],
    counts: &mut PairCounts<C>,
    rules: &WideRules,
    pieces: usize,
) -> usize {
    let ends = cuts(symbols, |a, b| rules.new_symbol(a, b) == 0, pieces);
    let starts: Vec<usize> = std::iter::once(0).chain(ends).take(pieces).collect();
    // Pairs across cuts belong to no piece.
    let across = |symbols: &[u16], tally: &mut dyn FnMut(u16, u16), lengths: &[usize]| {
        let pieces = starts.iter().zip(lengths).filter(|(_, len)| **len > 0);
        let neighbors = pieces.clone().zip(pieces.skip(1));
        neighbors.for_each(|((&start, len), (&next, _))| tally(symbols[start + len - 1], symbols[next]));
    };
    let ends = || starts[1..].iter().copied().chain([symbols.len()]);
    let whole: Vec<usize> = starts.iter().zip(ends()).map(|(start, end)| end - start).collect();
    across(symbols, &mut |a, b| counts.take(a, b), &whole);
    let mut rest = &mut *symbols;
    let cut = |&len: &usize| rest.split_off_mut(..len).expect("cuts are in order");
    let parts: Vec<&mut [u16]> = whole.iter().map(cut).collect();
    let replaced = |part: &mut [u16]| {
        let mut changes = Changes::none(counts.symbols);
        (replace_wide_piece(part, &mut changes, rules), changes)
    };
    let (lengths, changes): (Vec<usize>, Vec<Changes>) = parts.into_par_iter().map(replaced).unzip();
    for changes in &changes {
        counts.correct(changes);
    }
    across(symbols, &mut |a, b| counts.add(a, b), &lengths);
    join(symbols, starts.into_iter().zip(lengths))
}

/// Replaces pairs of a piece of a wide sequence; returns the number of symbols left, which are at
/// its beginning.
fn replace_wide_piece(symbols: &mut [u16], counts: &mut impl Tally, rules: &WideRules) -> usize {
    let (mut read, mut written) = (0, 0);
    while read + 1 < symbols.len() {
        if let Some(span) = symbols[read..].first_chunk() {
            let left = rules.left(span);
            if written + SPAN <= read {
                // There is room for all of them: a copy of fixed length is faster.
                let span: [u16; SPAN] = *span.first_chunk().expect("it is longer");
                symbols[written..written + SPAN].copy_from_slice(&span);
            } else {
                symbols.copy_within(read..read + left, written);
            }
            (read, written) = (read + left, written + left);
            if left == SPAN {
                continue;
            }
        }
        let (mut a, mut b) = (symbols[read], symbols[read + 1]);
        let mut new = rules.new_symbol(a, b);
        if new == 0 {
            symbols[written] = a;
            (read, written) = (read + 1, written + 1);
            continue;
        }
        // One or more consecutive pairs are replaced. The last symbol written is still the one that
        // preceded them.
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
            let again = second.map_or(0, |second| rules.new_symbol(next, second));
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
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_with_the_same_hash_are_distinguished() {
        let same = [(1, 5 + 2 * SPREAD), (2, 5 + SPREAD), (3, 5)];
        assert!(same.iter().all(|&(a, b)| hashed(a, b) == hashed(3, 5)));
        let mut rules = Rules::default();
        rules.add(same[0].0, same[0].1, 300);
        rules.add(same[2].0, same[2].1, 301);
        let wide = WideRules::new(&rules);
        assert_eq!(same.map(|(a, b)| wide.new_symbol(a, b)), [300, 0, 301]);
    }
}
